/**
 * The contract on one page, for people and models that read before they write:
 * made from the schemas, so that it says what the service does.
 */
import type { TObject, TSchema } from "@sinclair/typebox";
import { BUILT_IN_CONTRACT, type Contract } from "./contract.js";
import { EXAMPLE_NAME, EXAMPLES } from "./examples.js";
import { LIMITS } from "./limits.js";
import { PLATFORMS } from "./platforms.js";
import {
	ImageOverlaySchema,
	RenderRequestSchema,
	SlideSchema,
	TextBlockSchema,
} from "./render-request.js";

/** What a schema alone does not say, and new users guess wrong. */
const TRAPS = [
	"Lengths are preview pixels: a slide is 405 wide (450 where the image is 1200 wide); export pixels are preview pixels / 0.375.",
	"mode is single by default: only the first slide is drawn. Say carousel for all of them.",
	"A text block without width wraps 20 before the right edge; give width and align to centre it.",
	"Text is never clipped: call /api/measure, or read the warnings, to learn where it ends.",
	"richText wins over text; fontSize wins over size.",
	"An overlay covers its box: say fit contain for a logo that must be seen whole.",
	"With variables beside slides, {{name}} in any string becomes their values; all must be given and used.",
	"An icon is black unless color tints it.",
	"Unknown fields are refused, and so is anything beyond a limit: nothing is cut silently.",
	"Temporary URLs end after 15 minutes, unless the operator says otherwise.",
];

/** Paths and what they are for. */
const PATHS: readonly (readonly [string, string])[] = [
	["POST /api/render", "a document becomes images: data URLs, temporary URLs or both, in JSON"],
	["POST /api/render.png, .jpeg, .webp, .svg", "one slide (?slide=2) as a file"],
	["POST /api/render.pdf, .zip", "all slides as one file"],
	["POST /api/batch", "one document with many rows of data, { document, rows }: NDJSON or a ZIP"],
	["POST /api/measure", "where texts and images lie, and the warnings, without drawing"],
	["GET /api/assets/photos/search?query=", "photos; renderUrl goes into slide.image"],
	["GET /api/assets/icons/search?query=", "icons; renderUrl goes into imageOverlays[].src"],
	["GET /api/render-schema", "limits, palettes, the JSON Schema of a document, examples"],
	["GET /api/openapi.json", "OpenAPI 3.1, for client generators"],
	["POST /mcp", "the same for agents, as a Model Context Protocol server"],
];

const OBJECTS: readonly (readonly [string, TObject])[] = [
	["Document", RenderRequestSchema],
	["Slide (slides[])", SlideSchema],
	["Text block (slides[].textBlocks[])", TextBlockSchema],
	["Image overlay (slides[].imageOverlays[])", ImageOverlaySchema],
];

/**
 * Markdown, about 10 kB; the text of /llms.txt.
 * @param contract with what the operator added
 */
export function guide({ adapt, brands, fonts }: Contract = BUILT_IN_CONTRACT): string {
	return [
		"# Post Image Render Service",
		"",
		"> Draws social posts and carousels from one JSON document, without a browser: slides with a background, image overlays, text blocks and a stepper. The same document always gives the same bytes.",
		"",
		"## Paths",
		"",
		...PATHS.map(([path, purpose]) => `- \`${path}\`: ${purpose}`),
		"",
		"## What new users trip over",
		"",
		...TRAPS.map((trap) => `- ${trap}`),
		"",
		...OBJECTS.flatMap(([title, schema]) => [`## ${title}`, "", ...fieldLines(adapt(schema)), ""]),
		"## Platforms",
		"",
		...Object.entries(PLATFORMS).map(
			([id, { width, height, ratio }]) => `- \`${id}\`: ${width} x ${height} (${ratio})`,
		),
		"",
		"## Palettes",
		"",
		...Object.entries(brands).map(
			([id, { name, textColors, highlightColors, font }]) =>
				`- \`${id}\`${name === undefined ? "" : ` (${name})`}: text ${textColors.join(" ")}; highlight ${highlightColors.join(" ")}${font === undefined ? "" : `; font ${font}`}`,
		),
		"",
		"## Fonts",
		"",
		...fonts.map(
			({ family, weights, italic }) =>
				`- \`${family}\`: ${weights.join(" ")}${italic ? ", italic" : ""}`,
		),
		"",
		"## Errors",
		"",
		`Every error is \`{ "error": { "code", "message", "details" } }\`; details.issues lists at most ${LIMITS.maxIssuesListed} findings with path and what was allowed.`,
		"",
		"## A whole document",
		"",
		"```json",
		JSON.stringify(EXAMPLES[EXAMPLE_NAME], null, 1),
		"```",
		"",
	].join("\n");
}

/** A line for each field of an object. */
function fieldLines({ properties, required = [] }: TObject): string[] {
	return Object.entries(properties).map(([name, schema]) => {
		const facts = [typeOf(schema), ...boundsOf(schema)];
		if (required.includes(name)) facts.push("required");
		const description = (schema.description ?? "").trim();
		return `- \`${name}\` (${facts.join(", ")})${description === "" ? "" : `: ${description}`}`;
	});
}

/** The type as a reader names it. */
function typeOf(schema: TSchema): string {
	const alternatives = (schema.anyOf ?? schema.oneOf) as readonly TSchema[] | undefined;
	if (alternatives) return [...new Set(alternatives.map(typeOf))].join(" or ");
	const values = schema.enum as readonly unknown[] | undefined;
	if (values) return values.join(" | ");
	if (schema.const !== undefined) return JSON.stringify(schema.const);
	if (schema.type === "array") return `array of ${schema.items?.title ?? typeOf(schema.items)}`;
	return String(schema.title ?? schema.type ?? "any");
}

/** Bounds and default, as far as the schema has them. */
function boundsOf(schema: TSchema): string[] {
	const { minimum, maximum, maxLength, minItems, maxItems } = schema;
	const facts: string[] = [];
	if (minimum !== undefined && maximum !== undefined) facts.push(`${minimum} to ${maximum}`);
	else if (minimum !== undefined) facts.push(`at least ${minimum}`);
	else if (maximum !== undefined) facts.push(`at most ${maximum}`);
	if (maxLength !== undefined) facts.push(`at most ${maxLength} characters`);
	if (maxItems !== undefined) facts.push(`${minItems ?? 0} to ${maxItems}`);
	if (schema.default !== undefined && schema.type !== "array")
		facts.push(`default ${JSON.stringify(schema.default)}`);
	return facts;
}
