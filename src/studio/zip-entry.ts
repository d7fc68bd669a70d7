/** Reads one small file of a ZIP without unpacking the others. */

/** Signatures of the records of a ZIP, and the lengths of their fixed parts. */
const END = { signature: 0x06054b50, length: 22 };
const CENTRAL = { signature: 0x02014b50, length: 46 };
const LOCAL_LENGTH = 30;

/** @returns undefined if the ZIP does not have a file with this name */
export async function textInZip(zip: Blob, name: string): Promise<string | undefined> {
	const tail = await view(zip.slice(Math.max(0, zip.size - 65_557)));
	let at = tail.byteLength - END.length;
	while (at >= 0 && tail.getUint32(at, true) !== END.signature) at--;
	if (at < 0) return undefined;
	const size = tail.getUint32(at + 12, true);
	const start = tail.getUint32(at + 16, true);
	const directory = await view(zip.slice(start, start + size));
	for (let place = 0; place + CENTRAL.length <= directory.byteLength; ) {
		if (directory.getUint32(place, true) !== CENTRAL.signature) return undefined;
		const nameLength = directory.getUint16(place + 28, true);
		const own = decoded(directory, place + CENTRAL.length, nameLength);
		if (own === name) {
			const packed = directory.getUint16(place + 10, true) !== 0;
			const length = directory.getUint32(place + 20, true);
			return entry(zip, directory.getUint32(place + 42, true), length, packed);
		}
		const rest = directory.getUint16(place + 30, true) + directory.getUint16(place + 32, true);
		place += CENTRAL.length + nameLength + rest;
	}
	return undefined;
}

async function entry(zip: Blob, start: number, length: number, packed: boolean): Promise<string> {
	const head = await view(zip.slice(start, start + LOCAL_LENGTH));
	const from = start + LOCAL_LENGTH + head.getUint16(26, true) + head.getUint16(28, true);
	const bytes = zip.slice(from, from + length);
	if (!packed) return bytes.text();
	return new Response(bytes.stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}

const view = async (part: Blob): Promise<DataView> => new DataView(await part.arrayBuffer());

const decoded = ({ buffer }: DataView, from: number, length: number): string =>
	new TextDecoder().decode(new Uint8Array(buffer, from, length));
