/**
 * Variables: replaces `{{name}}` in the strings of a document with the values of the document or of
 * a row of data.
 */
import type { Fault, Issue } from "../../base/issue.js";
import { LIMITS } from "../../contract/limits.js";
import { fieldValue, goesWhenEmpty } from "./field-kinds.js";
import { onColor } from "./on-color.js";
import { listed, missing, type Part, placeholdersOf, TOO_LONG, UNCLOSED } from "./placeholders.js";
import {
	escaped,
	fieldOf,
	type Members,
	pathOf,
	place,
	placesOf,
	put,
	type Way,
} from "./places.js";

/** Largest number of braces in all strings of a document. */
const MAX_PLACEHOLDERS = 20_000;

/** Suffix of a colour variable: black or white, whichever contrasts more with it. */
const ON = ".on";

/** Values of variables by name. */
export type Values = ReadonlyMap<string, string>;

/** A string with variables, parsed. */
interface Slot {
	readonly way: Way;
	readonly parts: readonly Part[];
	readonly unclosed: boolean;
}

/**
 * The replacement of a string: a string, or a value of the type that the field has; undefined
 * removes the field.
 */
type Filled = readonly [Way, string | number | boolean | undefined];

/** The replacements of strings with their locations; or what is wrong. */
export type Filling = { readonly values: readonly Filled[] } | { readonly issues: Issue[] };

/**
 * A document whose strings were parsed once, to be filled with many rows. The cost per row depends
 * on its variables, not on the size of the document.
 */
export class DocumentStrings {
	/** The names that its strings use. */
	readonly asked: ReadonlySet<string>;
	readonly #document: Members;
	readonly #base: string;
	readonly #slots: readonly Slot[];
	/** Characters of the strings without variables. */
	readonly #length: number;

	private constructor(
		document: Members,
		base: string,
		slots: readonly Slot[],
		{ asked, length }: { asked: ReadonlySet<string>; length: number },
	) {
		this.#document = document;
		this.#base = base;
		this.#slots = slots;
		this.asked = asked;
		this.#length = length;
	}

	/**
	 * @param document parsed JSON, not validated yet
	 * @param base JSON pointer of the document
	 * @returns an issue if the document exceeds the limits of a valid one
	 */
	static of(document: Members, base: string): DocumentStrings | Issue {
		const strings = placesOf(document);
		if ("problem" in strings) return { path: pathOf(strings.way, base), message: strings.problem };
		const slots: Slot[] = [];
		const asked = new Set<string>();
		let left = MAX_PLACEHOLDERS;
		for (const { way, text } of strings.places) {
			const isCommon = topOf(way) === "common";
			// Megabytes of names are refused before they are parsed.
			const found = placeholdersOf(text, left, (name) => {
				if (!(isCommon && isNumber(name))) asked.add(name);
				return asked.size <= LIMITS.maxVariables;
			});
			const taken = found && isCommon ? withoutNumbers(found) : found;
			if (taken === undefined)
				return {
					path: base,
					message: `has more than ${MAX_PLACEHOLDERS} variables in its strings`,
				};
			left -= taken.parts.length;
			if (asked.size > LIMITS.maxVariables)
				return {
					path: pathOf(way, base),
					message: `makes the document use more than ${LIMITS.maxVariables} variables`,
					maximum: LIMITS.maxVariables,
				};
			slots.push({ way, ...taken });
		}
		return new DocumentStrings(document, base, slots, { asked, length: strings.length });
	}

