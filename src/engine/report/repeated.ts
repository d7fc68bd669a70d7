/** One warning for the same problem in layers that repeat. */
import { childrenOf } from "../../contract/document/children.js";
import type { Layer } from "../../contract/document/layers.js";
import type { Finding } from "../../contract/warning.js";
import { severityOf } from "../../contract/warning.js";
import type { LayerLists } from "./layer-settings.js";

/** Paths that a warning about repeated layers lists. */
const LISTED = 5;

/**
 * Findings in the order of their first ones. Neighbours of the same kind and style repeat: the
 * copies of `repeat`, and those that were written by hand.
 */
export function mergeRepeated(findings: readonly Finding[], lists: LayerLists): Finding[] {
	const leaders = new Map<string, string>();
	for (const [path, layers] of lists) lead(layers, path, path, leaders, true);
	const groups = new Map<string, Finding[]>();
	for (const finding of findings) {
		const { code, severity = severityOf(code), path } = finding;
		const key = `${code} ${severity} ${leaderOf(path, leaders)}`;
		groups.set(key, [...(groups.get(key) ?? []), finding]);
	}
	return [...groups.values()].flatMap(asOne);
}

/** Several findings about one layer, such as two tags that are dropped, are different problems. */
function asOne(findings: readonly Finding[]): readonly Finding[] {
	const paths = [...new Set(findings.map(({ path }) => path))];
	if (paths.length !== findings.length || paths.length === 1) return findings;
	const [first] = findings as [Finding];
	const more = paths.length - 1;
	const others = more === 1 ? "of another layer like it" : `of ${more} more layers like it`;
	return [
		{
			...first,
			message: `${first.message} The same is true ${others}.`,
			count: paths.length,
			paths: paths.slice(0, LISTED),
		},
	];
}

/** Notes the first of the layers that repeat, for each layer. */
function lead(
	layers: readonly Layer[],
	path: string,
	leader: string,
	leaders: Map<string, string>,
	free = false,
): void {
	let first = 0;
	let style: string | undefined;
	for (const [i, layer] of layers.entries()) {
		const own = styleOf(layer, free);
		if (own !== style) [first, style] = [i, own];
		leaders.set(`${path}/${i}`, `${leader}/${first}`);
		lead(childrenOf(layer), `${path}/${i}/children`, `${leader}/${first}/children`, leaders);
	}
}

/** Of the nearest layer around a path, followed by the rest of the path. */
function leaderOf(path: string, leaders: ReadonlyMap<string, string>): string {
	for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
		const leader = leaders.get(path.slice(0, end));
		if (leader !== undefined) return leader + path.slice(end);
	}
	return path;
}

/** What copies of a layer have in common, whatever they show. */
const STYLE = ["type", "shape", "kind", "fontSize", "size", "weight", "font", "direction"] as const;

/** @param free outside of stacks, where copies also have the same fields */
function styleOf(layer: Layer, free: boolean): string {
	const fields = { ...layer } as { readonly [field: string]: unknown };
	const inside = new Set(childrenOf(layer).map((child) => styleOf(child, false)));
	const names = free ? Object.keys(fields).sort() : [];
	return JSON.stringify([...STYLE.map((field) => fields[field]), names, [...inside].sort()]);
}
