import { Kind, type TSchema } from "@sinclair/typebox";
import fc from "fast-check";
import { LIMITS } from "../../src/contract/limits.js";
import { RenderRequestSchema, type TextBlock } from "../../src/contract/render-request.js";
import { imageSource } from "./image-arbitraries.js";
import { cssColour, nastyRichText, nastyText } from "./nasty-text.js";
import type { SampleImage } from "./sample-images.js";

/** A request and what the contract says of it. */
export interface DocumentCase {
	readonly path: "/api/render" | "/api/render.png";
	readonly document: unknown;
	/** Whether the contract admits the document. */
	readonly valid: boolean;
}

type Values = Readonly<Record<string, fc.Arbitrary<unknown>>>;
const kindOf = (schema: TSchema): string => schema[Kind];
const propertiesOf = (schema: TSchema) =>
	Object.entries(schema.properties as Record<string, TSchema>);
const requiredOf = (schema: TSchema) => (schema.required ?? []) as string[];
const itemOf = (schema: TSchema) => schema.items as TSchema;
const isNullable = (schema: TSchema): boolean =>
	kindOf(schema) === "Union" && (schema.anyOf as TSchema[]).some((one) => kindOf(one) === "Null");
const withoutNull = (schema: TSchema): TSchema =>
	kindOf(schema) === "Union"
		? ((schema.anyOf as TSchema[]).find((one) => kindOf(one) !== "Null") ?? schema)
		: schema;

const EXTREMES = [
	...[0, -0, 1, -5, 0.1, 17.5, 1_300, 5_000, -5_000, 1e6, 1e9, -1e9, 1e30, 1e308, -1e308, 1e-320],
	...[5e-324, Number.MAX_SAFE_INTEGER, Number.MAX_VALUE, -Number.MAX_VALUE, 1e-9],
];

interface Bounds {
	readonly minimum?: number;
	readonly maximum?: number;
}

/** Numbers a slide has use for, at bounds, and out of reason. */
function numbers(schema: TSchema): fc.Arbitrary<number> {
	const { minimum = -Number.MAX_VALUE, maximum = Number.MAX_VALUE } = schema as {
		minimum?: number;
		maximum?: number;
	};
	const extremes = [...EXTREMES, minimum, maximum].filter(
		(value) => value >= minimum && value <= maximum,
	);
	return fc.oneof(
		{
			weight: 5,
			arbitrary: fc.double({
				min: Math.max(minimum, -100),
				max: Math.min(maximum, 500),
				noNaN: true,
			}),
		},
		{ weight: 2, arbitrary: fc.constantFrom(...extremes) },
		{
			weight: 1,
			arbitrary: fc.double({ min: minimum, max: maximum, noNaN: true }),
		},
	);
}

const hexColour = fc
	.integer({ min: 0, max: 0xffffff })
	.map((value) => `#${value.toString(16).padStart(6, "0")}`);

/** Some that change the drawing, and some that no one speaks. */
const languageTag = fc.constantFrom(
	"ja",
	"zh-Hant",
	"zh-Hans",
	"ko",
	"ur",
	"sr",
	"de-CH-1901",
	"xx",
);

