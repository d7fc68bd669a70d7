/** Finds out what a client sent of something in the document that was made of it. */
import { ServiceError } from "../base/errors.js";
import type { Fault, Issue } from "../base/issue.js";
import { originOf } from "./variables/origins.js";
import { escaped, type Members } from "./variables/places.js";
import { isObject } from "./variables/values.js";

/** Whether a JSON pointer is that of a value or of something inside it. */
export const isWithin = (path: string, holder: string): boolean =>
	path === holder || path.startsWith(`${holder}/`);

/** A document with its variables filled in, and what it was made of. */
export interface MadeDocument {
	/** With its variables filled in. */
	readonly value: unknown;
	/** The template and its values, if it was made of one. */
	readonly made: Made | undefined;
}

/** A template and the values of a request. */
export interface Made {
	readonly isInline: boolean;
	/** As they were sent. */
	readonly variables: Members;
}

/** Fields that only the template can have. */
const OF_TEMPLATE = /^\/(slides|common)(\/|$)/;

/**
 * An issue of a filled document, at what the client sent: the value of a variable, the layer that
 * is repeated, or the template.
 */
export function issueAsSent<T extends Issue>(issue: T, { value, made }: MadeDocument): T {
	const at = locate(issue.path, value);
	const message = at.row === undefined ? issue.message : `${issue.message} (${at.row})`;
	if (made === undefined || !OF_TEMPLATE.test(issue.path))
		return at.path === issue.path ? issue : { ...issue, path: at.path, message };
	const given = at.leaf === undefined ? undefined : pathOfValue(made.variables, at.leaf);
	if (given !== undefined) return { ...issue, path: `/variables${given}`, message: issue.message };
	return made.isInline
		? { ...issue, path: `/template/document${at.path}`, message }
		: { ...issue, path: "/template", message: `${message} (at ${at.path} of the template)` };
}

/** An error of a render, at what the client sent. */
export function errorAsSent(
	error: unknown,
	{ source, made }: { readonly source: unknown; readonly made?: Made | undefined },
): unknown {
	if (!(error instanceof ServiceError)) return error;
	const { path, issues } = error.details as { path?: unknown; issues?: readonly Issue[] };
	if (typeof path !== "string" && issues === undefined) return error;
	const document = { value: source, made };
	const sent = typeof path === "string" && issueAsSent({ path, message: "" }, document).path;
	const { retryAfter } = error;
	return new ServiceError(error.code, {
		message: error.message,
		details: {
			...error.details,
			...(sent !== false && { path: sent }),
			...(issues && { issues: issues.map((issue) => issueAsSent(issue, document)) }),
		},
		...(retryAfter !== undefined && { retryAfter }),
		cause: error,
	});
}

interface Place {
	/** Without the copies that repeat makes. */
	readonly path: string;
	/** "row 3 of items" */
	readonly row: string | undefined;
	/** The text or number there. */
	readonly leaf: Fault[string];
}

function locate(path: string, document: unknown): Place {
	let at = document;
	let sent = "";
	let row: string | undefined;
	for (const step of path.split("/").slice(1)) {
		const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
		const holder = at;
		at = undefined;
		if (Array.isArray(holder)) at = holder[Number(name)];
		else if (isObject(holder) && Object.hasOwn(holder, name)) at = holder[name];
		const origin = Array.isArray(holder) && isObject(at) ? originOf(at) : undefined;
		row = origin?.repeated?.place ?? row;
		sent += `/${origin === undefined ? step : origin.index}`;
	}
	return { path: sent, row, leaf: typeof at === "object" ? undefined : at };
}

/** Values that are examined: a request has at most as many members. */
const MOST = 5_000;

/** JSON pointer of the only value that is the same. */
function pathOfValue(variables: Members, leaf: unknown): string | undefined {
	const open: [path: string, value: unknown][] = [["", variables]];
	let found: string | undefined;
	for (let seen = 0; open.length > 0 && seen < MOST; seen++) {
		const [path, value] = open.pop()!;
		if (Array.isArray(value))
			for (const [i, item] of value.entries()) open.push([`${path}/${i}`, item]);
		else if (isObject(value))
			for (const [name, member] of Object.entries(value))
				open.push([`${path}/${escaped(name)}`, member]);
		else if (value === leaf || (value != null && String(value) === leaf)) {
			if (found !== undefined) return found.length <= path.length ? found : path;
			found = path;
		}
	}
	return found;
}
