/** What agents can do: each tool does what an endpoint or two of the HTTP API do. */
import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import { type Static, type TObject, Type } from "@sinclair/typebox";
import { searchIcons, searchPhotos } from "../catalog/search.js";
import {
	IconSearchQuerySchema,
	IconSearchResponseSchema,
	PhotoSearchQuerySchema,
	PhotoSearchResponseSchema,
} from "../contract/assets.js";
import {
	type MeasuredLayer,
	type MeasureResponse,
	MeasureResponseSchema,
} from "../contract/measure-response.js";
import { RenderResponseSchema } from "../contract/render-response.js";
import { renderSchema } from "../contract/render-schema.js";
import { StringEnum } from "../contract/schema.js";
import {
	TemplateDetailsSchema,
	type TemplateList,
	TemplateListSchema,
	TemplateParamsSchema,
	type TemplateSearchQuery,
	TemplateSearchQuerySchema,
} from "../contract/template-search.js";
import { invalid } from "../errors/invalid.js";
import { measureDocument } from "../service/draw/measure-document.js";
import { StepTimes } from "../service/render/step-times.js";
import { coerceQuery } from "../service/resolve/coerce-query.js";
import { schemaCheck } from "../service/resolve/schema-check.js";
import { allTemplates, namedTemplate, summaryOf } from "../service/templates/search-templates.js";
import { type DocumentSchema, documentFrom, documentInput } from "./document-argument.js";
import { renderTool } from "./render-tool.js";
import { MAX_RESULT_CHARACTERS, resultOf, structured } from "./results.js";
import { SCHEMA_PARTS, type SchemaPart, schemaPart } from "./schema-parts.js";
import { described } from "./schemas.js";
import type { ToolService } from "./tool-service.js";

const renderInput = (document: DocumentSchema) =>
	Type.Object({
		document: documentInput(document),
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
		document: documentInput(document),
		slide: Type.Optional(
			Type.Integer({
				minimum: 1,
				description: "Only this slide, counted from 1. Default: all slides.",
			}),
		),
	});
/** All that match come at once. */
const TemplateListInput = Type.Omit(TemplateSearchQuerySchema, ["page", "per_page"]);
const SchemaInput = Type.Object({
	part: Type.Optional(
		StringEnum(SCHEMA_PARTS, {
			default: "contract",
			description:
				"contract: limits, units, platforms, palettes and the JSON Schema of a document. layers: the JSON Schema of layers, which it refers to: shapes, stacks, barcodes, texts and images. examples: complete documents, ready to render.",
		}),
	),
});

/** Nothing here changes anything but the caller's share of the service's time. */
const READ_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true } as const;

/** Adds all tools to a server. A call that its client cancels or leaves ends what is done for it. */
export function addTools(server: McpServer, tools: ToolService): void {
	const { renderRequest } = tools.service.contract;
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
		({ document, previewSlide }, { mcpReq: { signal } }) =>
			resultOf(renderTool(tools, document, previewSlide ?? 1, signal), signal),
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
		({ document, slide }, { mcpReq: { signal } }) =>
			resultOf(measureTool(tools, document, slide, signal), signal),
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
		(query, { mcpReq: { signal } }) => resultOf(photosTool(tools, query, signal), signal),
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
		(query, { mcpReq: { signal } }) => resultOf(iconsTool(tools, query, signal), signal),
	);
	server.registerTool(
		"list_templates",
		{
			title: "Find templates",
			description:
				"Finished designs with variables, each with one line about it. get_template has the variables of one. The quickest way to a good picture.",
			inputSchema: described(TemplateListInput),
			outputSchema: described(TemplateListSchema),
			annotations: { ...READ_ONLY, openWorldHint: false },
		},
		(query, { mcpReq: { signal } }) => resultOf(listTool(tools, query, signal), signal),
	);
	server.registerTool(
		"get_template",
		{
			title: "Read a template",
			description:
				"A template's platforms and variables, with samples and maximum lengths. Render it with { template: id, variables: { … } } as the document.",
			inputSchema: described(TemplateParamsSchema),
			outputSchema: described(TemplateDetailsSchema),
			annotations: { ...READ_ONLY, openWorldHint: false },
		},
		({ id }, { mcpReq: { signal } }) => resultOf(templateTool(tools, id, signal), signal),
	);
	server.registerTool(
		"get_schema",
		{
			title: "Read the contract",
			description:
				"The contract of a document, or examples. Read contract and layers before you write the first document.",
			inputSchema: described(SchemaInput),
			annotations: { ...READ_ONLY, openWorldHint: false },
		},
		({ part }, { mcpReq: { signal } }) =>
			resultOf(schemaTool(tools, part ?? "contract", signal), signal),
	);
}

