import { invalid } from "../../base/invalid.js";
import type { JobHead } from "../../contract/jobs.js";
import { LIMITS } from "../../contract/limits.js";
import { type Part, placeholdersOf } from "../../documents/variables/placeholders.js";
import { isObject } from "../../documents/variables/values.js";

const DEFAULT_PATTERN = "row-{{row}}-slide-{{slide}}";
/** Maximum number of placeholders in a pattern. */
const MAX_PLACEHOLDERS = 20;
/** Minimum number of digits of a row number, and of a slide number. */
const ROW_DIGITS = 4;
const SLIDE_DIGITS = 2;

/** A picture to be named. */
export interface NamedPicture {
	/** Counted from 1. */
	readonly row: number;
	readonly slide: number;
	/** Given if there are several. */
	readonly platform?: string | undefined;
	/** Number of pictures of the row on its platform. */
	readonly slides: number;
	/** Values of the row. */
	readonly variables: Readonly<Record<string, unknown>>;
}

/** The name of a picture without its extension. */
export type FileName = (picture: NamedPicture) => string;

/**
 * Reads a pattern of file names. Slashes in the pattern create folders, slashes in values do not.
 * If a row has several pictures and the pattern does not distinguish them, platform or slide number
 * are appended to the name.
 * @param rows of the job: row numbers are padded to the same number of digits
 * @throws ServiceError invalid_render_request
 */
export function fileNames({ document, fileName }: JobHead, rows: number): FileName {
	const pattern = fileName ?? DEFAULT_PATTERN;
	const names = new Set<string>();
	const read = placeholdersOf(pattern, MAX_PLACEHOLDERS, (name) => {
		names.add(name);
		return true;
	});
	const refuse = (message: string) =>
		invalid("invalid_render_request", [{ path: "/fileName", message }]);
	if (read === undefined) throw refuse(`must have at most ${MAX_PLACEHOLDERS} variables`);
	if (read.unclosed) throw refuse("has {{ without a name and a closing }}");
	const folders = foldersOf(read.parts);
	if (folders.some((parts) => parts.length === 0))
		throw refuse("must not begin or end with a slash, or have two in a row");
	const own = (document as { variables?: unknown }).variables;
	const common = isObject(own) ? own : {};
	const digits = Math.max(ROW_DIGITS, String(rows).length);
	return ({ row, slide, platform, slides, variables }) => {
		const values: Record<string, unknown> = {
			...common,
			...variables,
			row: String(row).padStart(digits, "0"),
			slide: String(slide).padStart(SLIDE_DIGITS, "0"),
			platform: platform ?? "",
		};
		const textOf = (part: Part) => (typeof part === "string" ? part : shown(values[part.name]));
		const path = folders.map((parts) => safe(parts.map(textOf).join("")));
		const missing = [
			platform !== undefined && !names.has("platform") && platform,
			slides > 1 && !names.has("slide") && values.slide,
		].filter((part) => part !== false);
		return [path.join("/"), ...missing].join("-");
	};
}

/** The parts of a pattern, grouped by folder. */
function foldersOf(parts: readonly Part[]): Part[][] {
	const folders: Part[][] = [[]];
	for (const part of parts) {
		if (typeof part !== "string") {
			folders.at(-1)!.push(part);
			continue;
		}
		for (const [i, text] of part.split("/").entries()) {
			if (i > 0) folders.push([]);
			if (text !== "") folders.at(-1)!.push(text);
		}
	}
	return folders;
}

const shown = (value: unknown): string =>
	typeof value === "string" || typeof value === "number" || typeof value === "boolean"
		? String(value)
		: "";

/** Makes a name valid on every file system: letters, digits and a few signs, no leading dots. */
function safe(name: string): string {
	const plain = name
		.normalize("NFC")
		.replace(/[^\p{L}\p{M}\p{N}._ -]+/gu, "-")
		.replace(/\s+/g, " ")
		.replace(/^[\s.-]+|[\s.]+$/g, "");
	const cut = [...plain].slice(0, LIMITS.maxFileName).join("").trim();
	return cut === "" ? "unnamed" : cut;
}
