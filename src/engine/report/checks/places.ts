/** outside_safe_area, image_off_slide, off_slide of layers. */
import type { CanvasId } from "../../../contract/platforms.js";
import { coveredAreas, safeArea } from "../../../contract/safe-areas.js";
import type { Finding } from "../../../contract/warning.js";
import { type Box, intersect, isEmpty } from "../../scene/geometry.js";
import type { PaintedSlide } from "../painted/painted.js";
import { areaOfPoints, type Quad, quadOf, sharedQuad } from "../painted/quad.js";
import { preview } from "../units.js";
import { DECORATION } from "./contrast.js";

/** Share of a text or barcode that the app may cover. */
const MAY_COVER = 0.1;
/** Tolerance for rounding at the edge of the slide. Preview pixels. */
const SLACK = 0.5;

export function safeAreaFindings(slide: PaintedSlide, platform: CanvasId): Finding[] {
	const { width, height } = slide;
	const areas = coveredAreas(platform).map((area) => ({
		name: area.name,
		box: {
			x: (area.left / 100) * width,
			y: (area.top / 100) * height,
			width: (area.width / 100) * width,
			height: (area.height / 100) * height,
		},
	}));
	if (areas.length === 0) return [];
	const safe = safeArea(platform, width, height);
	const check = (what: string, path: string, bounds: Box, quads: readonly Quad[]): Finding[] => {
		const total = quads.reduce((sum, quad) => sum + areaOfPoints(quad), 0);
		const covered = areas
			.filter(({ box }) => !isEmpty(intersect(box, bounds)))
			.map(({ name, box }) => {
				const corners = quadOf(box, []);
				const shared = quads.reduce(
					(sum, quad) => sum + areaOfPoints(sharedQuad(quad, corners)),
					0,
				);
				return { name, share: shared / total };
			});
		const share = covered.reduce((sum, one) => sum + one.share, 0);
		if (!(share > MAY_COVER)) return [];
		const names = covered.filter((one) => one.share > 0).map(({ name }) => name);
		return [
			{
				code: "outside_safe_area",
				path,
				message: `${Math.round(share * 100)} % of the ${what} is behind the app's controls (${names.join(", ")}): ${moves(bounds, safe)}${within(path)}.`,
				covered: Math.round(share * 100) / 100,
				areas: names,
				safeArea: {
					x: preview(safe.x),
					y: preview(safe.y),
					width: preview(safe.width),
					height: preview(safe.height),
				},
			},
		];
	};
	return [
		...slide.texts.flatMap(({ path, bounds, lines, opacity }) =>
			opacity < DECORATION
				? []
				: check(
						"text",
						path,
						bounds,
						lines.map(({ quad }) => quad),
					),
		),
		...slide.barcodes.flatMap(({ path, bounds, quad }) => check("barcode", path, bounds, [quad])),
	];
}

/** Only top-level layers have the field. */
function within(path: string): string {
	if (path.includes("/textBlocks/")) return "";
	const [top, ...inside] = path.split("/children/");
	return inside.length === 0
		? ', or use within: "safeArea"'
		: `, or give ${top} within: "safeArea"`;
}

/** How to move a box into the safe area, in preview pixels. */
function moves(bounds: Box, safe: Box): string {
	const words: string[] = [];
	const right = bounds.x + bounds.width - safe.x - safe.width;
	const bottom = bounds.y + bounds.height - safe.y - safe.height;
	if (bounds.width > safe.width) words.push(`make it at most ${preview(safe.width)} wide`);
	else if (bounds.x < safe.x) words.push(`move it ${preview(safe.x - bounds.x)} to the right`);
	else if (right > 0) words.push(`move it ${preview(right)} to the left`);
	if (bounds.height > safe.height) words.push(`make it at most ${preview(safe.height)} high`);
	else if (bounds.y < safe.y) words.push(`move it ${preview(safe.y - bounds.y)} down`);
	else if (bottom > 0) words.push(`move it ${preview(bottom)} up`);
	const area = `x ${preview(safe.x)} to ${preview(safe.x + safe.width)}, y ${preview(safe.y)} to ${preview(safe.y + safe.height)}`;
	return `${words.join(" and ")}, so that it is within ${area}`;
}

/** @param slideOf the slide of a layer, by its JSON pointer */
export function offSlideFindings(
	{ width, height, whole, drawn, barcodes }: PaintedSlide,
	slideOf: (path: string) => Box,
): Finding[] {
	const beyond = ({ x, y, width: across, height: down }: Box, slide: Box) =>
		[
			[preview(slide.x - x), "on the left"],
			[preview(slide.y - y), "at the top"],
			[preview(x + across - slide.x - slide.width), "on the right"],
			[preview(y + down - slide.y - slide.height), "at the bottom"],
		].filter(([by]) => (by as number) > SLACK) as [number, string][];
	const words = (sides: readonly [number, string][]) =>
		sides.map(([by, where]) => `${by} ${where}`).join(" and ");
	const off = drawn.filter(({ path, bounds }) => isEmpty(intersect(grown(bounds), slideOf(path))));
	const isOff = new Set(off.map(({ path }) => path));
	const partly = (path: string, bounds: Box) => {
		const slide = slideOf(path);
		const sides = isOff.has(path) || isEmpty(intersect(bounds, slide)) ? [] : beyond(bounds, slide);
		return sides.length === 0 ? undefined : words(sides);
	};
	return [
		...off.map(({ path, what }) => ({
			code: "off_slide" as const,
			path,
			message: `The ${what} is outside the slide, which is ${preview(width)} x ${preview(height)}.`,
		})),
		...whole.flatMap(({ path, bounds }): Finding[] => {
			const where = partly(path, bounds);
			const message = `The image extends past the slide by ${where}: move it, or make it smaller.`;
			return where === undefined ? [] : [{ code: "image_off_slide", path, message }];
		}),
		...barcodes.flatMap(({ path, bounds }): Finding[] => {
			const where = partly(path, bounds);
			const message = `The barcode extends past the slide by ${where}, so it cannot be scanned: move it.`;
			if (where === undefined) return [];
			return [{ code: "image_off_slide", severity: "error", path, message }];
		}),
	];
}

/** A line has no height. */
const grown = ({ x, y, width, height }: Box): Box => ({
	x: width > 0 ? x : x - 0.5,
	y: height > 0 ? y : y - 0.5,
	width: width || 1,
	height: height || 1,
});
