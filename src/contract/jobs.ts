import { type Static, Type } from "@sinclair/typebox";
import { BatchRequestSchema } from "./batch.js";
import { LIMITS } from "./limits.js";
import { RequestObject, StringEnum, WHEN_MISSING, WHEN_WRONG } from "./schema.js";
import { VariablesOf } from "./templates.js";

/** How the pictures of a job are delivered. */
export const JOB_OUTPUTS = ["files", "zip", "both"] as const;

/** `queued` and `running` are not over; the others are. */
export const JOB_STATES = ["queued", "running", "done", "failed", "cancelled"] as const;
export const WEBHOOK_STATES = ["pending", "retrying", "delivered", "failed"] as const;
export type JobState = (typeof JOB_STATES)[number];

const SECRET =
	'whsec_ and 24 to 64 random bytes in base64; this command makes one: echo "whsec_$(openssl rand -base64 32)"';

const WebhookSchema = RequestObject(
	{
		url: Type.String({
			maxLength: LIMITS.maxImageUrlLength,
			description:
				"The service posts the end of the job to this URL. It must be https, at a public address. Redirects are not followed.",
			examples: ["https://shop.example.com/hooks/posts"],
		}),
		secret: Type.String({
			pattern: "^whsec_[A-Za-z0-9+/]{32,88}={0,2}$",
			[WHEN_WRONG]: `must be ${SECRET}`,
			[WHEN_MISSING]: `is required: ${SECRET}`,
			description:
				"Signing key in the format of Standard Webhooks: whsec_ followed by 24 to 64 random bytes in base64. The service never returns it.",
			examples: ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"],
		}),
	},
	{
		title: "JobWebhook",
		description: "A webhook that is called when the job ends.",
		additionalProperties: false,
	},
);
export type JobWebhook = Static<typeof WebhookSchema>;

const OPTIONS = {
	output: Type.Optional(
		StringEnum(JOB_OUTPUTS, {
			description:
				"files: each picture has a URL; zip: ZIP archives that are made while they are downloaded; both. Default: files",
		}),
	),
	fileName: Type.Optional(
		Type.String({
			minLength: 1,
			maxLength: LIMITS.maxFileNamePattern,
			description: `Name of each picture without its extension, in the manifest and in ZIP archives. It may contain {{row}}, {{slide}}, {{platform}}, the variables of the row, and expressions such as {{lower(city)}}. Default: row-{{row}}-slide-{{slide}}`,
			examples: ["{{city}}-{{slide}}"],
		}),
	),
	webhook: Type.Optional(WebhookSchema),
	idempotencyKey: Type.Optional(
		Type.String({
			minLength: 1,
			maxLength: LIMITS.maxIdempotencyKey,
			description:
				"A second request of the same client with this key returns the job of the first one. The key is valid as long as the job exists.",
			examples: ["spring-sale-2026"],
		}),
	),
};

/** The first line of an NDJSON body: everything except the rows. */
export const JobHeadSchema = RequestObject(
	{ document: BatchRequestSchema.properties.document, ...OPTIONS },
	{
		title: "JobHead",
		description: "A document, and how its pictures are delivered.",
		additionalProperties: false,
	},
);
export type JobHead = Static<typeof JobHeadSchema>;

export const JobRequestSchema = RequestObject(
	{
		document: BatchRequestSchema.properties.document,
		rows: Type.Union(
			[
				Type.Array(VariablesOf(), {
					minItems: 1,
					maxItems: LIMITS.maxJobRows,
				}),
				Type.String(),
			],
			{
				description: `Rows of data: objects with a value for each variable, or CSV. At most JOB_MAX_ROWS (${LIMITS.defaultJobRows} by default). For more rows than fit into a JSON body, send a form or NDJSON.`,
				examples: [[{ city: "Lisbon", price: "€ 49" }]],
			},
		),
		...OPTIONS,
	},
	{
		title: "JobRequest",
		description:
			"A document, and rows of data: it is rendered once for each row, in the background.",
		additionalProperties: false,
	},
);
export type JobRequest = Static<typeof JobRequestSchema>;

/** The same as a form; `rows` comes last. */
export const JobFormSchema = Type.Object(
	{
		document: Type.String({ description: "The document, as JSON." }),
		output: Type.Optional(Type.String({ description: "As in a JobRequest." })),
		fileName: Type.Optional(Type.String({ description: "As in a JobRequest." })),
		webhook: Type.Optional(Type.String({ description: "As in a JobRequest, as JSON." })),
		idempotencyKey: Type.Optional(Type.String({ description: "As in a JobRequest." })),
		rows: Type.String({
			description:
				"The last part: CSV whose first row names the variables, or a JSON object on each line (content type application/x-ndjson, or a file name that ends with .ndjson or .jsonl).",
		}),
	},
	{ title: "JobForm", additionalProperties: false },
);

const Row = Type.Integer({ minimum: 1, description: "Number of the row, counted from 1." });
const Count = (description: string) => Type.Integer({ minimum: 0, description });
const Time = (description: string) =>
	Type.String({ format: "date-time", description, examples: ["2026-11-23T17:00:00.000Z"] });
const Link = (description: string) => Type.String({ format: "uri", description });

const JobErrorSchema = Type.Object(
	{
		row: Row,
		code: Type.String({ description: "As in any error of the service." }),
		message: Type.String(),
	},
	{ title: "JobRowError", description: "Why a row was not rendered." },
);
export type JobRowError = Static<typeof JobErrorSchema>;

