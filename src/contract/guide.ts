/**
 * The contract on one page, for people and models. It is generated from the schemas, so it always
 * matches the service.
 */
import { type TObject, Type } from "@sinclair/typebox";
import { BUILT_IN_CONTRACT, type Contract } from "./contract.js";
import { LayerSchema } from "./document/layers.js";
import { EXAMPLES } from "./examples.js";
import { commonFields, fieldLines } from "./guide-fields.js";
import { LIMITS } from "./limits.js";
import { PLATFORM_IDS, PLATFORMS, PREVIEW_SCALE } from "./platforms.js";
import { RenderRequestSchema, SlideSchema } from "./render-request.js";
import { safeArea } from "./safe-areas.js";

/** Rules that a schema cannot express and that new users get wrong. */
const TRAPS = [
	"Lengths are preview pixels: a slide is 405 wide (450 where the image is 1200 wide); export pixels are preview pixels / 0.375.",
	"mode is single by default: only the first slide is drawn. Say carousel for all of them; each then shows a stepper (1/3) at the bottom, unless stepperStyle is none.",
	"Text is heavy (style bold, weight 800) and white unless you say otherwise: body text wants weight 400 or 500, and textColor on light grounds.",
	"A text block without width wraps 20 before the right edge; give width and align to centre it.",
	"platforms: [a, b] in place of platform draws every slide for each of them; layers with only: [story] are for one shape of canvas.",
	"Text is never clipped: measure, or read the warnings, to learn where it ends.",
	"richText wins over text; fontSize wins over size.",
	"An overlay covers its box: say fit contain for a logo that must be seen whole.",
	"Start from a template where one fits: { template: sale-price, variables: { … } } in place of slides. find_templates, or GET /api/templates/{id}, has its variables, with samples and maximum lengths.",
	"With variables beside slides, {{name}} in any string becomes their values; all must be given and used. variables: {} is enough for {{brand.color}}, {{brand.color.on}}, {{brand.background}}, {{brand.text}}, {{brand.font}} and {{brand.logo}}.",
	'Placeholders may calculate (CEL): {{price * 1.19}}, {{size(title) > 40 ? 28 : 36}}, {{upper(x)}}, {{formatCurrency(x, "EUR")}}, {{formatDate(d, "d MMMM y")}}; lists count from 0 there. repeat: "items" on a layer or slide makes a copy per item of a list in variables: {{item.name}}, index, count, first, last. A text is not a number: number(x).',
	'Charts: { type: shape, shape: series, values: "{{rows.map(r, r.amount)}}", draw: columns | line | area | dots }; a ring is an arc with sweep "{{3.6 * percent}}".',
	"An icon is black unless color tints it.",
	"Unknown fields are refused, and so is anything beyond a limit: nothing is cut silently.",
	"Temporary URLs end after 15 minutes, unless the operator says otherwise.",
];

/** Sizes that look right, for those who cannot see the result. */
export const WHAT_WORKS = [
	"Margins: 24 to 32 on a slide 405 wide, 28 to 36 on one 450 wide. Gaps: 8 within a group, 16 to 24 between groups. Use multiples of 4.",
	"Type on a slide 405 wide: headline 36 to 56 (weight 800, lineHeight 1.05 to 1.15), subhead 20 to 26, body 16 to 20, small print 12 to 14; below 11 warns. On link-preview (450 x 236): headline 28 to 40, body 14 to 18; below 13 warns. Two or three sizes on a slide, at most two families.",
	'Stories are 405 x 720: keep text and codes between y 104 and 596 on photo-feed-story, and between y 80 and 575 and left of x 347 on short-video-story. within: "safeArea" on a top-level layer does that.',
	"Text over a photo: a scrim (opacity 0.45 or more), or a card behind it. Contrast of at least 4.5 for body text.",
	"Headlines of two or more lines: textWrap balance, so that no word is left alone.",
	"About 28 to 40 characters fit a line of body text; a slide holds 40 to 60 words at most. Long text: fit shrink with width, height and minFontSize 14.",
];

