/** Shadows of boxes, outlines and images. */
import { path, picture, upright } from "../../../src/engine/paint/build.js";
import type { PaintNode } from "../../../src/engine/paint/node.js";
import { rectPath, roundRectPath } from "../../../src/engine/paint/outlines.js";
import {
	boxShadowNode,
	type CastShadow,
	shadowNode,
} from "../../../src/engine/svg/shadow-shade.js";
import { box, type Case, css, HEIGHT, rgba, WIDTH, wavy } from "./case.js";

const SLIDE = { x: 0, y: 0, width: WIDTH, height: HEIGHT };
const AREA = { x: 90, y: 110, width: 220, height: 160 };
const WHITE = rgba(255, 255, 255);
const some = (node: PaintNode | undefined): PaintNode[] => (node ? [node] : []);
const cssShadow = ({ x, y, blur, spread = 0, color }: CastShadow) =>
	`${x}px ${y}px ${blur}px ${spread}px ${css(color)}`;

function boxCase(name: string, radius: number, shadow: CastShadow): Case {
	const { x, y, width, height } = AREA;
	const outline = roundRectPath(x, y, x + width, y + height, radius);
	const radii = [radius, radius, radius, radius] as const;
	return {
		name: `box shadow, ${name}`,
		nodes: [...some(boxShadowNode(AREA, radii, shadow, SLIDE)), path(outline, WHITE, AREA)],
		html: `<div style="${box(x, y, width, height)}border-radius:${radius}px;background:#fff;box-shadow:${cssShadow(shadow)}"></div>`,
	};
}

const STAR =
	"M200 80L233 165L324 170L253 227L277 315L200 265L123 315L147 227L76 170L167 165Z" as const;

function starCase(name: string, shadow: CastShadow): Case {
	const star = path(STAR, rgba(226, 60, 60), { x: 76, y: 80, width: 248, height: 235 });
	// drop-shadow() takes a standard deviation instead of a blur radius.
	const filter = `drop-shadow(${shadow.x}px ${shadow.y}px ${shadow.blur / 2}px ${css(shadow.color)})`;
	return {
		name: `drop shadow, ${name}`,
		nodes: [...some(shadowNode([star], star.bounds, shadow, SLIDE)), star],
		html: `<svg width="400" height="400" style="left:0;top:0;filter:${filter}"><path fill="rgb(226 60 60)" d="${STAR}"/></svg>`,
	};
}

export async function shadowCases(): Promise<Case[]> {
	const black = (a: number) => rgba(0, 0, 0, a);
	const cut = await wavy(220, 160, true);
	const shadow: CastShadow = { x: 14, y: 22, blur: 24, color: rgba(40, 0, 90, 0.7) };
	const cutNode = picture(cut.bitmap, upright(AREA));
	const square = path(rectPath(90, 110, 310, 270), WHITE, AREA);
	return [
		boxCase("sharp", 0, { x: 12, y: 18, blur: 0, color: black(0.5) }),
		boxCase("sharp, spread", 20, { x: 0, y: 10, blur: 0, spread: 9, color: rgba(200, 0, 80, 0.8) }),
		boxCase("blur 1", 20, { x: 0, y: 4, blur: 1, color: black(0.6) }),
		boxCase("blur 4", 20, { x: 0, y: 4, blur: 4, color: black(0.6) }),
		boxCase("blur 8, half pixels", 20, { x: 0.5, y: 4.5, blur: 8, color: black(0.6) }),
		boxCase("blur 30", 24, { x: 10, y: 20, blur: 30, color: black(0.5) }),
		boxCase("blur 80, opaque", 0, { x: 0, y: 0, blur: 80, color: black(1) }),
		boxCase("blur 200", 24, { x: 0, y: 40, blur: 200, color: rgba(90, 20, 160, 0.9) }),
		boxCase("blur 30, spread 20", 24, { x: 0, y: 0, blur: 30, spread: 20, color: black(0.7) }),
		boxCase("blur 30, spread -20", 24, { x: 0, y: 40, blur: 30, spread: -20, color: black(0.7) }),
		boxCase("blur 40, pill, coloured", 999, {
			x: 0,
			y: 12,
			blur: 40,
			color: rgba(0, 90, 255, 0.6),
		}),
		starCase("star, sharp", { x: 8, y: 8, blur: 0, color: black(0.5) }),
		starCase("star, blur 6", { x: 4, y: 8, blur: 6, color: black(0.5) }),
		starCase("star, blur 40", { x: 10, y: 20, blur: 40, color: rgba(0, 80, 40, 0.9) }),
		{
			name: "drop shadow, transparent picture",
			nodes: [...some(shadowNode([cutNode], AREA, shadow, SLIDE)), cutNode],
			html: `<img src="${cut.url}" style="${box(90, 110, 220, 160)}filter:drop-shadow(14px 22px 12px ${css(shadow.color)})">`,
		},
		{
			name: "shadow partly outside of the slide",
			nodes: [
				...some(
					boxShadowNode(
						{ x: -60, y: 300, width: 200, height: 160 },
						[30, 30, 30, 30],
						{ x: 20, y: -20, blur: 60, color: black(0.8) },
						SLIDE,
					),
				),
				square,
			],
			html: `<div style="${box(-60, 300, 200, 160)}border-radius:30px;background:transparent;filter:none"><div style="left:0;top:0;width:200px;height:160px;border-radius:30px;background:#fff0"></div></div><svg width="400" height="400" style="left:0;top:0"><defs><filter id="b" x="-200" y="0" width="800" height="800" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="30"/></filter></defs><rect x="-40" y="280" width="200" height="160" rx="30" fill="rgb(0 0 0 / .8)" filter="url(#b)"/></svg><div style="${box(90, 110, 220, 160)}background:#fff"></div>`,
		},
	];
}
