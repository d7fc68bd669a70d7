/**
 * Deliberately broken fonts, loaded as an operator's; those that are accepted are used for
 * rendering. Only a process that reads or renders may crash.
 */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { FontReader } from "../../src/app/operator/font-reader.js";
import { ServiceError } from "../../src/base/errors.js";
import { fontPackIndex } from "../../src/engine/text/fonts/font-pack.js";
import { eachCoveredRange } from "../../src/engine/text/fonts/manifest.js";
import { isWoff2, type OperatorFontFile } from "../../src/engine/text/fonts/operator-fonts.js";
import { Deadline } from "../../src/service/processes/deadline.js";
import { createRenderPool } from "../../src/service/processes/pool.js";
import { randomNumbers } from "./random-numbers.js";

/** Results of the mutations. */
export interface FontAttackReport {
	/** Rejected mutations, by message. */
	readonly refused: Map<string, number>;
	/** Fonts used for rendering, by result: "drawn" or the code of an error. */
	readonly drawn: Map<string, number>;
	/** Processes that had to be replaced while reading or rendering, by reason. */
	readonly replaced: Map<string, number>;
	/** Whether a good document was rendered after every batch of bad fonts. */
	readonly recovered: boolean;
}

/** Number of fonts that a pool of processes gets at a time. */
const BATCH = 100;
/** Characters that are rendered in each font. */
const CHARACTERS = 40;
const MEMORY_MB = 1_500;
const RENDER_MS = 60_000;

/** A copy of a font with errors: bits, bytes, numbers at their limits, parts moved, truncation. */
export function mutated(font: Uint8Array, random: () => number): Buffer {
	const bytes = Buffer.from(font);
	const at = (length = 1) => Math.floor(random() * Math.max(1, bytes.length - length));
	// Errors in the table directory and in the first tables have the most effect.
	const early = () => 4 + Math.floor(random() * Math.min(bytes.length - 4, 512));
	const changes = 1 + Math.floor(random() ** 4 * 40);
	for (let i = 0; i < changes; i++) {
		const where = random() < 0.2 ? early() : at();
		switch (Math.floor(random() * 6)) {
			case 0:
				bytes[where] = bytes[where]! ^ (1 << Math.floor(random() * 8));
				break;
			case 1:
				bytes[where] = Math.floor(random() * 256);
				break;
			case 2:
				if (bytes.length > 2) bytes.writeUInt16BE([0, 1, 0x7fff, 0x8000, 0xffff][i % 5]!, at(2));
				break;
			case 3:
				if (bytes.length > 4)
					bytes.writeUInt32BE([0, 0x7fffffff, 0x80000000, 0xffffffff][i % 4]!, at(4));
				break;
			case 4: {
				const length = Math.floor(random() * 64);
				bytes.copy(bytes, at(length), at(length), at(length) + length);
				break;
			}
			default: {
				const length = Math.floor(random() * 32);
				const start = at(length);
				bytes.fill(random() < 0.5 ? 0 : 0xff, start, start + length);
			}
		}
	}
	return random() < 0.05 ? bytes.subarray(0, at()) : bytes;
}

/** Offset of the compressed part of a WOFF2 file, after its header and its table directory. */
function compressedAt(font: Buffer): number {
	let at = 48;
	const skipNumber = () => {
		let value = 0;
		for (let more = true; more; at++) {
			value = value * 128 + (font[at]! & 0x7f);
			more = (font[at]! & 0x80) !== 0;
		}
		return value;
	};
	for (let table = 0; table < font.readUInt16BE(12); table++) {
		const flags = font[at]!;
		const [known, version] = [flags & 0x3f, flags >> 6];
		at += known === 0x3f ? 5 : 1;
		skipNumber();
		// glyf (10) and loca (11) are transformed unless flagged, other tables only if flagged.
		if (known === 10 || known === 11 ? version !== 3 : version !== 0) skipNumber();
	}
	return at;
}

/**
 * A WOFF2 file with mutated contents that still decompresses: most bit errors in the compressed
 * part only make decompression fail.
 */
export function mutatedInside(font: Uint8Array, random: () => number): Buffer {
	const file = Buffer.from(font);
	const start = compressedAt(file);
	const end = start + file.readUInt32BE(20);
	const inside = mutated(brotliDecompressSync(file.subarray(start, end)), random);
	const packed = brotliCompressSync(inside, {
		params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
	});
	const head = Buffer.from(file.subarray(0, start));
	const padding = Buffer.alloc((4 - ((start + packed.length) % 4)) % 4);
	head.writeUInt32BE(packed.length, 20);
	head.writeUInt32BE(start + packed.length + padding.length, 8);
	return Buffer.concat([head, packed, padding]);
}

