/**
 * The stepper of a carousel. Its parts are boxes in a row, so satori lays them out as flexbox; only
 * its plain fills and glyph outlines are used (borders would become clip paths, and each of those
 * costs resvg a layer).
 */
import { readFile } from "node:fs/promises";
import { packageRoot } from "../../base/package-root.js";
import { PREVIEW_SCALE } from "../../contract/platforms.js";
import { readBundledSvg } from "../images/svg/bundled.js";
import { printElements } from "../images/svg/element.js";
import { nodesOfSvg } from "../paint/from-svg.js";
import type { DrawingNode, PaintNode } from "../paint/node.js";
import { type Box, grow } from "../scene/geometry.js";
import type { SceneStepper } from "../scene/scene.js";

export interface Stepper {
	/** Pixels of the slide. */
	readonly box: Box;
	/** null if it is outside of the slide. */
	readonly paint: DrawingNode | null;
}

interface Element {
	readonly type: string;
	readonly props: {
		readonly style: Record<string, string | number>;
		readonly children?: string | readonly Element[];
	};
}

/**
 * Distance from the stepper to the slide's bottom edge, and of the bars to its sides, preview
 * pixels.
 */
const MARGIN = 24;
const TRACK = "rgba(255,255,255,0.5)";
const SHADE = "rgba(0,0,0,0.45)";
/** Inside of an empty ring; opaque, because a hole would need a clip path. */
const RING_INSIDE = "#2b2b2b";

/** Dark edge around bars, preview pixels. */
const RIM = 0.75;

/** Preview pixels to export pixels. */
const px = (preview: number) => preview / PREVIEW_SCALE;

const element = (
	style: Record<string, string | number>,
	children?: string | readonly Element[],
): Element => ({
	type: "div",
	props: children === undefined ? { style } : { style: { display: "flex", ...style }, children },
});

const disc = (size: number, color: string, children?: readonly Element[]) =>
	element(
		{
			width: size,
			height: size,
			borderRadius: size / 2,
			backgroundColor: color,
			alignItems: "center",
			justifyContent: "center",
		},
		children,
	);

/** A translucent dark pill, on which light marks are visible over any background. */
const pill = (children: string | readonly Element[], style: Record<string, string | number> = {}) =>
	element(
		{
			alignItems: "center",
			justifyContent: "center",
			height: px(22),
			padding: `0 ${px(9)}px`,
			gap: px(6),
			borderRadius: px(11),
			backgroundColor: SHADE,
			...style,
		},
		children,
	);

/** One element for each slide. */
const each = (
	{ count, current }: SceneStepper,
	draw: (state: { active: boolean; passed: boolean }) => Element,
) =>
	Array.from({ length: count }, (_, index) =>
		draw({ active: index + 1 === current, passed: index + 1 <= current }),
	);

/** A bar with a dark rim, so that its light part is visible on white too. */
const rimmed = (width: number, height: number, color: string, children?: readonly Element[]) => {
	const rim = px(RIM);
	return element({ padding: rim, borderRadius: height / 2 + rim, backgroundColor: SHADE }, [
		element({ width, height, borderRadius: height / 2, backgroundColor: color }, children),
	]);
};

const text = { color: "#FFFFFF", fontFamily: "Inter", fontWeight: 600, lineHeight: 1 };

