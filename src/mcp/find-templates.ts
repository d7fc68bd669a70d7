/** Finds templates and describes their variables in words. */

import { invalid } from "../base/invalid.js";
import { rankTemplates } from "../catalog/templates/rank-templates.js";
import { PLATFORM_IDS, PLATFORMS, type PlatformId } from "../contract/platforms.js";
import type { Template, TemplateField, TemplateVariable } from "../contract/templates.js";
import { hiddenVariables, shapeOfPlatform } from "../documents/templates/shown-variables.js";
import type { TemplateLibrary } from "../documents/templates/template-library.js";

/**
 * Number of templates that are returned with their variables, and of those that are only listed.
 */
const WITH_VARIABLES = 3;
const NAMED = 8;
/**
 * Maximum size of a result in bytes, because an operator may have many templates with long
 * descriptions.
 */
const MAX_BYTES = 24_000;
/** Maximum length of a sample and of a description. Characters. */
const MAX_SAMPLE = 60;
const MAX_DESCRIPTION = 240;

/** The query of a model. */
export interface TemplateQuestion {
	readonly query?: unknown;
	readonly platform?: unknown;
}

/**
 * The best templates that match a query, or all names without a query.
 * @throws ServiceError invalid_request for an unknown platform, or a query that is not text
 */
export function findTemplates(
	{ all }: Pick<TemplateLibrary, "all">,
	{ query, platform }: TemplateQuestion,
): string {
	if (platform != null && !(PLATFORM_IDS as readonly unknown[]).includes(platform))
		throw invalid("invalid_request", [
			{ path: "/platform", message: "is not a platform", allowed: PLATFORM_IDS },
		]);
	if (query != null && typeof query !== "string")
		throw invalid("invalid_request", [
			{ path: "/query", message: 'must be text, such as "sale price"' },
		]);
	const templates = all.map(({ template }) => template);
	const fitting = templates.filter(
		({ platforms }) => platform == null || (platforms as readonly unknown[]).includes(platform),
	);
	if (fitting.length === 0 && templates.length > 0)
		return cut(otherCanvases(templates, platform as PlatformId));
	if (query == null || query.trim() === "") return cut(overview(fitting));
	const { found, near } = rankTemplates(fitting, query);
	if (found.length === 0) return cut(noneFound(query, near));
	const [first] = found;
	const exact = first?.id === query.trim().toLowerCase();
	const shown = found.slice(0, exact ? 1 : WITH_VARIABLES);
	const others = exact ? [] : found.slice(WITH_VARIABLES, WITH_VARIABLES + NAMED);
	return cut([
		...withoutRepeats(shown.flatMap(inFull)),
		"* required. Draw one with render: template and variables.",
		...(others.length > 0 ? ["Others (query an id for its variables):"] : []),
		...others.map(({ id, description }) => `- ${id}: ${short(description, MAX_DESCRIPTION)}`),
	]);
}

/** Says that nothing matches, and what comes near. Short, because a model may ask often. */
const noneFound = (query: string, near: readonly Template[]): string[] => [
	`No template for "${short(query.trim(), 40)}".`,
	...(near.length > 0 ? ["Similar designs:"] : []),
	...near.slice(0, 3).map(({ id, description }) => `- ${id}: ${short(description, 80)}`),
	"Otherwise render a document of layers (get_schema), or call find_templates without a query for all ids.",
];

/** For a canvas that no template lists: the canvases of nearly its shape that templates list. */
function otherCanvases(templates: readonly Template[], platform: PlatformId): string[] {
	const ratio = (id: PlatformId) => PLATFORMS[id].width / PLATFORMS[id].height;
	const difference = (id: PlatformId) => Math.abs(Math.log(ratio(id) / ratio(platform)));
	const listed = new Set(templates.flatMap(({ platforms }) => platforms as readonly PlatformId[]));
	const [nearest, ...more] = [...listed].sort((a, b) => difference(a) - difference(b));
	if (nearest === undefined) return [];
	const also = more.filter((id) => difference(id) <= difference(nearest) + 0.05);
	return [
		`No template lists ${platform}. A template still renders on it with platform: ${platform}; check the picture.`,
		`Canvases of nearly its shape with templates: ${[nearest, ...also].join(", ")}.`,
	];
}

const overview = (templates: readonly Template[]): string[] => [
	...templates.map(({ id, description }) => `- ${id}: ${short(description, 60)}`),
	"Query words or an id for variables.",
];

/** A template with its variables. */
function inFull(template: Template): string[] {
	const { id, description, platforms, variables } = template;
	return [
		`${id}: ${short(description, MAX_DESCRIPTION)}`,
		`  platforms (the first is the default): ${platforms.join(", ")}`,
		...Object.entries(variables).map(
			([name, variable]) => `  ${variableText(name, variable)}${hiddenOn(template, name)}`,
		),
	];
}

/** Long lines in full where they are first, because templates share variables such as the language. */
function withoutRepeats(lines: readonly string[]): string[] {
	const seen = new Set<string>();
	return lines.map((line) => {
		if (!seen.has(line)) {
			seen.add(line);
			return line;
		}
		return line.replace(/^( {2}\S+) \S.*$/, "$1: as above");
	});
}

/** The listed canvases that do not show a variable. */
function hiddenOn(template: Template, name: string): string {
	const hidden = template.platforms.filter((id) =>
		hiddenVariables(template, shapeOfPlatform(id)).includes(name),
	);
	return hidden.length === 0 ? "" : `, not shown on ${hidden.join(", ")}`;
}

/** "price* text, at most 9, such as "€29"". */
function variableText(name: string, variable: TemplateVariable): string {
	const { type, fields, maxItems, sample } = variable;
	const head = fieldText(name, variable);
	if (type !== "list" || fields === undefined) {
		return sample === undefined
			? head
			: `${head}, such as ${short(JSON.stringify(sample), MAX_SAMPLE)}`;
	}
	const inner = Object.entries(fields).map(([field, about]) => fieldText(field, about));
	const bound = maxItems === undefined ? "" : `, at most ${maxItems}`;
	return `${head}${bound} of { ${inner.join("; ")} }`;
}

function fieldText(name: string, field: TemplateField | TemplateVariable): string {
	const { type, maxLength, options, label } = field;
	const required = field.required !== false && field.default === undefined;
	const facts = [
		`${name}${required ? "*" : ""} ${type === "text" ? "" : `${type} `}(${label})`,
		...(maxLength === undefined || type === "image" ? [] : [`up to ${maxLength} characters`]),
		...(options === undefined ? [] : [`one of ${options.join(" | ")}`]),
		...(field.default === undefined || type === "list"
			? []
			: [`default ${short(JSON.stringify(field.default), MAX_SAMPLE)}`]),
	];
	return facts.join(", ");
}

const short = (text: string, length: number): string =>
	text.length > length ? `${text.slice(0, length - 1)}…` : text;

/** As many lines as fit into a result. */
function cut(lines: readonly string[]): string {
	let text = "";
	for (const line of lines) {
		if (Buffer.byteLength(JSON.stringify(`${text}${line}\n`)) > MAX_BYTES)
			return `${text}More match: ask with other words.`;
		text += `${line}\n`;
	}
	return text.trimEnd();
}
