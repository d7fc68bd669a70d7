/** Templates: designs in which texts, images and colours are variables. */
import { signal } from "@preact/signals";
import { get, post } from "./api.js";
import { lookBrand, lookVariables } from "./brand.js";
import type { Design } from "./design.js";
import { edit, load } from "./history.js";
import { platformAtWork, severalOf } from "./platforms.js";
import { forget, measured } from "./preview.js";
import { design, freedFrom, panelTab } from "./state.js";

/** A value of a variable, or of a field in a list item. */
export type Scalar = string | number | boolean;
export type Item = Readonly<Record<string, Scalar>>;
export type Value = Scalar | readonly Item[];

/** A variable of a template. */
export interface Variable {
	readonly type: string;
	readonly label: string;
	readonly maxLength?: number;
	readonly required?: boolean;
	readonly options?: readonly string[];
	readonly sample?: Value;
	readonly default?: Value;
	readonly fields?: Readonly<Record<string, Variable>>;
	readonly maxItems?: number;
}

export interface Template {
	readonly id: string;
	readonly name: string;
	readonly description: string;
	readonly tags: readonly string[];
	readonly platforms: readonly string[];
	readonly variables: Readonly<Record<string, Variable>>;
}

/** All templates; empty until they are loaded. */
export const templates = signal<readonly Template[]>([]);

/** @throws ApiError, or an error of fetch */
export async function loadTemplates(): Promise<void> {
	if (templates.peek().length > 0) return;
	const all: Template[] = [];
	for (let page = 1; ; page++) {
		const found = await get<{ results: Template[]; totalPages: number }>(
			`/api/templates?page=${page}`,
		);
		all.push(...found.results);
		if (page >= found.totalPages) break;
	}
	templates.value = all;
}

/** Delay between attempts to load the templates. Milliseconds. */
const AGAIN_MS = 3_000;

/**
 * Loads the templates, again and again until it works.
 * @param said called with the error of a failed attempt, and with null at the end
 * @returns stops trying
 */
export function keepLoadingTemplates(said: (error: unknown) => void): () => void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	let gone = false;
	const attempt = () => {
		loadTemplates().then(
			() => said(null),
			(error: unknown) => {
				said(error);
				if (!gone) timer = setTimeout(attempt, AGAIN_MS);
			},
		);
	};
	attempt();
	return () => {
		gone = true;
		clearTimeout(timer);
	};
}

/** Sample values of a template's variables. */
export const samplesOf = ({ variables }: Template): Record<string, Value> =>
	Object.fromEntries(
		Object.entries(variables).flatMap(([name, { sample, default: own }]) => {
			const value = sample ?? own;
			return value === undefined ? [] : [[name, value]];
		}),
	);

/** The platform to show a template on: the current one if the template supports it. */
export const platformFor = ({ platforms }: Template, platform: string | undefined): string =>
	platform !== undefined && platforms.includes(platform) ? platform : (platforms[0] ?? "");

/** Starts a design from a template and its sample values, in the current look. */
export function startFrom(template: Template): void {
	const brand = lookBrand();
	// Keep the platforms that the template supports.
	const own = severalOf(design.peek()).filter((one) => template.platforms.includes(one));
	forget();
	panelTab.value = "fields";
	load({
		template: template.id,
		...(own.length > 1
			? { platforms: own }
			: { platform: platformFor(template, platformAtWork.peek()) }),
		...(brand !== undefined && { brand }),
		variables: { ...samplesOf(template), ...lookVariables(template.id) },
	});
}

/** Sets a variable. @param value undefined removes it */
export function setVariable(name: string, value: Value | undefined): void {
	edit([[["variables", name], value]], `variable ${name}`);
}

/** A design without the layers of sizes that it does not have: they would only be in the way. */
function forSizesInUse(free: Design): Design {
	if (severalOf(free).length > 0) return free;
	const shown = new Set(measured.peek().flatMap(({ layers }) => layers.map(({ path }) => path)));
	if (shown.size === 0) return free;
	const slides = free.slides?.map((slide, index) => {
		const layers = slide.layers
			?.filter((layer, at) => layer.only == null || shown.has(`/slides/${index}/layers/${at}`))
			.map(({ only: _only, ...layer }) => layer);
		return layers ? { ...slide, layers } : slide;
	});
	return { ...free, ...(slides && { slides }) };
}

/** Converts the template to an ordinary document with editable elements. */
export async function detach(): Promise<void> {
	const before = design.peek();
	const answer = await post("/studio/document", before);
	load(forSizesInUse((await answer.json()) as Design));
	const { template, variables } = before;
	if (template !== undefined) freedFrom.value = { template, variables: variables ?? {} };
}