/** Values that a schema admits; properties named in `values` take theirs from there. */
function admitted(schema: TSchema, values: Values): fc.Arbitrary<unknown> {
	switch (kindOf(schema)) {
		case "Object": {
			// A list that `repeat` names must be among the variables.
			const properties = propertiesOf(schema)
				.filter(([name]) => name !== "repeat")
				.map(([name, property]) => [name, valuesOf(name, property, values)] as const);
			const requiredKeys = requiredOf(schema);
			return fc.record(Object.fromEntries(properties), { requiredKeys });
		}
		case "Array": {
			const { minItems: minLength = 0, maxItems = 0 } = schema as {
				minItems?: number;
				maxItems?: number;
			};
			const few = { minLength, maxLength: 3, size: "max" } as const;
			const items = admitted(itemOf(schema), values);
			return fc.oneof(
				{ weight: 15, arbitrary: fc.array(items, few) },
				{ weight: 1, arbitrary: fc.array(items, { minLength, maxLength: maxItems, size: "max" }) },
			);
		}
		case "Union": {
			const own = (schema.anyOf as TSchema[]).filter((one) => kindOf(one) !== "Null");
			const one = fc.oneof(...own.map((one) => admitted(one, values)));
			return isNullable(schema) ? fc.option(one, { freq: 4 }) : one;
		}
		case "StringEnum":
		case "NumberEnum":
			return fc.constantFrom(...(schema.enum as unknown[]));
		case "Number":
			return numbers(schema);
		case "Integer": {
			const { minimum: min = -1e6, maximum: max = 1e9 } = schema as Bounds;
			return fc.integer({ min, max });
		}
		case "Size":
			return fc.oneof(
				{ weight: 4, arbitrary: numbers(schema) },
				{ weight: 1, arbitrary: fc.integer({ min: -50, max: 150 }).map((share) => `${share}%`) },
			);
		case "Boolean":
			return fc.boolean();
		case "Literal":
			return fc.constant(schema.const);
		case "Tuple":
			return fc.tuple(...(schema.items as TSchema[]).map((item) => admitted(item, values)));
		case "Record":
			return fc.constant({});
		case "String":
			if (schema.pattern !== undefined)
				return schema.pattern.startsWith("^#") ? hexColour : languageTag;
			return nastyText(Number(schema.maxLength ?? 100));
		default:
			throw new Error(`the contract has a ${kindOf(schema)}, which has no values here`);
	}
}

function valuesOf(name: string, schema: TSchema, values: Values): fc.Arbitrary<unknown> {
	const own = values[name];
	if (own === undefined) return admitted(schema, values);
	return isNullable(schema) ? fc.option(own, { freq: 4 }) : own;
}

type Path = readonly (string | number)[];
/** One change that takes a document out of the contract. */
interface Fault {
	readonly path: Path;
	/** undefined: the member is deleted. */
	readonly value: unknown;
}

const TOO_DEEP = "<b>".repeat(LIMITS.maxRichTextDepth + 1);
/** What the schema lets through and the service does not, by the name of the property. */
const FAULTY_STRINGS: Readonly<Record<string, readonly string[]>> = {
	highlightColor: [
		"nope",
		"",
		"url(#a)",
		'red"/><image href="/etc/hostname"/>',
		"rgb(1,2",
		"var(--a)",
	],
	richText: [TOO_DEEP, `${TOO_DEEP}x`, `x<span style="color:red">${TOO_DEEP}`],
	image: [
		"",
		"ftp://host/a.png",
		"//host/a.png",
		"a.png",
		"data:,",
		"data:text/html,a",
		"file:///etc/passwd",
	],
	src: [
		"",
		"http://user:pw@host/",
		"http://a b/",
		"javascript:alert(1)",
		"data:image/png",
		"http://h\\@g/",
	],
};

/** Every place of a document where it can be made faulty, and how. */
function* faultsOf(value: unknown, schema: TSchema, path: Path, name: string): Generator<Fault> {
	const inner = withoutNull(schema);
	if (value === null) {
		yield { path, value: [] };
		return;
	}
	const kind = kindOf(inner);
	const wrongTypes: unknown[] = kind === "Boolean" ? [[value]] : [true, [value]];
	if (!isNullable(schema)) wrongTypes.push(null);
	const isNumber = kind === "Number" || kind === "Integer" || kind === "Size";
	if (!isNumber) wrongTypes.push(36);
	if (kind !== "StringEnum" && kind !== "String") wrongTypes.push("36");
	if (kind !== "Object" && kind !== "Record") wrongTypes.push({});
	if (kind === "Record") wrongTypes.push({ a: 5 }, { a: "nothing names it" });
	for (const wrong of wrongTypes) yield { path, value: wrong };
	if (kind === "Object") {
		for (const key of ["unknown", "__proto__", "constructor", ""])
			yield { path: [...path, key], value: {} };
		for (const key of requiredOf(inner)) yield { path: [...path, key], value: undefined };
		for (const [key, property] of propertiesOf(inner)) {
			const member = (value as Record<string, unknown>)[key];
			if (member !== undefined) yield* faultsOf(member, property, [...path, key], key);
		}
	}
	if (kind === "Array") {
		const { minItems = 0, maxItems = 0 } = inner as { minItems?: number; maxItems?: number };
		if (minItems > 0) yield { path, value: [] };
		yield { path, value: Array(maxItems + 1).fill({}) };
		for (const [i, item] of (value as unknown[]).entries()) {
			yield* faultsOf(item, itemOf(inner), [...path, i], String(i));
		}
	}
	if (isNumber) {
		const { minimum, maximum } = inner as { minimum?: number; maximum?: number };
		if (minimum !== undefined) yield* [-1e308, minimum - 1e-3].map((low) => ({ path, value: low }));
		if (maximum !== undefined)
			yield* [1e308, maximum + 1e-3].map((high) => ({ path, value: high }));
	}
	if (kind === "StringEnum") yield { path, value: `${String(value).toUpperCase()}!` };
	if (kind === "String") {
		if (inner.pattern !== undefined) {
			for (const wrong of [`${value}\n`, "", `＃${value}`, `${value}-`])
				yield { path, value: wrong };
		}
		if (inner.maxLength !== undefined) yield { path, value: "a".repeat(inner.maxLength + 1) };
		for (const wrong of FAULTY_STRINGS[name] ?? []) yield { path, value: wrong };
	}
}

