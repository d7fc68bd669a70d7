/** A TrueType font with empty glyphs and the tables that a PDF requires (ISO 32000-1, 9.9). */

/** Height of a selection above and below the baseline, thousandths of an em: that of Inter. */
export const ASCENT = 969;
export const DESCENT = -242;

/** Glyph 0 is the glyph for missing characters; texts use glyph 1. */
const GLYPHS = 2;
const UNITS_PER_EM = 1000;

const words = (...values: readonly number[]): Buffer => {
	const bytes = Buffer.alloc(2 * values.length);
	for (const [i, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, 2 * i);
	return bytes;
};

/** OpenType, chapters head, hhea, hmtx, loca, maxp and glyf: in words of 2 bytes. */
const TABLES: readonly (readonly [tag: string, data: Buffer])[] = [
	["glyf", words(0, 0)],
	[
		"head",
		Buffer.concat([
			// Version, revision, the checksum that is filled in, the magic number, flags.
			words(1, 0, 1, 0, 0, 0, 0x5f0f, 0x3cf5, 0, UNITS_PER_EM),
			// Made and changed in 1904.
			words(0, 0, 0, 0, 0, 0, 0, 0),
			// The box of the glyphs, their style, and short offsets in loca.
			words(0, 0, 0, 0, 0, 8, 2, 0, 0),
		]),
	],
	["hhea", words(1, 0, ASCENT, DESCENT, 0, UNITS_PER_EM, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, GLYPHS)],
	["hmtx", words(UNITS_PER_EM, 0, UNITS_PER_EM, 0)],
	["loca", words(0, 0, 0)],
	["maxp", words(1, 0, GLYPHS, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)],
];
/** Of the checksum in head, from its start. */
const CHECKSUM_AT = 8;

const checksum = (bytes: Buffer): number => {
	let sum = 0;
	for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
	return sum;
};

function font(): Buffer {
	const power = 2 ** Math.floor(Math.log2(TABLES.length));
	const directory = [
		words(1, 0, TABLES.length, 16 * power, Math.log2(power), 16 * (TABLES.length - power)),
	];
	let offset = 12 + 16 * TABLES.length;
	let head = 0;
	const tables: Buffer[] = [];
	for (const [tag, data] of TABLES) {
		const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
		const entry = Buffer.alloc(16);
		entry.write(tag, "latin1");
		entry.writeUInt32BE(checksum(padded), 4);
		entry.writeUInt32BE(offset, 8);
		entry.writeUInt32BE(data.length, 12);
		directory.push(entry);
		tables.push(padded);
		if (tag === "head") head = offset;
		offset += padded.length;
	}
	const bytes = Buffer.concat([...directory, ...tables]);
	bytes.writeUInt32BE((0xb1b0afba - checksum(bytes)) >>> 0, head + CHECKSUM_AT);
	return bytes;
}

export const EMPTY_FONT: Buffer = font();
