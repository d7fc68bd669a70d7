/** Random trees of boxes; the same seed produces the same tree. */
import type { Align, Justify, Size, TrackSpec } from "../../../src/engine/layout/index.js";
import { randomNumbers } from "../../helpers/random-numbers.js";
import type { Sample, SampleBox } from "./sample.js";

const ALIGNS: readonly Align[] = ["start", "center", "end", "stretch", "baseline", "last-baseline"];
const JUSTIFIES: readonly Justify[] = [
	"start",
	"center",
	"end",
	"space-between",
	"space-around",
	"space-evenly",
];
const CELL_ALIGNS = ["start", "center", "end", "stretch"] as const;
const DIRECTIONS = ["column", "row", "column-reverse", "row-reverse"] as const;
const MOST_BOXES = 40;

/**
 * @param seed an integer
 * @param grids with grids among the stacks
 */
export function randomSample(seed: number, grids = false): Sample {
	const next = randomNumbers(seed);
	const chance = (probability: number) => next() < probability;
	const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
	const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]!;
	const some = <T>(probability: number, value: () => T) =>
		chance(probability) ? value() : undefined;
	const percent = (from: number, to: number): Size => `${whole(from, to)}%`;
	const size = (most: number): Size => (chance(0.3) ? percent(10, 100) : whole(0, most));
	let boxes = 0;

	const words = () => ({
		widths: Array.from({ length: whole(1, chance(0.3) ? 16 : 5) }, () => whole(4, 60)),
		lineHeight: whole(6, 20) * 2,
	});
	const sizes = (scale: number) => ({
		width: some(0.35, () => size(scale)),
		height: some(0.3, () => size(scale)),
		minWidth: some(0.06, () => size(scale)),
		maxWidth: some(0.08, () => size(scale)),
		minHeight: some(0.06, () => size(scale)),
		maxHeight: some(0.08, () => size(scale)),
		border: some(0.15, () => linesOf(whole(1, 6))),
		margin: some(0.15, () => [margin(), margin(), margin(), margin()] as const),
	});
	const margin = () => whole(-8, 16);
	const ratio = () => some(grids ? 0 : 0.12, () => pick([0.5, 0.8, 1, 1.5, 2]));
	const padding = () => some(0.3, () => sides());
	const sides = () => [whole(0, 20), whole(0, 20), whole(0, 20), whole(0, 20)] as const;
	const inset = (most: number): Size => (chance(0.25) ? percent(-5, 40) : whole(-10, most));
	const insets = (most: number) => ({
		x: some(0.6, () => inset(most)),
		y: some(0.6, () => inset(most)),
		right: some(0.35, () => inset(most)),
		bottom: some(0.3, () => inset(most)),
	});
	const flexing = () => ({
		grow: some(0.25, () => pick([1, 1, 2, 0.3])),
		shrink: some(0.2, () => pick([0, 0.5, 1, 2])),
		basis: some(0.12, (): Size => (chance(0.3) ? 0 : size(120))),
		alignSelf: some(0.15, () => pick(ALIGNS)),
	});
	const breadth = () =>
		pick([whole(0, 90), percent(5, 40), "auto", "min-content", "max-content"] as const);
	const fraction = () => pick(["1fr", "1fr", "2fr", "0.5fr"] as const);
	const track = (): TrackSpec => {
		const kind = next();
		if (kind < 0.35) return fraction();
		if (kind < 0.75) return breadth();
		return { min: pick([0, breadth()]), max: pick([breadth(), fraction()]) };
	};
	const list = (most: number) => Array.from({ length: whole(1, most) }, track);
	const grid = (inGrid: boolean) => ({
		columns: chance(inGrid ? 0.4 : 0) ? ("subgrid" as const) : some(0.9, () => list(4)),
		rows: some(0.35, () => list(3)),
		columnGap: some(0.4, () => whole(0, 20)),
		rowGap: some(0.4, () => whole(0, 20)),
		align: some(0.5, () => pick(ALIGNS)),
		justifyItems: some(0.4, () => pick(CELL_ALIGNS)),
		justify: some(0.3, () => pick([...JUSTIFIES, "stretch" as const])),
		alignContent: some(0.3, () => pick([...JUSTIFIES, "stretch" as const])),
		clip: some(0.1, () => true),
	});
	const cell = () => ({
		column: some(0.25, () => pick([1, 2, 3, -1, -2])),
		row: some(0.15, () => pick([1, 2, 3, -1])),
		columnSpan: some(0.2, () => pick([2, 2, 3])),
		rowSpan: some(0.12, () => 2),
		justifySelf: some(0.15, () => pick(CELL_ALIGNS)),
	});
	const gridChild = (depth: number): SampleBox => {
		const place = chance(0.1)
			? { ...insets(40), position: "absolute" as const }
			: { alignSelf: some(0.15, () => pick(ALIGNS)) };
		return { ...place, ...cell(), ...box(depth, 120, true) };
	};
	const child = (depth: number): SampleBox => {
		const place = chance(0.12) ? { ...insets(60), position: "absolute" as const } : flexing();
		return { ...place, ...box(depth, 120) };
	};
	const box = (depth: number, scale: number, inGrid = false): SampleBox => {
		boxes++;
		const kind = next();
		if (depth < 5 && boxes < MOST_BOXES && kind < (depth === 1 ? 0.8 : 0.35)) {
			const own = sizes(depth === 1 ? 400 : 2 * scale);
			if (grids && chance(0.7)) {
				const cells = Array.from({ length: whole(1, 6) }, () => gridChild(depth + 1));
				return { kind: "grid", ...own, padding: padding(), ...grid(inGrid), children: cells };
			}
			const children = Array.from({ length: whole(1, 5) }, () => child(depth + 1));
			const fields = { ...own, aspectRatio: ratio(), padding: padding(), ...stack() };
			return { kind: "stack", ...fields, children };
		}
		if (kind < 0.8) {
			return { kind: "text", ...sizes(scale), padding: padding(), words: words() };
		}
		const defaultSize = some(0.3, () => ({ width: 180, height: 180 }));
		return { kind: "leaf", ...sizes(scale), aspectRatio: ratio(), defaultSize };
	};
	const stack = () => ({
		direction: some(0.75, () => pick(DIRECTIONS)),
		columnGap: some(0.4, () => whole(0, 20)),
		rowGap: some(0.4, () => whole(0, 20)),
		align: some(0.6, () => pick(ALIGNS)),
		justify: some(0.5, () => pick(JUSTIFIES)),
		wrap: some(0.25, () => true),
		clip: some(0.1, () => true),
	});
	const top = Array.from({ length: whole(1, 2) }, () => {
		const within = some(0.2, () => "safeArea" as const);
		return { ...insets(150), within, ...box(1, 200) };
	});
	return JSON.parse(
		JSON.stringify({
			slide: { width: 405, height: 506 },
			safeArea: { x: 20, y: 30, width: 350, height: 400 },
			dir: chance(0.3) ? "rtl" : "ltr",
			boxes: top,
		}),
	);
}

/** Even borders, and some with sides of their own. */
const linesOf = (width: number): SampleBox["border"] =>
	width > 4 ? [width, 0, 1, 2 * width] : width;
