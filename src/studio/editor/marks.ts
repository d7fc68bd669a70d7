/** Diagnostics in the text: JSON syntax errors, schema violations, and findings of the service. */
import type { Schema as JsonSchema } from "@cfworker/json-schema";
import { Validator } from "@cfworker/json-schema";
import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { effect } from "@preact/signals";
import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import { findJsonFault, type JsonFault } from "../../base/json-fault.js";
import { stepsOf } from "../../base/json-pointer.js";
import type { Finding } from "../api.js";
import type { Design } from "../design.js";
import { refusals, warnings } from "../preview.js";
import { type Contract, contract } from "../schema.js";
import { source } from "../state.js";
import { t } from "../texts/texts.js";
import { editorView } from "./editor.js";
import { marks } from "./found.js";

/** Updates the diagnostics shortly after the last keystroke. @returns stops updating */
export function watchMarks(): () => void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const end = effect(() => {
		const text = source.value;
		const schemas = contract.value;
		const said = [
			...refusals.value.map((finding) => ({ finding, severity: "error" as const })),
			...warnings.value.map((finding) => ({ finding, severity: "warning" as const })),
		];
		clearTimeout(timer);
		timer = setTimeout(() => show(text, schemas, said), 120);
	});
	return () => {
		clearTimeout(timer);
		end();
		marks.value = [];
	};
}

function show(
	text: string,
	schemas: Contract | null,
	said: readonly { finding: Finding; severity: "error" | "warning" }[],
): void {
	const found: Diagnostic[] = [];
	const fault = findJsonFault(text);
	if (fault) found.push(syntaxMark(text, fault));
	const root = fault ? undefined : parseTree(text);
	if (root) {
		const own = violations(JSON.parse(text), schemas);
		const known = new Set(own.map(({ path }) => path));
		for (const finding of own) found.push(mark(root, finding, "error"));
		for (const { finding, severity } of said)
			if (!known.has(finding.path)) found.push(mark(root, finding, severity));
	}
	marks.value = found;
	const view = editorView();
	if (view && view.state.doc.toString() === text) view.dispatch(setDiagnostics(view.state, found));
}

function syntaxMark(text: string, { position, problem }: JsonFault): Diagnostic {
	// After the last character there is nothing to underline.
	const from = Math.max(0, Math.min(position, text.length - 1));
	const message = `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`;
	return { from, to: Math.min(from + 1, text.length), severity: "error", message };
}

/**
 * Violations of the schema; of nested ones only the innermost. With variables, every scalar may be a
 * placeholder. The values of a template have no schema: the service reports what is wrong with them.
 */
function violations(document: unknown, schemas: Contract | null): Finding[] {
	const { template, variables } = (document ?? {}) as Design;
	const schema = variables == null ? schemas?.requestBody : schemas?.templateDocument;
	if (schema === undefined || template !== undefined) return [];
	const { errors } = new Validator(schema as JsonSchema, "2020-12", false).validate(document);
	// In anyOf, every alternative reports errors; the service knows which one is meant.
	const unions = errors.filter(({ keyword }) => keyword === "anyOf");
	const own = errors.filter(
		({ keyword, instanceLocation: place }) =>
			!OUTER.has(keyword) &&
			!unions.some(({ instanceLocation: union }) => `${place}/`.startsWith(`${union}/`)),
	);
	return own.slice(0, 20).map(({ instanceLocation, error }) => ({
		path: decodeURIComponent(instanceLocation.replace(/^#/, "")),
		message: error.startsWith("False boolean") ? t("json.noField") : error,
	}));
}

/** Keywords that only report an error further inside. */
const OUTER = new Set(["properties", "items", "additionalProperties", "anyOf", "$ref"]);

function mark(root: Node, { path, message }: Finding, severity: "error" | "warning"): Diagnostic {
	const steps = stepsOf(path);
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
