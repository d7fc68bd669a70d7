/** Grouping of fields, similar to design tools. New fields of the schema come last. */

/** Groups in display order, each with the fields it starts with. */
export const GROUPS = {
	content: ["text", "richText", "emoji", "src", "kind", "data", "errorCorrection", "shape"],
	place: [
		"x",
		"y",
		"width",
		"height",
		"rotation",
		"right",
		"bottom",
		"minWidth",
		"maxWidth",
		"minHeight",
		"maxHeight",
		"aspectRatio",
		"within",
		"position",
		"grow",
		"shrink",
		"basis",
		"alignSelf",
	],
	layout: ["direction", "gap", "align", "justify", "padding", "wrap", "clip"],
	typography: [
		"font",
		"fontSize",
		"weight",
		"align",
		"verticalAlign",
		"textColor",
		"lineHeight",
		"letterSpacing",
		"textTransform",
		"size",
		"fit",
		"minFontSize",
		"maxLines",
		"textWrap",
		"list",
		"boldWeight",
		"tabularNumbers",
		"fontFeatures",
		"whiteSpace",
		"tabSize",
		"indent",
		"onPath",
		"onPath",
		"hyphens",
		"fitGroup",
		"wordBreak",
		"textDirection",
		"lang",
	],
	fill: ["backgroundColor", "background", "fill", "textFill", "color", "quietZone"],
	picture: ["fit", "color", "cropX", "cropY", "zoom", "focus", "flip", "image", "imageOptions"],
	style: ["style", "highlightColor", "highlightPadding", "highlightRadius", "highlightInside"],
	geometry: ["sides", "points", "innerRadius", "from", "sweep", "thickness", "path", "viewBox"],
	border: ["border", "stroke", "textStroke", "borderRadius"],
	shadow: ["shadow"],
	effects: ["opacity", "blendMode", "filter", "scrim"],
	canvas: ["platform", "size", "platforms", "scale", "mode", "brand"],
	stepper: ["stepperStyle", "stepperColor", "counterPosition"],
	file: ["format", "quality", "maxBytes", "delivery"],
	more: [] as string[],
} as const satisfies Record<string, readonly string[]>;

export type GroupName = keyof typeof GROUPS;

/** Groups that are open by default. */
export const OPEN: ReadonlySet<GroupName> = new Set([
	"content",
	"place",
	"layout",
	"typography",
	"picture",
	"fill",
	"geometry",
	"canvas",
]);

/** Fields that are shown only if they are set, or if all fields are shown. */
export const RARE: ReadonlySet<string> = new Set([
	"richText",
	"emoji",
	"right",
	"bottom",
	"minWidth",
	"maxWidth",
	"minHeight",
	"maxHeight",
	"aspectRatio",
	"within",
	"position",
	"grow",
	"shrink",
	"basis",
	"alignSelf",
	"size",
	"minFontSize",
	"boldWeight",
	"tabularNumbers",
	"fontFeatures",
	"whiteSpace",
	"tabSize",
	"indent",
	"hyphens",
	"fitGroup",
	"wordBreak",
	"textDirection",
	"lang",
	"cropX",
	"cropY",
	"focus",
	"quietZone",
	"errorCorrection",
	"verticalAlign",
	"maxLines",
	"textWrap",
]);

/** Fields that fit beside another one. */
export const NARROW: ReadonlySet<string> = new Set([
	"x",
	"y",
	"width",
	"height",
	"right",
	"bottom",
	"minWidth",
	"maxWidth",
	"minHeight",
	"maxHeight",
	"fontSize",
	"weight",
	"lineHeight",
	"letterSpacing",
	"blur",
	"spread",
	"opacity",
	"gap",
	"cropX",
	"cropY",
	"rotation",
	"aspectRatio",
	"sides",
	"points",
	"innerRadius",
	"from",
	"sweep",
	"thickness",
	"quality",
	"brightness",
	"contrast",
	"saturate",
	"grayscale",
	"sepia",
	"direction",
	"justify",
	"align",
	"verticalAlign",
	"maxLines",
	"minFontSize",
	"grow",
	"shrink",
	"basis",
]);

/**
 * The group of a field.
 * @param type of the element; some names have several meanings, for example `fit` of texts and
 * images
 */
export function groupOf(name: string, type: string): GroupName {
	if (name === "fit") return type === "text" ? "typography" : "picture";
	if (name === "padding" && type === "text") return "place";
	if (name === "align") return type === "stack" ? "layout" : "typography";
	if (name === "size") return type === "document" ? "canvas" : "typography";
	if (name === "color") return type === "image" ? "picture" : "fill";
	if (name === "background" && type === "slide") return "fill";
	for (const [group, names] of Object.entries(GROUPS))
		if ((names as readonly string[]).includes(name)) return group as GroupName;
	return "more";
}
