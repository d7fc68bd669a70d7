/**
 * Writes the objects of a PDF one after the other. Small objects are compressed together (ISO
 * 32000-1, 7.5.7 and 7.5.8), so the tags of a page take almost no space. No library can do this
 * while it writes page by page.
 */
import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { printNumber } from "../../../engine/numbers.js";

/** A text string, as opposed to a name. */
export class PdfText {
	constructor(readonly text: string) {}
}

export interface PdfDictionary {
	readonly [key: string]: PdfValue | undefined;
}

/** Strings are names, buffers strings of bytes. */
export type PdfValue =
	| number
	| boolean
	| string
	| PdfText
	| Buffer
	| PdfReference
	| readonly PdfValue[]
	| PdfDictionary;

/** An object that is written as soon as all of it is known. */
export class PdfReference {
	readonly #write: (reference: PdfReference, stream: Uint8Array | undefined) => void;

	/** @param data its dictionary so far */
	constructor(
		readonly number: number,
		readonly data: Record<string, PdfValue>,
		write: (reference: PdfReference, stream: Uint8Array | undefined) => void,
	) {
		this.#write = write;
	}

	/**
	 * Writes the object.
	 * @param stream its bytes, already encoded for its filter
	 */
	end(stream?: Uint8Array): void {
		this.#write(this, stream);
	}
}

/** Largest number of objects, and of their characters, that are compressed together. */
const PACK = 200;
const PACK_LENGTH = 50_000;

/** Bytes of a stream that the identifier of the file is made from. */
const HASHED = 65_536;

/** Location of an object: an offset in the file, or an object stream. */
type Place = { readonly offset: number } | { readonly pack: number; readonly index: number };

export class PdfWriter {
	#pieces: Buffer[] = [];
	#offset = 0;
	readonly #hash = createHash("md5");
	/** By number; 0 is unused. */
	readonly #places: (Place | undefined)[] = [undefined];
	#packed: { readonly number: number; readonly text: string }[] = [];
	#packedLength = 0;

	constructor() {
		// Non-ASCII bytes, so that programs treat the file as binary.
		this.#write(Buffer.from("%PDF-1.7\n%\xff\xff\xff\xff\n", "latin1"));
	}

	/** An object that others can refer to. */
	ref(data: Record<string, PdfValue>): PdfReference {
		return this.#reference(data, (reference, stream) =>
			stream === undefined ? this.#pack(reference) : this.#object(reference, stream),
		);
	}

	/**
	 * Like `ref`, for an object without a stream that programs search for in the plain bytes of a
	 * file.
	 */
	plainRef(data: Record<string, PdfValue>): PdfReference {
		return this.#reference(data, (reference) => this.#object(reference, undefined));
	}

	/** What was written since the last call. */
	take(): Buffer[] {
		const pieces = this.#pieces;
		this.#pieces = [];
		return pieces;
	}

	/** Ends the file. The same objects give the same bytes. */
	end(Root: PdfReference, Info: PdfReference): void {
		this.#flush();
		const id = this.#hash.copy().digest();
		const number = this.#places.length;
		const start = this.#offset;
		this.#places.push({ offset: start });
		const width = Math.ceil(Math.log2(start + 1) / 8);
		const entries = this.#places.map((place) => {
			const entry = Buffer.alloc(width + 2);
			if (place === undefined) return entry;
			const isPacked = "pack" in place;
			entry[0] = isPacked ? 2 : 1;
			entry.writeUIntBE(isPacked ? place.pack : place.offset, 1, width);
			if (isPacked) entry[width + 1] = place.index;
			return entry;
		});
		const data = deflateSync(Buffer.concat(entries), { level: 9 });
		const dictionary = {
			Type: "XRef",
			Size: entries.length,
			W: [1, width, 1],
			Root,
			Info,
			ID: [id, id],
			Filter: "FlateDecode",
		};
		this.#writeObject(number, dictionary, data);
		this.#write(Buffer.from(`startxref\n${start}\n%%EOF\n`));
	}

	#reference(
		data: Record<string, PdfValue>,
		write: (reference: PdfReference, stream: Uint8Array | undefined) => void,
	): PdfReference {
		return new PdfReference(this.#places.push(undefined) - 1, data, write);
	}

	#pack({ number, data }: PdfReference): void {
		const text = printed(data);
		this.#packed.push({ number, text });
		this.#packedLength += text.length;
		if (this.#packed.length === PACK || this.#packedLength > PACK_LENGTH) this.#flush();
	}

	#flush(): void {
		const packed = this.#packed;
		if (packed.length === 0) return;
		this.#packed = [];
		this.#packedLength = 0;
		const pack = this.ref({});
		const offsets: number[] = [];
		let length = 0;
		for (const [index, { number, text }] of packed.entries()) {
			this.#places[number] = { pack: pack.number, index };
			offsets.push(number, length);
			length += text.length + 1;
		}
		const head = `${offsets.join(" ")} `;
		const objects = Buffer.from(`${head}${packed.map(({ text }) => text).join(" ")}`, "latin1");
		Object.assign(pack.data, {
			Type: "ObjStm",
			N: packed.length,
			First: head.length,
			Filter: "FlateDecode",
		});
		pack.end(deflateSync(objects, { level: 9 }));
	}

	#object({ number, data }: PdfReference, stream: Uint8Array | undefined): void {
		this.#places[number] = { offset: this.#offset };
		this.#writeObject(number, data, stream);
	}

	#writeObject(number: number, data: PdfValue, stream: Uint8Array | undefined): void {
		if (stream === undefined) {
			this.#write(Buffer.from(`${number} 0 obj\n${printed(data)}\nendobj\n`, "latin1"));
			return;
		}
		const dictionary = printed({ ...(data as PdfDictionary), Length: stream.length });
		this.#write(Buffer.from(`${number} 0 obj\n${dictionary}\nstream\n`, "latin1"));
		this.#write(Buffer.from(stream.buffer, stream.byteOffset, stream.byteLength));
		this.#write(Buffer.from("\nendstream\nendobj\n"));
	}

	#write(bytes: Buffer): void {
		this.#pieces.push(bytes);
		// Hashing a photo of several megabytes would block other requests, so the length is hashed
		// instead of the rest.
		this.#hash.update(bytes.subarray(0, HASHED));
		this.#offset += bytes.length;
	}
}

/** A value in PDF syntax. */
function printed(value: PdfValue): string {
	if (typeof value === "number") return printNumber(value, 6);
	if (typeof value === "boolean") return String(value);
	if (typeof value === "string") return `/${value}`;
	if (value instanceof PdfText) return textString(value.text);
	if (Buffer.isBuffer(value)) return `<${value.toString("hex")}>`;
	if (value instanceof PdfReference) return `${value.number} 0 R`;
	if (Array.isArray(value)) return `[${value.map(printed).join(" ")}]`;
	const entries = Object.entries(value as PdfDictionary).flatMap(([key, one]) =>
		one === undefined ? [] : [`/${key} ${printed(one)}`],
	);
	return `<<${entries.join("\n")}\n>>`;
}

/** ASCII as it is, anything else as UTF-16 (ISO 32000-1, 7.9.2.2). */
function textString(text: string): string {
	const isAscii = /^[\x20-\x7e]*$/.test(text);
	const bytes = isAscii
		? text
		: Buffer.from(`\ufeff${text}`, "utf16le").swap16().toString("latin1");
	return `(${bytes.replace(/[\\()\r]/g, (one) => (one === "\r" ? "\\r" : `\\${one}`))})`;
}
