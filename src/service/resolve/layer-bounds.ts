/** How many layers a document has, and how deep: looked at before the schema, which would follow them down. */
import type { Issue } from "../../contract/issue.js";
import { LIMITS } from "../../contract/limits.js";

type Json = Record<string, unknown>;

/** A list of layers to look at, and where it is. */
interface List {
	readonly layers: readonly unknown[];
	readonly path: string;
	/** 1 for a list of a slide. */
	readonly depth: number;
}

/**
 * @param document parsed JSON, not validated yet
 * @returns the first list that goes too far; empty: none does
 */
export function layerBounds(document: unknown): Issue[] {
	if (!isObject(document)) return [];
	const { common, slides } = document;
	const shared: List[] = isObject(common)
		? ["behind", "front"].flatMap((name) => listOf(common[name], `/common/${name}`, 1))
		: [];
	const commonCount = count(shared);
	if (typeof commonCount !== "number") return [commonCount];
	if (!Array.isArray(slides)) return [];
	for (const [i, slide] of slides.slice(0, LIMITS.maxCarouselSlides).entries()) {
		if (!isObject(slide)) continue;
		const own = count(listOf(slide.layers, `/slides/${i}/layers`, 1), commonCount);
		if (typeof own !== "number") return [own];
	}
	return [];
}

/** Counts the layers of lists and of the stacks in them. @param counted before */
function count(lists: readonly List[], counted = 0): number | Issue {
	let layers = counted;
	const open = [...lists];
	for (let list = open.pop(); list !== undefined; list = open.pop()) {
		layers += list.layers.length;
		if (layers > LIMITS.maxLayersPerSlide) return tooMany(list.path);
		for (const [i, layer] of list.layers.entries()) {
			if (!isObject(layer)) continue;
			const path = `${list.path}/${i}/children`;
			const [children] = listOf(layer.children, path, list.depth + 1);
			if (children === undefined || children.layers.length === 0) continue;
			if (children.depth > LIMITS.maxLayerDepth) return tooDeep(path);
			open.push(children);
		}
	}
	return layers;
}

const listOf = (value: unknown, path: string, depth: number): List[] =>
	Array.isArray(value) ? [{ layers: value, path, depth }] : [];

const tooMany = (path: string): Issue => ({
	path,
	message: `makes more than ${LIMITS.maxLayersPerSlide} layers on a slide, those in stacks and the common ones included`,
	maximum: LIMITS.maxLayersPerSlide,
});

const tooDeep = (path: string): Issue => ({
	path,
	message: `is nested more than ${LIMITS.maxLayerDepth} levels deep`,
	maxDepth: LIMITS.maxLayerDepth,
});

const isObject = (value: unknown): value is Json =>
	typeof value === "object" && value !== null && !Array.isArray(value);