const listTool = (
	{ run, service }: ToolService,
	query: Pick<TemplateSearchQuery, "query" | "platform" | "tag">,
	signal: AbortSignal,
): Promise<CallToolResult> =>
	run("searchTemplates", signal, async () => {
		const { total, results } = allTemplates(service.templates, query);
		const lines = results.map(({ id, description }) => ({ id, description }));
		return structured({ ok: true, total, results: lines } satisfies TemplateList);
	});

const templateTool = (
	{ run, service }: ToolService,
	id: string,
	signal: AbortSignal,
): Promise<CallToolResult> =>
	run("searchTemplates", signal, async () => {
		const { template, version } = namedTemplate(service.templates, id);
		return structured({ ok: true, templateVersion: version, template: summaryOf(template) });
	});

async function measureTool(
	{ run, service }: ToolService,
	argument: unknown,
	slide: number | undefined,
	signal: AbortSignal,
): Promise<CallToolResult> {
	const measured = await run("measure", signal, async ({ caller, note }) => {
		service.admission.check(caller.client);
		const document = await service.turns.run(caller.client, () =>
			service.resolve(documentFrom(argument), "measure"),
		);
		const { mode, canvas, slides } = document;
		const stepMs = new StepTimes(service.metrics.step);
		note({ platform: canvas.platform, mode, slides: slides.length, stepMs });
		return measureDocument(service, document, { ...caller, onStep: stepMs.add });
	});
	const slides = measured.slides.filter((one) => slide === undefined || one.slide === slide);
	return structured(readable({ ...measured, slides }));
}

/** Characters of a measurement: it stands in a result twice, as text and as structured content. */
const MAX_MEASURED = 0.45 * MAX_RESULT_CHARACTERS;
/** Warnings that are left where a measurement is too long. */
const FEW_WARNINGS = 10;

/** A measurement without what is long and tells least, until a model can read the rest: lines, alternative texts, warnings. */
function readable(measured: MeasureResponse): MeasureResponse {
	const tooLong = (value: MeasureResponse) => JSON.stringify(value).length > MAX_MEASURED;
	let slides = [...measured.slides];
	for (let i = slides.length - 1; i >= 0 && tooLong({ ...measured, slides }); i--) {
		const { textBlocks, layers, ...rest } = slides[i]!;
		slides[i] = {
			...rest,
			textBlocks: textBlocks.map((block) => ({ ...block, lines: [] })),
			layers: layers.map(withoutLines),
		};
	}
	if (tooLong({ ...measured, slides })) slides = slides.map((slide) => ({ ...slide, alt: "" }));
	if (!tooLong({ ...measured, slides })) return { ...measured, slides };
	return { ...measured, slides, warnings: measured.warnings.slice(0, FEW_WARNINGS) };
}

const withoutLines = (layer: MeasuredLayer): MeasuredLayer => ({
	...layer,
	...(layer.lines && { lines: [] }),
	...(layer.children && { children: layer.children.map(withoutLines) }),
});

const photosTool = (
	{ run, service, origin: baseUrl }: ToolService,
	query: object,
	signal: AbortSignal,
): Promise<CallToolResult> =>
	run("searchPhotos", signal, async ({ caller }) => {
		const search = searchOf(PhotoSearchQuerySchema, query);
		const context = { baseUrl, signal: caller.signal };
		return structured(await searchPhotos(service.photos, search, context));
	});

const iconsTool = (
	{ run, service, origin }: ToolService,
	query: object,
	signal: AbortSignal,
): Promise<CallToolResult> =>
	run("searchIcons", signal, async () => {
		const search = searchOf(IconSearchQuerySchema, query);
		return structured(await searchIcons(service.icons, search, origin));
	});

/**
 * A search as a model sent it, read as leniently as a query string is: "2" is a number too.
 * @throws ServiceError invalid_request
 */
function searchOf<T extends TObject>(schema: T, query: object): Static<T> {
	const words = Object.entries(query)
		.filter(([, value]) => value !== undefined && value !== null)
		.map(([name, value]) => [name, String(value)]);
	const checked = schemaCheck<Static<T>>(schema)(coerceQuery(schema, Object.fromEntries(words)));
	if ("issues" in checked) throw invalid("invalid_request", checked.issues);
	return checked.value;
}

const schemaTool = (
	{ run, service, maxBodyBytes }: ToolService,
	part: SchemaPart,
	signal: AbortSignal,
): Promise<CallToolResult> =>
	run("getRenderSchema", signal, async () => {
		const text = JSON.stringify(schemaPart(renderSchema(service.contract, maxBodyBytes), part));
		return { content: [{ type: "text", text }] };
	});
