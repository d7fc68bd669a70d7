/**
 * The location of a value in a document: names of fields, and positions in lists counted from 0.
 */
export type JsonPath = (string | number)[];

/** Splits a JSON pointer (RFC 6901) such as "/slides/0/text" into its parts. */
export const stepsOf = (pointer: string): JsonPath =>
	pointer
		.split("/")
		.slice(1)
		.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
		.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
