/** Checks of layers that a JSON Schema cannot express. */

import { asClause } from "../base/as-clause.js";
import type { Issue } from "../base/issue.js";
import type { Border, Shadow } from "../contract/document/box.js";
import { childrenOf } from "../contract/document/children.js";
import type { BarcodeLayer, Layer, ShapeLayer } from "../contract/document/layers.js";
import type { Paint } from "../contract/document/paint.js";
import type { PictureFilter } from "../contract/document/picture.js";
import { SHAPE_FIELDS, ShapeLayerSchema } from "../contract/document/shape.js";
import { LIMITS } from "../contract/limits.js";
import type { TextBlock } from "../contract/render-request.js";
import { dataFault } from "../engine/barcodes/check-data.js";
import type { ViewBox } from "../engine/shapes/path-shape.js";
import { pathShape } from "../engine/shapes/path-shape.js";
import { isTooDeep } from "../engine/text/rich/rich-text.js";
import { colorFindings, fallbackFindings, imageFindings, paintFindings } from "./check-colors.js";
import { hrefFindings } from "./check-href.js";

export function* layerListFindings(layers: readonly Layer[], path: string): Generator<Issue> {
	for (const [i, layer] of layers.entries()) {
		if (isSubgrid(layer)) yield subgridIssue(`${path}/${i}`);
		yield* layerFindings(layer, `${path}/${i}`);
	}
}

const isSubgrid = (layer: Layer) => layer.type === "grid" && layer.columns === "subgrid";

const subgridIssue = (path: string): Issue => ({
	path: `${path}/columns`,
	message: "subgrid needs a grid around it: make the layer a child of a grid, in its flow",
	allowed: "a list of tracks, or a number of columns",
});

function* layerFindings(layer: Layer, path: string): Generator<Issue> {
	yield* boxFindings(layer, path);
	yield* hrefFindings(layer, path);
	yield* repeatFindings(layer, path);
	switch (layer.type) {
		case "text":
			yield* textFindings(layer, path);
			return;
		case "image":
			if (layer.src !== "") yield* imageFindings(`${path}/src`, layer.src);
			yield* fallbackFindings(path, layer);
			yield* colorFindings(`${path}/color`, layer.color ?? undefined);
			yield* filterFindings(layer.filter, `${path}/filter`);
			return;
		case "shape":
			yield* shapeFindings(layer, path);
			return;
		case "barcode":
			yield* barcodeFindings(layer, path);
			return;
		case "stack":
		case "grid":
			yield* fitFindings(layer, path);
			for (const [i, child] of childrenOf(layer).entries()) {
				const at = `${path}/children/${i}`;
				if (isSubgrid(child) && (layer.type !== "grid" || child.position === "absolute"))
					yield subgridIssue(at);
				yield* layerFindings(child, at);
			}
	}
}

/** A box that fits its content scales everything inside, so no box inside it may do the same. */
function* fitFindings(layer: Layer, path: string): Generator<Issue> {
	if (!fitsContent(layer)) return;
	for (const [i, child] of childrenOf(layer).entries())
		for (const inner of fittingInside(child, `${path}/children/${i}`))
			yield {
				path: `${inner}/fit`,
				message: "cannot be combined with the fit of a box around it, which scales this box too",
				allowed: "none",
			};
}

const fitsContent = (layer: Layer): boolean =>
	(layer.type === "stack" || layer.type === "grid") && (layer.fit ?? "none") !== "none";

/** The paths of the outermost boxes that fit their content. */
function fittingInside(layer: Layer, path: string): string[] {
	if (fitsContent(layer)) return [path];
	return childrenOf(layer).flatMap((child, i) => fittingInside(child, `${path}/children/${i}`));
}

/** A document without variables has no list to repeat for. */
export function* repeatFindings(
	{ repeat }: { readonly repeat?: string },
	path: string,
): Generator<Issue> {
	if (repeat !== undefined)
		yield {
			path: `${path}/repeat`,
			message:
				'needs variables in the document: "variables": { "items": [ … ] }, or {} for a number',
		};
}

/** What entries of the old lists and layers have in common. */
export function* boxFindings(
	layer: { readonly [field: string]: unknown } | Layer,
	path: string,
): Generator<Issue> {
	const { background, border, shadow, shadows, mask, type, shape } = layer as {
		readonly background?: Paint;
		readonly border?: Border;
		readonly shadow?: Shadow;
		readonly shadows?: readonly Shadow[];
		readonly mask?: Paint;
		readonly type?: Layer["type"];
		readonly shape?: ShapeLayer["shape"];
	};
	if (shadow !== undefined && shadows !== undefined)
		yield {
			path: `${path}/shadows`,
			message: "cannot be combined with shadow: put that in the list",
			allowed: "shadow or shadows",
		};
	const all = [
		...(shadow ? [{ at: "shadow", one: shadow }] : []),
		...(shadows ?? []).map((one, i) => ({ at: `shadows/${i}`, one })),
	];
	for (const { at, one } of all) {
		yield* colorFindings(`${path}/${at}/color`, one.color);
		const hasInside =
			type === "stack" || type === "grid" || type === "image" || shape === "rectangle";
		if (one.inset && !hasInside)
			yield {
				path: `${path}/${at}/inset`,
				message: "is only possible on stacks, grids, image layers and rectangles",
				allowed: "false",
			};
	}
	yield* paintFindings(`${path}/mask`, mask);
	if (type !== undefined && type !== "image")
		yield* filterFindings((layer as { filter?: PictureFilter }).filter, `${path}/filter`);
	yield* paintFindings(`${path}/background`, background);
	yield* borderFindings(border, `${path}/border`);
}

