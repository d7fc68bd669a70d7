import { CLASS_BITS } from "./line-break-classes.js";
import { rangeTable, readTable } from "./range-table.js";

const CLASS_MASK = (1 << CLASS_BITS) - 1;

/**
 * Class and flags of a code point (0..0x10FFFF, including surrogates); see line-break-classes.ts.
 */
export const lineBreakProperties: (codePoint: number) => number = rangeTable(
	readTable("line-break"),
);

/** The class in a value of {@link lineBreakProperties}. */
export function lineBreakClass(properties: number): number {
	return properties & CLASS_MASK;
}
