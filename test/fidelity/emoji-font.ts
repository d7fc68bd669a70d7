/**
 * A font for the reference page in which every emoji is one glyph without ink, as wide as in the
 * service. The browser therefore breaks, shapes and positions emoji like characters, and the page
 * overlays the service's emoji images: the comparison covers the position of emoji, not their art.
 */

const UNITS_PER_EM = 1000;
/** 1 em plus 0.08 em of space on each side. */
const ADVANCE = 1160;
const JOINER = 0x200d;
const SELECTOR = 0xfe0f;

/** A sequence of big-endian numbers. */
const u16 = (...values: number[]) => bytes(2, values);
const u32 = (...values: number[]) => bytes(4, values);
function bytes(size: number, values: readonly number[]): Buffer {
	const buffer = Buffer.alloc(size * values.length);
	for (const [i, value] of values.entries())
		buffer.writeUIntBE(value < 0 ? value + 2 ** (8 * size) : value, i * size, size);
	return buffer;
}

/** The code points that the ligature of a sequence joins: HarfBuzz ignores U+FE0F. */
const components = (emoji: string) =>
	[...emoji].map((char) => char.codePointAt(0)!).filter((codePoint) => codePoint !== SELECTOR);

/** All characters of the emoji, as a value for CSS unicode-range. */
export function emojiRange(emoji: readonly string[]): string {
	const codePoints = new Set(emoji.flatMap(components)).add(SELECTOR).add(JOINER);
	return [...codePoints].map((codePoint) => `U+${codePoint.toString(16)}`).join(",");
}

/** The font as a TrueType file; `emoji` are complete sequences. */
export function emojiFont(emoji: readonly string[]): Buffer {
	const sequences = emoji.map(components);
	const codePoints = [...new Set([SELECTOR, JOINER, ...sequences.flat()])].sort((a, b) => a - b);
	const glyphOf = new Map(codePoints.map((codePoint, index) => [codePoint, index + 1]));
	const ligatures = [...new Set(sequences.filter(({ length }) => length > 1).map(String))]
		.map((sequence) => sequence.split(",").map((part) => glyphOf.get(Number(part))!))
		.map((parts, index) => ({ parts, glyph: codePoints.length + 1 + index }));
	const glyphs = codePoints.length + 1 + ligatures.length;
	const advances = Array.from({ length: glyphs }, (_, glyph) => {
		const codePoint = codePoints[glyph - 1];
		return codePoint === SELECTOR || codePoint === JOINER ? 0 : ADVANCE;
	});
	// A triangle without area, as .notdef: a font without outlines would be rejected.
	const notdef = Buffer.concat([
		...[u16(1, 0, 0, 0, 0), u16(2, 0), Buffer.from([0x31, 0x31, 0x31, 0])],
	]);
	return fontFile({
		"OS/2": os2(codePoints),
		cmap: cmap(codePoints, glyphOf),
		glyf: notdef,
		GSUB: gsub(ligatures),
		head: Buffer.concat([
			...[u32(0x10000, 0x10000, 0, 0x5f0f3cf5), u16(0, UNITS_PER_EM), u32(0, 0, 0, 0)],
			u16(0, 0, 0, 0, 0, 8, 2, 1, 0),
		]),
		hhea: Buffer.concat([u32(0x10000), u16(900, -200, 0, ADVANCE, ...Array(11).fill(0), glyphs)]),
		hmtx: u16(...advances.flatMap((advance) => [advance, 0])),
		loca: u32(0, ...Array(glyphs).fill(notdef.length)),
		maxp: Buffer.concat([u32(0x10000), u16(glyphs, 3, 1, 0, 0, 1, ...Array(8).fill(0))]),
		name: u16(0, 0, 6),
		post: u32(0x30000, ...Array(7).fill(0)),
	});
}

function os2(codePoints: readonly number[]): Buffer {
	const table = Buffer.alloc(96);
	table.writeUInt16BE(4, 0);
	table.writeInt16BE(ADVANCE, 2);
	table.writeUInt16BE(400, 4);
	table.writeUInt16BE(5, 6);
	table.writeUInt16BE(Math.min(0xffff, codePoints[0]!), 64);
	table.writeUInt16BE(0xffff, 66);
	table.writeInt16BE(900, 68);
	table.writeInt16BE(-200, 70);
	table.writeUInt16BE(900, 74);
	table.writeUInt16BE(200, 76);
	return table;
}

/** Format 12, with a group for each character. */
function cmap(codePoints: readonly number[], glyphOf: ReadonlyMap<number, number>): Buffer {
	const groups = codePoints.flatMap((codePoint) => [codePoint, codePoint, glyphOf.get(codePoint)!]);
	return Buffer.concat([
		...[u16(0, 1, 3, 10), u32(12), u16(12, 0)],
		u32(16 + 4 * groups.length, 0, codePoints.length, ...groups),
	]);
}

/** One lookup with all ligatures for all scripts, in the feature ccmp, which is always enabled. */
function gsub(ligatures: readonly { parts: readonly number[]; glyph: number }[]): Buffer {
	const firsts = [...new Set(ligatures.map(({ parts }) => parts[0]!))].sort((a, b) => a - b);
	const sets = firsts.map((first) => {
		// The longest match must come first.
		const own = ligatures
			.filter(({ parts }) => parts[0] === first)
			.sort((a, b) => b.parts.length - a.parts.length)
			.map(({ parts, glyph }) => u16(glyph, parts.length, ...parts.slice(1)));
		return withOffsets(u16(own.length), own);
	});
	const coverage = u16(1, firsts.length, ...firsts);
	const head = 6 + 2 * sets.length;
	const offsets: number[] = [];
	let at = head + coverage.length;
	for (const set of sets) {
		offsets.push(at);
		at += set.length;
	}
	const subtable = Buffer.concat([...[u16(1, head, sets.length, ...offsets), coverage, ...sets]]);
	const tag = (name: string) => Buffer.from(name, "latin1");
	const scripts = Buffer.concat([u16(1), tag("DFLT"), u16(8, 4, 0, 0, 0xffff, 1, 0)]);
	const features = Buffer.concat([u16(1), tag("ccmp"), u16(8, 0, 1, 0)]);
	const lookups = Buffer.concat([u16(1, 4, 4, 0, 1, 8), subtable]);
	const start = 10;
	return Buffer.concat([
		u16(1, 0, start, start + scripts.length, start + scripts.length + features.length),
		...[scripts, features, lookups],
	]);
}

/** A count, the offsets of the records from its start, and the records. */
function withOffsets(count: Buffer, records: readonly Buffer[]): Buffer {
	let at = count.length + 2 * records.length;
	const offsets = records.map((record) => {
		at += record.length;
		return at - record.length;
	});
	return Buffer.concat([count, u16(...offsets), ...records]);
}

const checksum = (table: Buffer) => {
	let sum = 0;
	for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
	return sum;
};

function fontFile(tables: Readonly<Record<string, Buffer>>): Buffer {
	const names = Object.keys(tables).sort();
	const records: Buffer[] = [];
	const bodies: Buffer[] = [];
	let at = 12 + 16 * names.length;
	for (const name of names) {
		const table = tables[name]!;
		const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
		records.push(Buffer.from(name, "latin1"), u32(checksum(padded), at, table.length));
		bodies.push(padded);
		at += padded.length;
	}
	const power = 2 ** Math.floor(Math.log2(names.length));
	const search = u16(names.length, power * 16, Math.log2(power), (names.length - power) * 16);
	return Buffer.concat([u32(0x10000), search, ...records, ...bodies]);
}