function* borderFindings(border: Border | undefined, path: string): Generator<Issue> {
	if (border == null) return;
	const { width, color, dash } = border;
	if (typeof color === "string") yield* colorFindings(`${path}/color`, color);
	else for (const [i, one] of color.entries()) yield* colorFindings(`${path}/color/${i}`, one);
	if (dash !== undefined && (typeof width !== "number" || typeof color !== "string"))
		yield {
			path: `${path}/dash`,
			message: "needs one width and one colour for all sides",
			allowed: "a border with one width and one colour, or one without dash",
		};
}

/** The fields of a text that must parse. */
export function* textFindings(text: TextBlock, path: string): Generator<Issue> {
	const { highlightColor, textFill, textStroke, list, richText } = text;
	const { fit, minFontSize = LIMITS.minFontSize, maxFontSize = LIMITS.maxFontSize } = text;
	if (fit === "fill" && maxFontSize < minFontSize)
		yield {
			path: `${path}/maxFontSize`,
			message: `is smaller than minFontSize, ${minFontSize}`,
			allowed: `${minFontSize} to ${LIMITS.maxFontSize}`,
		};
	yield* colorFindings(`${path}/textColor`, text.textColor);
	yield* colorFindings(`${path}/highlightColor`, highlightColor);
	yield* paintFindings(`${path}/textFill`, textFill);
	yield* colorFindings(`${path}/textStroke/color`, textStroke?.color);
	yield* paintFindings(`${path}/textStroke/paint`, textStroke?.paint);
	if (textStroke && textStroke.color === undefined && textStroke.paint === undefined)
		yield { path: `${path}/textStroke/color`, message: "is required without paint" };
	yield* colorFindings(`${path}/list/color`, list?.color);
	yield* onPathFindings(text.onPath, `${path}/onPath`);
	if (richText !== undefined && isTooDeep(richText))
		yield {
			path: `${path}/richText`,
			message: `is nested more than ${LIMITS.maxRichTextDepth} levels deep`,
			maxDepth: LIMITS.maxRichTextDepth,
		};
}

/** The colours of a picture's filter. */
/** The rules of text on a path. */
function* onPathFindings(onPath: TextBlock["onPath"], at: string): Generator<Issue> {
	if (onPath == null) return;
	const { arc, path, viewBox, offset } = onPath;
	if (arc != null) {
		for (const [field, value] of Object.entries({ path, viewBox, offset }))
			if (value != null) yield { path: `${at}/${field}`, message: "is not allowed with arc" };
		return;
	}
	if (path == null && viewBox == null) {
		yield { path: at, message: "needs arc, or path and viewBox" };
		return;
	}
	for (const [field, value] of Object.entries({ path, viewBox }))
		if (value == null) yield { path: `${at}/${field}`, message: "is required without arc" };
	if (path == null || viewBox == null) return;
	const checked = pathShape(path, viewBox as ViewBox);
	if ("message" in checked)
		yield { path: `${at}/${checked.field}`, message: asClause(checked.message) };
}

export function* filterFindings(filter: PictureFilter | undefined, path: string): Generator<Issue> {
	for (const [i, color] of (filter?.duotone ?? []).entries())
		yield* colorFindings(`${path}/duotone/${i}`, color);
}

function* shapeFindings(layer: ShapeLayer, path: string): Generator<Issue> {
	const { shape, fill, stroke } = layer;
	for (const [field, shapes] of Object.entries(SHAPE_FIELDS)) {
		if ((layer as Record<string, unknown>)[field] === undefined || shapes.includes(shape)) continue;
		yield {
			path: `${path}/${field}`,
			message: `is a field of shape ${shapes.join(", ")}, not of ${shape}`,
			allowed: fieldsOf(shape),
		};
	}
	yield* paintFindings(`${path}/fill`, fill);
	yield* colorFindings(`${path}/stroke/color`, stroke?.color);
	yield* paintFindings(`${path}/stroke/paint`, stroke?.paint);
	if (shape === "series") yield* seriesFindings(layer, path);
	if (shape !== "path") return;
	for (const field of ["path", "viewBox"] as const)
		if (layer[field] === undefined)
			yield { path: `${path}/${field}`, message: "is required with shape path" };
	if (layer.path === undefined || layer.viewBox === undefined) return;
	const read = pathShape(layer.path, layer.viewBox as ViewBox);
	if ("field" in read) yield { path: `${path}/${read.field}`, message: asClause(read.message) };
}

function* seriesFindings({ values, domain }: ShapeLayer, path: string): Generator<Issue> {
	if (values === undefined)
		yield { path: `${path}/values`, message: "is required with shape series" };
	if (domain !== undefined && domain[0] > domain[1])
		yield { path: `${path}/domain`, message: "must have the lower number first" };
}

/** The fields of this kind of layer. */
const fieldsOf = (shape: ShapeLayer["shape"]): string[] =>
	Object.keys(ShapeLayerSchema.properties).filter(
		(field) => SHAPE_FIELDS[field]?.includes(shape) ?? true,
	);

function* barcodeFindings(layer: BarcodeLayer, path: string): Generator<Issue> {
	yield* colorFindings(`${path}/color`, layer.color);
	yield* colorFindings(`${path}/background`, layer.background);
	// Whether long data fits is only known when it is encoded, in another process.
	const { kind, data, errorCorrection } = layer;
	const fault = dataFault(kind, data, errorCorrection);
	if (fault !== undefined) yield { path: `${path}/data`, message: asClause(fault) };
}
