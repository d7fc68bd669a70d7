/** Marks in the text: what is no JSON, what the contract does not allow, what the service said. */
import type { Schema as JsonSchema } from "@cfworker/json-schema";
import { Validator } from "@cfworker/json-schema";
import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { effect, signal } from "@preact/signals";
import { findNodeAtLocation, type Node, type ParseError, parseTree } from "jsonc-parser";
import type { Finding } from "../api.js";
import { type Path, pathOf } from "../design.js";
import { contract } from "../schema.js";
import { source } from "../state.js";
import { editorView } from "./editor.js";

/** What the service found wrong with the last document, and what it warned of. */
export const refusals = signal<readonly Finding[]>([]);
export const warnings = signal<readonly Finding[]>([]);

/** All marks of the text as it stands. */
export const marks = signal<readonly Diagnostic[]>([]);

/** Words of jsonc-parser's error numbers that people meet. */
const SYNTAX: Readonly<Record<number, string>> = {
	1: "This is no JSON value.",
	2: "This is no number.",
	3: "A field name in double quotes should stand here.",
	4: "A value should stand here.",
	5: "A colon should stand here.",
	6: "A comma should stand here.",
	7: "A } should stand here.",
	8: "A ] should stand here.",
	9: "The document has ended before this.",
	12: "This string has no closing quote.",
};

/** Keeps the marks up to date, a moment after the last key. */
export function watchMarks(): void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	effect(() => {
		const text = source.value;
		const schema = contract.value?.requestBody;
		const said = [
			...refusals.value.map((finding) => ({ finding, severity: "error" as const })),
			...warnings.value.map((finding) => ({ finding, severity: "warning" as const })),
		];
		clearTimeout(timer);
		timer = setTimeout(() => show(text, schema as JsonSchema | undefined, said), 120);
	});
}

function show(
	text: string,
	schema: JsonSchema | undefined,
	said: readonly { finding: Finding; severity: "error" | "warning" }[],
): void {
	const errors: ParseError[] = [];
	const root = parseTree(text, errors, { disallowComments: true });
	const found: Diagnostic[] = errors.slice(0, 5).map(({ error, offset, length }) => ({
		from: Math.min(offset, text.length),
		to: Math.min(offset + Math.max(1, length), text.length),
		severity: "error",
		message: SYNTAX[error] ?? "This is no JSON.",
	}));
	if (root && errors.length === 0) {
		const own = schema ? violations(schema, JSON.parse(text)) : [];
		const known = new Set(own.map(({ path }) => path));
		for (const finding of own) found.push(mark(root, finding, "error"));
		for (const { finding, severity } of said)
			if (!known.has(finding.path)) found.push(mark(root, finding, severity));
	}
	marks.value = found;
	const view = editorView();
	if (view && view.state.doc.toString() === text) view.dispatch(setDiagnostics(view.state, found));
}

/** What the schema does not allow; of nested findings the innermost ones. */
function violations(schema: JsonSchema, document: unknown): Finding[] {
	const { errors } = new Validator(schema, "2020-12", false).validate(document);
	const own = errors.filter(({ keyword }) => !OUTER.has(keyword));
	return own.slice(0, 20).map(({ instanceLocation, error }) => ({
		path: instanceLocation.replace(/^#/, ""),
		message: error.startsWith("False boolean") ? "There is no such field." : error,
	}));
}

/** Keywords that only say that something inside is wrong. */
const OUTER = new Set(["properties", "items", "additionalProperties", "anyOf"]);

function mark(root: Node, { path, message }: Finding, severity: "error" | "warning"): Diagnostic {
	const steps: Path = pathOf(path);
	for (let depth = steps.length; depth >= 0; depth--) {
		const node = findNodeAtLocation(root, steps.slice(0, depth));
		if (!node) continue;
		const place = node.parent?.type === "property" ? node.parent : node;
		const whole = place.type === "object" || place.type === "array";
		const length = whole ? 1 : place.length;
		return { from: place.offset, to: place.offset + length, severity, message };
	}
	return { from: 0, to: 1, severity, message };
}
