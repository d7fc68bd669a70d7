import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { fontsFolder } from "../fonts/manifest.js";

/** The location of a picture: its block in art.bin, and its position in the decompressed block. */
interface Place {
	readonly block: number;
	readonly start: number;
	readonly length: number;
}

interface Index {
	readonly blocks: readonly { readonly offset: number; readonly length: number }[];
	readonly places: ReadonlyMap<string, Place>;
}

const folder = new URL("emoji/", fontsFolder);
let index: Index | undefined;
let latest: { readonly block: number; readonly art: string } | undefined;

/** Whether there is a picture for the key: code points in hexadecimal, joined by hyphens, no U+FE0F. */
export function hasEmojiArt(key: string): boolean {
	return readIndex().places.has(key);
}

/**
 * The picture as the content of an SVG group on a canvas of 36 × 36: paths,
 * circles, ellipses and groups with a fill; no ids, no references, no opacity
 * on groups. undefined: there is no picture for the key.
 */
export function readEmojiArt(key: string): string | undefined {
	const { places, blocks } = readIndex();
	const place = places.get(key);
	if (place === undefined) return undefined;
	if (latest?.block !== place.block) {
		const { offset, length } = blocks[place.block]!;
		latest = { block: place.block, art: unpack(offset, length) };
	}
	return copy(latest.art.slice(place.start, place.start + place.length));
}

/** A slice would keep the whole string in memory, so this is a copy. */
function copy(text: string): string {
	return Buffer.from(text, "latin1").toString("latin1");
}

function unpack(offset: number, length: number): string {
	const packed = Buffer.alloc(length);
	const file = openSync(new URL("art.bin", folder), "r");
	try {
		readSync(file, packed, 0, length, offset);
	} finally {
		closeSync(file);
	}
	return brotliDecompressSync(packed).toString("latin1");
}

/** index.txt has a line per block: `offset length`, then `key length` for each picture in it. */
function readIndex(): Index {
	if (index !== undefined) return index;
	const blocks: { offset: number; length: number }[] = [];
	const places = new Map<string, Place>();
	for (const line of readFileSync(new URL("index.txt", folder), "latin1").trimEnd().split("\n")) {
		const words = line.split(" ");
		const block = blocks.push({ offset: Number(words[0]), length: Number(words[1]) }) - 1;
		let start = 0;
		for (let i = 2; i < words.length; i += 2) {
			const length = Number(words[i + 1]);
			places.set(words[i]!, { block, start, length });
			start += length;
		}
	}
	index = { blocks, places };
	return index;
}
