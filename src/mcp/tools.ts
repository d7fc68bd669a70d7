/** What agents can do: each tool is a request or two to the HTTP API. */
import type { CallToolResult, McpServer, ServerContext } from "@modelcontextprotocol/server";
import { type Static, Type } from "@sinclair/typebox";
import {
	IconSearchQuerySchema,
	IconSearchResponseSchema,
	PhotoSearchQuerySchema,
	PhotoSearchResponseSchema,
} from "../contract/assets.js";
import type { Contract } from "../contract/contract.js";
import { type MeasureResponse, MeasureResponseSchema } from "../contract/measure-response.js";
import type { RenderRequestSchema } from "../contract/render-request.js";
import { RenderResponseSchema } from "../contract/render-response.js";
import { type ApiCall, jsonOf, until } from "./api.js";
import { renderTool } from "./render-tool.js";
import { failed, MAX_RESULT_CHARACTERS, structured } from "./results.js";
import { described } from "./schemas.js";

type DocumentSchema = typeof RenderRequestSchema;

const renderInput = (document: DocumentSchema) =>
	Type.Object({
		document: Type.Unsafe<Static<DocumentSchema>>(document),
		previewSlide: Type.Optional(
			Type.Integer({
				minimum: 1,
				default: 1,
				description: "Number of the slide to show as a preview, counted from 1.",
			}),
		),
	});
const measureInput = (document: DocumentSchema) =>
	Type.Object({
		document: Type.Unsafe<Static<DocumentSchema>>(document),
		slide: Type.Optional(
			Type.Integer({
				minimum: 1,
				description: "Only this slide, counted from 1. Default: all slides.",
			}),
		),
	});
const SchemaInput = Type.Object({
	part: Type.Optional(
		Type.Union([Type.Literal("contract"), Type.Literal("examples")], {
			default: "contract",
			description:
				"contract: limits, units, platforms, palettes and the JSON Schema of a document. examples: whole documents that can be rendered as they stand.",
		}),
	),
});

/** Nothing here changes anything but the caller's share of the service's time. */
const READ_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true } as const;

/**
 * Adds all tools to a server. A call that its client cancels or leaves ends what it has asked of
 * the API.
 * @param links whether the service signs links
 * @param contract what documents may say
 */
export function addTools(
	server: McpServer,
	service: ApiCall,
	links: boolean,
	{ renderRequest }: Contract,
): void {
	const apiFor = ({ mcpReq }: ServerContext): ApiCall => until(service, mcpReq.signal);
	server.registerTool(
		"render",
		{
			title: "Render a design",
			description:
				"Draws a document into images and answers a URL for each slide, warnings about what was drawn but is hardly meant, and a small JPEG preview of one slide. Look at the preview and the warnings, mend the document, and render again. Lengths are preview pixels: a slide is 405 wide (450 for those of 1200 pixels).",
			inputSchema: described(renderInput(renderRequest)),
			outputSchema: described(Type.Omit(RenderResponseSchema, ["delivery"])),
			annotations: { ...READ_ONLY, openWorldHint: true },
		},
		({ document, previewSlide }, call) =>
			renderTool(apiFor(call), documentOf(document), previewSlide ?? 1, links),
	);
	server.registerTool(
		"measure",
		{
			title: "Measure a design",
			description:
				"Says where each text block, its lines, each overlay and the stepper lie, in preview pixels, and what a render would warn of. Draws nothing and answers in milliseconds: use it to place the next thing below the last one.",
			inputSchema: described(measureInput(renderRequest)),
			outputSchema: described(MeasureResponseSchema),
			annotations: { ...READ_ONLY, openWorldHint: false },
		},
		({ document, slide }, call) => measureTool(apiFor(call), documentOf(document), slide),
	);
	server.registerTool(
		"search_photos",
		{
			title: "Search photos",
			description:
				"Finds photos. Put a result's renderUrl into slide.image or imageOverlays[].src, and print its attribution.text where the licence asks for it.",
			inputSchema: described(PhotoSearchQuerySchema),
			outputSchema: described(PhotoSearchResponseSchema),
			annotations: { ...READ_ONLY, openWorldHint: true },
		},
		(query, call) => searchTool(apiFor(call), "/api/assets/photos/search", query),
	);
	server.registerTool(
		"search_icons",
		{
			title: "Search icons",
			description:
				"Finds icons by words or an emoji. Put a result's renderUrl into imageOverlays[].src; the overlay's color tints it.",
			inputSchema: described(IconSearchQuerySchema),
			outputSchema: described(IconSearchResponseSchema),
			annotations: { ...READ_ONLY, openWorldHint: false },
		},
		(query, call) => searchTool(apiFor(call), "/api/assets/icons/search", query),
	);
	server.registerTool(
		"get_schema",
		{
			title: "Read the contract",
			description:
				"The whole contract of a document, or examples of good ones. Read it before you write the first document.",
			inputSchema: described(SchemaInput),
			annotations: { ...READ_ONLY, openWorldHint: false },
		},
		({ part }, call) => schemaTool(apiFor(call), part ?? "contract"),
	);
}

/** What a model sent as a document: JSON text becomes what it says. */
function documentOf(document: unknown): unknown {
	if (typeof document !== "string") return document;
	try {
		return JSON.parse(document);
	} catch {
		// The service says what is wrong with a string.
		return document;
	}
}

async function measureTool(
	api: ApiCall,
	document: unknown,
	slide: number | undefined,
): Promise<CallToolResult> {
	const answer = await api("POST", "/api/measure", document);
	if (answer.status !== 200) return failed(answer);
	const measured = jsonOf<MeasureResponse>(answer);
	const slides = measured.slides.filter((one) => slide === undefined || one.slide === slide);
	// Lines are what is long: they are left out, the longest texts first, until a model can read the rest.
	const tooLong = () => JSON.stringify(slides).length * 2 > MAX_RESULT_CHARACTERS / 2;
	for (let i = slides.length - 1; i >= 0 && tooLong(); i--) {
		const { textBlocks, ...rest } = slides[i]!;
		slides[i] = { ...rest, textBlocks: textBlocks.map((block) => ({ ...block, lines: [] })) };
	}
	return structured({ ...measured, slides });
}

async function searchTool(api: ApiCall, path: string, query: object): Promise<CallToolResult> {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(query))
		if (value !== undefined && value !== null) parameters.set(name, String(value));
	const answer = await api("GET", `${path}?${parameters}`);
	return answer.status === 200 ? structured(jsonOf<object>(answer)) : failed(answer);
}

async function schemaTool(api: ApiCall, part: string): Promise<CallToolResult> {
	const answer = await api("GET", "/api/render-schema");
	if (answer.status !== 200) return failed(answer);
	const {
		examples,
		example: _example,
		...contract
	} = jsonOf<{ examples: object; example: object }>(answer);
	const text = JSON.stringify(part === "examples" ? examples : contract);
	return { content: [{ type: "text", text }] };
}
