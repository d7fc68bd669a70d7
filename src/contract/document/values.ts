/** Values that many fields share: sizes, colours, lists of four numbers. */
import { Kind, type TUnsafe, Type, TypeRegistry } from "@sinclair/typebox";
import { LIMITS } from "../limits.js";

/** A percentage as a size: "50%", "-12.5%". */
export const PERCENTAGE = "^-?\\d{1,7}(\\.\\d{1,6})?%$";
const PERCENTAGE_PATTERN = new RegExp(PERCENTAGE);
const SIZE = "Size";

TypeRegistry.Set(SIZE, (_, value) =>
	typeof value === "number" ? Number.isFinite(value) : isPercentage(value),
);

/** Whether a value is a size in percent. */
export const isPercentage = (value: unknown): value is string =>
	typeof value === "string" && PERCENTAGE_PATTERN.test(value);

/** A length in preview pixels, or a percentage of the parent. */
export type Size = number | string;

/** A length: preview pixels, or a percentage of the parent. */
export const SizeOf = (
	description: string,
	options: Record<string, unknown> = {},
): TUnsafe<number | string> =>
	Type.Unsafe<number | string>({
		[Kind]: SIZE,
		type: ["number", "string"],
		pattern: PERCENTAGE,
		description: `${description} Preview pixels, or a percentage of the parent such as "50%".`,
		...options,
	});

/** Whether a schema is one of a size. */
export const isSizeSchema = (schema: { readonly [Kind]?: unknown }): boolean =>
	schema[Kind] === SIZE;

/** Marks a string that must be a CSS colour; this is checked after the schema. */
export const CssColor = (description: string, options: Record<string, unknown> = {}) =>
	Type.String({
		minLength: 1,
		maxLength: LIMITS.maxColorLength,
		description: `${description} Any CSS colour.`,
		...options,
	});

/** Preview pixels, at least 0. */
export const Length = (description: string, options: Record<string, unknown> = {}) =>
	Type.Number({ minimum: 0, description: `${description} Preview pixels.`, ...options });

const fourSides = (item: () => ReturnType<typeof Type.Number>) =>
	Type.Tuple([item(), item(), item(), item()]);

/** One length for all sides, or one each: top, right, bottom, left. */
export const SidesOf = (description: string) =>
	Type.Union([Type.Number({ minimum: 0 }), fourSides(() => Type.Number({ minimum: 0 }))], {
		description: `${description} One number for all sides, or [top, right, bottom, left]. Preview pixels.`,
		default: 0,
		examples: [16],
	});

/** One radius for all corners, or one each: top left, top right, bottom right, bottom left. */
export const CornersOf = (description: string) =>
	Type.Union([Type.Number({ minimum: 0 }), fourSides(() => Type.Number({ minimum: 0 }))], {
		description: `${description} One number for all corners, or [topLeft, topRight, bottomRight, bottomLeft]; 999 makes a pill. Preview pixels.`,
		default: 0,
		examples: [16],
	});

/** Lengths of a dash and the gap after it. */
export const DashPattern = (description: string) =>
	Type.Tuple(
		[
			Type.Number({ minimum: LIMITS.minDashLength, maximum: LIMITS.maxDashLength }),
			Type.Number({ minimum: LIMITS.minDashLength, maximum: LIMITS.maxDashLength }),
		],
		{ description: `${description} [on, off]. Preview pixels.`, examples: [[6, 4]] },
	);