const DRAW: Record<SceneStepper["style"], (stepper: SceneStepper, slideWidth: number) => Element> =
	{
		numeric: (stepper) =>
			pill(`${stepper.current}/${stepper.count}`, {
				...text,
				fontSize: px(12),
				padding: `0 ${px(10)}px`,
			}),
		dots: (stepper) =>
			pill(each(stepper, ({ active }) => disc(px(7), active ? stepper.activeColor : TRACK))),
		"dots-outline": (stepper) =>
			pill(
				each(stepper, ({ active }) =>
					active
						? disc(px(8), stepper.activeColor)
						: disc(px(8), "#FFFFFF", [disc(px(5.5), RING_INSIDE)]),
				),
				{ gap: px(5.5) },
			),
		bars: (stepper, slideWidth) => {
			const gap = px(3);
			const width = (slideWidth - 2 * px(MARGIN) - (stepper.count - 1) * gap) / stepper.count;
			return element(
				{ gap },
				each(stepper, ({ passed }) =>
					rimmed(width - 2 * px(RIM), px(3), passed ? stepper.activeColor : TRACK),
				),
			);
		},
		pills: (stepper) =>
			pill(
				each(stepper, ({ active }) =>
					element({
						width: px(active ? 18 : 6),
						height: px(6),
						borderRadius: px(3),
						backgroundColor: active ? stepper.activeColor : TRACK,
					}),
				),
				{ gap: px(4.5) },
			),
		line: (stepper) => {
			const width = px(150);
			const height = px(3);
			const done = (width * stepper.current) / stepper.count;
			return rimmed(width, height, TRACK, [
				element({
					width: done,
					height,
					borderRadius: height / 2,
					backgroundColor: stepper.activeColor,
				}),
			]);
		},
		minimal: (stepper) =>
			element(
				{
					...text,
					fontSize: px(13),
					height: px(16),
					alignItems: "center",
					WebkitTextStroke: `${px(2.5)}px rgba(0,0,0,0.6)`,
					paintOrder: "stroke",
				},
				String(stepper.current),
			),
	};

/** Export pixels. */
const HEIGHT: Record<SceneStepper["style"], number> = {
	numeric: px(22),
	dots: px(22),
	"dots-outline": px(22),
	bars: px(4.5),
	pills: px(22),
	line: px(4.5),
	minimal: px(16),
};

/** A stepper with the origin at its top left corner. */
interface LaidOut {
	readonly markup: string;
	readonly nodes: () => readonly PaintNode[];
	/** Export pixels. */
	readonly width: number;
	readonly height: number;
}

let fontData: Promise<Buffer> | undefined;
/** Cache of laid-out steppers by their content. Few differ, and each takes some kilobytes. */
const laidOut = new Map<string, LaidOut>();
const MAX_LAID_OUT = 256;

/**
 * Lays out the stepper: centred above the slide's bottom edge, or with its top left corner at
 * `counterPosition`.
 */
export async function drawStepper(
	stepper: SceneStepper,
	slideWidth: number,
	slideHeight: number,
): Promise<Stepper> {
	const { markup, nodes, width, height } = await layOut(stepper, slideWidth);
	const x = stepper.x ?? (slideWidth - width) / 2;
	const y = stepper.y ?? slideHeight - px(MARGIN) - height;
	const seen = x < slideWidth && y < slideHeight && x + width > 0 && y + height > 0;
	const box = { x, y, width, height };
	if (!seen) return { box, paint: null };
	return {
		box,
		paint: {
			kind: "drawing",
			markup,
			nodes,
			x,
			y,
			scale: 1,
			// The stroke of the minimal style extends beyond its line.
			bounds: grow(box, px(3)),
		},
	};
}

async function layOut(stepper: SceneStepper, slideWidth: number): Promise<LaidOut> {
	const { style, current, count, activeColor } = stepper;
	const key = [style, current, count, activeColor, slideWidth].join();
	const known = laidOut.get(key);
	if (known) return known;
	fontData ??= readFile(new URL("fonts/inter/Inter-SemiBold.woff2", packageRoot));
	const { default: satori } = await import("satori");
	const mark = DRAW[style](stepper, slideWidth);
	const height = HEIGHT[style];
	// Without a width, satori gives the picture the width of its content.
	const svg = await satori(mark as never, {
		height,
		fonts: [{ name: "Inter", data: await fontData, weight: 600, style: "normal" }],
	});
	const width = Number(/^<svg width="([\d.]+)"/.exec(svg)?.[1]);
	const markup = innerMarkup(svg);
	const measured = { markup, nodes: () => outlinesOf(markup), width, height };
	if (laidOut.size >= MAX_LAID_OUT) laidOut.clear();
	laidOut.set(key, measured);
	return measured;
}

/** The content of satori's document without its unused masks. */
function innerMarkup(svg: string): string {
	const content = svg.slice(svg.indexOf(">") + 1, svg.lastIndexOf("</svg>"));
	return printElements(readBundledSvg(content).filter(({ name }) => name !== "mask"));
}

/** @throws Error if satori has drawn something that no node can express */
function outlinesOf(markup: string): readonly PaintNode[] {
	const nodes = nodesOfSvg({ elements: readBundledSvg(markup) });
	if (nodes === undefined) throw new Error("the stepper has no outlines");
	return nodes;
}
