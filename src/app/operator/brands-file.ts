import { type Static, Type } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { BRANDS, type Brand } from "../../contract/brands.js";
import { LIMITS } from "../../contract/limits.js";
import { HEX_COLOR } from "../../contract/schema.js";
import { parseImageSrc } from "../../documents/source-url.js";
import { ConfigError } from "../config/config-values.js";
import { brandColors } from "./brand-colors.js";
import { reasonOf } from "./fonts-folder.js";
import { regularFileBytes } from "./regular-file.js";

const MAX_BYTES = 1_048_576;
/** Ids in documents and links. */
const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

const BrandSchema = Type.Object(
	{
		name: Type.String({ minLength: 1, maxLength: 100 }),
		palette: Type.Array(Type.String({ pattern: HEX_COLOR }), {
			minItems: 1,
			maxItems: LIMITS.maxPaletteColors,
		}),
		activeColor: Type.String({ pattern: HEX_COLOR }),
		font: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
		headlineFont: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
		color: Type.Optional(Type.String({ pattern: HEX_COLOR })),
		background: Type.Optional(Type.String({ pattern: HEX_COLOR })),
		text: Type.Optional(Type.String({ pattern: HEX_COLOR })),
		logo: Type.Optional(Type.String({ minLength: 1 })),
		handle: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
	},
	{ additionalProperties: false },
);
const FileSchema = Type.Record(Type.String(), BrandSchema);

/** Messages by field, because JSON Schema has none. */
const RULES: Readonly<Record<string, string>> = {
	name: "must be a string of 1 to 100 characters",
	palette: `must be 1 to ${LIMITS.maxPaletteColors} colours, each written as # and six hexadecimal digits`,
	activeColor: "must be a colour written as # and six hexadecimal digits",
	font: "must be the name of a font family",
	headlineFont: "must be the name of a font family",
	color: "must be a colour written as # and six hexadecimal digits",
	background: "must be a colour written as # and six hexadecimal digits",
	text: "must be a colour written as # and six hexadecimal digits",
	logo: "must be the source of an image: an http or https URL, a data:image URL or a path of this service",
	handle: "must be a string of 1 to 100 characters",
};

/** The content of a brands file. */
export interface BrandsFile {
	readonly brands: Readonly<Record<string, Brand>>;
	/** The unchanged bytes. */
	readonly bytes: Buffer;
}

/**
 * Reads the operator's brands.
 * @param path of the file
 * @param families available font families
 * @throws ConfigError that names the file, and the brand and the field in it
 */
export function readBrands(path: string, families: readonly string[]): BrandsFile {
	const refuse = (why: string): never => {
		throw new ConfigError(`BRANDS_FILE: ${path} ${why}`);
	};
	const bytes = bytesOf(path, refuse);
	const file = jsonOf(bytes, refuse);
	const checker = TypeCompiler.Compile(FileSchema);
	if (typeof file !== "object" || file === null || Array.isArray(file))
		refuse('must be an object of brands by id, for example { "acme": { "name": … } }');
	const entries = Object.entries(file as object);
	for (const [id] of entries) {
		if (!ID.test(id))
			refuse(
				`has a brand ${JSON.stringify(id.slice(0, 80))}, but ids are 1 to 64 letters, digits, dots, hyphens and underscores, the first a letter or digit`,
			);
		if (Object.hasOwn(BRANDS, id))
			refuse(`has a brand "${id}", which is built in: choose another id`);
	}
	if (entries.length > LIMITS.maxBrands)
		refuse(`has ${entries.length} brands; at most ${LIMITS.maxBrands} are allowed`);
	const fault = checker.Errors(file).First();
	if (fault !== undefined) refuse(sentence(fault.path));
	const brands: Record<string, Brand> = {};
	for (const [id, brand] of Object.entries(file as Static<typeof FileSchema>)) {
		const { name, palette, activeColor, font, headlineFont, logo, handle } = brand;
		for (const family of [font, headlineFont])
			if (family !== undefined && !families.includes(family))
				refuse(
					`uses the font "${family}" in the brand "${id}"; available are: ${families.join(", ")}`,
				);
		const source = logo === undefined ? undefined : parseImageSrc(logo);
		if (source?.kind === "invalid")
			refuse(
				`has an invalid "logo" in the brand "${id}": it ${source.problem}; allowed: ${source.allowed}`,
			);
		brands[id] = {
			name,
			textColors: palette,
			highlightColors: [...palette, "transparent"],
			stepperColor: activeColor,
			...brandColors(brand),
			...(font !== undefined && { font }),
			...(headlineFont !== undefined && { headlineFont }),
			...(logo !== undefined && { logo }),
			...(handle !== undefined && { handle }),
		};
	}
	return { brands, bytes };
}

function bytesOf(path: string, refuse: (why: string) => never): Buffer {
	try {
		return regularFileBytes(path, MAX_BYTES) ?? refuse(`has more than ${MAX_BYTES} bytes`);
	} catch (error) {
		if (error instanceof ConfigError) throw error;
		return refuse(`cannot be read: ${reasonOf(error)}`);
	}
}

function jsonOf(bytes: Buffer, refuse: (why: string) => never): unknown {
	try {
		return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
	} catch (error) {
		return refuse(
			error instanceof SyntaxError ? `is not valid JSON: ${error.message}` : "is not UTF-8",
		);
	}
}

/** The message for a JSON pointer of the file. */
function sentence(pointer: string): string {
	const [id = "", field] = pointer.split("/").slice(1);
	const fields = Object.keys(RULES).join(", ");
	if (field === undefined) return `has a brand "${id}" that is not an object with ${fields}`;
	const rule = Object.hasOwn(RULES, field) ? RULES[field] : undefined;
	if (rule === undefined)
		return `has a field "${field.slice(0, 80)}" in the brand "${id}"; allowed are: ${fields}`;
	return `has an invalid "${field}" in the brand "${id}": it ${rule}`;
}
