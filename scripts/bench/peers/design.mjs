/**
 * Converts a slide of a request to markup for the peers: the elements that JSX would create, with
 * CSS equivalent to our rendering. Uses only what all peers support: absolute boxes, images with
 * `object-fit: cover`, text with spans.
 */
import { readFileSync } from "node:fs";

/** @typedef {{ type: string, props: { style?: Record<string, string | number>, src?: string, children?: unknown } }} Element */

/** Export pixels per preview pixel. */
const SCALE = 1 / 0.375;
const SIZES = { "photo-feed-post": [1080, 1350], "photo-feed-square": [1080, 1080] };

const FONTS = new URL("../../../fonts/inter/", import.meta.url);
/** Inter, as in our service. */
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
	if (request.size) return request.size;
	const [width, height] = SIZES[/** @type {keyof SIZES} */ (request.platform)];
	return { width: /** @type {number} */ (width), height: /** @type {number} */ (height) };
}

/** @param {any} slide @param {{ width: number, height: number }} size @returns {Element} */
export function slideElement(slide, { width, height }) {
	const children = [];
	if (slide.image)
		children.push(
			image(
				slide.image,
				{ position: "absolute", left: 0, top: 0, width, height, objectFit: "cover" },
				{ width, height },
			),
		);
	for (const overlay of slide.imageOverlays ?? []) {
		const box = { width: overlay.width * SCALE, height: overlay.height * SCALE };
		children.push(image(overlay.src, { ...placed(overlay), ...box, objectFit: "cover" }, box));
	}
	for (const block of slide.textBlocks ?? []) children.push(textElement(block));
	for (const layer of slide.layers ?? []) children.push(layerElement(layer, placed(layer)));
	const style = {
		display: "flex",
		position: "relative",
		width,
		height,
		overflow: "hidden",
		...(slide.background
			? slide.background !== "transparent" && painted(slide.background)
			: { backgroundColor: slide.backgroundColor ?? "#000000" }),
	};
	return { type: "div", props: { style, children } };
}

/** @param {string} src @param {Record<string, string | number>} style @param {{ width: number, height: number }} size */
const image = (src, style, { width, height }) => ({
	type: "img",
	props: { src, width, height, style },
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

/** @param {any} layer with its position on the slide */
const placed = ({ x, y }) => ({ position: "absolute", left: x * SCALE, top: y * SCALE });

/** @param {any} paint a colour or a gradient */
const painted = (paint) =>
	typeof paint === "string" ? { backgroundColor: paint } : { backgroundImage: gradient(paint) };

/** @param {any} paint */
function gradient({ type, angle, cx, cy, stops }) {
	const colors = stops.map((/** @type {any} */ { color }) => color).join(", ");
	return type === "linear"
		? `linear-gradient(${angle}deg, ${colors})`
		: `radial-gradient(farthest-corner at ${cx}% ${cy}%, ${colors})`;
}

/** Effects of a layer. @param {any} layer */
const effects = ({ rotation, opacity, blendMode }) => ({
	...(rotation !== undefined && { transform: `rotate(${rotation}deg)` }),
	...(opacity !== undefined && { opacity }),
	...(blendMode !== undefined && { mixBlendMode: blendMode }),
});

/** @param {any} layer a text */
const letters = ({ textStroke, textFill }) => ({
	...(textStroke && { WebkitTextStroke: `${textStroke.width * SCALE}px ${textStroke.color}` }),
	...(textFill && {
		backgroundImage: gradient(textFill),
		backgroundClip: "text",
		color: "transparent",
	}),
});

/** @param {any} shadow @returns {string} */
function boxShadow({ x = 0, y = 0, blur = 0, opacity = 1, color = "#000000" }) {
	const alpha = Math.round(255 * opacity)
		.toString(16)
		.padStart(2, "0");
	return `${x * SCALE}px ${y * SCALE}px ${blur * SCALE}px ${color}${alpha}`;
}

const FLEX = /** @type {Record<string, string>} */ ({ start: "flex-start", end: "flex-end" });

/**
 * A layer of the types in the benchmark documents, as flexbox.
 * @param {any} layer
 * @param {Record<string, string | number>} place
 * @returns {Element}
 */
function layerElement(layer, place) {
	const size = {
		...(layer.width !== undefined && { width: layer.width * SCALE }),
		...(layer.height !== undefined && { height: layer.height * SCALE }),
	};
	const box = {
		...place,
		...size,
		...effects(layer),
		...(layer.alignSelf && { alignSelf: layer.alignSelf }),
		...(layer.borderRadius && { borderRadius: layer.borderRadius * SCALE }),
		...(layer.border && {
			border: `${layer.border.width * SCALE}px solid ${layer.border.color}`,
			boxSizing: "border-box",
		}),
	};
	if (layer.type === "text") {
		const fontWeight = layer.weight ?? 800;
		const element = textElement({ ...layer, x: 0, y: 0 });
		const { position, left, top, ...style } = element.props.style ?? {};
		const lineHeight = layer.lineHeight ?? 1.2;
		return {
			...element,
			props: {
				...element.props,
				style: { ...style, ...box, fontWeight, lineHeight, ...letters(layer) },
			},
		};
	}
	if (layer.type === "image")
		return picture(layer.src, { ...box, flexShrink: 0, objectFit: "cover" });
	if (layer.shape === "star") return picture(starOf(layer), { ...box, flexShrink: 0 });
	if (layer.type === "shape") {
		const round = layer.shape === "ellipse" ? { borderRadius: 9999 } : {};
		const style = { display: "flex", ...box, ...painted(layer.fill), ...round, flexShrink: 0 };
		return { type: "div", props: { style } };
	}
	const padding = [layer.padding ?? 0].flat().map((side) => `${side * SCALE}px`);
	const style = {
		display: "flex",
		boxSizing: "border-box",
		...box,
		flexDirection: layer.direction ?? "column",
		alignItems: FLEX[layer.align ?? "start"] ?? layer.align,
		justifyContent: FLEX[layer.justify ?? "start"] ?? layer.justify,
		gap: (layer.gap ?? 0) * SCALE,
		padding: padding.join(" "),
		...(layer.background && painted(layer.background)),
		...(layer.shadow && { boxShadow: boxShadow(layer.shadow) }),
		...(layer.clip && { overflow: "hidden" }),
	};
	return {
		type: "div",
		props: {
			style,
			children: layer.children.map((/** @type {any} */ child) =>
				layerElement(child, child.position === "absolute" ? placed(child) : {}),
			),
		},
	};
}

/** @param {string} src @param {Record<string, any>} style @returns {Element} */
const picture = (src, style) => image(src, style, { width: style.width, height: style.height });

/** A star as an image, because none of the peers supports shapes. @param {any} layer */
function starOf({ points, innerRadius, fill }) {
	const corners = Array.from({ length: 2 * points }, (_, i) => {
		const radius = i % 2 === 0 ? 50 : innerRadius / 2;
		const angle = (Math.PI * i) / points;
		return `${50 + radius * Math.sin(angle)} ${50 - radius * Math.cos(angle)}`;
	});
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path d="M${corners.join("L")}z" fill="${fill}"/></svg>`;
	return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}

/** @type {Record<string, Record<string, string | number>>} */
const TAGS = {
	b: { fontWeight: 900 },
	i: { fontStyle: "italic" },
	u: { textDecoration: "underline" },
};

/** Converts the flat rich text of the documents to spans. @param {string} html */
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
