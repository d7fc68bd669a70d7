import { UsageError } from "./usage.js";

/**
 * A whole number that was typed.
 * @param option as it is typed, for the message
 * @throws UsageError when it is none, or out of bounds
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
 * One of some words that was typed.
 * @param text case does not matter; undefined: the option was not given
 * @throws UsageError if it is another word
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
