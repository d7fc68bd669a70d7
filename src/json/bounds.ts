/** How much a JSON text may hold. */
export interface JsonBounds {
	/** Levels of arrays and objects in each other. */
	readonly maxDepth: number;
	readonly maxValues: number;
	/** Of one object; by default as many as there may be values. */
	readonly maxMembers?: number;
}

/**
 * Of a body: levels of a document of the contract (request, slides, slide, textBlocks, block), and
 * some to spare. The largest document that is valid has about 20 slides × 60 blocks and overlays ×
 * 20 fields = 24,000 values. The largest object is that of the variables, 200; with some thousands
 * of members V8 makes hash tables of objects, and one of 90,000 took 250 ms to read and copy.
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
 * Why a body is not even parsed: a parser takes half a second for two megabytes of brackets,
 * and a tenth for as many keys. One pass over the bytes, which does not check that they are JSON.
 * @returns what is wrong, as what follows "The body"; undefined: nothing
 */
export function beyondBounds(
	body: Uint8Array,
	{ maxDepth, maxValues, maxMembers = maxValues }: JsonBounds = BODY_BOUNDS,
): string | undefined {
	/** Of the object that is open, by its level. */
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
				// More may be closed than opened: that is for the parser to say.
				depth = Math.max(0, depth - 1);
				break;
		}
		if (values > maxValues) return `has more than ${maxValues} values`;
	}
	return undefined;
}

/** The position of the quote that ends a string; the body's end where there is none. */
function endOfString(body: Uint8Array, start: number): number {
	let at = start;
	while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1;
	return at;
}
