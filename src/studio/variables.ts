/** Variables of a design without a template: their types are kept beside the design. */
import { computed } from "@preact/signals";
import { design } from "./state.js";
import type { Value, Variable } from "./templates.js";
import { words } from "./texts/texts.js";

/** The variables of the design, typed by their values. */
export const ownVariables = computed<Readonly<Record<string, Variable>>>(() => {
	const { template, variables = {} } = design.value;
	if (template !== undefined) return {};
	return Object.fromEntries(
		Object.entries(variables).map(([name, value]) => [
			name,
			{ type: typeOf(value), label: words(name), sample: value as Value, required: false },
		]),
	);
});

function typeOf(value: unknown): string {
	if (typeof value === "number" || typeof value === "boolean") return typeof value;
	if (Array.isArray(value)) return "list";
	const text = String(value);
	if (/^#[0-9a-f]{6}$/i.test(text)) return "color";
	return /^(?:data:image\/|\/api\/assets\/|https?:\/\/)/.test(text) ? "image" : "text";
}
