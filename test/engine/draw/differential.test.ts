/**
 * The pixels of a slide beside resvg's drawing of its SVG, for random trees of each feature. Both
 * are made from the same nodes, so they must differ by rounding and antialiasing only.
 */
import { Resvg } from "@resvg/resvg-js";
import t from "tap";
import { planSteps } from "../../../src/engine/draw/plan.js";
import { encodeBitmap, encodeShade } from "../../../src/engine/draw/png.js";
import { opaquePixels, transparentPixels } from "../../../src/engine/draw/transparent.js";
import { vectorNodes } from "../../../src/engine/draw/vector-nodes.js";
import type { Bitmap } from "../../../src/engine/images/bitmap.js";
import { colorMaps } from "../../../src/engine/images/filter/color-maps.js";
import { boxShadowNodes, inkShadowNodes } from "../../../src/engine/layers/shadows.js";
import { BLEND_MODES } from "../../../src/engine/paint/blend-mode.js";
import {
	boxClip,
	boxPath,
	path,
	picture,
	turned,
	upright,
} from "../../../src/engine/paint/build.js";
import type { Fill } from "../../../src/engine/paint/fill.js";
import { fillsOf } from "../../../src/engine/paint/fill-of.js";
import type { GroupNode, PaintNode, ShadeNode } from "../../../src/engine/paint/node.js";
import { SVG_NAMESPACES, writeSvg } from "../../../src/engine/paint/svg-writer.js";
import { releaseMemory } from "../../../src/engine/pixels/kernels.js";
import { type Box, grow } from "../../../src/engine/scene/geometry.js";
import { ellipseOutline as ellipse } from "../../../src/engine/shapes/ellipse.js";
import { pathData } from "../../../src/engine/shapes/path-data.js";
import type { Rgba } from "../../../src/engine/text/rich/css-color.js";
import { randomNumbers } from "../../helpers/random-numbers.js";

const SIZE = { width: 160, height: 140 };
const WHOLE: Box = { x: 0, y: 0, ...SIZE };
const GROUND = { r: 0x46, g: 0x82, b: 0xb4 };
const TREES = 12;

/** Random values of one tree. */
function chooser(random: () => number) {
	const between = (least: number, most: number) => least + random() * (most - least);
	const whole = (least: number, most: number) => Math.round(between(least, most));
	const color = (a = 1): Rgba => ({ r: whole(0, 255), g: whole(0, 255), b: whole(0, 255), a });
	const box = (): Box => ({
		x: between(-20, 70),
		y: between(-20, 60),
		width: between(30, 90),
		height: between(30, 80),
	});
	const wholeBox = (): Box => {
		const { x, y, width, height } = box();
		return {
			x: Math.round(x),
			y: Math.round(y),
			width: Math.round(width),
			height: Math.round(height),
		};
	};
	const radii = () => [between(0, 15), between(0, 15), between(0, 15), between(0, 15)] as const;
	const stops = (least: number) =>
		Array.from({ length: whole(2, 5) }, (_, i) => ({ ...color(between(least, 1)), at: i / 4 }));
	const gradient = (box: Box, least = 1) =>
		fillsOf(
			random() < 0.5
				? { kind: "linear", angle: whole(0, 359), stops: stops(least) }
				: { kind: "radial", cx: between(0, 1), cy: between(0, 1), stops: stops(least) },
			box,
			() => undefined,
		)[0]!;
	const bitmap = (width: number, height: number, channels: 3 | 4): Bitmap => {
		const [u, v] = [between(0.02, 0.1), between(0.02, 0.1)];
		const data = new Uint8Array(width * height * channels);
		for (let y = 0, at = 0; y < height; y++)
			for (let x = 0; x < width; x++)
				for (let k = 0; k < channels; k++)
					data[at++] = 127 + 120 * Math.sin(x * u + k) * Math.cos(y * v - k);
		return { width, height, channels, data };
	};
	const rotate = (node: PaintNode, degrees = between(-80, 80)): PaintNode => {
		const { x, y, width, height } = node.bounds;
		const turn = { rotation: degrees, centerX: x + width / 2, centerY: y + height / 2 };
		return turned([node], turn, node.bounds);
	};
	const shadow = (blur: number) => ({
		x: whole(-6, 6),
		y: whole(-6, 10),
		blur,
		spread: 0,
		color: color(between(0.3, 1)),
	});
	return {
		...{ random, between, whole, color, box, wholeBox, radii, gradient, bitmap, rotate, shadow },
	};
}
type Chooser = ReturnType<typeof chooser>;

