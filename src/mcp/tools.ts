/** The tools for agents. Each corresponds to one or two endpoints of the HTTP API. */
import type { McpServer } from "@modelcontextprotocol/server";
import { Type } from "@sinclair/typebox";
import { PHOTO_ORIENTATIONS, PHOTO_TARGETS } from "../contract/assets.js";
import { JOB_OUTPUTS } from "../contract/jobs.js";
import { LIMITS } from "../contract/limits.js";
import { CANVAS_IDS, PLATFORM_IDS } from "../contract/platforms.js";
import { StringEnum } from "../contract/schema.js";
import { CONTRACT_PARTS, contractPart } from "./contract-parts.js";
import { membersOf } from "./design-argument.js";
import { editTool, measureTool, renderTool } from "./design-tools.js";
import { findTemplates } from "./find-templates.js";
import { jobStatusTool, startJobTool } from "./job-tools.js";
import { resultOf, textResult } from "./results.js";
import { described } from "./schemas.js";
import { iconsTool, photosTool } from "./search-tools.js";
import type { ToolRunner } from "./tool-runner.js";
import {
	EDIT,
	FIND_TEMPLATES,
	GET_SCHEMA,
	JOB_STATUS,
	MEASURE,
	RENDER,
	SEARCH_ICONS,
	SEARCH_PHOTOS,
	START_JOB,
} from "./tool-texts.js";

const optional = (description: string) => Type.Optional(Type.String({ description }));
const slide = (description: string) =>
	Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.maxCarouselSlides, description }));
const members = (description: string) =>
	Type.Optional(Type.Object({}, { description, additionalProperties: true }));

/**
 * The service validates designs itself, because their schema has 80 kB, and every client would load
 * it.
 */
const DESIGN = {
	template: optional("Id of a template, instead of document."),
	variables: members("Values of the template's variables, by name."),
	platform: Type.Optional(
		StringEnum(CANVAS_IDS, { description: "Canvas. Default: the template's or document's." }),
	),
	brand: optional(
		"brand-a (dark, gold), brand-b (light, green), custom, or one of the operator's.",
	),
	document: members("A document, instead of template: { platform, mode, slides: [{ layers }] }."),
};
const RenderInput = Type.Object({
	...DESIGN,
	slide: slide("Draws this slide alone, and shows it larger."),
});
const MeasureInput = Type.Object({
	...DESIGN,
	id: optional("An earlier result, instead of a design."),
	slide: slide("Only this slide."),
});
const EditInput = Type.Object({
	id: Type.String({ description: "id of a result of render or edit, or a signed link." }),
	patch: Type.Optional(
		Type.Array(
			Type.Object(
				{
					op: StringEnum(["add", "remove", "replace", "move", "copy", "test"]),
					path: Type.String(),
				},
				{ additionalProperties: true, description: "value or from as op needs it." },
			),
		),
	),
	slide: slide("Draws this slide alone, and shows it larger."),
});
const StartJobInput = Type.Object({
	...DESIGN,
	rows: Type.Unknown({ description: "Values by variable: a list of objects, or CSV as text." }),
	output: Type.Optional(StringEnum(JOB_OUTPUTS)),
	fileName: optional("Such as {{city}}-{{slide}}."),
});
const JobStatusInput = Type.Object({ id: Type.String() });
const TemplatesInput = Type.Object({
	query: optional("Words of the occasion, or an id."),
	platform: Type.Optional(StringEnum(PLATFORM_IDS)),
});
const SchemaInput = Type.Object({
	part: Type.Optional(StringEnum(CONTRACT_PARTS)),
	name: optional("With part example or json: which one."),
});
const PhotosInput = Type.Object({
	query: optional("Words, in any of about thirty languages."),
	target: Type.Optional(StringEnum(PHOTO_TARGETS)),
	orientation: Type.Optional(StringEnum(PHOTO_ORIENTATIONS)),
	page: Type.Optional(Type.Integer({ minimum: 1 })),
	limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.maxPhotosPerPage })),
});
const IconsInput = Type.Object({
	query: optional("Words, or an emoji. Without any: icons that posts use."),
	page: Type.Optional(Type.Integer({ minimum: 1 })),
	limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.maxIconResults })),
});

