/** Locations in a document. */

/** Characters of a JSON pointer, and of one part of it: names may have megabytes. */
const MAX_PATH_LENGTH = 300;
const MAX_STEP_LENGTH = 64;

export type Members = Record<string, unknown>;

/** A location in a document: a member, and the location of its parent. */
export interface Way {
	readonly key: string;
	readonly to: Way | undefined;
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

/** Sets a member, which may be called __proto__. */
export function put(holder: Members, key: string, value: unknown): void {
	if (key === "__proto__")
		Object.defineProperty(holder, key, {
			value,
			enumerable: true,
			configurable: true,
			writable: true,
		});
	// Much faster.
	else holder[key] = value;
}
