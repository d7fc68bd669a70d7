import { canvasShape } from "../base/canvas-shape.js";
import { CUSTOM, type PlatformId } from "../contract/platforms.js";
import type { RenderRequest } from "../contract/render-request.js";
import { asWarning, type Warning } from "../contract/warning.js";
import type { ExpandedDocument } from "./expand-document.js";
import { platformsOf } from "./platforms-of.js";
import { hiddenVariables, shapeOfPlatform } from "./templates/shown-variables.js";
import { escaped } from "./variables/places.js";

/** Warnings about values of a request that its template does not show on its canvases. */
export function hiddenValues(
	{ template, made }: ExpandedDocument,
	source: RenderRequest,
): Warning[] {
	if (template === undefined || made === undefined) return [];
	const hiddenOn = new Map<string, string[]>();
	for (const platform of platformsOf(source)) {
		const { size = { width: 1, height: 1 } } = source;
		const shape =
			platform === CUSTOM ? canvasShape(size.width, size.height) : shapeOfPlatform(platform);
		for (const name of hiddenVariables(template.template, shape)) {
			if (!Object.hasOwn(made.variables, name) || isBlank(made.variables[name])) continue;
			hiddenOn.set(name, [...(hiddenOn.get(name) ?? []), platform]);
		}
	}
	const listed: readonly PlatformId[] = template.template.platforms ?? [];
	return [...hiddenOn].map(([name, platforms]) => {
		const showing = listed.filter(
			(id) => !hiddenVariables(template.template, shapeOfPlatform(id)).includes(name),
		);
		const others = showing.length === 0 ? "" : ` It does on ${showing.join(", ")}.`;
		return asWarning({
			code: "value_not_shown",
			path: `/variables/${escaped(name)}`,
			message: `The template does not show ${name} on ${platforms.join(", ")}.${others} Nothing needs to be fixed unless you want it there.`,
			platforms,
		});
	});
}

const isBlank = (value: unknown): boolean =>
	value === null || value === "" || (Array.isArray(value) && value.length === 0);
