import { type Dirent, readdirSync, type Stats, statSync } from "node:fs";
import { extname, join } from "node:path";
import { LIMITS } from "../../contract/limits.js";
import { ConfigError } from "../config/config-values.js";
import { NotRegular, regularFileBytes } from "./regular-file.js";

/** A font file in the operator's folder that was not read yet. */
export interface FolderFile {
	/** Path below the folder, with forward slashes. */
	readonly name: string;
	/** Absolute path. */
	readonly path: string;
}

const FONT = /^\.(?:ttf|otf|woff2)$/;
/**
 * Extensions of other files that are allowed beside fonts, such as licences and notes. Anything
 * else is reported as a mistake.
 */
const BESIDE = /^(?:\.(?:txt|md|html?|pdf|css|json|ya?ml)|)$/;
/** Maximum nesting of folders. Downloads from Google have one level. */
const MAX_DEPTH = 4;

/**
 * The font files of a folder and its subfolders, sorted by name. Hidden files are skipped, because
 * Kubernetes has its own there. The list may be empty, since containers mount an empty folder by
 * default.
 * @throws ConfigError that names a file that cannot be read, or does not have a font file extension
 */
export function fontFiles(folder: string): FolderFile[] {
	const files: FolderFile[] = [];
	collect(folder, "", 0, files);
	if (files.length > LIMITS.maxFontFiles)
		throw new ConfigError(
			`FONTS_DIR: ${folder} has ${files.length} fonts; at most ${LIMITS.maxFontFiles} are allowed`,
		);
	return files.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function collect(folder: string, prefix: string, depth: number, files: FolderFile[]): void {
	for (const entry of entriesOf(folder)) {
		if (entry.name.startsWith(".")) continue;
		const path = join(folder, entry.name);
		const name = `${prefix}${entry.name}`;
		const facts = factsOf(path);
		const extension = extname(entry.name).toLowerCase();
		if (facts.isDirectory()) {
			if (depth < MAX_DEPTH) collect(path, `${name}/`, depth + 1, files);
		} else if (FONT.test(extension)) {
			if (!facts.isFile()) throw new ConfigError(`FONTS_DIR: ${path} is not a regular file`);
			files.push({ name, path });
		} else if (!BESIDE.test(extension))
			throw new ConfigError(
				`FONTS_DIR: ${path} does not have a font file extension (.ttf, .otf or .woff2)`,
			);
	}
}

/**
 * The bytes of a font file.
 * @throws ConfigError that names the file if it cannot be read, or is too large
 */
export function fontBytes(path: string): Buffer {
	const bytes = attempt(path, () => regularFileBytes(path, LIMITS.maxFontFileBytes));
	if (bytes === undefined)
		throw new ConfigError(
			`FONTS_DIR: ${path} has more than ${LIMITS.maxFontFileBytes} bytes, the limit for one font`,
		);
	return bytes;
}

const entriesOf = (folder: string): Dirent[] =>
	attempt(folder, () => readdirSync(folder, { withFileTypes: true }));

const factsOf = (path: string): Stats => attempt(path, () => statSync(path));

const REASONS: Readonly<Record<string, string>> = {
	ENOENT: "no such file or folder",
	ENOTDIR: "it is not a folder",
	EACCES: "permission denied",
	EPERM: "permission denied",
	EISDIR: "it is a folder, not a file",
	ELOOP: "its symbolic links form a loop",
};

/** The reason why a file could not be read. */
export const reasonOf = (error: unknown): string => {
	if (error instanceof NotRegular) return "it is not a regular file";
	const { code = "unknown error" } = error as NodeJS.ErrnoException;
	return REASONS[code] ?? code;
};

function attempt<T>(path: string, read: () => T): T {
	try {
		return read();
	} catch (error) {
		throw new ConfigError(`FONTS_DIR: ${path} cannot be read: ${reasonOf(error)}`);
	}
}
