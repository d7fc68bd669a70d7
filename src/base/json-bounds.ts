/** Limits of a JSON text. */
export interface JsonBounds {
	/** Levels of nested arrays and objects. */
	readonly maxDepth: number;
	readonly maxValues: number;
	/** Members of one object; by default as many as values. */
	readonly maxMembers?: number;
}

/**
 * Limits of a body: the levels of a document (request, slides, slide, textBlocks, block), and some
 * to spare. The largest valid document has about 20 slides × 60 blocks and overlays × 20 fields =
 * 24,000 values. Its largest object is that of the variables, with 200 members. With some thousands
 * of members, V8 turns objects into hash tables, and one of 90,000 took 250 ms to read and copy.
 */
export const BODY_BOUNDS: JsonBounds = { maxDepth: 64, maxValues: 100_000, maxMembers: 2_000 };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Why a body is refused before it is parsed: a parser takes half a second for two megabytes of
 * brackets, and a tenth of a second for as many keys. One pass over the bytes, which does not check
 * that they are JSON.
 * @returns what is wrong, as a clause that follows "The body"; undefined if nothing is
 */
export function beyondBounds(
	body: Uint8Array,
	{ maxDepth, maxValues, maxMembers = maxValues }: JsonBounds = BODY_BOUNDS,
): string | undefined {
	/** Members of the open object, by level. */
	const members = new Uint32Array(maxDepth + 1);
	let depth = 0;
	let values = 1;
	for (let i = 0; i < body.length; i++) {
		switch (body[i]) {
			case QUOTE:
				i = endOfString(body, i + 1);
				break;
			case COMMA:
				values++;
				break;
			case COLON:
				if (++members[depth]! > maxMembers)
					return `has an object with more than ${maxMembers} members`;
				break;
			case OPEN_BRACKET:
			case OPEN_BRACE:
				if (++depth > maxDepth) return `is nested more than ${maxDepth} levels deep`;
				members[depth] = 0;
				values++;
				break;
			case CLOSE_BRACKET:
			case CLOSE_BRACE:
				// There may be too many closing brackets; the parser will report that.
				depth = Math.max(0, depth - 1);
				break;
		}
		if (values > maxValues) return `has more than ${maxValues} values`;
	}
	return undefined;
}

/** The position of the quote that ends a string; the end of the body if there is none. */
function endOfString(body: Uint8Array, start: number): number {
	let at = start;
	while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1;
	return at;
}