const ovalOf = ({ color, box }: Chooser): PaintNode => {
	const place = box();
	return path(pathData(ellipse(place)), color(), place);
};
const group = (children: PaintNode[], parts: Partial<GroupNode>, bounds = WHOLE): GroupNode => ({
	kind: "group",
	children,
	bounds,
	...parts,
});

/** Largest values that may be found, in levels of 255. */
interface Bound {
	/** Mean of all channels. */
	readonly mean: number;
	/** Share of pixels of which a channel differs by more than 40: edges differ by more than 32, because resvg has four lines of samples in a row of pixels. */
	readonly far: number;
}

interface Feature extends Bound {
	readonly nodes: (c: Chooser) => PaintNode[];
}

const FEATURES: Readonly<Record<string, Feature>> = {
	boxes: {
		nodes: (c) => [
			boxPath(c.box(), c.radii(), c.color()),
			boxPath(c.box(), c.radii(), c.color(0.5)),
		],
		...{ mean: 0.3, far: 0.001 },
	},
	gradients: {
		nodes: (c) => {
			const [one, other] = [c.box(), c.box()];
			return [
				boxPath(one, c.radii(), c.gradient(one)),
				boxPath(other, c.radii(), c.gradient(other, 0)),
			];
		},
		...{ mean: 0.5, far: 0.001 },
	},
	"conic gradients and patterns": {
		nodes: (c) => {
			const [box, oval] = [c.box(), c.box()];
			const stops = [0, 0.4, 1].map((at) => ({ ...c.color(c.between(0.3, 1)), at }));
			const conic = { kind: "conic", from: c.whole(0, 359), cx: 0.5, cy: 0.4, stops } as const;
			const fill = fillsOf(conic, box, () => undefined)[0]!;
			const bitmap = c.bitmap(16, 12, 4);
			const pattern: Fill = {
				kind: "pattern",
				bitmap,
				tile: { x: 3, y: 5, width: 32, height: 24 },
			};
			return [
				c.rotate(boxPath(box, c.radii(), fill)),
				path(pathData(ellipse(oval)), fillsOf(conic, oval, () => undefined)[0]!, oval),
				boxPath(c.box(), c.radii(), pattern),
			];
		},
		...{ mean: 0.8, far: 0.01 },
	},
	filters: {
		nodes: (c) => {
			const maps = colorMaps({ brightness: 1.2, hueRotate: c.whole(0, 359), invert: 0.3 });
			const filter = { blur: c.between(0, 6), maps };
			const ink = [boxPath(c.box(), c.radii(), c.color()), ovalOf(c)];
			const around = grow(WHOLE, 80);
			return [
				group(ink, { filter }, around),
				c.rotate(group([ovalOf(c)], { filter, opacity: 0.6 }, around)),
			];
		},
		...{ mean: 2, far: 0.004 },
	},
	"blurred backdrops": {
		nodes: (c) => {
			const box = c.wholeBox();
			const backdrop = { deviation: c.between(1, 8), clip: boxClip(box, c.radii()), box };
			const pane = group([boxPath(box, [0, 0, 0, 0], c.color(0.2))], { backdrop }, box);
			return [ovalOf(c), boxPath(c.box(), c.radii(), c.color()), pane, ovalOf(c)];
		},
		...{ mean: 0.3, far: 0.004 },
	},
	"rotated boxes": {
		nodes: (c) => {
			const box = c.box();
			return [
				c.rotate(boxPath(c.box(), c.radii(), c.color())),
				c.rotate(boxPath(box, c.radii(), c.gradient(box, 0.3))),
			];
		},
		...{ mean: 0.3, far: 0.001 },
	},
	"ellipses and strokes": {
		nodes: (c) => {
			const place = c.box();
			const line = {
				...({ kind: "path", data: pathData(ellipse(place)), fill: null, bounds: place } as const),
				stroke: { paint: { kind: "solid", color: c.color() }, width: 3 } as const,
			};
			return [ovalOf(c), line, c.rotate(ovalOf(c))];
		},
		...{ mean: 0.2, far: 0.002 },
	},
	"groups of opacity": {
		nodes: (c) => [
			group([boxPath(c.box(), c.radii(), c.color()), ovalOf(c)], { opacity: c.between(0.1, 0.9) }),
			c.rotate(
				group([boxPath(c.box(), c.radii(), c.color()), ovalOf(c)], {
					opacity: c.between(0.1, 0.9),
				}),
			),
		],
		...{ mean: 0.3, far: 0.001 },
	},
	"blend modes": {
		nodes: (c) =>
			Array.from({ length: 3 }, () => {
				const box = c.box();
				const fill = c.random() < 0.5 ? c.color(c.between(0.3, 1)) : c.gradient(box);
				const blend = BLEND_MODES[c.whole(0, BLEND_MODES.length - 1)]!;
				return group([boxPath(box, c.radii(), fill)], { blend }, box);
			}),
		...{ mean: 1, far: 0.02 },
	},
	clips: {
		nodes: (c) => {
			const [box, hole] = [c.box(), c.box()];
			const oval = { data: pathData(ellipse(hole)) };
			const inside = () => [boxPath(c.box(), c.radii(), c.color()), ovalOf(c)];
			return [
				group(inside(), { clip: boxClip(box, c.radii()) }, box),
				group(inside(), { clip: oval }, hole),
				c.rotate(group(inside(), { clip: boxClip(box, c.radii()) }, box)),
			];
		},
		...{ mean: 0.4, far: 0.001 },
	},
	masks: {
		nodes: (c) => {
			const box = c.box();
			const by = c.random() < 0.5 ? "alpha" : "luminance";
			const node = boxPath(box, c.radii(), c.gradient(box, 0.2));
			return [group([boxPath(WHOLE, c.radii(), c.color())], { mask: { node, by } }, box)];
		},
		...{ mean: 0.5, far: 0.004 },
	},
	shadows: {
		nodes: (c) => {
			const [box, ink] = [c.box(), ovalOf(c)];
			const radii = c.radii();
			return [
				...boxShadowNodes(box, radii, c.shadow(c.between(6, 40)), false, WHOLE),
				...inkShadowNodes([ink], c.shadow(c.between(6, 40)), WHOLE),
			];
		},
		...{ mean: 0.5, far: 0.001 },
	},
	"narrow shadows": {
		nodes: (c) => {
			const [box, ink] = [c.box(), ovalOf(c)];
			return [
				...boxShadowNodes(box, c.radii(), c.shadow(c.between(0, 5)), "shown", WHOLE),
				...inkShadowNodes([ink], c.shadow(c.between(0.2, 5)), WHOLE),
			];
		},
		...{ mean: 0.3, far: 0.001 },
	},
	"rotated shadows": {
		nodes: (c) => {
			const [box, ink] = [c.box(), ovalOf(c)];
			const around = { x: -200, y: -200, width: 600, height: 600 };
			return [
				...boxShadowNodes(box, c.radii(), c.shadow(c.between(6, 40)), false, around),
				...inkShadowNodes([ink], c.shadow(c.between(6, 40)), around),
			].map((node) => c.rotate(node));
		},
		...{ mean: 0.8, far: 0.001 },
	},
	pictures: {
		nodes: (c) => {
			const [one, other] = [c.wholeBox(), c.wholeBox()];
			return [
				picture(c.bitmap(one.width, one.height, 3), upright(one)),
				picture(c.bitmap(other.width, other.height, 4), upright(other)),
			];
		},
		...{ mean: 0.2, far: 0.001 },
	},
	"rotated pictures": {
		nodes: (c) =>
			([3, 4] as const).map((channels) => {
				const { width, height, ...place } = c.wholeBox();
				const own = picture(
					c.bitmap(width, height, channels),
					upright({ ...place, width, height }),
				);
				return c.rotate(own);
			}),
		...{ mean: 0.3, far: 0.001 },
	},
	"pictures in outlines": {
		nodes: (c) => {
			const box = c.wholeBox();
			const fill = { kind: "picture", bitmap: c.bitmap(box.width, box.height, 3), box } as const;
			const node = boxPath(box, c.radii(), fill);
			return [node, c.rotate(node)];
		},
		...{ mean: 0.5, far: 0.006 },
	},
};

