/**
 * Finds layers of a carousel that are at slightly different heights on the slides, so that they
 * jump when a reader swipes.
 */
import type { MeasuredLayer, MeasuredSlide } from "../contract/measure-response.js";

/**
 * Range of the difference in preview pixels: smaller ones are not visible, larger ones are a
 * different layout.
 */
const SEEN = 2;
const ALIKE = 60;
/** Maximum number of listed layers. */
const MAX_LISTED = 4;

/** The position of a layer on one slide. */
interface Place {
	readonly slide: number;
	readonly y: number;
}

/**
 * Compares layers of the same name, or else of the same type at the same place of the document.
 * @param slides of one platform
 * @returns a line for each layer that moves
 */
export function movedLayers(slides: readonly MeasuredSlide[]): string[] {
	if (slides.length < 2) return [];
	const places = new Map<string, { readonly parent: string; readonly all: Place[] }>();
	for (const { slide, layers } of slides) {
		const seen = new Set<string>();
		const visit = (all: readonly MeasuredLayer[], parent: string) => {
			for (const [i, { type, name, path, box, ink, children = [] }] of all.entries()) {
				// Common layers have the same position on every slide.
				if (path.startsWith("/common/")) continue;
				const key = name === undefined ? `${parent}/${i} ${type}` : `"${name}" ${type}`;
				if (ink !== null && !seen.has(key)) {
					seen.add(key);
					const known = places.get(key) ?? { parent, all: [] };
					known.all.push({ slide, y: box.y });
					places.set(key, known);
				}
				visit(children, key);
			}
		};
		visit(layers, "");
	}
	const moved = [...places].flatMap(([key, { parent, all }]) => {
		const found = movesOf(all);
		return found === undefined ? [] : [{ key, parent, found }];
	});
	// The children of a layer that moves are not listed, nor are the layers after it in its stack.
	const isIn = (parent: string, key: string): boolean => {
		// The same names may be nested differently on different slides.
		const seen = new Set<string>();
		for (let at = parent; at !== "" && !seen.has(at); at = places.get(at)?.parent ?? "") {
			if (at === key) return true;
			seen.add(at);
		}
		return false;
	};
	const first = moved.filter(
		({ parent }, i) =>
			!moved
				.slice(0, i)
				.some((other) => isIn(parent, other.key) || (parent !== "" && parent === other.parent)),
	);
	return first.slice(0, MAX_LISTED).map(({ key, found }) => `moves: ${key} ${found}`);
}

/** "is at y 120 on slides 1 and 3, at y 132 on slide 2"; undefined if it does not move. */
function movesOf(places: readonly Place[]): string | undefined {
	const sorted = [...places].sort((a, b) => a.y - b.y);
	const middle = sorted[Math.floor(sorted.length / 2)]!.y;
	const near = sorted.filter(({ y }) => Math.abs(y - middle) <= ALIKE);
	if (near.length < 2 || near.at(-1)!.y - near[0]!.y < SEEN) return undefined;
	const bySize = new Map<number, number[]>();
	for (const { slide, y } of near) {
		const at = Math.round(y);
		bySize.set(at, [...(bySize.get(at) ?? []), slide]);
	}
	const groups = [...bySize].sort(([, a], [, b]) => b.length - a.length);
	return groups
		.map(
			([y, slides], i) =>
				`${i === 0 ? "is at" : "at"} y ${y} on slide${slides.length === 1 ? "" : "s"} ${slides.sort((a, b) => a - b).join(", ")}`,
		)
		.join("; ");
}
