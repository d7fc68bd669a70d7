import t from "tap";
import { type Box, layOutBoxes, type PlacedBox } from "../../../src/engine/layout/index.js";
import { measureWords } from "../../fidelity/layout/words.js";
import { randomNumbers } from "../../helpers/random-numbers.js";

const BOXES = 150;
const LEVELS = 6;
const WIDTHS = Array.from({ length: 60 }, (_, index) => 5 + ((index * 7) % 50));
const DIRECTIONS = ["row", "column", "row-reverse", "column-reverse"] as const;
const ALIGNS = ["start", "center", "end", "stretch", "baseline"] as const;

/** As many boxes and levels as a slide may have, with extreme numbers everywhere. */
function hostileBoxes(seed: number, onMeasure: () => void): Box<number>[] {
	const next = randomNumbers(seed);
	const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]!;
	const size = () =>
		pick([undefined, undefined, undefined, 1e7, -1e7, 0, 120, "900%", "33%"] as const);
	const wraps = next();
	let count = 0;
	const box = (level: number): Box<number> => {
		const fields = {
			ref: count++,
			width: size(),
			height: size(),
			minWidth: pick([undefined, undefined, size()]),
			maxHeight: pick([undefined, undefined, size()]),
			basis: pick([undefined, undefined, size()]),
			aspectRatio: pick([undefined, undefined, undefined, 1e-7, 1, 1e7]),
			grow: pick([undefined, 1, 1e7, 1e-7]),
			shrink: pick([undefined, 0, 1e7]),
			position: pick([undefined, undefined, undefined, "absolute"] as const),
			x: pick([undefined, size()]),
			right: pick([undefined, size()]),
		};
		if (level === LEVELS) {
			const measure = (width: number) => {
				onMeasure();
				return measureWords({ widths: WIDTHS, lineHeight: 20 }, width);
			};
			return { kind: "text", ...fields, text: { measure, minContent: () => 54 } };
		}
		const children: Box<number>[] = [];
		const most = level === LEVELS - 1 ? 12 : 2;
		while (children.length < most && count < BOXES) children.push(box(level + 1));
		return {
			kind: "stack",
			...fields,
			direction: pick(DIRECTIONS),
			align: pick(ALIGNS),
			wrap: next() < wraps,
			columnGap: pick([0, 4, 1e7]),
			rowGap: pick([0, 4, 1e7]),
			justify: "space-evenly",
			children,
		};
	};
	const boxes: Box<number>[] = [];
	while (count < BOXES) boxes.push(box(1));
	return boxes;
}

const numbersOf = ({ x, y, width, height, content, children }: PlacedBox<number>): number[] => [
	...[x, y, width, height, content.x, content.y, content.width, content.height],
	...children.flatMap(numbersOf),
];

t.test("extreme trees give finite numbers, few measurements and no long wait", async (t) => {
	let most = 0;
	let slowest = 0;
	for (let seed = 1; seed <= 200; seed++) {
		let measurements = 0;
		const boxes = hostileBoxes(seed, () => measurements++);
		const started = process.cpuUsage();
		const result = layOutBoxes({
			boxes,
			slide: { width: 405, height: 506 },
			safeArea: { x: 0, y: 0, width: 405, height: 506 },
			dir: seed % 2 ? "ltr" : "rtl",
		});
		slowest = Math.max(slowest, process.cpuUsage(started).user / 1000);
		most = Math.max(most, measurements);
		if (!result.boxes.flatMap(numbersOf).every(Number.isFinite)) t.fail(`seed ${seed}`);
	}
	t.ok(most <= 4 * BOXES, `${most} measurements`);
	t.ok(slowest < 500, `${slowest} ms`);
});

t.test("the number of measurements grows with the depth, not with its power", async (t) => {
	for (const direction of DIRECTIONS) {
		for (const align of ALIGNS) {
			let measurements = 0;
			const text: Box<number> = {
				kind: "text",
				ref: 0,
				text: {
					measure: (width) => {
						measurements++;
						return measureWords({ widths: WIDTHS, lineHeight: 20 }, width);
					},
					minContent: () => 54,
				},
			};
			let box: Box<number> = text;
			for (let level = 1; level < LEVELS; level++)
				box = { kind: "stack", ref: level, direction, align, wrap: true, children: [box] };
			layOutBoxes({
				boxes: [box],
				slide: { width: 405, height: 506 },
				safeArea: { x: 0, y: 0, width: 405, height: 506 },
				dir: "ltr",
			});
			t.ok(measurements <= 2 * LEVELS, `${direction} ${align}: ${measurements}`);
		}
	}
});
