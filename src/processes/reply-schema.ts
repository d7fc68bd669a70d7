import { type Static, Type } from "@sinclair/typebox";
import { IMAGE_TYPES, type ImageType, PDF_TYPE } from "../contract/formats.js";
import { StringEnum } from "../contract/schema.js";
import { WarningsSchema } from "../contract/warning.js";
import type { DrawStep } from "../render/steps.js";

const Size = Type.Integer({ minimum: 0, maximum: 50_000_000 });
const Rss = Type.Number({ minimum: 0 });
const Seconds = Type.Optional(Type.Number({ minimum: 0, maximum: 3_600 }));
/** Time by step. */
const Steps = Type.Object(
	{ layout: Seconds, decode: Seconds, raster: Seconds, encode: Seconds } satisfies Record<
		DrawStep,
		unknown
	>,
	{ additionalProperties: false },
);

/**
 * From the process. It handled hostile bytes, so what it says is checked like a
 * client's word.
 */
export const ReplySchema = Type.Union([
	/** The modules are loaded; jobs are welcome. */
	Type.Object({ type: Type.Literal("ready") }),
	/** The first job will find everything loaded. */
	Type.Object({ type: Type.Literal("warm") }),
	Type.Object({
		type: Type.Literal("rendered"),
		mimeType: StringEnum<ImageType | typeof PDF_TYPE>([...IMAGE_TYPES, PDF_TYPE]),
		width: Size,
		height: Size,
		...WarningsSchema.properties,
		rss: Rss,
		steps: Steps,
	}),
	Type.Object({
		type: Type.Literal("prepared"),
		width: Size,
		height: Size,
		channels: Type.Union([Type.Literal(3), Type.Literal(4)]),
		source: Type.Optional(Type.Object({ width: Size, height: Size })),
		rss: Rss,
		steps: Steps,
	}),
	/** One blob: the MeasuredSlide as JSON. */
	Type.Object({
		type: Type.Literal("measured"),
		...WarningsSchema.properties,
		rss: Rss,
		steps: Steps,
	}),
	/** One blob: FontFacts or a fault, as JSON. */
	Type.Object({ type: Type.Literal("font"), rss: Rss, steps: Steps }),
	/** A ServiceError: the client's to read. */
	Type.Object({
		type: Type.Literal("failed"),
		code: Type.String(),
		message: Type.String(),
		details: Type.Record(Type.String(), Type.Unknown()),
		retryAfter: Type.Optional(Type.Number()),
		rss: Rss,
	}),
	/** Any other exception, its kind and its frames: the log's to read, and the end of the process. */
	Type.Object({ type: Type.Literal("threw"), message: Type.String() }),
]);
export type Reply = Static<typeof ReplySchema>;
/** A reply that ends a job. */
export type Answer = Exclude<Reply, { type: "ready" | "warm" }>;
