/** Font files for tests: made from scratch, or bundled fonts under another name. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Test } from "tap";
import { requirePackage } from "../../src/base/on-demand.js";
import { packageRoot } from "../../src/base/package-root.js";

const wawoff2 = requirePackage("wawoff2") as {
	compress(font: Uint8Array): Promise<Uint8Array>;
	decompress(font: Uint8Array): Promise<Uint8Array>;
};

/** What a font is to say of itself. */
export interface FontNames {
	readonly family: string;
	/** usWeightClass; that of the source unless set. */
	readonly weight?: number;
	readonly fsType?: number;
	/** Advance of each glyph of `otf`. Font units, default 600. */
	readonly width?: number;
}

type Tables = Map<string, Buffer>;

/** A folder with files, gone with the test. */
export function folderOf(t: Test, files: Readonly<Record<string, Uint8Array | string>>): string {
	const folder = mkdtempSync(join(tmpdir(), "post-image-fonts-"));
	t.teardown(() => rmSync(folder, { recursive: true, force: true }));
	for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
	return folder;
}

/** A TrueType font: a bundled one under another name. @param file path below fonts/ */
export async function ttf(file: string, names: FontNames): Promise<Buffer> {
	const packed = readFileSync(new URL(`fonts/${file}`, packageRoot));
	const tables = readTables(Buffer.from(await wawoff2.decompress(packed)));
	tables.set("name", nameTable(names.family));
	const os2 = Buffer.from(tables.get("OS/2")!);
	if (names.weight !== undefined) os2.writeUInt16BE(names.weight, 4);
	if (names.fsType !== undefined) os2.writeUInt16BE(names.fsType, 8);
	tables.set("OS/2", os2);
	return writeTables(0x00010000, tables);
}

export const woff2 = async (font: Uint8Array): Promise<Buffer> =>
	Buffer.from(await wawoff2.compress(font));

/** First and last letter that `otf` has. */
const FIRST = 0x41;
const LAST = 0x5a;
const UNITS = 1_000;
export const OTF_METRICS = { unitsPerEm: UNITS, ascent: 900, descent: 300, lineGap: 100 } as const;

/** An OpenType font with CFF outlines: a space, and a box for each letter from A to Z. */
export function otf({ family, weight = 400, fsType = 0, width = 600 }: FontNames): Buffer {
	const glyphs = LAST - FIRST + 3;
	const { ascent, descent, lineGap } = OTF_METRICS;
	const head = Buffer.alloc(54);
	head.writeUInt32BE(0x00010000, 0);
	head.writeUInt32BE(0x5f0f3cf5, 12);
	head.writeUInt16BE(UNITS, 18);
	const hhea = Buffer.alloc(36);
	hhea.writeUInt32BE(0x00010000, 0);
	hhea.writeInt16BE(ascent, 4);
	hhea.writeInt16BE(-descent, 6);
	hhea.writeInt16BE(lineGap, 8);
	hhea.writeUInt16BE(1, 34);
	const maxp = Buffer.alloc(6);
	maxp.writeUInt32BE(0x00005000, 0);
	maxp.writeUInt16BE(glyphs, 4);
	const hmtx = Buffer.alloc(4 + (glyphs - 1) * 2);
	hmtx.writeUInt16BE(width, 0);
	const os2 = Buffer.alloc(96);
	os2.writeUInt16BE(4, 0);
	os2.writeUInt16BE(weight, 4);
	os2.writeUInt16BE(fsType, 8);
	return writeTables(
		0x4f54544f,
		new Map([
			["CFF ", cff(glyphs)],
			["OS/2", os2],
			["cmap", cmap()],
			["head", head],
			["hhea", hhea],
			["hmtx", hmtx],
			["maxp", maxp],
			["name", nameTable(family)],
		]),
	);
}

/** Glyph 1 is the space, 2 the A. */
function cmap(): Buffer {
	const groups = [
		[0x20, 0x20, 1],
		[FIRST, LAST, 2],
	];
	const table = Buffer.alloc(12 + 16 + groups.length * 12);
	table.writeUInt16BE(1, 2);
	table.writeUInt16BE(3, 4);
	table.writeUInt16BE(10, 6);
	table.writeUInt32BE(12, 8);
	table.writeUInt16BE(12, 12);
	table.writeUInt32BE(16 + groups.length * 12, 16);
	table.writeUInt32BE(groups.length, 24);
	for (const [i, group] of groups.entries())
		for (const [j, value] of group.entries()) table.writeUInt32BE(value, 28 + i * 12 + j * 4);
	return table;
}