export const JobSchema = Type.Object(
	{
		id: Type.String({ description: "Id of the job.", examples: ["Zb0iXyI0Sgq1vUjoe0q7Kg"] }),
		state: StringEnum(JOB_STATES, {
			description:
				"queued and running: the job is not over. done: each row was rendered or failed by itself. failed: the job could not be finished. cancelled.",
		}),
		rows: Type.Object(
			{
				total: Count("All rows."),
				drawn: Count("Rows whose pictures are stored."),
				failed: Count("Rows that could not be rendered."),
				left: Count("Rows that are not finished yet."),
			},
			{ description: "Progress." },
		),
		rowsPerSecond: Type.Union([Type.Number(), Type.Null()], {
			description:
				"Rows per second since the job started; null before that. After a restart of the service it counts from then.",
		}),
		secondsLeft: Type.Union([Type.Integer(), Type.Null()], {
			description: "Estimated time until the end; null if it cannot be estimated yet.",
		}),
		createdAt: Time("When the job was accepted."),
		startedAt: Type.Optional(Time("When its first rows were started.")),
		endedAt: Type.Optional(Time("When it was over.")),
		expiresAt: Type.Optional(Time("When its results are deleted.")),
		errors: Type.Array(JobErrorSchema, {
			description: `The first rows that failed, at most ${LIMITS.maxJobErrors}. The manifest has all of them.`,
		}),
		error: Type.Optional(
			Type.Object(
				{ code: Type.String(), message: Type.String() },
				{ description: "Why the job as a whole failed." },
			),
		),
		webhook: Type.Optional(
			Type.Object(
				{
					state: StringEnum(WEBHOOK_STATES, {
						description:
							"pending: it was not called yet. retrying: the last call failed, another one follows. delivered. failed: all calls failed.",
					}),
					attempts: Count("Calls so far."),
					status: Type.Optional(
						Type.Integer({ description: "Status of the last answer.", examples: [204] }),
					),
					reason: Type.Optional(
						Type.String({
							description:
								"Why the last call failed: 3xx, 4xx or 5xx, timeout, refused (no connection), address (not allowed), or unreachable.",
							examples: ["5xx"],
						}),
					),
					calledAt: Type.Optional(Time("When it was called last.")),
				},
				{ description: "The delivery of the webhook, if the job has one." },
			),
		),
		links: Type.Object(
			{
				self: Link("This answer."),
				events: Link("The progress as server-sent events."),
				manifest: Link("NDJSON with a line for each finished row."),
				zips: Type.Optional(
					Type.Array(Type.String({ format: "uri" }), {
						description: `ZIP archives of the pictures, ${LIMITS.maxJobZipRows} rows in each. Present when the job has ended and its output is zip or both.`,
					}),
				),
			},
			{ description: "URLs of the job." },
		),
	},
	{ title: "Job", description: "Rows of data that are rendered in the background." },
);
export type Job = Static<typeof JobSchema>;

/** A picture of a row. */
const JobFileSchema = Type.Object(
	{
		name: Type.String({
			description: "Its name, made from the pattern.",
			examples: ["Lisbon-01.png"],
		}),
		file: Type.String({
			description: "Its name in the store, which is derived from its bytes.",
			examples: ["Zb0iXyI0Sgq1vUjoe0q7Kg.png"],
		}),
		url: Type.Optional(Link("URL of the picture. Not present if output is zip.")),
		platform: Type.Optional(
			Type.String({ description: "Present when the document has several platforms." }),
		),
		slide: Type.Integer({ minimum: 1, description: "Number of the slide, counted from 1." }),
		mimeType: Type.String({ examples: ["image/png"] }),
		width: Type.Integer({ description: "Pixels." }),
		height: Type.Integer({ description: "Pixels." }),
		bytes: Type.Integer({ description: "Size of the file." }),
		alt: Type.String({ description: "Alternative text." }),
	},
	{ title: "JobFile", description: "A picture of a row." },
);
export type JobFile = Static<typeof JobFileSchema>;

/** A line of the manifest. */
export const JobLineSchema = Type.Union(
	[
		Type.Object({
			row: Row,
			files: Type.Array(JobFileSchema, { description: "The pictures of this row." }),
			warnings: Type.Array(Type.Unknown(), {
				description: "The same as in the response of a render.",
			}),
			warningCount: Count("Number of warnings."),
		}),
		Type.Object({
			row: Row,
			error: Type.Object(
				{
					code: Type.String({ description: "As in any error of the service." }),
					message: Type.String(),
					details: Type.Record(Type.String(), Type.Unknown()),
				},
				{ description: "Why this row was not rendered. Other rows are not affected." },
			),
		}),
	],
	{ title: "JobLine", description: "A row of a job: its pictures, or the reason why it failed." },
);

export type JobLine = Static<typeof JobLineSchema>;

/** Ids of jobs and of the folders of their results: 128 bits in base64url. */
export const JOB_ID = "^[A-Za-z0-9_-]{22}$";

export const JobParamsSchema = Type.Object({
	id: Type.String({
		pattern: JOB_ID,
		description: "Id of the job.",
		examples: ["Zb0iXyI0Sgq1vUjoe0q7Kg"],
	}),
});

export const JobZipQuerySchema = Type.Object(
	{
		part: Type.Optional(
			Type.Integer({
				minimum: 1,
				maximum: LIMITS.maxJobRows,
				description: `Number of the archive, counted from 1. Each archive has ${LIMITS.maxJobZipRows} rows. Default: 1`,
			}),
		),
	},
	{ additionalProperties: false },
);
export type JobZipQuery = Static<typeof JobZipQuerySchema>;