function svgPixels(nodes: readonly PaintNode[], ground: Rgba | null): Uint8Array {
	const pictures: (Bitmap | ShadeNode)[] = [];
	const body = nodes.map((node) =>
		writeSvg(node, (one) => {
			const png =
				"alpha" in one
					? encodeShade(one.alpha.bytes, one.columns, one.rows, one.color)
					: encodeBitmap(one, 0);
			pictures.push(one);
			return `data:image/png;base64,${png.toString("base64")}`;
		}),
	);
	const { width, height } = SIZE;
	const rect = ground
		? `<rect width="${width}" height="${height}" fill="rgb(${ground.r},${ground.g},${ground.b})"/>`
		: "";
	const svg = `<svg ${SVG_NAMESPACES} width="${width}" height="${height}">${rect}${body.join("")}</svg>`;
	return new Resvg(svg, { font: { loadSystemFonts: false } }).render().pixels;
}

/** How far premultiplied pixels are apart. */
function compare(ours: Uint8Array, theirs: Uint8Array): Bound {
	let [sum, far] = [0, 0];
	for (let at = 0; at < ours.length; at += 4) {
		let most = 0;
		for (let k = 0; k < 4; k++) {
			const difference = Math.abs(ours[at + k]! - theirs[at + k]!);
			sum += difference;
			most = Math.max(most, difference);
		}
		if (most > 40) far++;
	}
	return { mean: sum / ours.length, far: far / (ours.length / 4) };
}

