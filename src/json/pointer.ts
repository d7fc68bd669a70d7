/** Place of a value in a document: names of fields, and positions in lists counted from 0. */
export type JsonPath = (string | number)[];

/** A JSON pointer (RFC 6901) in parts, "/slides/0/text" as it is in the service's findings. */
export const stepsOf = (pointer: string): JsonPath =>
	pointer
		.split("/")
		.slice(1)
		.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
		.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