function cff(glyphs: number): Buffer {
	const number = (value: number) => Buffer.from([28, (value >> 8) & 255, value & 255]);
	const long = (value: number) =>
		Buffer.from([29, (value >> 24) & 255, (value >> 16) & 255, (value >> 8) & 255, value & 255]);
	const empty = Buffer.from([14]);
	const box = Buffer.concat([
		number(50),
		number(0),
		Buffer.from([21]),
		number(500),
		Buffer.from([6]),
		number(700),
		Buffer.from([7]),
		number(-500),
		Buffer.from([6, 14]),
	]);
	const charStrings = index(Array.from({ length: glyphs }, (_, id) => (id === 1 ? empty : box)));
	const header = Buffer.from([1, 0, 4, 4]);
	const name = index([Buffer.from("Box")]);
	const before = (at: number) =>
		Buffer.concat([long(at), Buffer.from([17]), number(0), long(4), Buffer.from([18])]);
	const start = Buffer.concat([header, name, index([before(0)]), index([]), index([])]).length;
	return Buffer.concat([header, name, index([before(start)]), index([]), index([]), charStrings]);
}

/** An INDEX of CFF. */
function index(items: readonly Buffer[]): Buffer {
	if (items.length === 0) return Buffer.from([0, 0]);
	const head = Buffer.alloc(3 + (items.length + 1) * 4);
	head.writeUInt16BE(items.length, 0);
	head[2] = 4;
	let offset = 1;
	for (const [i, item] of items.entries()) {
		head.writeUInt32BE(offset, 3 + i * 4);
		offset += item.length;
	}
	head.writeUInt32BE(offset, 3 + items.length * 4);
	return Buffer.concat([head, ...items]);
}

/** The family (1) and the style (2) in English. */
function nameTable(family: string): Buffer {
	const strings = [family, "Regular"].map((text) => Buffer.from(text, "utf16le").swap16());
	const head = Buffer.alloc(6 + strings.length * 12);
	head.writeUInt16BE(strings.length, 2);
	head.writeUInt16BE(head.length, 4);
	let offset = 0;
	for (const [i, string] of strings.entries()) {
		for (const [j, value] of [3, 1, 0x409, i + 1, string.length, offset].entries())
			head.writeUInt16BE(value, 6 + i * 12 + j * 2);
		offset += string.length;
	}
	return Buffer.concat([head, ...strings]);
}

function readTables(font: Buffer): Tables {
	const tables: Tables = new Map();
	for (let i = 0; i < font.readUInt16BE(4); i++) {
		const at = 12 + i * 16;
		const start = font.readUInt32BE(at + 8);
		tables.set(
			font.toString("latin1", at, at + 4),
			font.subarray(start, start + font.readUInt32BE(at + 12)),
		);
	}
	return tables;
}

function writeTables(version: number, tables: Tables): Buffer {
	const head = Buffer.alloc(12 + tables.size * 16);
	head.writeUInt32BE(version, 0);
	head.writeUInt16BE(tables.size, 4);
	const log = Math.floor(Math.log2(tables.size));
	head.writeUInt16BE(16 << log, 6);
	head.writeUInt16BE(log, 8);
	head.writeUInt16BE((tables.size - (1 << log)) * 16, 10);
	const parts = [head];
	let offset = head.length;
	for (const [i, [tag, table]] of [...tables].sort(([a], [b]) => (a < b ? -1 : 1)).entries()) {
		const at = 12 + i * 16;
		head.write(tag, at, "latin1");
		head.writeUInt32BE(offset, at + 8);
		head.writeUInt32BE(table.length, at + 12);
		const padded = Buffer.alloc(Math.ceil(table.length / 4) * 4);
		table.copy(padded);
		let sum = 0;
		for (let j = 0; j < padded.length; j += 4) sum = (sum + padded.readUInt32BE(j)) >>> 0;
		head.writeUInt32BE(sum, at + 4);
		parts.push(padded);
		offset += padded.length;
	}
	return Buffer.concat(parts);
}