	/**
	 * @param maxLength characters that all strings together may have afterwards
	 * @param brand values of `{{brand.…}}` for which no variable is given
	 * @returns the new strings, or what is wrong: names without a value, and unused names
	 */
	fill(given: Values, maxLength: number, brand: Values): Filling {
		const issues: Issue[] = [];
		const values: Filled[] = [];
		// A colour is parsed once, however often the document uses the text colour on it.
		const known = new Map<string, string | undefined>();
		const valueOfName = (name: string) => {
			if (!known.has(name)) known.set(name, valueNamed(name, given, brand));
			return known.get(name);
		};
		let length = this.#length;
		for (const { way, ...slot } of this.#slots) {
			const filled = textOf(slot, valueOfName, given, maxLength - length);
			if (typeof filled === "string") {
				length += filled.length;
				values.push([way, isWhole(slot) ? wholeValue(way, filled) : filled]);
			} else issues.push({ path: pathOf(way, this.#base), ...filled });
			if (issues.length >= LIMITS.maxIssuesListed) return { issues };
		}
		for (const name of given.keys()) {
			if (
				this.asked.has(name) ||
				this.asked.has(`${name}.on`) ||
				issues.length >= LIMITS.maxIssuesListed
			)
				continue;
			const message = "is not used in any string of the document";
			const path = `${this.#base}/variables/${escaped(name)}`;
			issues.push({ path, message, allowed: listed(this.asked) });
		}
		return issues.length > 0 ? { issues } : { values };
	}

	/** Whether its strings use values of the brand. */
	get usesBrand(): boolean {
		return [...this.asked].some((name) => name.startsWith("brand."));
	}

	/**
	 * The document with its strings filled in, and without `variables`; parts without variables are
	 * shared with the original.
	 */
	filled(values: readonly Filled[]): unknown {
		const copies = new Map<Members, Members>();
		const copyOf = (holder: Members, to: Way | undefined): Members => {
			const known = copies.get(holder);
			if (known !== undefined) return known;
			const copy = (Array.isArray(holder) ? [...holder] : { ...holder }) as Members;
			copies.set(holder, copy);
			if (to !== undefined) put(copyOf(to.holder, to.to), to.key, copy);
			return copy;
		};
		const document = copyOf(this.#document, undefined);
		for (const [way, value] of values) place(way, copyOf(way.holder, way.to), value);
		delete document.variables;
		return document;
	}
}

/** The top-level field of the document in which a location is. */
function topOf(way: Way): string {
	let top = way;
	while (top.to !== undefined) top = top.to;
	return top.key;
}

const isNumber = (name: string): boolean => name === "slide" || name === "slides";

/**
 * Common layers keep the placeholders for the slide number and the number of slides, which are
 * filled in when they are drawn.
 */
const withoutNumbers = ({ parts, unclosed }: Omit<Slot, "way">): Omit<Slot, "way"> => ({
	parts: parts.map((part) =>
		typeof part !== "string" && isNumber(part.name) ? `{{${part.name}}}` : part,
	),
	unclosed,
});

/** Whether a string is one placeholder and nothing else. */
const isWhole = ({ parts }: Omit<Slot, "way">): boolean =>
	parts.length === 1 && typeof parts[0] !== "string";

/**
 * The value of a field whose string was exactly one placeholder. In a list nothing is removed,
 * because other items would change their position.
 */
function wholeValue(way: Way, text: string): string | number | boolean | undefined {
	const field = fieldOf(way);
	if (text === "" && goesWhenEmpty(field) && !Array.isArray(way.holder)) return undefined;
	return fieldValue(field, text);
}

/** The value of a name: a variable, a value of the brand, or black or white on a colour. */
function valueNamed(name: string, given: Values, brand: Values): string | undefined {
	const value = given.get(name) ?? brand.get(name);
	if (value !== undefined || !name.endsWith(ON)) return value;
	const color = name.slice(0, -ON.length);
	const ground = given.get(color) ?? brand.get(color);
	return ground === undefined ? undefined : (onColor(ground) ?? "");
}

function textOf(
	{ parts, unclosed }: Omit<Slot, "way">,
	valueOfName: (name: string) => string | undefined,
	given: Values,
	room: number,
): string | Fault {
	const unknown = new Set<string>();
	let length = 0;
	for (const part of parts) {
		const value = typeof part === "string" ? part : valueOfName(part.name);
		if (value === undefined) unknown.add((part as { name: string }).name);
		else length += value.length;
		// Before any string is built.
		if (length > room) return TOO_LONG;
	}
	if (unknown.size > 0) return missing(unknown, given.keys());
	if (unclosed) return UNCLOSED;
	return parts.map((part) => (typeof part === "string" ? part : valueOfName(part.name))).join("");
}
