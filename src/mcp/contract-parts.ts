/** The contract in parts, which a model reads one at a time. */

import { invalid } from "../base/invalid.js";
import { nearest } from "../base/nearest.js";
import type { Contract } from "../contract/contract.js";
import type { Layer } from "../contract/document/layers.js";
import { EXAMPLES } from "../contract/examples.js";
import { type GuidePart, guideText } from "../contract/guide.js";
import { plainSchema } from "../contract/plain-schema.js";
import type { RenderRequest } from "../contract/render-request.js";
import { WARNINGS } from "../contract/warning.js";

/** The sections of the guide in each part. */
const GUIDE: Readonly<Record<string, readonly GuidePart[]>> = {
	start: ["start"],
	document: ["document"],
	slide: ["slide"],
	layers: ["layers", "fields"],
	text: ["text"],
	image: ["image"],
	stack: ["stack"],
	grid: ["grid"],
	shape: ["shape"],
	barcode: ["barcode"],
	values: ["values"],
	platforms: ["platforms"],
	brands: ["brands"],
	fonts: ["fonts"],
};

/** Parts that consist of one text. */
export const TEXT_PARTS = [...Object.keys(GUIDE), "warnings"];
export const CONTRACT_PARTS = [...TEXT_PARTS, "example", "json"];

const INDEX = [
	"## More",
	"",
	"Ask for one part at a time: document, slide, layers (rules, and the fields that all layers have), text, image, stack, grid, shape, barcode, values (paint, border, shadow), platforms (sizes and safe areas), brands, fonts, warnings.",
	"part example with a name: a complete document. part json with a name: the JSON Schema of one definition. Without a name, both list their names.",
].join("\n");

/**
 * A part of the contract as text.
 * @param part as it was sent; default: an introduction and the list of parts
 * @param name of an example or a definition, as it was sent
 * @throws ServiceError invalid_request for an unknown part or name
 */
export function contractPart(contract: Contract, part: unknown, name: unknown): string {
	if (part == null) return `${guideText(contract, ["start"])}\n${INDEX}`;
	const meant = partOf(String(part).slice(0, MAX_PART));
	const sections = Object.hasOwn(GUIDE, meant) ? GUIDE[meant] : undefined;
	if (sections) return guideText(contract, sections);
	if (meant === "warnings") return warnings();
	if (meant === "example") return example(name);
	if (meant === "json") return definition(contract, name);
	const named = definitionName(contract, meant);
	if (named !== undefined) return definition(contract, named);
	throw unknown("/part", meant, CONTRACT_PARTS);
}

/** Maximum length of the name of a part. Characters. */
const MAX_PART = 200;

/** Fields of a document, and the parts that describe them. */
const FIELD_PARTS: Readonly<Record<string, string>> = {
	slides: "slide",
	common: "layers",
	behind: "layers",
	across: "layers",
	front: "layers",
	children: "layers",
	columns: "grid",
	rows: "grid",
	table: "grid",
	layer: "layers",
	textblocks: "text",
	imageoverlays: "image",
	images: "image",
	background: "values",
	fill: "values",
	textfill: "values",
	stroke: "values",
	textstroke: "values",
	border: "values",
	shadow: "values",
	scrim: "values",
	filter: "values",
	size: "platforms",
	platform: "platforms",
	brand: "brands",
	font: "fonts",
	warning: "warnings",
	ignorewarnings: "warnings",
	examples: "example",
};

/**
 * The part for a name: the part of that name, or that of the last field of a path, such as
 * `slides[].layers`, `/slides/0/layers/2/text` or `$.slides[*].background`.
 */
function partOf(name: string): string {
	const plain = name.toLowerCase().trim();
	if (CONTRACT_PARTS.includes(plain)) return plain;
	const steps = plain.split(/[^\p{L}-]+/u).filter(Boolean);
	for (const step of steps.reverse()) {
		if (CONTRACT_PARTS.includes(step)) return step;
		if (Object.hasOwn(FIELD_PARTS, step)) return FIELD_PARTS[step]!;
	}
	return plain;
}

/**
 * The definition of the JSON Schema with this name; case-insensitive, with or without "#/$defs/".
 */
function definitionName({ renderRequest }: Contract, name: string): string | undefined {
	const wanted = name.replace(/^.*\//, "");
	const { $defs = {} } = plainSchema(renderRequest) as { $defs?: Record<string, unknown> };
	return ["RenderRequest", ...Object.keys($defs)].find((one) => one.toLowerCase() === wanted);
}

const warnings = (): string =>
	Object.entries(WARNINGS)
		.map(([code, meaning]) => `- ${code}: ${meaning}`)
		.join("\n");

/** The types of a layer and of the layers in it. */
const typesOf = (layer: Layer): string[] => [
	layer.type,
	...("children" in layer ? (layer.children ?? []).flatMap(typesOf) : []),
];

function example(name: unknown): string {
	if (name == null) {
		const lines = Object.entries<RenderRequest>(EXAMPLES).map(([id, { platform, slides }]) => {
			const kinds = new Set(slides.flatMap(({ layers = [] }) => layers.flatMap(typesOf)));
			const uses = kinds.size === 0 ? "text blocks and overlays" : [...kinds].join(", ");
			const count = `${slides.length} ${slides.length === 1 ? "slide" : "slides"}`;
			return {
				layers: kinds.size > 0,
				line: `- ${id}: ${platform ?? "short-video-carousel"}, ${count}, ${uses}`,
			};
		});
		// Layers first, because new documents are better written with them.
		lines.sort((a, b) => Number(b.layers) - Number(a.layers));
		return lines.map(({ line }) => line).join("\n");
	}
	if (typeof name === "string" && Object.hasOwn(EXAMPLES, name))
		return JSON.stringify(EXAMPLES[name as keyof typeof EXAMPLES]);
	throw unknown("/name", String(name), Object.keys(EXAMPLES));
}

/** A definition of the JSON Schema; "RenderRequest" is the document without the definitions. */
function definition({ renderRequest }: Contract, name: unknown): string {
	const { $defs = {}, ...document } = plainSchema(renderRequest) as {
		$defs?: Record<string, unknown>;
	};
	const all: Record<string, unknown> = { RenderRequest: document, ...$defs };
	if (name == null) return Object.keys(all).join(", ");
	if (typeof name === "string" && Object.hasOwn(all, name)) return JSON.stringify(all[name]);
	throw unknown("/name", String(name), Object.keys(all));
}

function unknown(path: string, asked: string, allowed: readonly string[]) {
	const [meant] = nearest(asked.slice(0, 64), allowed, 1);
	const hint = meant === undefined ? "" : `; did you mean ${meant}?`;
	return invalid("invalid_request", [
		{ path, message: `must be one of ${allowed.join(", ")}${hint}` },
	]);
}