function withFault(document: unknown, { path, value }: Fault): unknown {
	const [key, ...rest] = path;
	if (key === undefined) return value;
	const copy: object = Array.isArray(document) ? [...document] : { ...(document as object) };
	if (rest.length === 0 && value === undefined) Reflect.deleteProperty(copy, key);
	else {
		// A plain assignment to __proto__ would not make a property.
		const member = withFault(Reflect.get(document as object, key), { path: rest, value });
		Object.defineProperty(copy, key, { value: member, enumerable: true, configurable: true });
	}
	return copy;
}

const cssPaint = fc.oneof(
	{ weight: 2, arbitrary: cssColour },
	{
		weight: 1,
		arbitrary: fc.record({
			type: fc.constant("linear"),
			angle: fc.integer({ min: -360, max: 360 }),
			stops: fc.array(fc.record({ color: cssColour }), { minLength: 2, maxLength: 8 }),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			type: fc.constant("radial"),
			cx: fc.integer({ min: 0, max: 100 }),
			stops: fc.array(fc.record({ color: cssColour }), { minLength: 2, maxLength: 8 }),
		}),
	},
	{
		weight: 1,
		arbitrary: fc
			.record({
				type: fc.constantFrom("conic", "radial", "linear"),
				repeating: fc.boolean(),
				stops: fc.array(fc.record({ color: cssColour, at: fc.constantFrom(0, 0.000_1, 30, 100) }), {
					minLength: 2,
					maxLength: 16,
				}),
			})
			.map((paint) => ({ ...paint, stops: paint.stops.sort((a, b) => a.at - b.at) })),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			type: fc.constant("grain"),
			amount: fc.double({ min: 0, max: 1, noNaN: true }),
			size: fc.constantFrom(0.5, 1, 20),
		}),
	},
);
const layeredPaint = fc.oneof(
	{ weight: 5, arbitrary: cssPaint },
	{
		weight: 1,
		arbitrary: fc.record({
			type: fc.constant("layers"),
			paints: fc.array(cssPaint, { minLength: 2, maxLength: 4 }),
		}),
	},
);

const length = fc.oneof(
	fc.integer({ min: -100, max: 500 }),
	fc.constantFrom("50%", "100%", "-10%", 1e9, -1e9, 1e308, 0.001),
);

