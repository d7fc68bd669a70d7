import { Kind, type TObject } from "@sinclair/typebox";

/**
 * Converts numbers in a query string: only digits make an integer. Anything else ("1e2", "1.5", "",
 * "0x1", a repeated parameter, more than 15 digits) stays a string, so that the schema refuses it.
 */
export function coerceQuery(schema: TObject, query: unknown): Record<string, unknown> {
	const result: Record<string, unknown> = { ...(query as Record<string, unknown>) };
	for (const [name, property] of Object.entries(schema.properties)) {
		const value = result[name];
		const isDigits = typeof value === "string" && /^\d{1,15}$/.test(value);
		if (property[Kind] === "Integer" && isDigits) result[name] = Number(value);
	}
	return result;
}
