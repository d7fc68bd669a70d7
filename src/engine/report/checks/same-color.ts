/** text_covered: a picture is painted over letters in nearly their colour, so that they lose their form. */
import type { Finding } from "../../../contract/warning.js";
import { intersect, isEmpty } from "../../scene/geometry.js";
import { contrastOf, type Known } from "../painted/color.js";
import type { PaintedArea, PaintedSlide, PaintedText } from "../painted/painted.js";
import { boundsOfPoints, quadOf, turnedPoint } from "../painted/quad.js";
import { lettersOf } from "../painted/text.js";
import { isDecorative, leavesOf } from "./covers.js";

/** Below this contrast, letters and a picture look like one. */
const ALIKE = 1.5;
/** From this opacity on, a picture hides the edges of letters. */
const DENSE = 0.5;
/** Shares of the letters: what is reported, and what makes a text unreadable. */
const SHARE = 0.08;
const UNREADABLE = 0.25;
/** Points per row and column of a letter, and the maximum number of letters per slide. */
const SIDE = 4;
const MOST_LOOKS = 1_000;

export function sameColorFindings(slide: PaintedSlide): Finding[] {
	const order = leavesOf(slide.painted, []);
	const pictures = order.flatMap(({ node, groups }, at) =>
		node.kind === "area" && node.picture && !node.cover?.isOpaque()
			? [{ area: node, around: groups, at }]
			: [],
	);
	let looks = MOST_LOOKS;
	return order.flatMap(({ node: text, groups }, at) => {
		if (text.kind !== "text" || text.fillAt !== undefined || isDecorative(text, slide)) return [];
		const above = pictures.filter(
			(one) => one.at > at && !isEmpty(intersect(text.bounds, one.area.bounds)),
		);
		if (above.length === 0 || looks < 0) return [];
		const letters = lettersOf(text.layout);
		return above.flatMap(({ area, around }) => {
			looks -= 1 + letters.length;
			const isShown = ([x, y]: readonly [number, number]) =>
				[...groups, ...around].every(({ shows }) => shows?.(x, y) !== false);
			return looks < 0 ? [] : findingOf(text, area, letters, isShown);
		});
	});
}

function findingOf(
	text: PaintedText,
	area: PaintedArea,
	letters: ReturnType<typeof lettersOf>,
	isShown: (point: readonly [number, number]) => boolean,
): Finding[] {
	let [total, alike] = [0, 0];
	for (const { style, left, top, right, bottom } of letters) {
		const weight = (right - left) * (bottom - top);
		total += weight;
		const box = { x: left, y: top, width: right - left, height: bottom - top };
		if (isEmpty(intersect(boundsOfPoints(quadOf(box, text.turns)), area.bounds))) continue;
		for (let k = 0; k < SIDE * SIDE; k++) {
			const point = turnedPoint(
				left + (box.width * ((k % SIDE) + 0.5)) / SIDE,
				top + (box.height * (Math.floor(k / SIDE) + 0.5)) / SIDE,
				text.turns,
			);
			const over = colorOf(area, point);
			if (over === null || over.a < DENSE || !isShown(point)) continue;
			if (contrastOf(over, style.color) < ALIKE) alike += weight / SIDE ** 2;
		}
	}
	const share = alike / total;
	if (!(share > SHARE)) return [];
	return [
		{
			code: "text_covered",
			...(share > UNREADABLE && { severity: "error" as const }),
			path: text.path,
			message: `The image ${area.path} is painted over ${Math.round(share * 100)} % of the text in nearly the colour of its letters: move one of them, change a colour, or put the text later in its list.`,
			with: area.path,
			share: Math.round(share * 100) / 100,
		},
	];
}

/** The colour of a picture at a point: that of an icon is known, and its pixels are its opacity. */
function colorOf({ noticed, colorAt }: PaintedArea, [x, y]: readonly [number, number]): Known {
	const pixel = colorAt(x, y);
	return pixel === null || noticed?.color === undefined ? pixel : { ...noticed.color, a: pixel.a };
}