/** Layers of all types, two levels deep. */
function layerLists(source: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
	const place = {
		x: length,
		y: length,
		right: length,
		width: length,
		height: length,
		maxWidth: length,
		aspectRatio: fc.constantFrom(0.001, 0.5, 1, 1_000),
		rotation: fc.integer({ min: -180, max: 180 }),
		opacity: fc.double({ min: 0, max: 1, noNaN: true }),
		blendMode: fc.constantFrom("normal", "multiply", "hue"),
		grow: fc.constantFrom(0, 1, 1_000),
	};
	const box = {
		border: fc.record({
			width: fc.oneof(
				fc.integer({ min: 0, max: 60 }),
				fc.constantFrom([0, 1, 60, 8], [0, 0, 0, 0], [0, 60, 0, 60]),
			),
			color: fc.oneof(cssColour, fc.tuple(cssColour, cssColour, cssColour, cssColour)),
		}),
		borderRadius: fc.constantFrom(0, 12, 999, [1, 2, 3, 4]),
		shadow: fc.record({ y: fc.constant(8), blur: fc.integer({ min: 0, max: 100 }) }),
	};
	const layerOf = (type: string, fields: Values, required: readonly string[] = []) =>
		fc
			.record<Record<string, unknown>>({ ...place, ...fields }, { requiredKeys: [...required] })
			.map((layer) => {
				// A layer has one of the two.
				if (layer.shadows !== undefined) delete layer.shadow;
				return { ...layer, type };
			});
	const effects = {
		filter: fc.record({
			blur: fc.constantFrom(0, 0.1, 5, 60),
			hueRotate: fc.integer({ min: -360, max: 360 }),
			invert: fc.double({ min: 0, max: 1, noNaN: true }),
		}),
		mask: layeredPaint,
		backdropBlur: fc.constantFrom(0, 0.1, 8, 60),
		skewX: fc.constantFrom(0, -60, 0.001, 45),
		skewY: fc.constantFrom(0, 60, -13),
		shadows: fc.array(fc.record({ blur: fc.constantFrom(0, 9, 100), x: fc.constant(-3) }), {
			maxLength: 4,
		}),
	};
	const leaf = fc.oneof(
		layerOf("text", {
			...box,
			...effects,
			text: nastyText(200),
			background: cssPaint,
			padding: fc.constant(9),
		}),
		layerOf("image", { ...box, src: source }, ["src"]),
		layerOf(
			"shape",
			{
				...effects,
				shape: fc.constantFrom("rectangle", "star", "arc", "arrow"),
				fill: cssPaint,
				stroke: fc.record({
					paint: layeredPaint,
					position: fc.constantFrom("center", "inside", "outside"),
				}),
			},
			["shape"],
		),
		layerOf("barcode", { kind: fc.constantFrom("qr", "datamatrix"), data: fc.constant("a b") }, [
			"kind",
			"data",
		]),
	);
	const stack = layerOf("stack", {
		...box,
		...effects,
		background: cssPaint,
		direction: fc.constantFrom("row", "column", "row-reverse"),
		gap: fc.integer({ min: 0, max: 100 }),
		wrap: fc.boolean(),
		clip: fc.boolean(),
		children: fc.array(leaf, { maxLength: 4 }),
	});
	const track = fc.constantFrom<unknown>(0, 40, "25%", "auto", "1fr", { min: 0, max: "2fr" });
	const grid = layerOf("grid", {
		...box,
		columns: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.array(track, { minLength: 1 })),
		rows: fc.array(track, { minLength: 1, maxLength: 4 }),
		gap: fc.integer({ min: 0, max: 100 }),
		children: fc.array(leaf, { maxLength: 6 }),
	});
	const fits = fc.record({
		fit: fc.constantFrom("shrink", "fill"),
		minScale: fc.double({ min: 0.2, max: 1, noNaN: true }),
		maxScale: fc.double({ min: 1, max: 4, noNaN: true }),
		...{ width: fc.integer({ min: 0, max: 400 }), height: fc.integer({ min: 0, max: 400 }) },
	});
	const fitting = fc
		.tuple(fc.oneof(stack, grid), fits)
		.map(([layer, fit]) => ({ ...layer, ...fit }));
	return fc.array(
		fc.oneof(
			{ weight: 3, arbitrary: leaf },
			{ weight: 2, arbitrary: stack },
			{ weight: 1, arbitrary: grid },
			{ weight: 1, arbitrary: fitting },
		),
		{ maxLength: 4 },
	);
}

/** Largest side and scale of a canvas here: larger ones take their time. */
const MOST_SIDE = 1_500;
const MOST_SCALE = 1.5;

/** Platforms of a document here: each draws every slide. */
const MOST_PLATFORMS = 2;

