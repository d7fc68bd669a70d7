/**
 * Limits the number and depth of layers. Checked before the schema, which would descend into all of
 * them.
 */

import { canvasShape, isShownOn } from "../base/canvas-shape.js";
import type { Issue } from "../base/issue.js";
import { DOCUMENT_DEFAULTS } from "../contract/defaults.js";
import { COMMON_LISTS } from "../contract/document/children.js";
import type { CanvasShape } from "../contract/enums.js";
import { LIMITS } from "../contract/limits.js";
import { CUSTOM, PLATFORMS } from "../contract/platforms.js";

type Json = Record<string, unknown>;

/** A list of layers to check, and its location. */
interface List {
	readonly layers: readonly unknown[];
	readonly path: string;
	/** 1 for a list of a slide. */
	readonly depth: number;
	/** Whether the canvas shows their parent. */
	readonly isDrawn: boolean;
}

/**
 * Layers of a slide, and how many of them this canvas shows: a design may have one arrangement per
 * canvas shape, of which `only` selects one.
 */
interface Count {
	readonly all: number;
	readonly drawn: number;
}

/**
 * @param document parsed JSON, not validated yet
 * @param commons common layers by the index of a slide, if they are different on each
 * @param commons common layers by the index of a slide, if they are different on each
 * @returns the first list that exceeds a limit; empty if none does
 */
export function layerBounds(document: unknown, commons: readonly unknown[] = []): Issue[] {
	if (!isObject(document)) return [];
	for (const shape of shapesOf(document)) {
		const issues = boundsOn(document, commons, shape);
		if (issues.length > 0) return issues;
	}
	return [];
}

/** @param shape of the canvas; undefined if not known */
function boundsOn(
	{ common, slides }: Json,
	commons: readonly unknown[],
	shape: CanvasShape | undefined,
): Issue[] {
	const countOf = (layers: unknown) =>
		count(
			isObject(layers)
				? COMMON_LISTS.flatMap((name) => listOf(layers[name], `/common/${name}`, 1))
				: [],
			shape,
		);
	const shared = countOf(common);
	if ("path" in shared) return [shared];
	if (!Array.isArray(slides)) return [];
	for (const [i, slide] of slides.slice(0, LIMITS.maxCarouselSlides).entries()) {
		if (!isObject(slide)) continue;
		const commonCount = commons[i] === undefined ? shared : countOf(commons[i]);
		if ("path" in commonCount) return [commonCount];
		const own = count(listOf(slide.layers, `/slides/${i}/layers`, 1), shape, commonCount);
		if ("path" in own) return [own];
	}
	return [];
}

/**
 * Counts the layers of lists and of the stacks in them.
 * @param shape of the canvas; undefined if not known
 * @param counted so far
 */
function count(
	lists: readonly List[],
	shape: CanvasShape | undefined,
	counted: Count = { all: 0, drawn: 0 },
): Count | Issue {
	let { all, drawn } = counted;
	const open = [...lists];
	for (let list = open.pop(); list !== undefined; list = open.pop()) {
		all += list.layers.length;
		if (all > LIMITS.maxLayersOfAllShapes) return tooMany(list.path);
		for (const [i, layer] of list.layers.entries()) {
			const isDrawn = list.isDrawn && !isForOthers(layer, shape);
			if (isDrawn && ++drawn > LIMITS.maxLayersPerSlide) return tooMany(list.path);
			if (!isObject(layer)) continue;
			const path = `${list.path}/${i}/children`;
			const [children] = listOf(layer.children, path, list.depth + 1, isDrawn);
			if (children === undefined || children.layers.length === 0) continue;
			if (children.depth > LIMITS.maxLayerDepth) return tooDeep(path);
			open.push(children);
		}
	}
	return { all, drawn };
}

/** Whether `only` names only other canvas shapes. */
const isForOthers = (layer: unknown, shape: CanvasShape | undefined): boolean =>
	isObject(layer) &&
	shape !== undefined &&
	Array.isArray(layer.only) &&
	!isShownOn(layer.only, shape);

/** The shapes of the canvases, if the document is valid in this respect; undefined if not known. */
function shapesOf({ platform, platforms, size }: Json): ReadonlySet<CanvasShape | undefined> {
	const all: readonly unknown[] = Array.isArray(platforms) ? platforms : [];
	const named = all.length === 0 ? [platform] : all.slice(0, LIMITS.maxPlatforms);
	return new Set(named.map((one) => shapeOf(one, size)));
}

function shapeOf(platform: unknown, size: unknown): CanvasShape | undefined {
	if (platform === CUSTOM) {
		if (!isObject(size)) return undefined;
		const { width, height } = size;
		const known = typeof width === "number" && typeof height === "number" && height > 0;
		return known ? canvasShape(width, height) : undefined;
	}
	const name = platform ?? DOCUMENT_DEFAULTS.platform;
	if (typeof name !== "string" || !Object.hasOwn(PLATFORMS, name)) return undefined;
	const { width, height } = PLATFORMS[name as keyof typeof PLATFORMS];
	return canvasShape(width, height);
}

const listOf = (value: unknown, path: string, depth: number, isDrawn = true): List[] =>
	Array.isArray(value) ? [{ layers: value, path, depth, isDrawn }] : [];

const tooMany = (path: string): Issue => ({
	path,
	message: `makes more than ${LIMITS.maxLayersPerSlide} layers on a slide (layers in stacks and common layers count), or more than ${LIMITS.maxLayersOfAllShapes} with those that \`only\` hides on this canvas`,
	maximum: LIMITS.maxLayersPerSlide,
});

const tooDeep = (path: string): Issue => ({
	path,
	message: `is nested more than ${LIMITS.maxLayerDepth} levels deep`,
	maxDepth: LIMITS.maxLayerDepth,
});

const isObject = (value: unknown): value is Json =>
	typeof value === "object" && value !== null && !Array.isArray(value);
