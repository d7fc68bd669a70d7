/** Designs from models: a template with its variables, or a document. */
import { invalid } from "../base/invalid.js";
import { beyondBounds } from "../base/json-bounds.js";

export type Members = Record<string, unknown>;

/** A design, and the other arguments of the call. */
export interface DesignArguments {
	/** The unchanged design: a document, or a template and its variables. */
	readonly written: Members;
	/** Only this slide, counted from 1. */
	readonly slide: number | undefined;
}

const NOTHING =
	'needs a design: {"template": "sale-price", "variables": {…}}, or {"document": {"platform": "photo-feed-post", "slides": […]}}';

/**
 * The design of a call. Fields beside `document` belong to the document too, because a model may
 * leave out the wrapper, or add a platform.
 * @param args as they were sent
 * @throws ServiceError invalid_render_request
 */
export function designOf(args: unknown): DesignArguments {
	const { document, slide, ...beside } = membersOf(args);
	const fields = withoutAbsent(beside);
	const parsed = document == null ? {} : jsonOf(document, "/document");
	if (!isObject(parsed)) throw refused("/document", "must be an object, the document");
	const written: Members = { ...parsed, ...fields };
	if (typeof written.variables === "string")
		written.variables = jsonOf(written.variables, "/variables");
	if (Object.keys(written).length === 0) throw refused("", NOTHING);
	if (written.slides == null && written.template == null) throw refused("/slides", NOTHING);
	return { written, slide: slideNumber(slide) };
}

/**
 * The number of a slide.
 * @param value a number, or its digits
 * @returns undefined if none is given
 * @throws ServiceError invalid_render_request
 */
export function slideNumber(value: unknown): number | undefined {
	if (value == null) return undefined;
	const number = typeof value === "string" && /^\d{1,3}$/.test(value) ? Number(value) : value;
	if (typeof number === "number" && Number.isSafeInteger(number) && number >= 1) return number;
	throw refused("/slide", "must be the number of a slide, counted from 1");
}

/**
 * Parses JSON that a model sent as text.
 * @param value returned unchanged unless it is a text
 * @param path JSON pointer of the argument
 * @throws ServiceError invalid_render_request
 */
export function jsonOf(value: unknown, path: string): unknown {
	if (typeof value !== "string") return value;
	const beyond = beyondBounds(Buffer.from(value));
	if (beyond !== undefined) throw refused(path, beyond);
	try {
		return JSON.parse(value);
	} catch {
		throw refused(path, "is a text and not valid JSON: send the object itself");
	}
}

/** The arguments of a call; an empty object if there are none. */
export const membersOf = (args: unknown): Members => (isObject(args) ? args : {});

export const isObject = (value: unknown): value is Members =>
	typeof value === "object" && value !== null && !Array.isArray(value);

const withoutAbsent = (members: Members): Members =>
	Object.fromEntries(Object.entries(members).filter(([, value]) => value != null));

const refused = (path: string, message: string) =>
	invalid("invalid_render_request", [{ path, message }]);
