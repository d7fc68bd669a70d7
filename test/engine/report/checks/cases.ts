/** Documents that the checks have to report, and designs that they have to leave alone. */
import type { WarningCode } from "../../../../src/contract/warning.js";

export interface Case {
	readonly name: string;
	/** Fields of the document besides its slide. */
	readonly document?: Record<string, unknown>;
	readonly slide: Record<string, unknown>;
	/** It has to be drawn: pixels tell. */
	readonly drawn?: boolean;
}

export interface Defect extends Case {
	readonly code: WarningCode;
	readonly severity?: "error" | "warning" | "info";
	/** What the message has to say: how to fix it. */
	readonly says?: RegExp;
}

const svg = (markup: string) =>
	`data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 90">${markup}</svg>`)}`;
/** Pictures: all white, all dark, white on the left and dark on the right, a fine dark grid, a disc. */
export const WHITE = svg('<rect width="90" height="90" fill="#fff"/>');
export const DARK = svg('<rect width="90" height="90" fill="#123"/>');
export const HALVES = svg(
	'<rect width="45" height="90" fill="#fff"/><rect x="45" width="45" height="90" fill="#111"/>',
);
export const GREY = svg('<rect width="90" height="90" fill="#a0a0a0"/>');
export const DISC = svg('<circle cx="45" cy="45" r="45"/>');
/** Dark, and white at its right edge; a fine dark grid; a person cut out of a photo. */
export const STRIPE = svg(
	'<rect width="90" height="90" fill="#123"/><rect x="66.3" width="24" height="90" fill="#fff"/>',
);
export const GRID = svg(
	'<rect width="90" height="90" fill="#222"/><path d="M0 15H90M0 30H90M0 45H90M0 60H90M0 75H90M15 0V90M30 0V90M45 0V90M60 0V90M75 0V90" stroke="#bbb" stroke-width=".5"/>',
);
export const CUT_OUT = svg(
	'<circle cx="45" cy="22" r="18" fill="#c96"/><path d="M20 90V60q0-18 25-18t25 18V90z" fill="#246"/>',
);
const PIXEL =
	"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

const text = (rest: Record<string, unknown> = {}) => ({
	text: "A headline",
	x: 40,
	y: 120,
	fontSize: 36,
	...rest,
});
const layer = (type: string, rest: Record<string, unknown>) => ({ type, ...rest });
const light = { backgroundColor: "#FFFFFF" };
const ink = { textColor: "#111111" };
const post = { platform: "photo-feed-post" };
const story = { platform: "photo-feed-story" };
const counted = { ...post, mode: "carousel", stepperStyle: "numeric" };

export const DEFECTS: readonly Defect[] = [
	{
		name: "content that does not fit at the smallest scale",
		code: "content_overflows_stack",
		says: /even scaled by 0\.8: make the box larger, put less into it, or use a smaller minScale/,
		slide: {
			layers: [
				layer("stack", {
					...{ x: 20, y: 40, width: 200, height: 60, fit: "shrink", minScale: 0.8 },
					children: [layer("text", { text: "Two lines of words", fontSize: 40 })],
				}),
			],
		},
	},
	{
		name: "a text that is small because of the stack around it",
		code: "text_small",
		says: /fit scales the content of its stack by 0\.\d+, so put less into that stack/,
		slide: {
			layers: [
				layer("stack", {
					...{ x: 20, y: 40, width: 200, height: 12, fit: "shrink", minScale: 0.2 },
					children: [layer("text", { text: "Two lines of words", fontSize: 20 })],
				}),
			],
		},
	},
	...["minScale", "maxScale", "fitGroup"].map(
		(field): Defect => ({
			name: `${field} without fit`,
			code: "field_ignored",
			says: /no effect without fit/,
			slide: { layers: [layer("stack", { [field]: field === "fitGroup" ? "a" : 1 })] },
		}),
	),
	{
		name: "a shape without a size",
		code: "empty_box",
		severity: "warning",
		says: /The shape is not rendered: its width and height are 0\. Set width and height; in a stack, grow/,
		slide: { layers: [layer("shape", { shape: "rectangle", fill: "#FF0000" })] },
	},
	{
		name: "a shape in a row that stretches only its height",
		code: "empty_box",
		says: /its width is 0\. Set width;/,
		slide: {
			layers: [
				layer("stack", {
					direction: "row",
					width: 300,
					height: 80,
					align: "stretch",
					children: [layer("shape", { shape: "ellipse", fill: "#FF0000" })],
				}),
			],
		},
	},
	{
		name: "a picture without a width",
		code: "empty_box",
		says: /The image is not rendered: its width is 0\. Give it a larger width, or remove the layer\./,
		slide: { layers: [layer("image", { src: WHITE, width: 0, height: 50 })] },
	},
	{
		name: "a card without content",
		code: "empty_box",
		says: /The stack is not rendered: its width and height are 0\. Set width and height or padding/,
		slide: { layers: [layer("stack", { background: "#FFFFFF", children: [] })] },
	},
	{
		name: "a stack that cuts off everything",
		code: "empty_box",
		says: /The stack is not rendered with all that is inside: its height is 0/,
		slide: {
			layers: [
				layer("stack", {
					clip: true,
					width: 100,
					height: 0,
					children: [layer("text", { text: "Cut" })],
				}),
			],
		},
	},
	{
		name: "a text layer without text",
		code: "empty_box",
		severity: "warning",
		says: /left out: it has no text\. Set text or richText/,
		slide: { layers: [layer("text", { fontSize: 20 })] },
	},
	{
		name: "a picture without a source",
		code: "empty_box",
		says: /its src is empty/,
		slide: { layers: [layer("image", { src: "", width: 50 })] },
	},
	{
		name: "a text of white space",
		code: "empty_box",
		says: /it has no text/,
		slide: { layers: [layer("text", { text: " \u200b\n" })] },
	},
	{
		name: "rich text with nothing in its tags",
		code: "empty_box",
		slide: { layers: [layer("text", { richText: "<b> </b>" })] },
	},
	{
		name: "a text beside a rich text",
		code: "field_ignored",
		severity: "info",
		says: /richText is drawn instead of text/,
		slide: { layers: [layer("text", { text: "A", richText: "<b>B</b>" })] },
	},
	{
		name: "a series without numbers",
		code: "empty_box",
		says: /no numbers in values/,
		slide: {
			layers: [layer("shape", { shape: "series", values: [null], width: 80, height: 40 })],
		},
	},
	{
		name: "a shape without fill and stroke",
		code: "invisible",
		says: /its fill is transparent and it has no stroke/,
		slide: {
			layers: [layer("shape", { shape: "ellipse", width: 80, height: 40, fill: "transparent" })],
		},
	},
	{
		name: "a line with a fill",
		code: "field_ignored",
		says: /a line has no fill. Write "stroke": \{"color":"#00AA00","width":2\}/,
		slide: {
			layers: [layer("shape", { shape: "line", width: 80, height: 2, fill: "#00AA00" })],
		},
	},
	{
		name: "a line in the colour of the background",
		code: "invisible",
		says: /it is #ffffff on #ffffff/,
		slide: {
			backgroundColor: "#FFFFFF",
			layers: [layer("shape", { shape: "line", x: 40, y: 40, width: 80, height: 2 })],
		},
	},
	{
		name: "a transparent text",
		code: "invisible",
		says: /textColor is transparent/,
		slide: { layers: [layer("text", { text: "Hi", textColor: "#FFFFFF00" })] },
	},
	{
		name: "an icon on letters of its colour",
		drawn: true,
		code: "text_covered",
		says: /in nearly the colour of its letters/,
		slide: {
			backgroundColor: "#FFFFFF",
			layers: [
				layer("text", { text: "Hello there", x: 40, y: 100, fontSize: 48, textColor: "#112233" }),
				layer("image", { src: DISC, color: "#101F30", x: 60, y: 95, width: 60, height: 60 }),
			],
		},
	},
	{
		name: "braces without variables",
		code: "placeholder_kept",
		severity: "warning",
		says: /^\{\{ ?price\}\} is drawn as it is written.*Add "variables"/,
		slide: {
			layers: [layer("stack", { children: [layer("text", { text: "Only {{price}} today" })] })],
		},
	},
	{
		name: "an expression without variables",
		code: "placeholder_kept",
		slide: { textBlocks: [text({ text: "{{price * 2}}" })] },
	},
	{
		name: "tags in a plain text",
		code: "markup_kept",
		severity: "warning",
		says: /^<b> is drawn as it is written/,
		slide: { layers: [layer("text", { text: "Only <b>today</b>" })] },
	},
	{
		name: "a headline whose last line is one short word",
		code: "awkward_break",
		severity: "info",
		says: /The last line has only "it\.": set textWrap to "balance", or change/,
		slide: {
			textBlocks: [text({ text: "Everybody in this town wants it.", width: 320, fontSize: 40 })],
		},
	},
	{
		name: "a line that ends inside a hyphenated word",
		code: "awkward_break",
		severity: "info",
		says: /Line 3 ends inside a word with "stand-", and "ups" follows: write a no-break hyphen/,
		slide: {
			textBlocks: [text({ text: "Shorter daily stand-ups", width: 170, fontSize: 36 })],
		},
	},
	{
		name: "a headline over a body",
		code: "texts_overlap",
		severity: "error",
		says: /overlaps \/slides\/0\/textBlocks\/0 by [\d.]+ x [\d.]+ pixels: move .* down by/,
		slide: { textBlocks: [text(), text({ text: "Body text here", y: 125 })] },
	},
	{
		name: "a headline that wraps into the body",
		code: "texts_overlap",
		slide: {
			textBlocks: [
				text({ text: "A headline that is long enough to wrap", width: 200 }),
				text({ text: "Body", y: 190 }),
			],
		},
	},
	{
		name: "a text of the old list and one of the layers",
		code: "texts_overlap",
		slide: { textBlocks: [text()], layers: [layer("text", text({ y: 118 }))] },
	},
	{
		name: "texts of two stacks",
		code: "texts_overlap",
		slide: {
			layers: [
				layer("stack", {
					x: 40,
					y: 100,
					children: [layer("text", { text: "One stack", fontSize: 40 })],
				}),
				layer("stack", {
					x: 60,
					y: 110,
					children: [layer("text", { text: "Another", fontSize: 40 })],
				}),
			],
		},
	},
	{
		name: "turned texts that cross",
		code: "texts_overlap",
		slide: { textBlocks: [text(), text({ text: "Turned", rotation: 90, x: 60, y: 120 })] },
	},
	{
		name: "a footer of every slide over a text",
		code: "texts_overlap",
		document: {
			common: { front: [layer("text", { text: "@handle of ours", x: 40, y: 122, fontSize: 30 })] },
		},
		slide: { textBlocks: [text()] },
	},
	{
		name: "a translucent text over another",
		code: "texts_overlap",
		slide: { layers: [layer("text", text()), layer("text", text({ opacity: 0.6, y: 124 }))] },
	},
	{
		name: "a text under the stepper",
		code: "text_covers_stepper",
		says: /move the text up by [\d.]+/,
		document: counted,
		slide: { textBlocks: [text({ text: "A very long footer text", x: 60, y: 460, fontSize: 30 })] },
	},
	{
		name: "a layer under the stepper",
		code: "text_covers_stepper",
		document: counted,
		slide: {
			layers: [layer("text", { text: "All along the foot", x: 40, bottom: 20, fontSize: 32 })],
		},
	},
	{
		name: "a stepper that was moved onto a text",
		code: "text_covers_stepper",
		document: counted,
		slide: { counterPosition: { x: 60, y: 130 }, textBlocks: [text()] },
	},
	{
		name: "8-pixel text",
		code: "text_small",
		says: /fontSize of 11 or more/,
		slide: { textBlocks: [text({ fontSize: 8 })] },
	},
	{
		name: "8-pixel text in a layer",
		code: "text_small",
		slide: { layers: [layer("text", text({ fontSize: 8 }))] },
	},
	{
		name: "a text that shrank to 9 pixels",
		code: "text_small",
		says: /minFontSize/,
		slide: {
			textBlocks: [
				text({
					text: "Far too many words for a box of this size, which go on and on and on and on",
					width: 100,
					height: 40,
					fit: "shrink",
					minFontSize: 8,
				}),
			],
		},
	},
	{
		name: "small print in a stack",
		code: "text_small",
		slide: {
			layers: [
				layer("stack", {
					x: 40,
					y: 40,
					children: [layer("text", { text: "Terms apply", fontSize: 9 })],
				}),
			],
		},
	},
	{
		name: "a text under a story's header",
		code: "outside_safe_area",
		says: /Profile.*move it [\d.]+ down/,
		document: story,
		slide: { textBlocks: [text({ y: 20 })] },
	},
	{
		name: "a text under a story's reply field",
		code: "outside_safe_area",
		says: /Reply.*up/,
		document: story,
		slide: { textBlocks: [text({ y: 650 })] },
	},
	{
		name: "a text under a video's buttons",
		code: "outside_safe_area",
		says: /Buttons.*left/,
		document: { platform: "short-video-story" },
		slide: { textBlocks: [text({ x: 300, y: 400, text: "Right", fontSize: 40 })] },
	},
	{
		name: "a barcode under a caption",
		code: "outside_safe_area",
		document: { platform: "short-video-story" },
		slide: {
			layers: [
				layer("barcode", {
					kind: "qr",
					data: "https://example.org",
					x: 40,
					bottom: 20,
					width: 120,
					height: 120,
				}),
			],
		},
	},
	{
		name: "a text in a layer under a header",
		code: "outside_safe_area",
		document: story,
		slide: { layers: [layer("text", { text: "Top line", x: 40, y: 30, fontSize: 30 })] },
	},
	{
		name: "a contained image partly off the slide",
		code: "image_off_slide",
		severity: "info",
		says: /by [\d.]+ on the right/,
		slide: { imageOverlays: [{ src: DISC, x: 350, y: 100, fit: "contain" }] },
	},
	{
		name: "an icon partly off the slide",
		code: "image_off_slide",
		slide: { imageOverlays: [{ src: DISC, color: "#FF8800", x: -60, y: 100 }] },
	},
	{
		name: "an icon layer partly off the slide",
		code: "image_off_slide",
		slide: {
			layers: [
				layer("image", { src: DISC, color: "#FF8800", x: 380, y: 100, width: 60, height: 60 }),
			],
		},
	},
	{
		name: "a barcode partly off the slide",
		code: "image_off_slide",
		severity: "error",
		slide: {
			layers: [
				layer("barcode", {
					kind: "qr",
					data: "https://example.org",
					x: 320,
					y: 40,
					width: 160,
					height: 160,
				}),
			],
		},
	},
	{
		name: "an icon in the background's colour",
		code: "invisible",
		slide: {
			backgroundColor: "#FF8800",
			imageOverlays: [{ src: DISC, color: "#FF8800", x: 100, y: 100 }],
		},
	},
	{
		name: "an icon in its card's colour",
		code: "invisible",
		slide: {
			layers: [
				layer("shape", {
					shape: "rectangle",
					x: 40,
					y: 40,
					width: 200,
					height: 200,
					fill: "#224466",
				}),
				layer("image", { src: DISC, color: "#224466", x: 80, y: 80, width: 60, height: 60 }),
			],
		},
	},
	{
		name: "a white shape on white",
		code: "invisible",
		slide: {
			...light,
			layers: [
				layer("shape", { shape: "ellipse", x: 40, y: 40, width: 90, height: 90, fill: "#FFFFFF" }),
			],
		},
	},
	{
		name: "a white card on white without a shadow",
		code: "invisible",
		slide: {
			...light,
			layers: [
				layer("stack", {
					x: 40,
					y: 40,
					padding: 20,
					background: "#FFFFFF",
					children: [layer("text", { text: "On a card", ...ink })],
				}),
			],
		},
	},
	{
		name: "a button in the colour of the slide",
		code: "invisible",
		slide: {
			...light,
			layers: [
				layer("text", {
					text: "Buy now",
					...ink,
					x: 40,
					y: 40,
					padding: 12,
					background: "#FEFEFE",
				}),
			],
		},
	},
	{
		name: "texts of one size that shrank to different ones",
		code: "size_mismatch",
		says: /fitGroup/,
		slide: {
			layers: [
				layer("text", {
					text: "Short",
					x: 20,
					y: 40,
					width: 160,
					height: 60,
					fontSize: 40,
					fit: "shrink",
				}),
				layer("text", {
					text: "A text that is much too long for it",
					x: 220,
					y: 40,
					width: 160,
					height: 60,
					fontSize: 40,
					fit: "shrink",
				}),
			],
		},
	},
	{
		name: "blocks of one size that shrank to different ones",
		code: "size_mismatch",
		slide: {
			textBlocks: [
				text({ width: 300, height: 60, fit: "shrink", text: "Short" }),
				text({
					y: 240,
					width: 140,
					height: 44,
					fit: "shrink",
					text: "One that is too long for its box",
				}),
			],
		},
	},
	{
		name: "a code with modules of two pixels",
		code: "code_hard_to_scan",
		severity: "error",
		says: /at least \d+ wide/,
		slide: {
			layers: [
				layer("barcode", {
					kind: "qr",
					data: "https://example.org/a-long-path",
					x: 40,
					y: 40,
					width: 30,
					height: 30,
				}),
			],
		},
	},
	{
		name: "a pale code",
		code: "code_hard_to_scan",
		says: /contrast of #bbbbbb on #ffffff/,
		slide: {
			layers: [
				layer("barcode", {
					kind: "qr",
					data: "hello",
					color: "#BBBBBB",
					x: 40,
					y: 40,
					width: 160,
					height: 160,
				}),
			],
		},
	},
	{
		name: "a code that is light on dark",
		code: "code_hard_to_scan",
		says: /light on dark/,
		slide: {
			layers: [
				layer("barcode", {
					kind: "qr",
					data: "hello",
					color: "#FFFFFF",
					background: "#000000",
					x: 40,
					y: 40,
					width: 160,
					height: 160,
				}),
			],
		},
	},
	{
		name: "a code without a quiet zone",
		code: "code_hard_to_scan",
		says: /quietZone/,
		slide: {
			layers: [
				layer("barcode", {
					kind: "qr",
					data: "hello",
					quietZone: 0,
					x: 40,
					y: 40,
					width: 160,
					height: 160,
				}),
			],
		},
	},
	{
		name: "white text on white",
		code: "low_contrast",
		severity: "error",
		slide: { ...light, textBlocks: [text()] },
	},
	{
		name: "pale grey text on white",
		code: "low_contrast",
		severity: "warning",
		says: /is 2\.\d+:1; readable text needs at least 3:1/,
		slide: { ...light, textBlocks: [text({ textColor: "#999999" })] },
	},
	{
		name: "white text on a white card on a dark slide",
		code: "low_contrast",
		severity: "error",
		slide: {
			layers: [
				layer("shape", {
					shape: "rectangle",
					x: 20,
					y: 80,
					width: 360,
					height: 160,
					fill: "#FFFFFF",
				}),
				layer("text", text()),
			],
		},
	},
	{
		name: "pale text on a card with round corners, whatever is behind the card",
		code: "low_contrast",
		drawn: true,
		says: /^The contrast of #bbbbbb on #ffffff is 1\.\d+:1/,
		slide: {
			image: HALVES,
			layers: [
				layer("stack", {
					x: 20,
					y: 80,
					padding: 24,
					background: "#FFFFFF",
					borderRadius: 24,
					children: [layer("text", { text: "A headline", textColor: "#BBBBBB" })],
				}),
			],
		},
	},
	{
		name: "pale text on a translucent card on a picture",
		code: "low_contrast",
		drawn: true,
		says: /the contrast to the image behind them/,
		slide: {
			image: HALVES,
			layers: [
				layer("stack", {
					x: 20,
					y: 80,
					padding: 24,
					background: "#FFFFFF",
					borderRadius: 24,
					opacity: 0.5,
					children: [layer("text", { text: "A headline", textColor: "#BBBBBB" })],
				}),
			],
		},
	},
	{
		name: "white text on its own white background",
		code: "low_contrast",
		slide: { layers: [layer("text", text({ background: "#F5F5F5", padding: 10 }))] },
	},
	{
		name: "dark text in a dark stack on a light slide",
		code: "low_contrast",
		slide: {
			...light,
			layers: [
				layer("stack", {
					x: 40,
					y: 40,
					padding: 16,
					background: "#222222",
					children: [layer("text", { text: "Dark", ...ink })],
				}),
			],
		},
	},
	{
		name: "white text on the light end of a gradient",
		code: "low_contrast",
		slide: {
			background: {
				type: "linear",
				angle: 90,
				stops: [{ color: "#000000" }, { color: "#FFFFFF" }],
			},
			textBlocks: [text({ text: "All across it here", fontSize: 40, x: 30 })],
		},
	},
	{
		name: "white text on a light ellipse",
		code: "low_contrast",
		slide: {
			layers: [
				layer("shape", {
					shape: "ellipse",
					x: 20,
					y: 40,
					width: 360,
					height: 240,
					fill: "#FFEE99",
				}),
				layer("text", text()),
			],
		},
	},
	{
		name: "white text on a white picture",
		code: "low_contrast",
		severity: "error",
		drawn: true,
		slide: { image: WHITE, textBlocks: [text()] },
	},
	{
		name: "white text on a grey picture",
		code: "low_contrast",
		severity: "warning",
		drawn: true,
		slide: { image: GREY, textBlocks: [text()] },
	},
	{
		name: "text over the light half of a picture",
		code: "low_contrast",
		drawn: true,
		slide: { image: HALVES, textBlocks: [text({ x: 20, text: "Left side", fontSize: 30 })] },
	},
	{
		name: "text on a white picture of a layer",
		code: "low_contrast",
		drawn: true,
		slide: {
			layers: [
				layer("image", { src: WHITE, x: 0, y: 0, width: 405, height: 400 }),
				layer("text", text()),
			],
		},
	},
	{
		name: "a scrim that is too weak",
		code: "low_contrast",
		drawn: true,
		slide: { image: WHITE, scrim: { opacity: 0.15 }, textBlocks: [text()] },
	},
	{
		name: "text that faded with its layer",
		code: "low_contrast",
		slide: { layers: [layer("text", text({ opacity: 0.31 }))] },
	},
	{
		name: "a shape that is off the slide",
		code: "off_slide",
		severity: "warning",
		slide: { layers: [layer("shape", { shape: "ellipse", x: 500, y: 40, width: 90, height: 90 })] },
	},
	{
		name: "a text that is off the slide",
		code: "off_slide",
		severity: "error",
		slide: { layers: [layer("text", text({ x: 600 }))] },
	},
	{
		name: "a transparent slide as JPEG",
		code: "transparency_flattened",
		severity: "info",
		drawn: true,
		document: { format: "jpeg" },
		slide: { background: "transparent" },
	},
	{
		name: "a word that its stack is too narrow for",
		code: "content_overflows_stack",
		severity: "warning",
		says: /extends beyond its stack \/slides\/0\/layers\/0 by [\d.]+ on the right: set its (minWidth|width|maxWidth) to at least \d+ \(it is/,
		slide: {
			layers: [
				layer("stack", {
					x: 24,
					y: 40,
					width: 200,
					children: [layer("text", { text: "Unternehmensberatung", fontSize: 34 })],
				}),
			],
		},
	},
	{
		name: "a card that is too low for its text",
		code: "content_overflows_stack",
		says: /at the bottom: set its height to at least \d+ \(it is 90\)/,
		slide: {
			layers: [
				layer("stack", {
					x: 40,
					y: 40,
					width: 200,
					height: 90,
					padding: 16,
					background: "#224466",
					children: [
						layer("text", {
							text: "Four lines of text that this card has no room for",
							fontSize: 22,
						}),
					],
				}),
			],
		},
	},
	{
		name: "a page that is full, so that its card shrinks",
		code: "content_overflows_stack",
		slide: {
			layers: [
				layer("stack", {
					x: 28,
					right: 28,
					y: 28,
					height: 200,
					children: [
						layer("text", { text: "A headline of two lines at least", fontSize: 44 }),
						layer("stack", {
							padding: 16,
							background: "#224466",
							children: [layer("text", { text: "One point", fontSize: 30 })],
						}),
						layer("image", { src: DISC, color: "#FF8800", width: 90, height: 90 }),
					],
				}),
			],
		},
	},
	{
		name: "a row of cards that is wider than the slide's margins",
		code: "content_overflows_stack",
		says: /children extend beyond .*on the right/,
		slide: {
			layers: [
				layer("stack", {
					x: 24,
					right: 24,
					y: 40,
					direction: "row",
					gap: 12,
					children: [0, 1, 2].map(() => layer("image", { src: DARK, width: 130, height: 90 })),
				}),
			],
		},
	},
	{
		name: "a text that its clipping card cuts off",
		code: "content_overflows_stack",
		slide: {
			layers: [
				layer("stack", {
					x: 40,
					y: 40,
					width: 220,
					height: 60,
					clip: true,
					background: "#224466",
					children: [
						layer("text", { text: "This goes on below the edge of the card", fontSize: 26 }),
					],
				}),
			],
		},
	},
	{
		name: "a text hidden under a card, and one on it",
		code: "text_covered",
		severity: "error",
		says: /The shape \/slides\/0\/layers\/1 is painted over all of the text.*put the text later in its list/,
		slide: {
			layers: [
				layer("text", text({ text: "Hidden" })),
				layer("shape", {
					shape: "rectangle",
					x: 20,
					y: 80,
					width: 360,
					height: 160,
					fill: "#335577",
				}),
				layer("text", text()),
			],
		},
	},
	{
		name: "a card over the end of a headline",
		code: "text_covered",
		says: /The box \/slides\/0\/layers\/1 is painted over \d+ % of the text.*or move the text (up|down|to the left) by \d+/,
		slide: {
			layers: [
				layer("text", text({ text: "A headline that goes on" })),
				layer("stack", {
					x: 260,
					y: 100,
					padding: 20,
					background: "#FFCC00",
					children: [layer("text", { text: "New", fontSize: 30, ...ink })],
				}),
			],
		},
	},
	{
		name: "a badge over a letter",
		code: "text_covered",
		slide: {
			layers: [
				layer("text", text({ text: "Price", fontSize: 60 })),
				layer("shape", {
					shape: "ellipse",
					x: 30,
					y: 115,
					width: 70,
					height: 70,
					fill: "#CC0000",
				}),
			],
		},
	},
	{
		name: "a pill of the next text over a text",
		code: "text_covered",
		slide: {
			layers: [
				layer("text", text({ text: "Body text that runs along", fontSize: 20 })),
				layer("text", {
					text: "Buy",
					x: 120,
					y: 110,
					fontSize: 20,
					padding: 12,
					background: "#FFCC00",
					...ink,
				}),
			],
		},
	},
	{
		name: "a photo over a text",
		code: "text_covered",
		severity: "error",
		drawn: true,
		says: /The image \/slides\/0\/layers\/1 is painted over/,
		slide: {
			layers: [
				layer("text", text()),
				layer("image", { src: DARK, x: 20, y: 100, width: 200, height: 120 }),
			],
		},
	},
	{
		name: "a photo with round corners over a text",
		code: "text_covered",
		drawn: true,
		slide: {
			layers: [
				layer("text", text()),
				layer("image", { src: DARK, x: 20, y: 80, width: 160, height: 160, borderRadius: 80 }),
			],
		},
	},
	{
		name: "a gradient without alpha over a text",
		code: "text_covered",
		slide: {
			layers: [
				layer("text", text()),
				layer("shape", {
					shape: "rectangle",
					x: 0,
					y: 100,
					width: 405,
					height: 200,
					fill: { type: "linear", stops: [{ color: "#111133" }, { color: "#334466" }] },
				}),
			],
		},
	},
	{
		name: "a card in the same faded stack as the text that it covers",
		code: "text_covered",
		slide: {
			layers: [
				layer("stack", {
					x: 30,
					y: 40,
					width: 300,
					height: 100,
					opacity: 0.9,
					children: [
						layer("text", { text: "Under the card", fontSize: 30 }),
						layer("shape", {
							shape: "rectangle",
							position: "absolute",
							x: 60,
							y: 0,
							width: 150,
							height: 60,
							fill: "#335577",
						}),
					],
				}),
			],
		},
	},
	...(
		[
			["a percentage", "Save up to −40 % today", 225, "−40", "%"],
			["a range", "Open from 12–14 October", 215, "12–", "14"],
			["a currency", "Now for € 29 a month", 170, "€", "29"],
			["a unit of length", "We ran the 42 km together", 210, "42", "km"],
			["a time of day", "Doors open at 7 pm sharp", 230, "7", "pm"],
			["an Arabic percentage", "خصم يصل إلى ٤٠ ٪ اليوم", 235, "٤٠", "٪"],
		] as const
	).map(
		([what, words, width]): Defect => ({
			name: `a line that ends inside ${what}`,
			code: "number_split",
			severity: "warning",
			says: /Line \d ends with ".+" and the next one begins with ".+": write a .+ between them/,
			slide: { textBlocks: [text({ text: words, width, fontSize: 30 })] },
		}),
	),
	{
		name: "a number that a line of small print parts from its unit",
		code: "number_split",
		severity: "info",
		slide: {
			textBlocks: [
				text({
					text: "All of our fabrics are dyed at no more than 40 °C in water",
					width: 290,
					fontSize: 13,
				}),
			],
		},
	},
	{
		name: "one word over the light part of a picture",
		code: "low_contrast",
		severity: "error",
		drawn: true,
		says: /Most of the word "ends" has a contrast of 1/,
		slide: {
			image: STRIPE,
			textBlocks: [
				text({
					text: "Everything that begins in the dark ends",
					x: 20,
					y: 60,
					width: 380,
					fontSize: 18,
				}),
			],
		},
	},
	{
		name: "one word on a light shape",
		code: "low_contrast",
		says: /the word "[A-Za-z]+"/,
		slide: {
			layers: [
				layer("shape", {
					shape: "rectangle",
					x: 340,
					y: 50,
					width: 65,
					height: 34,
					fill: "#FFFFFF",
				}),
				layer("text", {
					text: "Everything that begins in the dark ends in the light of the next day or of the day after that one",
					x: 20,
					y: 60,
					width: 380,
					fontSize: 16,
				}),
			],
		},
	},
	{
		name: "Arabic lines set as tight as Latin ones",
		code: "lines_collide",
		severity: "warning",
		says: /Letters of line 1 touch those of the next line: use a lineHeight of 1\.[2-4]5? or more/,
		slide: {
			textBlocks: [text({ text: "دعم يجيب قبل\nأن يسأل أحد", lineHeight: 1.1, width: 360 })],
		},
	},
	{
		name: "Arabic lines at the default height whose marks meet",
		code: "lines_collide",
		slide: {
			textBlocks: [
				text({
					text: "لدينا خصومات كبيرة على جميع المنتجات حتى نهاية الأسبوع القادم",
					width: 260,
					fontSize: 24,
				}),
			],
		},
	},
	{
		name: "Khmer lines at the default height",
		code: "lines_collide",
		slide: {
			textBlocks: [
				text({
					text: "មនុស្សកើតមកមានសមភាពក្នុងផ្នែកសិទ្ធិ។ មនុស្សមានវិចារណញ្ញាណ មានសមភាពក្នុងផ្នែកវិចារណញ្ញាណ",
					width: 250,
					fontSize: 22,
				}),
			],
		},
	},
];

export const DESIGNS: readonly Case[] = [
	{
		name: "a line, a spacer, an empty stack and one that marks a position",
		slide: {
			backgroundColor: "#FFFFFF",
			layers: [
				layer("shape", { shape: "line", width: 200, x: 40, y: 40, stroke: { color: "#111111" } }),
				layer("stack", { width: 0, height: 0, children: [] }),
				layer("stack", {
					x: 40,
					y: 60,
					width: 300,
					children: [layer("stack", { grow: 1, children: [] })],
				}),
			],
		},
	},
	{
		name: "braces with variables, and the number of the slide",
		document: { variables: { a: "A headline" }, common: { front: [] } },
		slide: { textBlocks: [text({ text: "{{a}} {{{{" })] },
	},
	{
		name: "an empty text of a document with variables",
		document: { variables: { a: "" } },
		slide: { layers: [layer("text", { text: "{{a}}" })] },
	},
	{
		name: "a body text whose last line is short, and a balanced headline",
		slide: {
			textBlocks: [
				text({ text: "Everybody in the town wants it.", width: 120, fontSize: 16 }),
				text({ text: "A balanced title is fine", y: 300, width: 200, textWrap: "balance" }),
			],
		},
	},
	{ name: "nothing", slide: {} },
	{ name: "a plain text", slide: { textBlocks: [text()] } },
	{
		name: "headline and body, one below the other",
		slide: { textBlocks: [text(), text({ text: "Body", y: 180, fontSize: 20 })] },
	},
	{
		name: "lines set close, of two texts that touch",
		slide: { textBlocks: [text({ lineHeight: 1 }), text({ y: 156, lineHeight: 1 })] },
	},
	{
		name: "a pale numeral behind a headline",
		slide: {
			layers: [
				layer("text", { text: "01", x: 30, y: 60, fontSize: 160, opacity: 0.15 }),
				layer("text", text()),
			],
		},
	},
	{
		name: "a numeral in a faded stack behind a headline",
		slide: {
			layers: [
				layer("stack", {
					x: 30,
					y: 60,
					opacity: 0.2,
					children: [layer("text", { text: "7", fontSize: 150 })],
				}),
				layer("text", text()),
			],
		},
	},
	{
		name: "a watermark across a text",
		slide: {
			layers: [
				layer("text", text()),
				layer("text", { text: "DRAFT", x: 40, y: 90, fontSize: 90, rotation: -20, opacity: 0.12 }),
			],
		},
	},
	{
		name: "a large pale numeral alone",
		slide: {
			...light,
			layers: [layer("text", { text: "03", x: 40, y: 40, fontSize: 120, textColor: "#DDDDDD" })],
		},
	},
	{
		name: "dark text on a white card on a dark slide",
		slide: {
			layers: [
				layer("shape", {
					shape: "rectangle",
					x: 20,
					y: 80,
					width: 360,
					height: 160,
					fill: "#FFFFFF",
					borderRadius: 20,
				}),
				layer("text", text(ink)),
			],
		},
	},
	{
		name: "text on its own background",
		slide: {
			...light,
			layers: [layer("text", text({ background: "#222222", padding: 12, borderRadius: 999 }))],
		},
	},
	{
		name: "text in a stack with a background",
		slide: {
			layers: [
				layer("stack", {
					x: 30,
					y: 40,
					padding: 20,
					background: "#FFFFFF",
					children: [layer("text", { text: "Dark", ...ink })],
				}),
			],
		},
	},
	{
		name: "text in a stack in a stack",
		slide: {
			layers: [
				layer("stack", {
					x: 30,
					y: 40,
					padding: 20,
					background: "#FFFFFF",
					children: [
						layer("stack", {
							background: "#FFFFFF",
							padding: 6,
							children: [layer("text", { text: "Dark", ...ink })],
						}),
					],
				}),
			],
		},
	},
	{
		name: "text on a dark ellipse on white",
		slide: {
			...light,
			layers: [
				layer("shape", {
					shape: "ellipse",
					x: 10,
					y: 20,
					width: 380,
					height: 260,
					fill: "#222255",
				}),
				layer("text", text()),
			],
		},
	},
	{
		name: "text on a polygon",
		slide: {
			...light,
			layers: [
				layer("shape", {
					shape: "polygon",
					sides: 8,
					x: 0,
					y: 0,
					width: 400,
					height: 300,
					fill: "#114411",
				}),
				layer("text", text()),
			],
		},
	},
	{
		name: "text on a translucent dark card over white",
		slide: {
			...light,
			layers: [
				layer("shape", {
					shape: "rectangle",
					x: 0,
					y: 60,
					width: 405,
					height: 200,
					fill: "#000000CC",
				}),
				layer("text", text()),
			],
		},
	},
	{
		name: "text on a gradient that is dark throughout",
		slide: {
			background: { type: "linear", stops: [{ color: "#000000" }, { color: "#334466" }] },
			textBlocks: [text()],
		},
	},
	{
		name: "text on the dark end of a gradient",
		slide: {
			background: {
				type: "linear",
				angle: 180,
				stops: [{ color: "#000000" }, { color: "#FFFFFF" }],
			},
			textBlocks: [text({ y: 40 })],
		},
	},
	{
		name: "text on a radial gradient",
		slide: {
			background: { type: "radial", stops: [{ color: "#223355" }, { color: "#000011" }] },
			textBlocks: [text()],
		},
	},
	{
		name: "a highlighted text on white",
		slide: {
			...light,
			textBlocks: [text({ style: "highlight", ...ink, highlightColor: "#FFDD44" })],
		},
	},
	{
		name: "an outlined text on white",
		slide: { ...light, textBlocks: [text({ style: "outline" })] },
	},
	{
		name: "an outlined text on a white picture",
		drawn: true,
		slide: { image: WHITE, textBlocks: [text({ style: "outline" })] },
	},
	{
		name: "text with a stroke on a white picture",
		drawn: true,
		slide: {
			image: WHITE,
			layers: [layer("text", text({ textStroke: { color: "#000000", width: 3 } }))],
		},
	},
	{ name: "text on a dark picture", drawn: true, slide: { image: DARK, textBlocks: [text()] } },
	{ name: "text over a white picture, measured", slide: { image: WHITE, textBlocks: [text()] } },
	{
		name: "text on the calm, dark side of a picture",
		drawn: true,
		slide: { image: HALVES, textBlocks: [text({ x: 220, text: "Right", fontSize: 40 })] },
	},
	{
		name: "text on a scrim over a white picture",
		drawn: true,
		slide: { image: WHITE, scrim: { opacity: 0.6 }, textBlocks: [text()] },
	},
	{
		name: "text where a scrim is strong",
		drawn: true,
		slide: {
			image: GREY,
			scrim: { from: "bottom", opacity: 0.9 },
			textBlocks: [text({ y: 400 })],
			...{},
		},
		document: post,
	},
	{
		name: "text on a card on a white picture",
		drawn: true,
		slide: { image: WHITE, layers: [layer("text", text({ background: "#222222", padding: 12 }))] },
	},
	{
		name: "text beside a white picture",
		drawn: true,
		slide: { imageOverlays: [{ src: WHITE, x: 40, y: 300 }], textBlocks: [text()] },
	},
	{
		name: "dark text on a white picture of a layer",
		drawn: true,
		slide: {
			layers: [
				layer("image", { src: WHITE, x: 0, y: 0, width: 405, height: 400 }),
				layer("text", text(ink)),
			],
		},
	},
	{
		name: "a letter that leaves its card",
		slide: {
			layers: [
				layer("shape", {
					shape: "rectangle",
					x: 0,
					y: 60,
					width: 405,
					height: 200,
					fill: "#333333",
				}),
				layer("text", text()),
			],
		},
	},
	{
		name: "a white card with a shadow on white",
		slide: {
			...light,
			layers: [
				layer("stack", {
					x: 40,
					y: 40,
					padding: 20,
					background: "#FFFFFF",
					shadow: { y: 4, blur: 20, color: "#000000", opacity: 0.2 },
					children: [layer("text", { text: "On a card", ...ink })],
				}),
			],
		},
	},
	{
		name: "a white card with a border on white",
		slide: {
			...light,
			layers: [
				layer("stack", {
					x: 40,
					y: 40,
					padding: 20,
					background: "#FFFFFF",
					border: { width: 1, color: "#DDDDDD" },
					children: [layer("text", { text: "On a card", ...ink })],
				}),
			],
		},
	},
	{
		name: "a white ring on white with a stroke",
		slide: {
			...light,
			layers: [
				layer("shape", {
					shape: "ellipse",
					x: 40,
					y: 40,
					width: 90,
					height: 90,
					fill: "#FFFFFF",
					stroke: { color: "#000000", width: 3 },
				}),
			],
		},
	},
	{
		name: "a tint of three percent",
		slide: {
			layers: [
				layer("shape", {
					shape: "ellipse",
					x: 40,
					y: 40,
					width: 200,
					height: 200,
					fill: "#FFFFFF08",
				}),
			],
		},
	},
	{
		name: "a shape that is only partly on its own colour",
		slide: {
			...light,
			layers: [
				layer("shape", {
					shape: "rectangle",
					x: 0,
					y: 0,
					width: 200,
					height: 200,
					fill: "#222222",
				}),
				layer("shape", {
					shape: "ellipse",
					x: 100,
					y: 100,
					width: 200,
					height: 200,
					fill: "#FFFFFF",
				}),
			],
		},
	},
	{
		name: "a shape that bleeds off the slide",
		slide: {
			layers: [
				layer("shape", {
					shape: "ellipse",
					x: 300,
					y: -80,
					width: 300,
					height: 300,
					fill: "#4455AA",
				}),
			],
		},
	},
	{
		name: "a turned shape that bleeds",
		slide: {
			layers: [
				layer("shape", {
					shape: "rectangle",
					x: -100,
					y: 200,
					width: 700,
					height: 120,
					rotation: -12,
					fill: "#4455AA",
				}),
			],
		},
	},
	{
		name: "a covering photo that bleeds",
		slide: { imageOverlays: [{ src: DARK, x: 300, y: 60, width: 200, height: 200 }] },
	},
	{
		name: "a stretched picture of one colour",
		drawn: true,
		slide: { imageOverlays: [{ src: PIXEL, x: 0, y: 300, width: 405, height: 4 }] },
	},
	{
		name: "an icon in another colour",
		slide: { imageOverlays: [{ src: DISC, color: "#FF8800", x: 100, y: 100 }] },
	},
	{
		name: "an icon in the slide's colour on a card",
		slide: {
			layers: [
				layer("shape", {
					shape: "ellipse",
					x: 60,
					y: 60,
					width: 120,
					height: 120,
					fill: "#FFFFFF",
				}),
				layer("image", { src: DISC, color: "#000000", x: 90, y: 90, width: 60, height: 60 }),
			],
		},
	},
	{
		name: "an icon at the edge, whole",
		slide: {
			imageOverlays: [{ src: DISC, color: "#FF8800", x: 345, y: 0, width: 60, height: 60 }],
		},
	},
	{
		name: "a divider line",
		slide: { layers: [layer("shape", { shape: "line", x: 40, y: 100, width: 300, height: 0 })] },
	},
	{
		name: "an arrow",
		slide: {
			layers: [
				layer("shape", {
					shape: "arrow",
					x: 40,
					y: 100,
					width: 300,
					height: 40,
					stroke: { color: "#FFCC00", width: 4 },
				}),
			],
		},
	},
	{
		name: "an arc",
		slide: {
			layers: [
				layer("shape", {
					shape: "arc",
					sweep: 200,
					thickness: 12,
					x: 40,
					y: 100,
					width: 100,
					height: 100,
					fill: "#FFCC00",
				}),
			],
		},
	},
	{
		name: "a good code",
		slide: {
			layers: [
				layer("barcode", {
					kind: "qr",
					data: "https://example.org",
					x: 40,
					y: 40,
					width: 120,
					height: 120,
				}),
			],
		},
	},
	{
		name: "a brown code on cream",
		slide: {
			layers: [
				layer("barcode", {
					kind: "qr",
					data: "hello",
					color: "#442200",
					background: "#FFF6E5",
					x: 40,
					y: 40,
					width: 120,
					height: 120,
				}),
			],
		},
	},
	{
		name: "a code without background on white",
		slide: {
			...light,
			layers: [
				layer("barcode", {
					kind: "qr",
					data: "hello",
					background: "transparent",
					x: 40,
					y: 40,
					width: 120,
					height: 120,
				}),
			],
		},
	},
	{
		name: "an EAN",
		slide: {
			...light,
			layers: [
				layer("barcode", {
					kind: "ean13",
					data: "4006381333931",
					x: 40,
					y: 40,
					width: 240,
					height: 90,
				}),
			],
		},
	},
	{ name: "11-pixel text", slide: { textBlocks: [text({ fontSize: 11 })] } },
	{
		name: "a story within its safe area",
		document: story,
		slide: {
			layers: [
				layer("text", { text: "Within", within: "safeArea", x: 20, y: 20, fontSize: 30 }),
				layer("text", { text: "Foot", within: "safeArea", x: 20, bottom: 10, fontSize: 30 }),
			],
		},
	},
	{
		name: "a shape under a story's header",
		document: story,
		slide: {
			layers: [
				layer("shape", {
					shape: "rectangle",
					x: 0,
					y: 0,
					width: 405,
					height: 100,
					fill: "#333366",
				}),
			],
		},
	},
	{
		name: "a stepper in its default place",
		document: { ...counted, platform: "short-video-carousel" },
		slide: { textBlocks: [text()] },
	},
	{
		name: "a text above the stepper",
		document: counted,
		slide: { textBlocks: [text({ y: 380 })] },
	},
	{
		name: "texts that shrank to one size",
		slide: {
			layers: [
				layer("text", {
					text: "Alike one",
					x: 20,
					y: 40,
					width: 160,
					height: 60,
					fontSize: 40,
					fit: "shrink",
				}),
				layer("text", {
					text: "Alike two",
					x: 220,
					y: 40,
					width: 160,
					height: 60,
					fontSize: 40,
					fit: "shrink",
				}),
			],
		},
	},
	{
		name: "texts of different sizes in boxes",
		slide: {
			layers: [
				layer("text", {
					text: "Big",
					x: 20,
					y: 40,
					width: 160,
					height: 60,
					fontSize: 40,
					fit: "shrink",
				}),
				layer("text", {
					text: "small",
					x: 220,
					y: 40,
					width: 160,
					height: 60,
					fontSize: 20,
					fit: "shrink",
				}),
			],
		},
	},
	{
		name: "a transparent slide as PNG",
		drawn: true,
		slide: { background: "transparent", layers: [layer("text", text(ink))] },
	},
	{
		name: "a faded photo",
		slide: { imageOverlays: [{ src: DARK, x: 0, y: 0, width: 405, height: 400, opacity: 0.4 }] },
	},
	{
		name: "rich text with a coloured word on a dark slide",
		slide: {
			textBlocks: [
				text({ text: undefined, richText: 'A <span style="color:#FFCC00">golden</span> word' }),
			],
		},
	},
	{
		name: "a marked word",
		slide: {
			textBlocks: [
				text({
					text: undefined,
					richText: 'A <span style="color:#111111;background-color:#FFCC00">marked</span> word',
				}),
			],
		},
	},
	{ name: "emoji alone on white", slide: { ...light, textBlocks: [text({ text: "🚀" })] } },
	{
		name: "turned text in a margin",
		slide: {
			layers: [layer("text", { text: "Issue 12", rotation: -90, x: 0, y: 300, fontSize: 18 })],
		},
	},
	{
		name: "texts crossing boxes, not ink",
		slide: { textBlocks: [text({ width: 300, height: 120 }), text({ y: 200, text: "Below" })] },
	},
	{
		name: "a clipped stack with a text",
		slide: {
			layers: [
				layer("stack", {
					x: 30,
					y: 40,
					width: 300,
					clip: true,
					borderRadius: 20,
					padding: 20,
					background: "#FFFFFF",
					children: [layer("text", { text: "Dark", ...ink })],
				}),
			],
		},
	},
	{
		name: "a card that is translucent with its text",
		slide: {
			layers: [
				layer("stack", {
					x: 30,
					y: 40,
					opacity: 0.8,
					padding: 20,
					background: "#FFFFFF",
					children: [layer("text", { text: "Dark", ...ink })],
				}),
			],
		},
	},
	{
		name: "a stack that follows its texts",
		slide: {
			layers: [
				layer("stack", {
					x: 24,
					right: 24,
					y: 40,
					gap: 12,
					children: [
						layer("text", { text: "Headline", fontSize: 48, lineHeight: 0.9 }),
						layer("text", {
							text: "A body that wraps at the edge of the stack, over lines",
							fontSize: 20,
						}),
					],
				}),
			],
		},
	},
	{
		name: "a tight numeral whose ink is higher than its line",
		slide: {
			layers: [
				layer("stack", {
					x: 24,
					y: 40,
					height: 86,
					children: [layer("text", { text: "42", fontSize: 100, lineHeight: 0.8 })],
				}),
			],
		},
	},
	{
		name: "a badge that hangs over the corner of its card",
		slide: {
			layers: [
				layer("stack", {
					x: 60,
					y: 60,
					width: 240,
					padding: 20,
					background: "#224466",
					children: [
						layer("text", { text: "A card", fontSize: 24 }),
						layer("shape", {
							shape: "ellipse",
							position: "absolute",
							x: 215,
							y: -25,
							width: 50,
							height: 50,
							fill: "#FFCC00",
						}),
					],
				}),
			],
		},
	},
	{
		name: "a photo that its card crops",
		slide: {
			layers: [
				layer("stack", {
					x: 60,
					y: 60,
					width: 200,
					height: 150,
					clip: true,
					borderRadius: 20,
					children: [layer("image", { src: DARK, width: 300, height: 220 })],
				}),
			],
		},
	},
	{
		name: "a turned ornament that is larger than its stack",
		slide: {
			layers: [
				layer("stack", {
					x: 60,
					y: 60,
					width: 120,
					height: 120,
					children: [
						layer("shape", {
							shape: "rectangle",
							width: 160,
							height: 30,
							rotation: -12,
							fill: "#FFCC00",
						}),
					],
				}),
			],
		},
	},
	{
		name: "a stack without a height that marks a place",
		slide: {
			layers: [
				layer("stack", {
					x: 60,
					y: 60,
					height: 0,
					children: [layer("text", { text: "Hangs from a line", fontSize: 24 })],
				}),
			],
		},
	},
	{
		name: "a translucent panel over a text",
		slide: {
			layers: [
				layer("text", text({ text: "Under glass", fontSize: 50 })),
				layer("shape", {
					shape: "rectangle",
					x: 20,
					y: 80,
					width: 200,
					height: 160,
					fill: "#33557766",
				}),
			],
		},
	},
	{
		name: "a faded shape over a text",
		slide: {
			layers: [
				layer("text", text({ text: "Under glass", fontSize: 50 })),
				layer("shape", {
					shape: "ellipse",
					x: 20,
					y: 80,
					width: 200,
					height: 160,
					opacity: 0.4,
					fill: "#335577",
				}),
			],
		},
	},
	{
		name: "a shape that multiplies with the text below",
		slide: {
			...light,
			layers: [
				layer("text", text({ ...ink, fontSize: 50 })),
				layer("shape", {
					shape: "ellipse",
					x: 20,
					y: 80,
					width: 200,
					height: 160,
					blendMode: "multiply",
					fill: "#FFCC00",
				}),
			],
		},
	},
	{
		name: "a gradient that fades a text out",
		slide: {
			layers: [
				layer("text", text()),
				layer("shape", {
					shape: "rectangle",
					x: 0,
					y: 100,
					width: 405,
					height: 80,
					fill: {
						type: "linear",
						angle: 180,
						stops: [{ color: "#00000000" }, { color: "#000000" }],
					},
				}),
			],
		},
	},
	{
		name: "a cut-out picture in front of a word",
		drawn: true,
		slide: {
			layers: [
				layer("text", text({ text: "SUMMER", fontSize: 80, x: 20 })),
				layer("image", { src: CUT_OUT, x: 100, y: 90, width: 200, height: 200 }),
			],
		},
	},
	{
		name: "a line through an old price",
		slide: {
			layers: [
				layer("text", text({ text: "€ 49", fontSize: 40 })),
				layer("shape", {
					shape: "rectangle",
					x: 36,
					y: 142,
					width: 100,
					height: 4,
					rotation: -8,
					fill: "#CC0000",
				}),
			],
		},
	},
	{
		name: "a large numeral that a card stands on",
		slide: {
			layers: [
				layer("text", text({ text: "01", x: 30, y: 40, fontSize: 160, textColor: "#556677" })),
				layer("stack", {
					x: 24,
					y: 170,
					width: 300,
					padding: 20,
					background: "#FFFFFF",
					children: [layer("text", { text: "The first step", fontSize: 26, ...ink })],
				}),
			],
		},
	},
	{
		name: "a shape that touches the foot of a text",
		slide: {
			layers: [
				layer("text", text({ text: "Headline", fontSize: 40 })),
				layer("shape", {
					shape: "rectangle",
					x: 40,
					y: 158,
					width: 180,
					height: 40,
					fill: "#335577",
				}),
			],
		},
	},
	{
		name: "a page that hides what every slide has behind it",
		document: {
			common: { behind: [layer("text", { text: "@handle", x: 40, y: 40, fontSize: 20 })] },
		},
		slide: {
			layers: [
				layer("shape", {
					shape: "rectangle",
					x: 0,
					y: 0,
					width: 405,
					height: 540,
					fill: "#335577",
				}),
			],
		},
	},
	{
		name: "a number on one line with its unit",
		slide: { textBlocks: [text({ text: "Save up to −40 % today", width: 300, fontSize: 30 })] },
	},
	{
		name: "a number and a unit that a no-break space holds together",
		slide: {
			textBlocks: [text({ text: "Save up to −40\u00a0% today", width: 225, fontSize: 30 })],
		},
	},
	{
		name: "a line break that was asked for between a number and its unit",
		slide: { textBlocks: [text({ text: "42\nkm", fontSize: 60, width: 300 })] },
	},
	{
		name: "a dash between a year and a number of shops",
		slide: {
			textBlocks: [text({ text: "Since the spring of 2019 – 14 shops", width: 330, fontSize: 30 })],
		},
	},
	{
		name: "a line that ends with a number and one that begins with a word",
		slide: {
			textBlocks: [
				text({ text: "We opened the doors in 2019 more or less", width: 330, fontSize: 30 }),
			],
		},
	},
	{
		name: "a busy picture behind words that can all be read",
		drawn: true,
		slide: {
			image: GRID,
			textBlocks: [text({ text: "Words on a fine dark grid", x: 20, width: 360, fontSize: 30 })],
		},
	},
	{
		name: "an outlined word over the light part of a picture",
		drawn: true,
		slide: {
			image: STRIPE,
			textBlocks: [
				text({
					text: "Everything that begins in the dark ends",
					x: 20,
					y: 60,
					width: 380,
					fontSize: 18,
					style: "outline",
				}),
			],
		},
	},
	{
		name: "two letters over the light part of a picture",
		drawn: true,
		slide: {
			image: STRIPE,
			textBlocks: [
				text({
					text: "Everything that began in the dark is up",
					x: 20,
					y: 60,
					width: 380,
					fontSize: 18,
				}),
			],
		},
	},
	{
		name: "Arabic lines with room for their marks",
		slide: {
			textBlocks: [text({ text: "دعم يجيب قبل\nأن يسأل أحد", lineHeight: 1.4, width: 360 })],
		},
	},
	{
		name: "Latin lines set tight on purpose",
		slide: { textBlocks: [text({ text: "Jump\nHigher", lineHeight: 0.95, fontSize: 60 })] },
	},
];
