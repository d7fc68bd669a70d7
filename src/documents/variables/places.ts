/** Finds the strings of a document that contain variables. */

/** Levels of a document that are searched; valid ones have fewer. */
const MAX_DEPTH = 64;
/** Members of an object or a list; valid documents have a fifth of it. */
const MAX_MEMBERS = 1_000;
/** Strings with braces, far more than a valid document has texts. */
const MAX_PLACES = 10_000;
/** Characters of a JSON pointer, and of one part of it: names may have megabytes. */
const MAX_PATH_LENGTH = 300;
const MAX_STEP_LENGTH = 64;

export type Members = Record<string, unknown>;

/** A location in a document: a member, and the location of its parent. */
export interface Way {
	readonly holder: Members;
	readonly key: string;
	readonly to: Way | undefined;
}

/** A string that contains two braces. */
export interface Place {
	readonly way: Way;
	readonly text: string;
}

/** The strings of a document, or the limit that it exceeds. */
export type Places =
	| {
			readonly places: readonly Place[];
			/** Characters of all other strings. */
			readonly length: number;
	  }
	| { readonly way: Way | undefined; readonly problem: string };

/**
 * Finds every string with `{{` in a document, except in its `variables`. Linear in the number of
 * its values: a JSON pointer is only made for locations that are reported.
 */
export function placesOf(document: Members): Places {
	const places: Place[] = [];
	let length = 0;
	const waiting: { readonly value: Members; readonly way: Way | undefined; depth: number }[] = [
		{ value: document, way: undefined, depth: 0 },
	];
	for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
		const { value: holder, way: to, depth } = next;
		const keys = Object.keys(holder);
		if (keys.length > MAX_MEMBERS)
			return { way: to, problem: `has more than ${MAX_MEMBERS} members` };
		// A stack: the last entry comes off first.
		const inner: (typeof waiting)[number][] = [];
		for (const key of keys) {
			if (to === undefined && key === "variables") continue;
			const value = holder[key];
			if (typeof value === "string") {
				if (!value.includes("{{")) length += value.length;
				else if (places.length === MAX_PLACES)
					return { way: undefined, problem: `has more than ${MAX_PLACES} strings with {{` };
				else places.push({ way: { holder, key, to }, text: value });
			} else if (typeof value === "object" && value !== null && depth + 1 < MAX_DEPTH)
				inner.push({ value: value as Members, way: { holder, key, to }, depth: depth + 1 });
		}
		while (inner.length > 0) waiting.push(inner.pop()!);
	}
	return { places, length };
}

/**
 * A location as a JSON pointer.
 * @param base that of the document
 */
export function pathOf(way: Way | undefined, base: string): string {
	const steps: string[] = [];
	for (let at = way; at !== undefined; at = at.to) steps.unshift(escaped(at.key));
	return `${base}${steps.map((step) => `/${step}`).join("")}`.slice(0, MAX_PATH_LENGTH);
}

/** A name as a part of a JSON pointer. */
export const escaped = (name: string): string =>
	shown(name).replaceAll("~", "~0").replaceAll("/", "~1");

/** A name in a message. */
export const shown = (name: string): string =>
	name.length <= MAX_STEP_LENGTH ? name : `${name.slice(0, MAX_STEP_LENGTH)}…`;

/** Name of the field at a location; for a value in a list, the name of the list. */
export const fieldOf = ({ holder, key, to }: Way): string =>
	Array.isArray(holder) ? (to?.key ?? key) : key;

/**
 * Sets the value at a location.
 * @param holder the object or list that contains it, or a copy
 * @param value undefined removes the field
 */
export function place({ key }: Way, holder: Members, value: unknown): void {
	if (value === undefined) delete holder[key];
	else put(holder, key, value);
}

/** Defines a member instead of assigning it, because the key may be __proto__. */
export function put(holder: Members, key: string, value: unknown): void {
	Object.defineProperty(holder, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true,
	});
}
