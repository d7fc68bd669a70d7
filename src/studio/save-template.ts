/** Exports the design as a template file for TEMPLATES_DIR, keeping known variables. */
import type { JsonPath } from "../base/json-pointer.js";
import { ApiError, get } from "./api.js";
import { type Design, elementsOf, nameOf } from "./design.js";
import { save } from "./export.js";
import { chosenPlatforms, platformAtWork } from "./platforms.js";
import { schemaAt } from "./schema.js";
import { design, freedFrom, notice } from "./state.js";
import { loadTemplates, type Template, templates, type Value, type Variable } from "./templates.js";
import { t, words } from "./texts/texts.js";
import { declared, ownVariables } from "./variables.js";

/** Contents of a template file. */
interface TemplateFile extends Template {
	readonly examples: readonly {
		readonly name: string;
		readonly variables: Readonly<Record<string, Value>>;
	}[];
	readonly document: Readonly<Record<string, unknown>>;
}

/** Downloads the current design as a template file. */
export async function saveTemplate(): Promise<void> {
	try {
		const file = await templateFile(design.peek());
		const text = `${JSON.stringify(file, null, 2)}\n`;
		save(new Blob([text], { type: "application/json" }), `${file.id}.json`);
	} catch (error) {
		notice.value = error instanceof ApiError ? error.message : t("unreachable");
	}
}

async function templateFile(now: Design): Promise<TemplateFile> {
	const { template, platform: _platform, platforms: _platforms, ...rest } = now;
	if (template !== undefined) return ofTemplate(template, rest);
	const { variables = {}, slides, common, ...fields } = rest;
	const known = await freed(now);
	const content = { ...(common && { common }), slides };
	const found = known ? withPlaceholders(content, known) : { content, variables: {} };
	const own = Object.fromEntries(
		Object.entries(variables).map(([name, value]) => [
			name,
			{ ...inferred(name, value as Value, { ...fields, ...content }), ...declared.peek()[name] },
		]),
	);
	const all = { ...found.variables, ...own };
	const first = elementsOf(now, 0).find(({ element }) => nameOf(element) !== "");
	const said = (first && nameOf(first.element)) ?? "";
	// Insert the values of variables in the name.
	const name =
		said.replace(/\{\{(\w+)\}\}/g, (_, key: string) => String(variables[key] ?? "")).trim() ||
		"Design";
	// Templates have no custom sizes.
	const listed = chosenPlatforms().filter((id) => id !== "custom");
	return {
		id: idOf(name),
		name,
		description: name,
		tags: [],
		platforms: listed.length > 0 ? listed : ["photo-feed-square"],
		variables: all,
		examples: [{ name: "typical", variables: samplesOf(all) }],
		document: { ...fields, ...(found.content as object) },
	};
}

/** A copy of the current template, with the entered values as samples. */
async function ofTemplate(id: string, rest: Omit<Design, "template">): Promise<TemplateFile> {
	const { template } = await get<{ template: TemplateFile }>(`/api/templates/${id}`);
	const { variables: values = {}, mode: _mode, ...overrides } = rest as Design;
	const variables = Object.fromEntries(
		Object.entries(template.variables).map(([name, { sample, ...variable }]) => {
			const value = (values[name] as Value | undefined) ?? sample;
			return [name, { ...variable, ...(value !== undefined && { sample: value }) }];
		}),
	);
	const at = platformAtWork.peek() ?? "";
	return {
		...template,
		id: idOf(`${template.id}-copy`),
		// The first is the default.
		platforms: template.platforms.toSorted((a, b) => Number(b === at) - Number(a === at)),
		variables,
		examples: [
			{ name: "typical", variables: values as Record<string, Value> },
			...template.examples.filter(({ name }) => name !== "typical"),
		],
		document: { ...template.document, ...overrides },
	};
}

/** File name and id of a template, from any text. */
const idOf = (text: string): string =>
	text
		.toLowerCase()
		.normalize("NFD")
		.replace(/[^a-z0-9]+/g, "-")
		.replace(/^-+|-+$/g, "")
		.slice(0, 60)
		.replace(/-+$/, "") || "design";

const samplesOf = (variables: Readonly<Record<string, Variable>>): Record<string, Value> =>
	Object.fromEntries(
		Object.entries(variables).flatMap(([name, { sample }]) =>
			sample === undefined ? [] : [[name, sample]],
		),
	);