/**
 * Reads mutations of fonts, and renders with the accepted ones.
 * @param sources good fonts, used in turn
 * @param count mutations
 */
export async function attackWithFonts(
	sources: readonly Uint8Array[],
	count: number,
	seed = 1,
	onBatch: (done: number) => void = () => {},
): Promise<FontAttackReport> {
	const random = randomNumbers(seed);
	const refused = new Map<string, number>();
	const drawn = new Map<string, number>();
	const replaced = new Map<string, number>();
	let recovered = true;
	const reader = new FontReader(MEMORY_MB);
	try {
		let passed: { readonly file: OperatorFontFile; readonly bytes: Buffer }[] = [];
		let start = 0;
		const drawAll = async () => {
			if (passed.length > 0) recovered = (await drawWith(passed, drawn, replaced)) && recovered;
			passed = [];
			start = 0;
		};
		for (let i = 0; i < count; i++) {
			const source = sources[i % sources.length]!;
			const inside = isWoff2(source) && random() < 0.7;
			const bytes = inside ? mutatedInside(source, random) : mutated(source, random);
			const facts = await reader.read(bytes);
			if ("fault" in facts) {
				add(refused, facts.fault.replace(/\d+ characters|0x\w+|"[^"]*"/g, "…"));
				if (/process|longer/.test(facts.fault)) add(replaced, "a reader");
			} else {
				// A separate family for each font, so that all of them are used.
				const family = `F${passed.length}`;
				const { length } = bytes;
				const file = { ...facts, family, name: `${i}`, start, length, packed: isWoff2(bytes) };
				passed.push({ file, bytes });
				start += length;
			}
			if (passed.length === BATCH) await drawAll();
			if ((i + 1) % 1_000 === 0) onBatch(i + 1);
		}
		await drawAll();
	} finally {
		reader.close();
	}
	return { refused, drawn, replaced, recovered };
}

/** @returns whether a document without these fonts renders afterwards */
async function drawWith(
	fonts: readonly { readonly file: OperatorFontFile; readonly bytes: Buffer }[],
	drawn: Map<string, number>,
	replaced: Map<string, number>,
): Promise<boolean> {
	const folder = mkdtempSync(join(tmpdir(), "font-attack-"));
	const fontPack = openSync(join(folder, "pack"), "wx+");
	for (const { bytes } of fonts) writeSync(fontPack, bytes);
	writeSync(fontPack, fontPackIndex(fonts.map(({ file }) => file)));
	const pool = createRenderPool({
		size: 1,
		memoryMb: MEMORY_MB,
		fontPack,
		log: ({ event }) => {
			if (event !== "retired") add(replaced, event);
		},
	});
	const draw = async (text: string, font?: string): Promise<string> => {
		const styles = ["bold", "shadow", "outline", "highlight"] as const;
		const textBlocks = [
			{ text, style: styles[text.length % 4]!, ...(font !== undefined && { font }) },
		];
		try {
			await pool.drawSlide(
				{
					slide: { textBlocks },
					slideIndex: 0,
					slideCount: 1,
					platform: "photo-feed-square",
					stepperColor: "#D4AF37",
					mode: "single",
					stepperStyle: "none",
					format: "png",
				},
				{ sources: new Map(), bitmaps: new Map() },
				{ signal: new AbortController().signal, client: "a", deadline: new Deadline(RENDER_MS) },
			);
			return "drawn";
		} catch (error) {
			return error instanceof ServiceError ? error.code : String(error);
		}
	};
	try {
		for (const { file } of fonts) add(drawn, await draw(charactersOf(file.coverage), file.family));
		return (await draw("A good document")) === "drawn";
	} finally {
		await pool.close();
		closeSync(fontPack);
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Some of the characters that a font claims to support, and words with common ligatures. */
function charactersOf(coverage: string): string {
	const characters: number[] = [];
	eachCoveredRange(coverage, (first, last) => {
		for (let at = first; at <= last && characters.length < 5_000; at++) characters.push(at);
	});
	const step = Math.max(1, Math.floor(characters.length / CHARACTERS));
	const some = characters.filter((_, i) => i % step === 0);
	return `${String.fromCodePoint(...some)} ffi AVATAR`;
}

const add = (counts: Map<string, number>, key: string) =>
	counts.set(key, (counts.get(key) ?? 0) + 1);
