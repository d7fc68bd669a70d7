import { invalid } from "../errors/invalid.js";

/** Levels of a document that are copied; the contract has fewer. */
const MAX_DEPTH = 64;

/**
 * A document as JSON would carry it, without the text: fields without a value are left out,
 * objects that say what they are in JSON become that. The service changes what it resolves, so
 * it never gets the caller's own objects.
 * @throws ServiceError invalid_render_request when it is nested too deeply, or in a circle
 */
export function plainCopy(value: unknown, depth = 0): unknown {
	if (typeof value === "number") return Number.isFinite(value) ? value : null;
	if (typeof value !== "object" || value === null) return isPlain(value) ? value : undefined;
	if (depth > MAX_DEPTH) {
		const message = `is nested more than ${MAX_DEPTH} levels deep`;
		throw invalid("invalid_render_request", [{ path: "", message }]);
	}
	if (Array.isArray(value)) return value.map((item) => plainCopy(item, depth + 1) ?? null);
	const { toJSON } = value as { toJSON?: unknown };
	if (typeof toJSON === "function") return plainCopy(toJSON.call(value), depth + 1);
	const members = Object.entries(value)
		.map(([name, member]) => [name, plainCopy(member, depth + 1)] as const)
		.filter(([, member]) => member !== undefined);
	return Object.fromEntries(members);
}

/** What JSON has besides numbers, lists and objects. */
const isPlain = (value: unknown): boolean =>
	value === null || typeof value === "string" || typeof value === "boolean";
