/** How much a JSON text may hold. */
export interface JsonBounds {
	/** Levels of arrays and objects in each other. */
	readonly maxDepth: number;
	readonly maxValues: number;
}

/**
 * Of a body: levels of a document of the contract (request, slides, slide, textBlocks, block), and
 * some to spare. The largest document that is valid has about 20 slides × 60 blocks and overlays ×
 * 20 fields = 24,000 values.
 */
export const BODY_BOUNDS: JsonBounds = { maxDepth: 64, maxValues: 100_000 };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
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
	{ maxDepth, maxValues }: JsonBounds = BODY_BOUNDS,
): string | undefined {
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
			case OPEN_BRACKET:
			case OPEN_BRACE:
				if (++depth > maxDepth) return `is nested more than ${maxDepth} levels deep`;
				values++;
				break;
			case CLOSE_BRACKET:
			case CLOSE_BRACE:
				depth--;
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