/** A custom canvas has a size, and no other one; there is one platform, or several different ones. */
function withCanvas(document: unknown): unknown {
	const { size, scale, platform, platforms, ...rest } = document as {
		platform?: unknown;
		platforms?: readonly unknown[] | null;
		size?: { width: number; height: number } | null;
		scale?: number | null;
	};
	const several = [...new Set(platforms)].slice(0, MOST_PLATFORMS);
	const isSeveral = several.length === MOST_PLATFORMS;
	const scaled = {
		...rest,
		...(isSeveral ? { platforms: several } : { platform: platform ?? null }),
		...(scale != null && { scale: Math.min(MOST_SCALE, scale) }),
	};
	if (!(isSeveral ? several : [platform]).includes("custom")) return scaled;
	const [width, height] = [size?.width ?? 500, size?.height ?? 500].map((side) =>
		Math.min(MOST_SIDE, side),
	);
	return { ...scaled, size: { width, height } };
}

/** Braces are names where there are variables. */
function withoutVariables(document: unknown): unknown {
	const { variables: _, ...rest } = document as Record<string, unknown>;
	return JSON.stringify(rest).includes("{{") ? rest : document;
}

/** What is fitted or cut has the box that it needs, and its largest size is not below its smallest. */
function withBoxes(document: unknown): unknown {
	const { slides } = document as { slides: { textBlocks?: TextBlock[] }[] };
	const boxed = (block: TextBlock): TextBlock => ({
		...block,
		...((block.fit === "shrink" || block.fit === "fill" || block.cutToHeight) && {
			width: block.width ?? 200,
			height: block.height ?? 80,
		}),
		...(block.maxFontSize && {
			maxFontSize: Math.max(block.maxFontSize, block.minFontSize ?? 0),
		}),
	});
	return {
		...(document as object),
		slides: slides.map((slide) =>
			slide.textBlocks ? { ...slide, textBlocks: slide.textBlocks.map(boxed) } : slide,
		),
	};
}

/**
 * Requests made from the contract's schemas: three of four are admitted, the
 * others have one fault.
 */
export function documentCases(samples: readonly SampleImage[]): fc.Arbitrary<DocumentCase> {
	const source = imageSource(samples);
	const layers = layerLists(source);
	const document = admitted(RenderRequestSchema, {
		image: source,
		src: source,
		fallback: source,
		richText: nastyRichText(LIMITS.maxTextLength),
		highlightColor: cssColour,
		emoji: nastyText(200),
		color: cssColour,
		textColor: cssColour,
		backgroundColor: cssColour,
		mask: layeredPaint,
		// inset and a list of shadows beside it have rules of their own.
		shadow: fc.record({ y: fc.constant(8), blur: fc.integer({ min: 0, max: 100 }) }),
		shadows: fc.constant(undefined),
		onPath: fc.constantFrom(
			{ arc: 120 },
			{ arc: -360 },
			{ path: "M0 50 Q50 0 100 50", viewBox: [0, 0, 100, 100] },
		),
		background: layeredPaint,
		textFill: layeredPaint,
		// Without a paint, a colour is required.
		textStroke: fc.record(
			{
				color: cssColour,
				width: fc.integer({ min: 0, max: 20 }),
				paint: layeredPaint,
				position: fc.constantFrom("center", "inside", "outside"),
			},
			{ requiredKeys: ["color", "width"] },
		),
		duotone: fc.tuple(cssColour, cssColour),
		// Far too many for a border of a million pixels.
		dash: fc.constant(undefined),
		fitGroup: fc.constantFrom("a", "__proto__"),
		layers,
		behind: layers,
		across: layers,
		front: layers,
		// A document whose slides are all left out is none.
		showIf: fc.constantFrom("yes", "0"),
		hideIf: fc.constantFrom("", "false"),
	})
		.map(withCanvas)
		.map(withBoxes)
		.map(withoutVariables);
	const path = fc.constantFrom<DocumentCase["path"][]>(
		"/api/render",
		"/api/render",
		"/api/render.png",
	);
	const valid = fc.record({ path, document, valid: fc.constant(true) });
	const faulty = fc.tuple(path, document, fc.nat()).map(([path, document, pick]): DocumentCase => {
		const faults = [...faultsOf(document, RenderRequestSchema, [], "")];
		const fault = faults[pick % faults.length]!;
		return { path, document: withFault(document, fault), valid: false };
	});
	return fc.oneof({ weight: 3, arbitrary: valid }, { weight: 1, arbitrary: faulty });
}
