/** Finds templates and describes their variables in words. */

import { invalid } from "../base/invalid.js";
import { PLATFORM_IDS } from "../contract/platforms.js";
import type { Template, TemplateField, TemplateVariable } from "../contract/templates.js";
import type { TemplateLibrary } from "../documents/templates/template-library.js";

/**
 * Number of templates that are returned with their variables, and of those that are only listed.
 */
const WITH_VARIABLES = 3;
const NAMED = 8;
/** Templates with a lower share of the best score do not match. */
const RELEVANT = 0.4;
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
 * @throws ServiceError invalid_request for an unknown platform
 */
export function findTemplates(
	{ all }: Pick<TemplateLibrary, "all">,
	{ query, platform }: TemplateQuestion,
): string {
	if (platform != null && !(PLATFORM_IDS as readonly unknown[]).includes(platform))
		throw invalid("invalid_request", [
			{ path: "/platform", message: "is not a platform", allowed: PLATFORM_IDS },
		]);
	const fitting = all
		.map(({ template }) => template)
		.filter(
			({ platforms }) => platform == null || (platforms as readonly unknown[]).includes(platform),
		);
	const words = typeof query === "string" ? wordsOf(query) : [];
	if (words.length === 0) return cut(overview(fitting));
	const ranked = fitting
		.map((template) => ({ template, score: scoreOf(template, words) }))
		.filter(({ score }) => score > 0)
		.sort((a, b) => b.score - a.score)
		.filter(({ score }, _, [best]) => score >= RELEVANT * best!.score)
		.map(({ template }) => template);
	if (ranked.length === 0)
		return cut([`No template has any of these words. All templates:`, ...overview(fitting)]);
	const [first] = ranked;
	const exact = first?.id === String(query).trim().toLowerCase();
	const shown = ranked.slice(0, exact ? 1 : WITH_VARIABLES);
	const others = exact ? [] : ranked.slice(WITH_VARIABLES, WITH_VARIABLES + NAMED);
	return cut([
		...shown.flatMap(inFull),
		"* required. Draw one with render: template and variables.",
		...(others.length > 0 ? ["Others (query an id for its variables):"] : []),
		...others.map(({ id, description }) => `- ${id}: ${short(description, MAX_DESCRIPTION)}`),
	]);
}

const overview = (templates: readonly Template[]): string[] => [
	...templates.map(({ id, description }) => `- ${id}: ${short(description, 110)}`),
	"Query words or an id for variables.",
];

/** A template with its variables. */
function inFull({ id, description, platforms, variables }: Template): string[] {
	return [
		`${id}: ${short(description, MAX_DESCRIPTION)}`,
		`  platforms (the first is the default): ${platforms.join(", ")}`,
		...Object.entries(variables).map(([name, variable]) => `  ${variableText(name, variable)}`),
	];
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

/**
 * The score of a template. Words of its id, name and tags count more than those of its description.
 */
function scoreOf({ id, name, description, tags }: Template, words: readonly string[]): number {
	if (words.join("-") === id) return Number.POSITIVE_INFINITY;
	const strong = wordsOf([id, name, ...tags].join(" "));
	const weak = wordsOf(description);
	const has = (all: readonly string[], word: string) => all.some((one) => isSame(one, word));
	return words.reduce(
		(sum, word) => sum + (has(strong, word) ? 3 : 0) + (has(weak, word) ? 1 : 0),
		0,
	);
}

/** Whether two words are forms of one: sale and sales, recipe and recipes. */
const isSame = (a: string, b: string): boolean =>
	a === b || (Math.min(a.length, b.length) >= 4 && (a.startsWith(b) || b.startsWith(a)));

/** Maximum number of compared words. */
const MAX_WORDS = 60;

/** Words that say nothing about a design. */
const EMPTY: ReadonlySet<string> = new Set(
	"a an and any are as at by for from in is it of on one or our post social template that the this to with".split(
		" ",
	),
);

function wordsOf(text: string): string[] {
	const words =
		text
			.toLowerCase()
			.slice(0, 1_000)
			.match(/[\p{L}\p{N}]+/gu) ?? [];
	return words.filter((word) => !EMPTY.has(word)).slice(0, MAX_WORDS);
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
