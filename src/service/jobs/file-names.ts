import { createHash } from "node:crypto";
import { invalid } from "../../base/invalid.js";
import type { JobHead } from "../../contract/jobs.js";
import { LIMITS } from "../../contract/limits.js";
import { ExpressionError, OutOfSteps, printed, Steps } from "../../documents/expressions/value.js";
import {
	type Part,
	type Placeholder,
	PlaceholderReader,
} from "../../documents/variables/placeholders.js";
import { isObject, ValueReader } from "../../documents/variables/values.js";

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
	/** Distinguishes its names from those of other rows, see `distinctNames`. */
	readonly suffix?: string | undefined;
}

/** The name of a picture without its extension. */
export type FileName = (picture: NamedPicture) => string;

/**
 * What the rows must add to their names so that all differ, also without regard to case. Called for
 * each row in order.
 */
export type SuffixOf = (row: Pick<NamedPicture, "row" | "variables">) => string | undefined;

/**
 * Reads a pattern of file names. Slashes in the pattern create folders, slashes in values do not.
 * If a row has several pictures and the pattern does not distinguish them, platform or slide number
 * are appended to the name.
 * @param rows of the job: row numbers are padded to the same number of digits
 * @throws ServiceError invalid_render_request
 */
export function fileNames(head: JobHead, rows: number): FileName {
	const pathOf = pathsOf(head, rows);
	return ({ row, slide, platform = "", slides, variables, suffix = "" }) => {
		const path = (shown: object) =>
			pathOf({ ...variables, row, slide: padded(slide), platform, ...shown }).join("/");
		const name = path({});
		const missing = [
			platform !== "" && path({ platform: `${platform}x` }) === name && platform,
			slides > 1 && path({ slide: padded(slide + 1) }) === name && padded(slide),
		].filter((part) => part !== false);
		return [`${name}${suffix}`, ...missing].join("-");
	};
}

/** Bits of the filter that remembers the names of a million rows in 2 MB. */
const FILTER_BITS = 2 ** 24;
/** Bits per name: of a million names, one in 400 is taken for a known one. */
const BITS_PER_NAME = 4;

/**
 * Finds rows whose pictures would have the names of an earlier row. They get their number: also in
 * the rare case that the filter takes a new name for a known one.
 */
export function distinctNames(head: JobHead, rows: number): SuffixOf {
	const pathOf = pathsOf(head, rows);
	const { folders } = partsOf(head);
	if (folders.some((parts) => isNumbered(parts, "row") && !isAfterValue(parts, "row")))
		return () => undefined;
	// Two different rows could have the same name on different platforms or slides only here.
	const open = folders.map((parts) => {
		if (isBetween(parts, "platform")) return /.*/s;
		return isBetween(parts, "slide") || isBetween(parts, "row") ? /\d/g : /$^/;
	});
	const known = new NameFilter();
	const numbers = mayDifferInSlides(head) ? NUMBERED : undefined;
	// Of "a", "a-01" and "a-02" are made if its row has two slides.
	const isNew = (name: string) => {
		const [, base] = numbers?.exec(name) ?? [];
		const isFree =
			!known.has(name) &&
			!(numbers !== undefined && known.has(`${name}${ANY_SLIDE}`)) &&
			!(base !== undefined && known.has(base));
		if (!isFree) return false;
		known.add(name);
		if (base !== undefined) known.add(`${base}${ANY_SLIDE}`);
		return true;
	};
	return ({ row, variables }) => {
		const path = pathOf({ ...variables, row, slide: padded(1), platform: "" });
		const name = path.map((part, i) => part.replace(open[i]!, "")).join("/");
		// Both, because some letters have a capital of two letters, others a second small one.
		const folded = name.toUpperCase().toLowerCase();
		if (isNew(folded)) return undefined;
		for (let attempt = 1; ; attempt++) {
			const suffix = attempt === 1 ? `-row-${row}` : `-row-${row}-${attempt}`;
			if (isNew(`${folded}${suffix}`)) return suffix;
		}
	};
}

/** A name that ends like the number of a slide. */
const NUMBERED = /^(.*)-\d{2,}$/s;
/** No name contains it. */
const ANY_SLIDE = "\0";

/** Whether some rows may have one slide and others several. */
function mayDifferInSlides({ document }: JobHead): boolean {
	const { slides } = document as { slides?: unknown };
	if (!Array.isArray(slides)) return true;
	return slides.some(
		(slide) => isObject(slide) && ("repeat" in slide || "showIf" in slide || "hideIf" in slide),
	);
}

/** Remembers names in 2 MB; it may take a new name for a known one, but never the reverse. */
class NameFilter {
	readonly #bytes = new Uint8Array(FILTER_BITS / 8);

