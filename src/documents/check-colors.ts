import { asClause } from "../base/as-clause.js";
import type { Issue } from "../base/issue.js";
import type { Paint } from "../contract/document/paint.js";
import { LIMITS } from "../contract/limits.js";
import { resolvePaint } from "../engine/paints/resolve.js";
import { NO_PICTURE } from "../engine/scene/layer-pictures.js";
import { parseCssColor } from "../engine/text/rich/css-color.js";
import { parseImageSrc } from "./source-url.js";
import { escaped } from "./variables/places.js";

/** A colour that no CSS parser accepts. */
export function* colorFindings(path: string, value: string | undefined): Generator<Issue> {
	if (value === undefined || parseCssColor(value) !== null) return;
	const kind = GRADIENT.exec(value)?.[1]?.toLowerCase();
	const paint = PAINT_INSTEAD[path.slice(path.lastIndexOf("/") + 1)];
	const instead =
		kind === undefined || paint === undefined
			? ""
			: `; write "${paint}": ${gradientObject(kind, value)}`;
	yield {
		path,
		message:
			kind === undefined
				? "is not a CSS colour"
				: `is a gradient; this field only takes a colour${instead}`,
		allowed: "any CSS colour, for example #D4AF37, rgb(212 175 55 / 80%), gold or transparent",
	};
}

/** Fields of one colour, and those beside them that take a gradient. */
const PAINT_INSTEAD: Readonly<Record<string, string | undefined>> = {
	textColor: "textFill",
	backgroundColor: "background",
};

const GRADIENT = /^\s*(?:repeating-)?(linear|radial|conic)-gradient\(/i;
/** The address of a picture, alone or as in CSS, and how much of it is shown. */
const ADDRESS =
	/^\s{0,8}(?:url\(\s{0,8}["']?)?((?:https?:\/\/|data:image\/|\/api\/assets\/)[^\s"')]{1,200})/i;
const MAX_ADDRESS = 240;
/** Parts of a gradient that are compared with colours. */
const MAX_PARTS = 40;

/** A paint of one colour, or a gradient of CSS, which has to be an object here. */
function* colorPaintFindings(path: string, value: string): Generator<Issue> {
	const kind = GRADIENT.exec(value)?.[1];
	const address = ADDRESS.exec(value.slice(0, MAX_ADDRESS))?.[1];
	if (address !== undefined) {
		const picture = JSON.stringify({ type: "image", src: address });
		yield { path, message: `is the address of a picture; write it as an object: ${picture}` };
		return;
	}
	if (kind === undefined) {
		yield* colorFindings(path, value);
		return;
	}
	const gradient = gradientObject(kind.toLowerCase(), value);
	yield {
		path,
		message: `is a CSS gradient; write it as an object: ${gradient}`,
		allowed: "a CSS colour, or an object with type linear, radial or conic and stops",
	};
}

/** The object for a gradient of CSS: with its colours and angle, as far as they can be read. */
function gradientObject(kind: string, value: string): string {
	const inside = value.slice(value.indexOf("(") + 1).replace(/\)\s*;?\s*$/, "");
	const parts = inside.split(/,(?![^(]*\))/, MAX_PARTS);
	const colors = parts
		.map((part) => part.trim().replace(/\s+-?[\d.]+%.*$/, ""))
		.filter((part) => part.length <= LIMITS.maxColorLength && parseCssColor(part) !== null)
		.slice(0, LIMITS.maxGradientStops);
	const degrees = /^\s*(-?\d{1,3})deg\b/.exec(parts[0] ?? "")?.[1];
	const angle = kind === "linear" && degrees !== undefined ? { angle: Number(degrees) } : {};
	const stops = colors.length < 2 ? ["#FF6B35", "#E74C3C"] : colors;
	return JSON.stringify({ type: kind, ...angle, stops: stops.map((color) => ({ color })) });
}

/** A source that does not name an image. */
export function* imageFindings(path: string, src: string): Generator<Issue> {
	const source = parseImageSrc(src);
	if (source.kind === "invalid") yield { path, message: source.problem, allowed: source.allowed };
}

/** A fallback that does not name an image. @param path JSON pointer of what has the field */
export function* fallbackFindings(
	path: string,
	{ fallback }: { readonly fallback?: string | null | undefined } = {},
): Generator<Issue> {
	if (fallback == null || fallback === NO_PICTURE) return;
	const source = parseImageSrc(fallback);
	if (source.kind === "invalid")
		yield {
			path: `${path}/fallback`,
			message: source.problem,
			allowed: `${source.allowed}, or ${NO_PICTURE}`,
		};
}

/** What is wrong with a paint: its colours, the order of its stops, its image. */
export function* paintFindings(path: string, paint: Paint | undefined): Generator<Issue> {
	if (paint === undefined) return;
	if (typeof paint === "string") {
		yield* colorPaintFindings(path, paint);
		return;
	}
	if (paint.type === "layers") {
		for (const [i, one] of paint.paints.entries()) yield* paintFindings(`${path}/paints/${i}`, one);
		return;
	}
	if (paint.type === "image" || paint.type === "pattern") {
		yield* imageFindings(`${path}/src`, paint.src);
		yield* fallbackFindings(path, paint);
		return;
	}
	if (paint.type === "grain") {
		yield* colorFindings(`${path}/color`, paint.color);
		return;
	}
	for (const [i, { color }] of paint.stops.entries())
		yield* colorFindings(`${path}/stops/${i}/color`, color);
	const resolved = resolvePaint(paint, parseCssColor);
	if (!("faults" in resolved)) return;
	for (const { field, message } of resolved.faults)
		if (field.endsWith("/at")) yield { path: `${path}/${field}`, message: asClause(message) };
}

/** Fields that are a colour, a paint or the source of an image wherever they are a string. */
const VALUE_FINDINGS: Readonly<Record<string, (path: string, value: string) => Iterable<Issue>>> = {
	textColor: colorFindings,
	highlightColor: colorFindings,
	backgroundColor: colorFindings,
	color: colorFindings,
	background: colorPaintFindings,
	fill: colorPaintFindings,
	textFill: colorPaintFindings,
	mask: colorPaintFindings,
	paint: colorPaintFindings,
	image: imageFindings,
	src: imageFindings,
};

/** Values and levels of a document that are examined. */
const MAX_VALUES = 5_000;
const MAX_DEPTH = 40;

/**
 * Colours, paints and sources that cannot be read, in a document that does not match its schema, so
 * that all mistakes are listed at once.
 */
export function valueIssues(document: unknown): readonly Issue[] {
	const issues: Issue[] = [];
	let left = MAX_VALUES;
	const visit = (value: unknown, path: string, field: string, depth: number): void => {
		if (--left < 0 || depth > MAX_DEPTH || issues.length >= LIMITS.maxIssuesListed) return;
		if (typeof value === "string") {
			if (value !== "" && Object.hasOwn(VALUE_FINDINGS, field))
				issues.push(...VALUE_FINDINGS[field]!(path, value));
		} else if (Array.isArray(value)) {
			for (const [i, item] of value.entries()) visit(item, `${path}/${i}`, "", depth + 1);
		} else if (typeof value === "object" && value !== null) {
			const isData = depth === 0;
			for (const [name, member] of Object.entries(value))
				if (!(isData && name === "variables"))
					visit(member, `${path}/${escaped(name)}`, name, depth + 1);
		}
	};
	visit(document, "", "", 0);
	return issues;
}
