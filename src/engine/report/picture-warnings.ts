import type { Finding } from "../../contract/warning.js";
import type { ImageNeed, PreparedImage } from "../images/prepare.js";
import { type Box, intersect, isEmpty, turnedBounds, turnOf } from "../scene/geometry.js";
import type { SceneOverlay } from "../scene/pictures.js";
import type { Scene } from "../scene/scene.js";

/** Enlargement from which an image looks blurred. */
const MAX_ENLARGED = 2;

/** An image of a slide: what was needed, and the result. */
export interface ShownImage {
	readonly need: ImageNeed;
	readonly image: Pick<PreparedImage, "source" | "oneColor" | "notes">;
}

/** A picture that could not be had, so that its fallback is shown. */
export interface ReplacedPicture {
	/** JSON pointer of the field that names it. */
	readonly path: string;
	/** Why it could not be had: a sentence, and a word. */
	readonly problem: string;
	readonly reason: string;
	/** Nothing is shown instead. */
	readonly omitted: boolean;
}

/**
 * The warnings about a slide's pictures, in painting order.
 * @param images that were decoded for the slide
 */
export function pictureWarnings(scene: Scene, images: readonly ShownImage[]): Finding[] {
	const slide = { x: 0, y: 0, width: scene.width, height: scene.height };
	const findingsOf = (path: string | undefined) =>
		images.filter(({ need }) => need.path === path).flatMap(findings);
	const listed = new Set([scene.image, ...scene.overlays].map((image) => image?.path));
	const others = images.filter(({ need }) => !listed.has(need.path));
	return [
		...findingsOf(scene.image?.path),
		...scene.overlays.flatMap((overlay) => [
			...overlayWarning(overlay, slide),
			...findingsOf(overlay.path),
		]),
		...others.flatMap(findings),
	];
}

/** A picture that could not be had. */
export function replacedFinding({ path, problem, reason, omitted }: ReplacedPicture): Finding {
	const instead = omitted ? "It is left out" : "Its fallback is shown";
	return {
		code: "image_replaced",
		path,
		message: `${problem} ${instead}: use another image, or make this one available.`,
		reason,
	};
}

const findings = (shown: ShownImage): Finding[] => [
	...enlarged(shown),
	...notSupported(shown),
	...otherFonts(shown),
];

function overlayWarning({ box, path: src }: SceneOverlay, slide: Box): Finding[] {
	const path = src.replace(/\/src$/, "");
	if (isEmpty(box)) {
		const message = "The image is not rendered: its width or height is zero or less.";
		return [{ code: "empty_box", path, message }];
	}
	const seen = intersect(turnedBounds(box, turnOf(box)), slide);
	if (!isEmpty(seen)) return [];
	return [{ code: "off_slide", path, message: "The image is outside the slide." }];
}

/**
 * A picture that is shown at more than twice its own size. Vectors have no size, and a single
 * colour has no detail.
 */
function enlarged({ need, image: { source, oneColor } }: ShownImage): Finding[] {
	if (!source || oneColor) return [];
	const across = need.boxWidth / source.width;
	const down = need.boxHeight / source.height;
	const scale =
		(need.zoom ?? 1) * (need.fit === "contain" ? Math.min(across, down) : Math.max(across, down));
	if (scale <= MAX_ENLARGED) return [];
	const { width, height } = source;
	const times = Math.round(scale * 10) / 10;
	return [
		{
			code: "image_enlarged",
			path: need.path,
			message: `The image has ${width} x ${height} pixels but is shown ${times} times as large. Use a larger image, or make its box smaller.`,
			scale: times,
			imageWidth: width,
			imageHeight: height,
		},
	];
}

/** An SVG with something that a browser draws otherwise. */
function notSupported({ need, image: { notes = [] } }: ShownImage): Finding[] {
	const features = notes.filter(({ kind }) => kind === "not_supported");
	if (features.length === 0) return [];
	const list = features.map(({ name, where }) => `${name} (${where})`).join(", ");
	return [
		{
			code: "svg_not_supported",
			path: need.path,
			message: `The SVG uses what is not supported, so it looks different in a browser: ${list}.`,
			features: features.map(({ name, where }) => ({ name, where })),
		},
	];
}

/** An SVG with text in fonts that are not available. */
function otherFonts({ need, image: { notes = [] } }: ShownImage): Finding[] {
	const families = notes.filter(({ kind }) => kind === "font").map(({ name }) => name);
	if (families.length === 0) return [];
	return [
		{
			code: "svg_not_supported",
			severity: "info",
			path: need.path,
			message: `The SVG has text in fonts that are not available, which is rendered in another font: ${families.join(", ")}. Convert the text to outlines, or use a font from GET /api/fonts.`,
			fonts: families,
		},
	];
}
