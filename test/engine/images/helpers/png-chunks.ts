import { crc32 } from "node:zlib";

/** A chunk of a PNG, with its length and checksum. */
export const chunk = (name: string, data: Uint8Array): Buffer => {
	const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
	const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	sum.writeUInt32BE(crc32(named));
	return Buffer.concat([length, named, sum]);
};

/** A PNG with a chunk added after its header. */
export const withChunk = (png: Buffer, name: string, data: Uint8Array): Buffer =>
	Buffer.concat([png.subarray(0, 33), chunk(name, data), png.subarray(33)]);
