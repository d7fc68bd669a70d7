/**
 * JSON Patch (RFC 6902) for untrusted documents: own members and list indices only, within limits,
 * and with errors that say what is at a path. Packages for it check none of that.
 */
import { isDeepStrictEqual } from "node:util";
import { invalid } from "../base/invalid.js";
import type { Issue } from "../base/issue.js";
import { BODY_BOUNDS } from "../base/json-bounds.js";
import { nearest } from "../base/nearest.js";

/** Maximum number of operations. A correction has a few; the document itself limits the rest. */
export const PATCH_LIMITS = Object.freeze({
	operations: 100,
	/** Maximum length of a path. Characters. */
	path: 500,
	/**
	 * Maximum number of values in all copies and moves of a patch, because copies of copies grow
	 * exponentially.
	 */
	copiedValues: 20_000,
});

const OPERATIONS = ["add", "remove", "replace", "move", "copy", "test"] as const;
const VALUED: ReadonlySet<string> = new Set(["add", "replace", "test"]);
const SOURCED: ReadonlySet<string> = new Set(["move", "copy"]);
/** Members with a special meaning in JavaScript. */
const FORBIDDEN: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);
const INDEX = /^(?:0|[1-9][0-9]*)$/;
/** Maximum number of names in a message. */
const MAX_NAMES = 30;

/** The target of a pointer. */
interface Place {
	readonly parent: object;
	readonly key: string;
	readonly exists: boolean;
	readonly value: unknown;
	readonly depth: number;
}

/**
 * Applies a patch completely or not at all.
 * @param document changed in place; invalid after an error
 * @param patch as it was sent
 * @param maxCharacters of all strings in copies and moves
 * @throws ServiceError invalid_request that names the operation, and what is at its path
 */
export function patchDocument(document: object, patch: unknown, maxCharacters: number): void {
	const operations = listOf(patch);
	const budget = new CopyBudget(maxCharacters);
	for (const [i, operation] of operations.entries()) {
		const at = `/patch/${i}`;
		checkMembers(operation, at);
		const { op, path, from = "", value } = operation;
		const target = placeOf(document, path, `${at}/path`);
		if (op !== "add" && op !== "move" && op !== "copy" && !target.exists)
			refuse(`${at}/path`, missing(target, op === "replace"));
		const source = SOURCED.has(op) ? placeOf(document, from, `${at}/from`) : undefined;
		if (source) {
			if (!source.exists) refuse(`${at}/from`, missing(source, false));
			if (op === "move" && `${path}/`.startsWith(`${from}/`) && path !== from)
				refuse(`${at}/path`, "a value cannot be moved into itself");
			if (!budget.allows(source.value, target.depth))
				refuse(
					at,
					`copies or moves too much: at most ${PATCH_LIMITS.copiedValues} values in a patch, ${BODY_BOUNDS.maxDepth} levels deep`,
				);
		}
		if (op === "test") {
			if (!isDeepStrictEqual(target.value, value))
				refuse(at, `the test failed: the value is ${short(target.value)}`);
		} else if (op === "replace") set(target, value);
		else if (op === "add") insert(target, value);
		else if (op === "copy") insert(target, structuredClone(source?.value));
		else if (op === "remove") remove(target);
		else if (source && path !== from) {
			remove(source);
			// Without the moved item, the indices behind it are lower.
			insert(placeOf(document, path, `${at}/path`), source.value);
		}
	}
}

function set({ parent, key }: Place, value: unknown): void {
	(parent as Record<string, unknown>)[key] = value;
}

/** Adds an item before the one of an index, or sets a member. */
function insert(place: Place, value: unknown): void {
	const { parent, key } = place;
	if (Array.isArray(parent)) parent.splice(key === "-" ? parent.length : Number(key), 0, value);
	else set(place, value);
}

function remove({ parent, key }: Place): void {
	if (Array.isArray(parent)) parent.splice(Number(key), 1);
	else delete (parent as Record<string, unknown>)[key];
}

/** The operations of a patch. @throws ServiceError invalid_request */
function listOf(patch: unknown): readonly unknown[] {
	const list = Array.isArray(patch) ? patch : isObject(patch) ? [patch] : undefined;
	if (list === undefined)
		refuse(
			"/patch",
			'must be a list of operations, such as [{"op":"add","path":"/slides/0/background","value":"#102030"}]',
		);
	if (list.length > PATCH_LIMITS.operations)
		refuse("/patch", `has ${list.length} operations; at most ${PATCH_LIMITS.operations}`);
	return list;
}

/** An operation with valid members. */
interface CheckedOperation {
	readonly op: (typeof OPERATIONS)[number];
	readonly path: string;
	readonly from?: string;
	readonly value?: unknown;
}