	has(name: string): boolean {
		return bitsOf(name).every((bit) => (this.#bytes[bit >> 3]! & (1 << (bit & 7))) !== 0);
	}

	add(name: string): void {
		for (const bit of bitsOf(name)) this.#bytes[bit >> 3]! |= 1 << (bit & 7);
	}
}

function bitsOf(name: string): number[] {
	const digest = createHash("sha256").update(name).digest();
	return Array.from({ length: BITS_PER_NAME }, (_, i) => digest.readUInt32LE(4 * i) % FILTER_BITS);
}

const OWN_NAMES: ReadonlySet<string> = new Set(["row", "slide", "platform"]);
const isNumbered = (parts: readonly Part[], name: string): boolean =>
	parts.some((part) => typeof part !== "string" && part.content === name);

/** Whether a value of the row comes before a placeholder: a long one would cut it off. */
function isAfterValue(parts: readonly Part[], name: string): boolean {
	const at = parts.findIndex((part) => typeof part !== "string" && part.content === name);
	return parts.slice(0, at).some((part) => typeof part !== "string" || part.length > 40);
}

/** Whether a placeholder has values of the row on both sides. */
function isBetween(parts: readonly Part[], name: string): boolean {
	const isValue = (part: Part) => typeof part !== "string" && !OWN_NAMES.has(part.content);
	return parts.some(
		(part, i) =>
			typeof part !== "string" &&
			part.content === name &&
			parts.slice(0, i).some(isValue) &&
			parts.slice(i + 1).some(isValue),
	);
}

const padded = (slide: number): string => String(slide).padStart(SLIDE_DIGITS, "0");

/** The folders and the name of a picture, from the values of its row. */
function pathsOf(
	head: JobHead,
	rows: number,
): (values: Readonly<Record<string, unknown>> & { readonly row: number }) => string[] {
	const { folders } = partsOf(head);
	const own = (head.document as { variables?: unknown }).variables;
	const common = isObject(own) ? own : {};
	const digits = Math.max(ROW_DIGITS, String(rows).length);
	return ({ row, ...given }) => {
		const values: Record<string, unknown> = {
			...common,
			...given,
			row: String(row).padStart(digits, "0"),
		};
		const textOf = (part: Part) => {
			if (typeof part === "string") return part;
			const { content } = part;
			return Object.hasOwn(values, content) ? shown(values[content]) : calculated(part, values);
		};
		return folders.map((parts) => safe(parts.map(textOf).join("")));
	};
}

/** Steps that one expression in a name may take; a name is made several times. */
const MAX_STEPS = 2_000;

/** The result of an expression over the values of a row; empty if it fails. */
function calculated(
	{ expression }: Placeholder,
	values: Readonly<Record<string, unknown>>,
): string {
	if (expression instanceof ExpressionError) return "";
	const steps = new Steps();
	steps.take(LIMITS.maxExpressionSteps - MAX_STEPS);
	const reader = new ValueReader();
	// What distinguishes the pictures of a row stands alone: slide % 2 would not.
	const lookup = (name: string) =>
		OWN_NAMES.has(name) || !Object.hasOwn(values, name)
			? undefined
			: reader.read(values[name], `/${name}`);
	try {
		return shown(printed(expression.evaluate({ steps, lang: "en", lookup })));
	} catch (error) {
		if (error instanceof ExpressionError || error instanceof OutOfSteps) return "";
		throw error;
	}
}

/** @throws ServiceError invalid_render_request */
function partsOf({ fileName }: JobHead): { readonly folders: readonly (readonly Part[])[] } {
	const read = new PlaceholderReader(MAX_PLACEHOLDERS).read(fileName ?? DEFAULT_PATTERN);
	const refuse = (message: string) =>
		invalid("invalid_render_request", [{ path: "/fileName", message }]);
	if ("message" in read) throw refuse(`must have at most ${MAX_PLACEHOLDERS} variables`);
	if (read.unclosed) throw refuse("has {{ without a name and a closing }}");
	const folders = foldersOf(read.parts);
	if (folders.some((parts) => parts.length === 0))
		throw refuse("must not begin or end with a slash, or have two in a row");
	return { folders };
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

/** Names that Windows keeps for devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=$|[. ])/i;
/** Bytes of a name in UTF-8: file systems allow 255, with what is appended. */
const MAX_NAME_BYTES = 180;

/**
 * Makes a name valid on every file system: letters, digits and a few signs, no dots or spaces at
 * either end, no device of Windows.
 */
function safe(name: string): string {
	const plain = name
		.normalize("NFC")
		.replace(/[^\p{L}\p{M}\p{N}._ -]+/gu, "-")
		.replace(/\s+/g, " ")
		.replace(/^[\s.-]+/, "");
	let cut = "";
	for (const char of [...plain].slice(0, LIMITS.maxFileName)) {
		if (Buffer.byteLength(cut + char) > MAX_NAME_BYTES) break;
		cut += char;
	}
	cut = cut.replace(/[\s.]+$/, "").replace(DEVICE, "_$&");
	return cut === "" ? "unnamed" : cut;
}
