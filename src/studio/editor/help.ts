/** Completions and tooltips from the JSON Schema. */

import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { hoverTooltip } from "@codemirror/view";
import { findNodeAtLocation, getLocation, parse, parseTree } from "jsonc-parser";
import type { JsonPath } from "../../base/json-pointer.js";
import { contract, plain, resolved, type Schema, schemaAt } from "../schema.js";

/** Completes property names or values, depending on the position. */
export function completions(context: CompletionContext): CompletionResult | null {
	const text = context.state.doc.toString();
	const location = getLocation(text, context.pos);
	const token = context.matchBefore(/"?[\w#-]*/);
	if (token === null || (token.from === token.to && !context.explicit)) return null;
	const to = text[context.pos] === '"' ? context.pos + 1 : context.pos;
	const options = location.isAtPropertyKey
		? fieldOptions(location.path.slice(0, -1) as JsonPath, text)
		: valueOptions(location.path as JsonPath, text);
	return options.length === 0 ? null : { from: token.from, to, options, validFor: /^"?[\w#-]*$/ };
}

/** The fields that the object does not have yet. */
function fieldOptions(path: JsonPath, text: string): Completion[] {
	const fields = schemaAt(path, parse(text))?.properties ?? {};
	const root = parseTree(text);
	const node = root && findNodeAtLocation(root, path);
	const present = new Set(node?.children?.map((property) => property.children?.[0]?.value) ?? []);
	return Object.entries(fields)
		.filter(([name]) => !present.has(name))
		.map(([name, field]) => [name, resolved(field)] as const)
		.map(([name, schema]) => ({
			label: `"${name}"`,
			apply: `"${name}": `,
			type: "property",
			detail: kindOf(schema),
			...(schema.description === undefined ? {} : { info: schema.description }),
		}));
}

/** Enum values, brand colours for colour fields, and the default. */
function valueOptions(path: JsonPath, text: string): Completion[] {
	const schema = schemaAt(path, parse(text));
	if (schema === undefined) return [];
	const values = new Set<unknown>(
		schema.const === undefined ? (schema.enum ?? []) : [schema.const],
	);
	if (String(path.at(-1)).endsWith("Color") || path.at(-1) === "color")
		for (const brand of Object.values(contract.value?.brands ?? {}))
			for (const colour of [...brand.textColors, ...brand.highlightColors]) values.add(colour);
	if (schema.default !== undefined && !Array.isArray(schema.default)) values.add(schema.default);
	return [...values].map((value) => ({ label: JSON.stringify(value), type: "constant" }));
}

/** Short summary of type and range. */
export function kindOf(schema: Schema): string {
	const { type = "", title, const: only, enum: values, minimum, maximum } = plain(schema);
	if (only !== undefined) return String(only);
	if (values) return values.join(" | ");
	if (minimum !== undefined && maximum !== undefined) return `${type}, ${minimum} to ${maximum}`;
	if (type === "") return title?.toLowerCase() ?? "";
	return minimum === undefined ? type : `${type}, at least ${minimum}`;
}

/** Shows the description of the field under the pointer. */
export const describe = hoverTooltip((view, position) => {
	const text = view.state.doc.toString();
	const { path, previousNode } = getLocation(text, position);
	const schema = schemaAt(path as JsonPath, parse(text));
	if (!schema?.description || !previousNode) return null;
	return {
		pos: previousNode.offset,
		end: previousNode.offset + previousNode.length,
		above: true,
		create: () => {
			const dom = globalThis.document.createElement("div");
			dom.className = "cm-description";
			const facts = kindOf(schema);
			const initial =
				schema.default === undefined ? "" : `, default ${JSON.stringify(schema.default)}`;
			dom.textContent = `${schema.description} (${facts}${initial})`;
			return { dom };
		},
	};
});
