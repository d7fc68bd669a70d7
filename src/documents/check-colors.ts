import { asClause } from "../base/as-clause.js";
import type { Issue } from "../base/issue.js";
import type { Paint } from "../contract/document/paint.js";
import { resolvePaint } from "../engine/paints/resolve.js";
import { parseCssColor } from "../engine/text/rich/css-color.js";
import { parseImageSrc } from "./source-url.js";

/** A colour that no CSS parser accepts. */
export function* colorFindings(path: string, value: string | undefined): Generator<Issue> {
	if (value === undefined || parseCssColor(value) !== null) return;
	yield {
		path,
		message: "is not a CSS colour",
		allowed: "any CSS colour, for example #D4AF37, rgb(212 175 55 / 80%), gold or transparent",
	};
}

/** A source that does not name an image. */
export function* imageFindings(path: string, src: string): Generator<Issue> {
	const source = parseImageSrc(src);
	if (source.kind === "invalid") yield { path, message: source.problem, allowed: source.allowed };
}

/** What is wrong with a paint: its colours, the order of its stops, its image. */
export function* paintFindings(path: string, paint: Paint | undefined): Generator<Issue> {
	if (paint === undefined) return;
	if (typeof paint === "string") {
		yield* colorFindings(path, paint);
		return;
	}
	if (paint.type === "image") {
		yield* imageFindings(`${path}/src`, paint.src);
		return;
	}
	for (const [i, { color }] of paint.stops.entries())
		yield* colorFindings(`${path}/stops/${i}/color`, color);
	const resolved = resolvePaint(paint, parseCssColor);
	if (!("faults" in resolved)) return;
	for (const { field, message } of resolved.faults)
		if (field.endsWith("/at")) yield { path: `${path}/${field}`, message: asClause(message) };
}
