import { UsageError } from "./usage.js";

/**
 * Parses a whole number from the command line.
 * @param option name of the option, for the message
 * @throws UsageError if it is not a whole number, or out of bounds
 */
export function wholeNumber(
	option: string,
	text: string | undefined,
	minimum: number,
	maximum: number,
): number | undefined {
	if (text === undefined) return undefined;
	const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
	if (value >= minimum && value <= maximum) return value;
	throw new UsageError(`${option} must be a whole number from ${minimum} to ${maximum}`);
}

/**
 * Parses one of several words from the command line.
 * @param text case-insensitive; undefined if the option was not given
 * @throws UsageError for any other word
 */
export function oneOf<T extends string>(
	option: string,
	text: string | undefined,
	words: readonly T[],
): T | undefined {
	if (text === undefined) return undefined;
	const word = words.find((known) => known === text.toLowerCase());
	if (word !== undefined) return word;
	throw new UsageError(`${option} must be one of ${words.join(", ")}`);
}

/**
 * Parses the option for a format, of which jpg is another name of jpeg.
 * @throws UsageError for an unknown format
 */
export const formatOption = <T extends string>(
	text: string | undefined,
	formats: readonly T[],
): T | undefined => oneOf("--format", text?.replace(/^jpg$/i, "jpeg"), formats);
