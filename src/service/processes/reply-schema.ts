import { type Static, Type } from "@sinclair/typebox";
import { IMAGE_TYPES, type ImageType, PDF_TYPE } from "../../contract/formats.js";
import { LIMITS } from "../../contract/limits.js";
import { StringEnum } from "../../contract/schema.js";
import { WarningsSchema } from "../../contract/warning-schema.js";
import type { SvgNote } from "../../engine/images/svg/notes.js";
import type { DrawStep } from "../../engine/steps.js";

/** UTF-16 units: a grapheme may have many, and hostile text many more. */
const MAX_ALT_UNITS = 2_000_000;
const Size = Type.Integer({ minimum: 0, maximum: 50_000_000 });
/** Resident bytes of the process; left out if the other side can read it from /proc. */
const Rss = Type.Optional(Type.Number({ minimum: 0 }));
const Seconds = Type.Optional(Type.Number({ minimum: 0, maximum: 3_600 }));
/** Time by step. */
const Steps = Type.Object(
	{ layout: Seconds, decode: Seconds, raster: Seconds, encode: Seconds } satisfies Record<
		DrawStep,
		unknown
	>,
	{ additionalProperties: false },
);

/** Texts of a slide: those of `textBlocks`, its layers and the common layers. */
const MAX_GROUPS = 400;
/** Export pixels; far larger than any real value. */
const MAX_FONT_SIZE = 10_000;

/**
 * A number or some words in the details of an error, or a list of them: rendering errors contain
 * nothing else.
 */
const Fact = Type.Union([
	Type.String({ maxLength: 1_000 }),
	Type.Number(),
	Type.Boolean(),
	Type.Null(),
]);
const Facts = Type.Union([Fact, Type.Array(Fact, { maxItems: 100 })]);
/** Or the issues of a 400. */
const Issues = Type.Array(Type.Record(Type.String({ maxLength: 64 }), Facts), {
	maxItems: LIMITS.maxIssuesListed,
});
const Detail = Type.Union([Facts, Issues]);

/** What of an SVG is not drawn as in a browser. */
const SvgNoteSchema = Type.Object({
	kind: StringEnum<SvgNote["kind"]>(["not_supported", "font"]),
	name: Type.String({ maxLength: 100 }),
	where: Type.String({ maxLength: 200 }),
});

/** Messages from the process. It handled hostile bytes, so they are validated like a client's. */
export const ReplySchema = Type.Union([
	/** The modules are loaded; it accepts jobs. */
	Type.Object({ type: Type.Literal("ready") }),
	/** The first job will not have to load anything. */
	Type.Object({ type: Type.Literal("warm") }),
	Type.Object({
		type: Type.Literal("rendered"),
		mimeType: StringEnum<ImageType | typeof PDF_TYPE>([...IMAGE_TYPES, PDF_TYPE]),
		width: Size,
		height: Size,
		alt: Type.String({ maxLength: MAX_ALT_UNITS }),
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
		oneColor: Type.Optional(Type.Boolean()),
		notes: Type.Optional(
			Type.Unsafe<readonly SvgNote[]>(Type.Array(SvgNoteSchema, { maxItems: 40 })),
		),
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
	/** Sizes of the fit groups of the slide: pixels, or factors of stacks. */
	Type.Object({
		type: Type.Literal("groupSizes"),
		sizes: Type.Array(
			Type.Object({
				group: Type.String({ maxLength: LIMITS.maxFitGroupLength + "stack/".length }),
				size: Type.Number({ exclusiveMinimum: 0, maximum: MAX_FONT_SIZE }),
			}),
			{ maxItems: MAX_GROUPS },
		),
		rss: Rss,
		steps: Steps,
	}),
	/** One blob: FontFacts or a fault, as JSON. */
	Type.Object({ type: Type.Literal("font"), rss: Rss, steps: Steps }),
	/** A ServiceError, which the client may see. */
	Type.Object({
		type: Type.Literal("failed"),
		code: Type.String({ maxLength: 64 }),
		message: Type.String({ maxLength: 4_000 }),
		details: Type.Record(Type.String({ maxLength: 64 }), Detail),
		retryAfter: Type.Optional(Type.Integer({ minimum: 0, maximum: 3_600 })),
		rss: Rss,
	}),
	/**
	 * Any other exception, with its type and stack frames, for the log only; the process is
	 * replaced.
	 */
	Type.Object({ type: Type.Literal("threw"), message: Type.String({ maxLength: 20_000 }) }),
]);
export type Reply = Static<typeof ReplySchema>;
/** A reply that ends a job. */
export type JobReply = Exclude<Reply, { type: "ready" | "warm" }>;
