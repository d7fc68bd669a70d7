/** Variables of a design without a template: made by writing {{name}}, typed beside the design. */
import { computed, effect, signal } from "@preact/signals";
import type { JsonPath } from "../base/json-pointer.js";
import { elementAt, type Ref, stackOf } from "./design.js";
import { edit, extend } from "./history.js";
import { boxOf } from "./preview.js";
import { design, select } from "./state.js";
import type { Item, Value, Variable } from "./templates.js";
import { capital, words } from "./texts/texts.js";

/** Types and labels that the user has given, by the names of variables. */
type Declared = Readonly<Record<string, Partial<Variable>>>;
export const declared = signal<Declared>({});

const KEEP = "post-image-variables";

/** Loads the declarations of the draft, and keeps every change of them. */
export function keepVariables(): void {
	try {
		declared.value = JSON.parse(localStorage.getItem(KEEP) ?? "{}") as Declared;
	} catch {
		// Storage is not available, or not ours.
	}
	effect(() => {
		try {
			localStorage.setItem(KEEP, JSON.stringify(declared.value));
		} catch {
			// Storage is full or not available: types are inferred again.
		}
	});
}

/** Changes what is known of a variable. */
export function declare(name: string, fields: Partial<Variable>): void {
	declared.value = { ...declared.value, [name]: { ...declared.value[name], ...fields } };
}

/** The variables of the design, with their declared or inferred types. */
export const ownVariables = computed<Readonly<Record<string, Variable>>>(() => {
	const { template, variables = {} } = design.value;
	if (template !== undefined) return {};
	return Object.fromEntries(
		Object.entries(variables).map(([name, value]) => [
			name,
			{ ...inferred(name, value), ...declared.value[name], sample: value as Value },
		]),
	);
});

function inferred(name: string, value: unknown): Variable {
	const variable = { type: typeOf(value), label: capital(words(name)), required: false };
	if (variable.type !== "list") return variable;
	const [first = {}] = value as readonly Item[];
	const fields = Object.entries(first).map(([field, one]) => [
		field,
		{ type: typeOf(one), label: capital(words(field)), sample: one, required: false },
	]);
	return { ...variable, fields: Object.fromEntries(fields) };
}

function typeOf(value: unknown): string {
	if (typeof value === "number" || typeof value === "boolean") return typeof value;
	if (Array.isArray(value)) return "list";
	const text = String(value);
	if (/^#[0-9a-f]{6}$/i.test(text)) return "color";
	return /^(?:data:image\/|\/api\/assets\/|https?:\/\/|[a-z-]+:[a-z0-9-]+$)/.test(text)
		? "image"
		: "text";
}

/** A placeholder of one name, as people write it. */
const NAME = /(?<!\{)\{\{\s*([\p{L}_][\p{L}\p{N}_]*)\s*\}\}/gu;
/** Any placeholder. */
const PLACEHOLDER = /(?<!\{)\{\{(?!\{)(.*?)\}\}|"repeat":"([^"]*)"/gu;
/** Names with a meaning of their own. */
const RESERVED = new Set(["slide", "slides", "index", "item", "count", "first", "last", "outer"]);

/** Makes variables for new names in texts, and removes those that nothing uses any more. */
export function syncVariables(): void {
	const { template, variables = {}, ...document } = design.peek();
	if (template !== undefined) return;
	const text = JSON.stringify(document);
	const names = new Set([...text.matchAll(NAME)].map(([, name = ""]) => name));
	const used = [...text.matchAll(PLACEHOLDER)]
		.map(([, inner = "", list = ""]) => inner + list)
		.join(" ");
	const isUsed = (name: string) => used.split(/[^\p{L}\p{N}_-]+/u).includes(name);
	const changes: [JsonPath, unknown][] = [];
	for (const name of names)
		if (!RESERVED.has(name) && !Object.hasOwn(variables, name))
			changes.push([["variables", name], capital(words(name))]);
	const gone = Object.keys(variables).filter((name) => !name.startsWith("brand.") && !isUsed(name));
	if (gone.length > 0 && gone.length === Object.keys(variables).length && changes.length === 0)
		changes.push([["variables"], undefined]);
	else for (const name of gone) changes.push([["variables", name], undefined]);
	if (changes.length > 0) extend(changes);
}

/** Sets the sample value of a variable. */
export function setSample(name: string, value: Value | undefined): void {
	edit([[["variables", name], value ?? ""]], `variable ${name}`);
}

/** Changes the type of a variable; its value becomes one of that type. */
export function setType(name: string, type: string): void {
	declare(name, { type });
	const value = design.peek().variables?.[name];
	const next =
		type === "number"
			? Number.parseFloat(String(value)) || 1
			: type === "boolean"
				? true
				: type === "color"
					? "#2E5BFF"
					: type === "image"
						? "/api/assets/photos/builtin/studio-blush-squarish.svg"
						: String(value);
	const fits = type === "text" || type === "richText" ? typeof value === "string" : false;
	if (!fits) edit([[["variables", name], next]]);
}

/** Repeats an element for each row of a new list; its text is that of the row. */
export function repeatWithList(ref: Ref): void {
	const element = elementAt(design.peek(), ref);
	const box = boxOf(ref);
	if (!element || !box) return;
	let list = "rows";
	for (let number = 2; Object.hasOwn(design.peek().variables ?? {}, list); number++)
		list = `rows${number}`;
	const isText = element.type === "text";
	// A row holds words: values are not searched for variables again.
	const words = String(element.text ?? "").replace(NAME, (whole, name: string) =>
		String(design.peek().variables?.[name] ?? whole),
	);
	const rows = [1, 2, 3].map((number) => ({
		text: number === 1 && isText && words !== "" ? words : `${number}`,
	}));
	const { x, y, right, bottom, within, ...rest } = element;
	const repeated = {
		...rest,
		repeat: list,
		...(isText && { text: "{{item.text}}", richText: undefined }),
	};
	const steps = ref
		.split("/")
		.slice(1)
		.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
	// A free element repeats below itself.
	const place = { x, y, right, bottom, within };
	const next =
		stackOf(ref) === undefined
			? { type: "stack", ...place, gap: 8, children: [repeated] }
			: repeated;
	edit([
		[["variables", list], rows],
		[steps, JSON.parse(JSON.stringify(next))],
	]);
	syncVariables();
	select();
}
