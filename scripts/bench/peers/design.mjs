/**
 * A slide of a request as markup of the peers: the elements that JSX would
 * make, with the CSS that draws what our service draws. Plain enough for all
 * of them: absolute boxes, images that cover theirs, text with spans.
 */
import { readFileSync } from "node:fs";

/** @typedef {{ type: string, props: { style?: Record<string, string | number>, src?: string, children?: unknown } }} Element */

/** Export pixels per preview pixel. */
const SCALE = 1 / 0.375;
const SIZES = { "photo-feed-post": [1080, 1350], "photo-feed-square": [1080, 1080] };

const FONTS = new URL("../../../fonts/inter/", import.meta.url);
/** Inter as our service has it. */
export const fonts = [
	["SemiBold", 600, "normal"],
	["ExtraBold", 800, "normal"],
	["ExtraBoldItalic", 800, "italic"],
	["Black", 900, "normal"],
].map(([file, weight, style]) => ({
	name: "Inter",
	data: readFileSync(new URL(`Inter-${file}.woff2`, FONTS)),
	weight: /** @type {800} */ (weight),
	style: /** @type {"normal"} */ (style),
}));

/** @param {any} request @returns {{ width: number, height: number }} export pixels */
export function sizeOf(request) {
	const [width, height] = SIZES[/** @type {keyof SIZES} */ (request.platform)];
	return { width: /** @type {number} */ (width), height: /** @type {number} */ (height) };
}

/** @param {any} slide @param {{ width: number, height: number }} size @returns {Element} */
export function slideElement(slide, { width, height }) {
	const children = [];
	if (slide.image)
		children.push(
			image(slide.image, { left: 0, top: 0, width, height, objectFit: "cover" }, { width, height }),
		);
	for (const overlay of slide.imageOverlays ?? []) {
		const box = { width: overlay.width * SCALE, height: overlay.height * SCALE };
		const place = { left: overlay.x * SCALE, top: overlay.y * SCALE };
		children.push(image(overlay.src, { ...place, ...box, objectFit: "cover" }, box));
	}
	for (const block of slide.textBlocks ?? []) children.push(textElement(block));
	const style = {
		display: "flex",
		position: "relative",
		width,
		height,
		overflow: "hidden",
		backgroundColor: slide.backgroundColor ?? "#000000",
	};
	return { type: "div", props: { style, children } };
}

/** @param {string} src @param {Record<string, string | number>} style @param {{ width: number, height: number }} size */
const image = (src, style, { width, height }) => ({
	type: "img",
	props: { src, width, height, style: { position: "absolute", ...style } },
});

/** @param {any} block @returns {Element} */
function textElement(block) {
	const em = block.fontSize * SCALE;
	const style = {
		display: "block",
		position: "absolute",
		left: block.x * SCALE,
		top: block.y * SCALE,
		...(block.width && { width: block.width * SCALE }),
		fontFamily: "Inter",
		fontSize: em,
		fontWeight: block.style === "shadow" ? 600 : 800,
		lineHeight: 1.2,
		color: block.textColor ?? "#FFFFFF",
		...(block.style === "shadow" && {
			textShadow: `0 ${0.04 * em}px ${0.12 * em}px rgba(0, 0, 0, 0.6)`,
		}),
		...(block.style === "outline" && {
			WebkitTextStroke: `${0.08 * em}px #000000`,
			paintOrder: "stroke",
		}),
	};
	return {
		type: "div",
		props: { style, children: block.richText ? spans(block.richText) : block.text },
	};
}

/** @type {Record<string, Record<string, string | number>>} */
const TAGS = {
	b: { fontWeight: 900 },
	i: { fontStyle: "italic" },
	u: { textDecoration: "underline" },
};

/** The flat rich text of the documents as spans. @param {string} html */
function spans(html) {
	const pattern = /<(\w+)(?: style="color: (#\w+)")?>([^<]*)<\/\w+>|([^<]+)/g;
	return [...html.matchAll(pattern)].map(([, tag, color, inner, plain]) =>
		tag === undefined
			? plain
			: {
					type: "span",
					props: { style: color ? { color } : TAGS[tag], children: inner },
				},
	);
}