/** A variable and its value, of a template that was detached. */
interface Known {
	readonly name: string;
	readonly variable: Variable;
	readonly value: string;
}

/** The known variables of a design that was detached from a template; otherwise undefined. */
async function freed(now: Design): Promise<readonly Known[] | undefined> {
	const from = freedFrom.peek();
	if (from === null || now.variables !== undefined) return undefined;
	await loadTemplates();
	const template = templates.peek().find(({ id }) => id === from.template);
	if (template === undefined) return undefined;
	const known: Known[] = [];
	const take = (name: string, { sample: _sample, ...variable }: Variable, value: unknown) => {
		if (typeof value === "string" && value.trim() !== "")
			known.push({ name, variable: { ...variable, sample: value }, value });
	};
	for (const [name, variable] of Object.entries(template.variables)) {
		const value = from.variables[name] ?? variable.default;
		if (!Array.isArray(value)) take(name, variable, value);
		// List items are now separate layers: each of their texts becomes a variable.
		else
			value.forEach((item: Readonly<Record<string, unknown>>, index) => {
				for (const [field, own] of Object.entries(variable.fields ?? {}))
					take(
						`${name}_${index + 1}_${field}`,
						{ ...own, label: `${variable.label} ${index + 1}: ${own.label}` },
						item[field],
					);
			});
	}
	return known;
}

/** Names of the fields that may contain a value of each type. */
const FIELDS: Readonly<Record<string, RegExp>> = {
	text: /^(?:text|richText|data|alt)$/,
	richText: /^richText$/,
	image: /^(?:src|image)$/,
	color: /(?:colou?r|^fill|^background|^textFill)$/i,
};

/** Replaces values of variables with placeholders where they are a field's whole value. */
function withPlaceholders(
	content: unknown,
	known: readonly Known[],
): { readonly content: unknown; readonly variables: Record<string, Variable> } {
	const variables: Record<string, Variable> = {};
	const visit = (value: unknown, field: string): unknown => {
		if (Array.isArray(value)) return value.map((one) => visit(one, field));
		if (typeof value === "object" && value !== null)
			return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, visit(one, key)]));
		const match = known.find(
			(one) => one.value === value && FIELDS[one.variable.type]?.test(field),
		);
		if (match === undefined) return value;
		variables[match.name] = match.variable;
		return `{{${match.name}}}`;
	};
	return { content: visit(content, ""), variables };
}

/** Maximum length of a text, from its sample: about twice as long, and at least 30. */
const lengthFor = (sample: string): number =>
	Math.max(30, Math.ceil((sample.length * 2) / 10) * 10);

/** Infers a variable from its value and from the fields that contain its placeholder. */
function inferred(name: string, sample: Value, document: unknown): Variable {
	const list = ownVariables.peek()[name];
	if (Array.isArray(sample) && list) return { ...list, maxItems: Math.max(10, sample.length) };
	const types = new Set<string>();
	const visit = (value: unknown, path: JsonPath) => {
		if (typeof value === "object" && value !== null)
			for (const [key, one] of Object.entries(value))
				visit(one, [...path, Array.isArray(value) ? Number(key) : key]);
		else if (typeof value === "string" && uses(value, name))
			types.add(typeAt(value, path, document));
	};
	visit(document, []);
	const type =
		typeOfValue(sample) ??
		["text", "richText", "image", "color", "number"].find((one) => types.has(one)) ??
		"text";
	return {
		type,
		label: words(name),
		sample,
		...((type === "text" || type === "richText") && { maxLength: lengthFor(String(sample)) }),
		required: false,
	};
}

const typeOfValue = (value: unknown): string | undefined =>
	typeof value === "number" || typeof value === "boolean" ? typeof value : undefined;

const uses = (text: string, name: string): boolean =>
	new RegExp(`\\{\\{\\s*${name}(?:\\.on)?\\s*\\}\\}`).test(text);

/** The type of the field that contains a placeholder. */
function typeAt(text: string, path: JsonPath, document: unknown): string {
	const field = String(path.findLast((step) => typeof step === "string"));
	const isAll = /^\{\{[^{}]+\}\}$/.test(text.trim());
	if (!isAll) return "text";
	if (FIELDS.image?.test(field)) return "image";
	if (FIELDS.color?.test(field)) return "color";
	if (field === "richText") return "richText";
	const { type } = schemaAt(path, document) ?? {};
	return type === "number" || type === "integer" ? "number" : "text";
}