function premultiplied({ data }: Bitmap): Uint8Array {
	const result = Uint8Array.from(data);
	for (let at = 0; at < data.length; at += 4)
		for (let k = 0; k < 3; k++) result[at + k] = Math.round((data[at + k]! * data[at + 3]!) / 255);
	return result;
}

for (const [index, [name, { nodes, mean, far }]] of Object.entries(FEATURES).entries()) {
	t.test(`${name}: pixels and SVG show the same`, async (t) => {
		const found = { mean: 0, far: 0 };
		for (let seed = 0; seed < TREES; seed++) {
			const tree = nodes(chooser(randomNumbers(1_000 * index + seed)));
			const steps = () => planSteps(tree);
			const hex = `#${[GROUND.r, GROUND.g, GROUND.b].map((c) => c.toString(16)).join("")}`;
			const { data: opaque } = await opaquePixels(SIZE, hex, null, steps());
			const ours = opaque.slice();
			releaseMemory();
			const clear = await transparentPixels(SIZE, steps());
			const kept = premultiplied(clear);
			releaseMemory();
			const shown = (ground: readonly PaintNode[]) =>
				vectorNodes(tree, { format: "svg", scale: 1, slide: SIZE, ground });
			const color = { ...GROUND, a: 1 };
			for (const result of [
				compare(ours, svgPixels(await shown([boxPath(WHOLE, [0, 0, 0, 0], color)]), color)),
				compare(kept, svgPixels(await shown([]), null)),
			]) {
				releaseMemory();
				found.mean = Math.max(found.mean, result.mean);
				found.far = Math.max(found.far, result.far);
			}
		}
		t.comment(`mean ${found.mean}, far ${found.far}`);
		t.ok(found.mean <= mean, `mean difference ${found.mean.toFixed(3)} of at most ${mean}`);
		t.ok(found.far <= far, `share of pixels far away ${found.far.toFixed(5)} of at most ${far}`);
	});
}
