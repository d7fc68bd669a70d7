import { invalid } from "../../base/invalid.js";

/** Maximum depth of a document; the contract has fewer levels. */
const MAX_DEPTH = 64;

/**
 * Copies a document as a round trip through JSON would: undefined fields are left out, and toJSON()
 * is called. The service changes the documents that it resolves, so it must not get the caller's
 * objects.
 * @throws ServiceError invalid_render_request if it is nested too deeply, or circular
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

/** JSON values other than numbers, lists and objects. */
const isPlain = (value: unknown): boolean =>
	value === null || typeof value === "string" || typeof value === "boolean";