/** These tools change nothing; they only use processor time. */
const READ_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true } as const;
const OPEN = { ...READ_ONLY, openWorldHint: true };
/** A job uses time of the service that other clients would have. */
const STARTS = { ...OPEN, readOnlyHint: false, idempotentHint: false };
const CLOSED = { ...READ_ONLY, openWorldHint: false };

/**
 * Adds all tools to a server. If a client cancels a call or disconnects, the work for it ends. No
 * tool has an output schema, because results would then be needed both as text and as structured
 * content, and clients differ in which of the two they show the model.
 */
export function addTools(server: McpServer, tools: ToolRunner): void {
	const { run, service } = tools;
	server.registerTool(
		"render",
		{
			title: "Render a design",
			description: RENDER,
			inputSchema: described(RenderInput),
			annotations: OPEN,
		},
		(args, { mcpReq: { signal } }) => resultOf(renderTool(tools, args, signal), signal),
	);
	server.registerTool(
		"edit",
		{
			title: "Edit a design",
			description: EDIT,
			inputSchema: described(EditInput),
			annotations: OPEN,
		},
		(args, { mcpReq: { signal } }) => resultOf(editTool(tools, args, signal), signal),
	);
	server.registerTool(
		"measure",
		{
			title: "Measure a design",
			description: MEASURE,
			inputSchema: described(MeasureInput),
			annotations: CLOSED,
		},
		(args, { mcpReq: { signal } }) => resultOf(measureTool(tools, args, signal), signal),
	);
	server.registerTool(
		"find_templates",
		{
			title: "Find templates",
			description: FIND_TEMPLATES,
			inputSchema: described(TemplatesInput),
			annotations: CLOSED,
		},
		(args, { mcpReq: { signal } }) => {
			const find = async () => textResult(findTemplates(service.templates, membersOf(args)));
			return resultOf(run("searchTemplates", signal, find), signal);
		},
	);
	server.registerTool(
		"get_schema",
		{
			title: "Read the contract",
			description: GET_SCHEMA,
			inputSchema: described(SchemaInput),
			annotations: CLOSED,
		},
		(args, { mcpReq: { signal } }) => {
			const { part, name } = membersOf(args);
			const read = async () => textResult(contractPart(service.contract, part, name));
			return resultOf(run("getRenderSchema", signal, read), signal);
		},
	);
	server.registerTool(
		"search_photos",
		{
			title: "Search photos",
			description: SEARCH_PHOTOS,
			inputSchema: described(PhotosInput),
			annotations: OPEN,
		},
		(args, { mcpReq: { signal } }) => resultOf(photosTool(tools, args, signal), signal),
	);
	server.registerTool(
		"search_icons",
		{
			title: "Search icons",
			description: SEARCH_ICONS,
			inputSchema: described(IconsInput),
			annotations: CLOSED,
		},
		(args, { mcpReq: { signal } }) => resultOf(iconsTool(tools, args, signal), signal),
	);
	const { jobs } = service;
	if (jobs === undefined) return;
	server.registerTool(
		"start_job",
		{
			title: "Start a job",
			description: START_JOB,
			inputSchema: described(StartJobInput),
			annotations: STARTS,
		},
		(args, { mcpReq: { signal } }) => resultOf(startJobTool(tools, jobs, args, signal), signal),
	);
	server.registerTool(
		"job_status",
		{
			title: "State of a job",
			description: JOB_STATUS,
			inputSchema: described(JobStatusInput),
			annotations: CLOSED,
		},
		(args, { mcpReq: { signal } }) => resultOf(jobStatusTool(tools, jobs, args, signal), signal),
	);
}
