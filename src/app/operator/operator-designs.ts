/** The fonts and brands of an operator, which are read once at startup. */
import { createHash } from "node:crypto";
import { writeSync } from "node:fs";
import { BUILT_IN_CONTRACT, type Contract, contractWith } from "../../contract/contract.js";
import { BUILT_IN_FONTS, type FontFamilyInfo } from "../../contract/fonts.js";
import { LIMITS } from "../../contract/limits.js";
import { fontPackIndex } from "../../engine/text/fonts/font-pack.js";
import { isWoff2, type OperatorFontFile } from "../../engine/text/fonts/operator-fonts.js";
import { unlinkedFile } from "../../service/delivery/unlinked-file.js";
import type { Config } from "../config/config.js";
import { ConfigError } from "../config/config-values.js";
import { readBrands } from "./brands-file.js";
import { FontReader } from "./font-reader.js";
import { type FolderFile, fontBytes, fontFiles } from "./fonts-folder.js";

/** The operator's additions, ready for use. */
export interface OperatorDesigns {
	readonly contract: Contract;
	/** Descriptor of the font pack that render processes read; undefined: there are no fonts. */
	readonly fontPack: number | undefined;
	/** Files that were read. */
	readonly fontFiles: number;
	/** Digest of all content; "" if nothing was added. */
	readonly digest: string;
	/** Releases the pack after the last process has started. */
	close(): void;
}

/** No additions. */
export const NO_DESIGNS: OperatorDesigns = {
	contract: BUILT_IN_CONTRACT,
	fontPack: undefined,
	fontFiles: 0,
	digest: "",
	close: () => undefined,
};

/**
 * Reads FONTS_DIR and BRANDS_FILE.
 * @throws ConfigError that names the first file that cannot be used, and the reason
 */
export async function openOperatorDesigns(
	config: Pick<Config, "fontsDir" | "brandsFile" | "renderDir" | "renderMemoryMb">,
): Promise<OperatorDesigns> {
	const { fontsDir, brandsFile } = config;
	if (fontsDir === undefined && brandsFile === undefined) return NO_DESIGNS;
	const found = fontsDir === undefined ? [] : fontFiles(fontsDir);
	if (found.length === 0 && brandsFile === undefined) return NO_DESIGNS;
	const hash = createHash("sha256");
	const told = (part: string, bytes: Uint8Array) =>
		hash.update(`${part} ${bytes.length}\n`).update(bytes);
	const pack = found.length === 0 ? undefined : await unlinkedFile(config.renderDir);
	try {
		const files =
			pack === undefined ? [] : await readFonts(found, pack.fd, config.renderMemoryMb, told);
		const fonts = familiesOf(files);
		const names = [...new Set([...BUILT_IN_FONTS, ...fonts].map(({ family }) => family))];
		const read = brandsFile === undefined ? undefined : readBrands(brandsFile, names);
		if (read !== undefined) told("brands", read.bytes);
		return {
			contract: contractWith({ fonts, brands: read?.brands ?? {} }),
			fontPack: pack?.fd,
			fontFiles: files.length,
			digest: hash.digest("base64url"),
			close: () => void pack?.close(),
		};
	} catch (error) {
		await pack?.close();
		throw error;
	}
}

/** Reads the fonts one after the other into a pack. */
async function readFonts(
	files: readonly FolderFile[],
	pack: number,
	memoryMb: number,
	told: (part: string, bytes: Uint8Array) => void,
): Promise<OperatorFontFile[]> {
	const reader = new FontReader(memoryMb);
	try {
		const own: OperatorFontFile[] = [];
		let start = 0;
		for (const { name, path } of files) {
			const bytes = fontBytes(path);
			const facts = await reader.read(bytes);
			if ("fault" in facts) throw new ConfigError(`FONTS_DIR: ${path} ${facts.fault}`);
			const { length } = bytes;
			if (start + length > LIMITS.maxFontBytes)
				throw new ConfigError(
					`FONTS_DIR: with ${path}, the fonts have more than ${LIMITS.maxFontBytes} bytes in total`,
				);
			told(name, bytes);
			writeAll(pack, bytes);
			own.push({ ...facts, name, start, length, packed: isWoff2(bytes) });
			start += length;
		}
		writeAll(pack, fontPackIndex(own));
		return own;
	} finally {
		reader.close();
	}
}

/** The families that documents can name, sorted by name. */
function familiesOf(files: readonly OperatorFontFile[]): FontFamilyInfo[] {
	const families = new Map<string, OperatorFontFile[]>();
	for (const file of files) families.set(file.family, [...(families.get(file.family) ?? []), file]);
	return [...families]
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([family, members]) => ({
			family,
			weights: [...new Set(members.flatMap(({ weight }) => weightsOf(weight)))].sort(
				(a, b) => a - b,
			),
			italic: members.some(({ italic, slant }) => italic || slant !== null),
			variable: members.some(({ variable }) => variable),
		}));
}

/** A single weight, or the multiples of a hundred in a range. */
function weightsOf([least, greatest]: readonly [number, number]): number[] {
	const weights: number[] = [];
	for (let weight = Math.ceil(least / 100) * 100; weight <= greatest; weight += 100)
		weights.push(weight);
	return weights.length > 0 && least !== greatest ? weights : [least];
}

function writeAll(fd: number, bytes: Uint8Array): void {
	try {
		for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		throw new ConfigError(`FONTS_DIR: the fonts cannot be copied to RENDER_DIR: ${code}`);
	}
}