/** @throws ServiceError invalid_request */
function checkMembers(operation: unknown, at: string): asserts operation is CheckedOperation {
	if (!isObject(operation)) refuse(at, "must be an object with op, path and value or from");
	const { op, path, from } = operation;
	if (typeof op !== "string" || !(OPERATIONS as readonly string[]).includes(op))
		refuse(`${at}/op`, `must be one of ${OPERATIONS.join(", ")}`);
	for (const [name, pointer] of Object.entries({ path, ...(SOURCED.has(op) && { from }) })) {
		if (typeof pointer !== "string" || (pointer !== "" && !pointer.startsWith("/")))
			refuse(
				`${at}/${name}`,
				"must be a JSON pointer that begins with a slash: /slides/0/layers/2",
			);
		if (pointer.length > PATCH_LIMITS.path)
			refuse(`${at}/${name}`, `must have at most ${PATCH_LIMITS.path} characters`);
	}
	if (path === "") refuse(`${at}/path`, "must name a field: to replace all of it, use render");
	if (VALUED.has(op) && !Object.hasOwn(operation, "value")) refuse(`${at}/value`, "is required");
}

/**
 * Follows a pointer through own members and list indices only.
 * @throws ServiceError invalid_request if the parent of the value does not exist
 */
function placeOf(document: object, pointer: string, at: string): Place {
	const tokens = pointer.split("/").slice(1).map(unescaped);
	if (tokens.length === 0)
		return { parent: { "": document }, key: "", exists: true, value: document, depth: 0 };
	if (tokens.length > BODY_BOUNDS.maxDepth) refuse(at, "is nested too deeply");
	let value: unknown = document;
	let place: Place | undefined;
	for (const [depth, key] of tokens.entries()) {
		if (FORBIDDEN.has(key)) refuse(at, `${key} is not a field of a document`);
		if (place && !place.exists) refuse(at, missing(place, false));
		if (!isObject(value) && !Array.isArray(value))
			refuse(at, `/${tokens.slice(0, depth).join("/")} is ${short(value)} and has no fields`);
		const parent: object = value;
		if (Array.isArray(parent) && key !== "-" && !(INDEX.test(key) && Number(key) <= parent.length))
			refuse(at, missing({ parent, key }, false));
		const exists = Object.hasOwn(parent, key);
		value = exists ? (parent as Record<string, unknown>)[key] : undefined;
		place = { parent, key, exists, value, depth: depth + 1 };
	}
	return place!;
}

/** The message for a field or item that does not exist. */
function missing({ parent, key }: Pick<Place, "parent" | "key">, add: boolean): string {
	if (Array.isArray(parent)) {
		const items = parent.length === 0 ? "is empty" : `has items 0 to ${parent.length - 1}`;
		return `there is no item ${short(key)}: the list ${items} (- appends with add)`;
	}
	const names = Object.keys(parent);
	const [meant] = nearest(key, names, 1);
	const hint = meant === undefined ? "" : `; did you mean ${meant}?`;
	const advice = add ? '; use op "add" to set a field that is not there yet' : "";
	return `there is no ${short(key)}${hint}${advice}. Fields here: ${names.slice(0, MAX_NAMES).join(", ") || "none"}`;
}

/** The remaining budget for copies and moves of a patch. */
class CopyBudget {
	#values: number = PATCH_LIMITS.copiedValues;
	#characters: number;

	constructor(maxCharacters: number) {
		this.#characters = maxCharacters;
	}

	/** @param depth of the target of the value */
	allows(value: unknown, depth: number): boolean {
		const open: [unknown, number][] = [[value, depth]];
		for (let next = open.pop(); next !== undefined; next = open.pop()) {
			const [one, level] = next;
			this.#values -= 1;
			if (typeof one === "string") this.#characters -= one.length;
			if (this.#values < 0 || this.#characters < 0 || level > BODY_BOUNDS.maxDepth) return false;
			if (typeof one !== "object" || one === null) continue;
			for (const [name, inner] of Object.entries(one)) {
				this.#characters -= name.length;
				open.push([inner, level + 1]);
			}
		}
		return true;
	}
}

const unescaped = (token: string): string => token.replaceAll("~1", "/").replaceAll("~0", "~");

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

function short(value: unknown): string {
	if (typeof value === "object" && value !== null)
		return Array.isArray(value) ? `a list of ${value.length}` : "an object";
	const text = JSON.stringify(value) ?? "nothing";
	return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function refuse(path: string, message: string): never {
	throw invalid("invalid_request", [{ path, message } satisfies Issue]);
}
