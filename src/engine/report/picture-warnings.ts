import type { Finding } from "../../contract/warning.js";
import type { ImageNeed, PreparedImage } from "../images/prepare.js";
import { type Box, intersect, isEmpty, turnedBounds } from "../scene/geometry.js";
import type { SceneOverlay } from "../scene/pictures.js";
import type { Scene } from "../scene/scene.js";

/** Enlargement from which an image looks blurred. */
const MAX_ENLARGED = 2;

/** An image of a slide: what was needed, and the result. */
export interface ShownImage {
	readonly need: ImageNeed;
	readonly image: Pick<PreparedImage, "source" | "oneColor" | "textDropped">;
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

const findings = (shown: ShownImage): Finding[] => [...enlarged(shown), ...textDropped(shown)];

function overlayWarning({ box, path: src }: SceneOverlay, slide: Box): Finding[] {
	const path = src.replace(/\/src$/, "");
	if (isEmpty(box)) {
		const message = "The image is not rendered: its width or height is zero or less.";
		return [{ code: "empty_box", path, message }];
	}
	const { x, y, width, height, rotation } = box;
	const seen = intersect(turnedBounds(box, rotation, x + width / 2, y + height / 2), slide);
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

/** An SVG with text. Text is not drawn, because its fonts are not available. */
function textDropped({ need, image }: ShownImage): Finding[] {
	if (!image.textDropped) return [];
	const message =
		"The SVG contains text, which is not rendered. Convert its text to outlines, or use a text block.";
	return [{ code: "tag_dropped", path: need.path, message, tags: ["text"] }];
}
