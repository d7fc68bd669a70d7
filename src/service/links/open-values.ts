/** The values that the query of a link may set in a template. */
import { invalid } from "../../base/invalid.js";
import type { Issue } from "../../base/issue.js";
import { nearest } from "../../base/nearest.js";
import { LIMITS } from "../../contract/limits.js";
import type { Template, TemplateField } from "../../contract/templates.js";
import { parseImageSrc } from "../../documents/source-url.js";
import { listed } from "../../documents/variables/placeholders.js";
import type { Members } from "../../documents/variables/places.js";
import { graphemes } from "../../engine/text/unicode/graphemes.js";
import type { LinkQuery } from "./link-query.js";

/** `speakers.2.name`: a field of an item of a list. */
const COLUMN = /^([^.]+)\.([1-9]\d{0,2})\.([^.]+)$/;

type Variables = Template["variables"];

/** What a query may set. */
export interface OpenOptions {
	readonly variables: Variables;
	/** Names of variables. */
	readonly open: ReadonlySet<string>;
	/** Hosts from which images may come, with a port unless it is the usual one. */
	readonly imageHosts: ReadonlySet<string>;
}

/**
 * The values of a query for open variables: without those that are empty, unknown or fixed, with
 * texts cut to their longest length and numbers in one spelling.
 * @throws ServiceError invalid_request that names the parameter, but not its value
 */
export function openValues(
	query: LinkQuery,
	{ variables, open, imageHosts }: OpenOptions,
): Map<string, string> {
	const values = new Map<string, string>();
	const issues: Issue[] = [];
	for (const [name, value] of query) {
		const field = value === "" ? undefined : openField(name, variables, open);
		if (field === undefined) continue;
		const problem = field.type === "image" ? imageProblem(value, imageHosts) : undefined;
		if (field.type === "richText")
			issues.push({ path: `/${name}`, message: "is formatted text, which a link cannot set" });
		else if (problem !== undefined) issues.push({ path: `/${name}`, message: problem });
		else values.set(name, spelled(value, field));
	}
	if (issues.length > 0) throw invalid("invalid_request", issues);
	return values;
}

/** @returns undefined if the name is not that of an open value */
function openField(
	name: string,
	variables: Variables,
	open: ReadonlySet<string>,
): TemplateField | undefined {
	const [, list = name, , field] = COLUMN.exec(name) ?? [];
	if (!open.has(list) || !Object.hasOwn(variables, list)) return undefined;
	const { type, fields = {}, ...rest } = variables[list]!;
	if (type === "list")
		return field !== undefined && Object.hasOwn(fields, field) ? fields[field] : undefined;
	return field === undefined ? ({ type, ...rest } as TemplateField) : undefined;
}

const NUMBER = /^\s*[+-]?(?:\d{1,20}\.?\d{0,20}|\.\d{1,20})\s*$/;

function spelled(value: string, { type, maxLength = LIMITS.maxTextLength }: TemplateField): string {
	if (type === "number" && NUMBER.test(value) && Number.isFinite(Number(value)))
		return String(Number(value));
	if (type !== "text" || value.length <= maxLength) return value;
	const end = graphemes(value.slice(0, maxLength)).findLast(({ end }) => end < maxLength)?.end ?? 0;
	return `${value.slice(0, end).trimEnd()}…`;
}

function imageProblem(src: string, hosts: ReadonlySet<string>): string | undefined {
	const source = parseImageSrc(src);
	if (source.kind === "own" || (source.kind === "remote" && hosts.has(source.url.host)))
		return undefined;
	const allowed = hosts.size === 0 ? "" : `, or an image from ${[...hosts].join(", ")}`;
	return `must be an icon or a built-in picture of this service${allowed}`;
}

/**
 * Checks the names of variables that a link leaves open.
 * @param path of the list
 * @returns what is wrong
 */
export function openIssues(
	names: readonly string[],
	variables: Variables,
	path: string,
): readonly Issue[] {
	const known = Object.keys(variables);
	return names.flatMap((name, i): readonly Issue[] => {
		const at = `${path}/${i}`;
		if (!Object.hasOwn(variables, name)) {
			const [meant] = nearest(name, known, 1);
			const hint = meant === undefined ? "" : `; did you mean ${meant}?`;
			return [
				{ path: at, message: `is not a variable of the template${hint}`, allowed: listed(known) },
			];
		}
		const { type, fields = {} } = variables[name]!;
		const isRich = [{ type }, ...Object.values(fields)].some((one) => one.type === "richText");
		return isRich ? [{ path: at, message: "has formatted text, which must not be open" }] : [];
	});
}

/** Variables with the values of a query; a column replaces the list that it belongs to. */
export function withValues(variables: Members, values: ReadonlyMap<string, string>): Members {
	const merged = { ...variables };
	for (const name of values.keys()) {
		const [list = name] = name.split(".", 1);
		if (list !== name) delete merged[list];
	}
	return Object.assign(merged, Object.fromEntries(values));
}