/** Paths and what they are for. */
const PATHS: readonly (readonly [string, string])[] = [
	["POST /api/render", "a document becomes images: data URLs, temporary URLs or both, in JSON"],
	["POST /api/render.png, .jpeg, .webp, .svg", "one slide (?slide=2, ?platform=pin) as a file"],
	["POST /api/render.pdf, .zip", "all slides as one file"],
	["POST /api/batch", "one document with many rows of data, { document, rows }: NDJSON or a ZIP"],
	["POST /api/measure", "where texts, images and layers lie, and the warnings, without drawing"],
	[
		"GET /api/templates?query=",
		"finished designs; { template, variables, platform? or platforms?, brand? } goes wherever a document does; template takes an id, or a template itself",
	],
	[
		"GET /t/{template}.png?title=…",
		"its picture by a plain URL, for e-mails, spreadsheets and og:image, if the operator opened it (OPEN_TEMPLATES)",
	],
	["GET /api/assets/photos/search?query=", "photos; renderUrl goes into slide.image"],
	["GET /api/assets/icons/search?query=", "icons; renderUrl goes into imageOverlays[].src"],
	["GET /api/render-schema", "limits, palettes, the JSON Schema of a document, examples"],
	["GET /api/openapi.json", "OpenAPI 3.1, for client generators"],
	["POST /mcp", "the same for agents, as a Model Context Protocol server"],
];

/** When to use layers, and what they do not do. */
const LAYERS = [
	"`slide.layers` is painted in order, above textBlocks; `common.behind` and `common.front` are drawn on every slide. `type` selects text, image, shape, stack, grid or barcode.",
	"Use a stack instead of coordinates wherever one thing follows another or fits its text: a headline with a body, a button, a badge, a row of stars, a footer. It is CSS flexbox, and stays right when a text grows.",
	"A pill button is a text with background, padding and borderRadius 999. A card is a stack with background, padding, shadow. Equal columns are children with basis 0 and grow 1. A spacer is a stack with grow 1.",
	'A table is a grid whose rows are grids with columns subgrid and columnSpan; columns is a number of equal ones, or tracks such as ["1fr", "max-content"]. Its children fill the cells in order.',
	"In a stack, x, y, right and bottom are ignored unless the child has position absolute.",
	"x with right, or y with bottom, stretches a layer. Sizes may be percentages of a parent whose size is given; minWidth, maxWidth, minHeight and maxHeight limit them.",
	"A shape is 0 wide and high by default; an image 180. A stack is as large as its content.",
	"Children keep their own width in a column: align stretch, or alignSelf stretch, makes them as wide as the stack. A card that fills the slide's width needs it on every stack around it.",
	"justify space-between keeps no gap when the content fills the stack: give it a gap too.",
	'showIf and hideIf leave a layer out without a gap: `"showIf": "{{price}}"`.',
];

const BOX = ["background", "padding", "border", "borderRadius", "shadow"];

/** Objects that several fields use. */
const VALUES = [
	"Paint: a CSS colour, `{ type: linear, angle, stops }`, `{ type: radial, cx, cy, stops }` or `{ type: image, src, cropX, cropY, zoom }`; stops are 2 to 8 `{ color, at }`, in percent.",
	'Size: preview pixels, or a percentage of the parent such as "50%".',
	"Border: `{ width, color, dash }`. Shadow: `{ x, y, blur, spread, color, opacity }`. Stroke: `{ color, width, dash, cap, join }`. TextStroke: `{ color, width }`.",
	"Scrim: `{ color, opacity, from }`; from is where it is darkest: all, top, bottom, left or right. ImageOptions: `{ cropX, cropY, zoom, focus, flip, filter }`.",
	"ListStyle: `{ marker, color, indent }`. PictureFilter: `{ blur, brightness, contrast, saturate, grayscale, sepia, duotone }`.",
];

type LayerName =
	| "TextLayer"
	| "ImageLayer"
	| "ShapeLayer"
	| "StackLayer"
	| "GridLayer"
	| "BarcodeLayer";

/** A part of the guide: a heading and its text. */
interface Section {
	readonly title: string;
	readonly lines: readonly string[];
}

/** Parts of the guide that can be requested separately. */
export const GUIDE_PARTS = [
	"start",
	"document",
	"slide",
	"layers",
	"fields",
	"text",
	"image",
	"stack",
	"grid",
	"shape",
	"barcode",
	"values",
	"platforms",
	"brands",
	"fonts",
] as const;
export type GuidePart = (typeof GUIDE_PARTS)[number];

const bullets = (lines: readonly string[]): string[] => lines.map((line) => `- ${line}`);

