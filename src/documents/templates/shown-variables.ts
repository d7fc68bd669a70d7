/** Which variables a template shows on which canvas. */

import { canvasShape, isShownOn } from "../../base/canvas-shape.js";
import type { CanvasShape } from "../../contract/enums.js";
import { LIMITS } from "../../contract/limits.js";
import { PLATFORMS, type PlatformId } from "../../contract/platforms.js";
import type { InlineTemplate } from "../../contract/templates.js";
import { PlaceholderReader } from "../variables/placeholders.js";
import { isObject } from "../variables/values.js";

/** Names by the shapes of the canvases that show them. */
type Shown = ReadonlyMap<string, ReadonlySet<CanvasShape>>;

const SHAPES: readonly CanvasShape[] = ["banner", "wide", "square", "portrait", "story"];
const known = new WeakMap<InlineTemplate, Shown>();

/** Conditions show nothing themselves. */
const CONDITIONS: ReadonlySet<string> = new Set(["showIf", "hideIf"]);

/** The shape of a platform's canvas. */
export const shapeOfPlatform = (id: PlatformId): CanvasShape =>
	canvasShape(PLATFORMS[id].width, PLATFORMS[id].height);

/**
 * Variables that a template shows on canvases of some shapes, but not on those of this one, because
 * their layers have `only`.
 */
export function hiddenVariables(template: InlineTemplate, shape: CanvasShape): readonly string[] {
	const shown = shownIn(template);
	return Object.keys(template.variables).filter((name) => {
		const shapes = shown.get(name);
		return shapes !== undefined && !shapes.has(shape);
	});
}

function shownIn(template: InlineTemplate): Shown {
	const kept = known.get(template);
	if (kept !== undefined) return kept;
	const shown = new Map<string, Set<CanvasShape>>();
	const reader = new PlaceholderReader(LIMITS.maxTemplateMembers);
	const add = (name: string, shapes: readonly CanvasShape[]) => {
		const all = shown.get(name) ?? new Set();
		for (const shape of shapes) all.add(shape);
		shown.set(name, all);
	};
	const visit = (value: unknown, key: string, shapes: readonly CanvasShape[]): void => {
		if (typeof value === "string") {
			if (key === "repeat") add(value.split(".", 1)[0]!, shapes);
			if (!value.includes("{{")) return;
			const read = reader.read(value);
			if ("message" in read) return;
			for (const part of read.parts) {
				if (typeof part === "string") continue;
				add(part.content, shapes);
				for (const { path } of part.references) add(path[0]!, shapes);
			}
		} else if (Array.isArray(value)) for (const item of value) visit(item, key, shapes);
		else if (isObject(value)) {
			const { only } = value;
			const left = Array.isArray(only) ? shapes.filter((shape) => isShownOn(only, shape)) : shapes;
			for (const [name, member] of Object.entries(value))
				if (!CONDITIONS.has(name)) visit(member, name, left);
		}
	};
	visit(template.document, "", SHAPES);
	known.set(template, shown);
	return shown;
}