/** The sections of each part. */
function guideSections({ adapt, brands, fonts }: Contract): Record<GuidePart, Section[]> {
	const { TextLayer, ImageLayer, ShapeLayer, StackLayer, GridLayer, BarcodeLayer } = (
		adapt(LayerSchema) as unknown as { $defs: Record<LayerName, TObject> }
	).$defs;
	const every = [TextLayer, ImageLayer, ShapeLayer, StackLayer, BarcodeLayer];
	const shared = commonFields(every);
	const pick = (names: readonly string[]): TObject =>
		Type.Object(Object.fromEntries(names.map((name) => [name, StackLayer.properties[name]!])));
	const without = new Set([...shared, ...BOX, "type"]);
	const fields = (title: string, schema: TObject, left?: ReadonlySet<string>): Section => ({
		title,
		lines: fieldLines(schema, left),
	});
	return {
		start: [
			{ title: "Common mistakes", lines: bullets(TRAPS) },
			{ title: "Sizes that work", lines: bullets(WHAT_WORKS) },
		],
		document: [fields("Document", adapt(RenderRequestSchema))],
		slide: [fields("Slide (slides[])", adapt(SlideSchema))],
		layers: [{ title: "Layers", lines: bullets(LAYERS) }],
		fields: [
			fields(
				"Fields of every layer (text blocks and overlays have them too, but for position, grow, shrink, basis, alignSelf)",
				pick(shared.filter((name) => !/^m(in|ax)/.test(name))),
			),
			fields("Box fields (text, stack; image without background and padding)", pick(BOX)),
		],
		text: [
			fields("Text (textBlocks[], at x 50 and y 300 by default, and layers)", TextLayer, without),
		],
		image: [
			fields(
				"Image (imageOverlays[], at x 50 and y 50 by default, and layers)",
				ImageLayer,
				without,
			),
		],
		stack: [fields("Stack", StackLayer, without)],
		grid: [
			fields(
				"Grid (with the other fields of a stack)",
				GridLayer,
				new Set([...without, ...Object.keys(StackLayer.properties)]),
			),
		],
		shape: [fields("Shape", ShapeLayer, new Set([...shared, "type", "shadow"]))],
		barcode: [fields("Barcode", BarcodeLayer, new Set([...shared, "type"]))],
		values: [{ title: "Values", lines: bullets(VALUES) }],
		platforms: [{ title: "Platforms", lines: PLATFORM_IDS.map(platformLine) }],
		brands: [
			{
				title: "Palettes",
				lines: Object.entries(brands).map(
					([id, { name, textColors, highlightColors, font }]) =>
						`- \`${id}\`${name === undefined ? "" : ` (${name})`}: text ${textColors.join(" ")}; highlight ${highlightColors.join(" ")}${font === undefined ? "" : `; font ${font}`}`,
				),
			},
		],
		fonts: [
			{
				title: "Fonts",
				lines: [
					...fonts.map(
						({ family, weights, italic }) =>
							`- \`${family}\`: ${weights.join(" ")}${italic ? ", italic" : ""}`,
					),
					"- Other scripts (Arabic, Hebrew, Devanagari, Thai, Chinese, Japanese, Korean and more) have built-in fonts, whatever `font` says.",
				],
			},
		],
	};
}

/** The size of a canvas, and the part of it that the app leaves free. */
function platformLine(id: (typeof PLATFORM_IDS)[number]): string {
	const { width, height, ratio } = PLATFORMS[id];
	const [w, h] = [width * PREVIEW_SCALE, height * PREVIEW_SCALE];
	const safe = safeArea(id, w, h);
	const free =
		safe.width === w && safe.height === h
			? ""
			: `; free of the app's controls: x ${Math.ceil(safe.x)} to ${Math.floor(safe.x + safe.width)}, y ${Math.ceil(safe.y)} to ${Math.floor(safe.y + safe.height)}`;
	return `- \`${id}\`: ${width} x ${height} (${ratio}), slides of ${w} x ${h}${free}`;
}

const markdown = (sections: readonly Section[]): string[] =>
	sections.flatMap(({ title, lines }) => [`## ${title}`, "", ...lines, ""]);

/**
 * Parts of the guide as Markdown.
 * @param contract with the operator's additions
 */
export function guideText(contract: Contract, parts: readonly GuidePart[]): string {
	const sections = guideSections(contract);
	return markdown(parts.flatMap((part) => sections[part])).join("\n");
}

/**
 * Markdown, below 24 kB; the text of /llms.txt.
 * @param contract with the operator's additions
 */
export function guide(contract: Contract = BUILT_IN_CONTRACT): string {
	return [
		"# Post Image Render Service",
		"",
		"> Draws social posts and carousels from one JSON document, without a browser: slides with a background, image overlays, text blocks, layers (stacks, shapes, barcodes) and a stepper. The same document always gives the same bytes.",
		"",
		"## Paths",
		"",
		...PATHS.map(([path, purpose]) => `- \`${path}\`: ${purpose}`),
		"",
		guideText(contract, GUIDE_PARTS),
		"## Errors",
		"",
		`Every error is \`{ "error": { "code", "message", "details" } }\`; details.issues lists at most ${LIMITS.maxIssuesListed} findings with path and what was allowed.`,
		"",
		"## A whole document",
		"",
		"```json",
		JSON.stringify(EXAMPLES.customerReview),
		"```",
		"",
	].join("\n");
}
