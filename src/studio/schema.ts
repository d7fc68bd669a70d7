/** The contract loaded from the service. All fields and limits of the page come from it. */

import { signal } from "@preact/signals";
import type { JsonPath } from "../base/json-pointer.js";
import { get } from "./api.js";
import type { Design } from "./design.js";

/** The subset of JSON Schema that the contract uses. */
export interface Schema {
	/** An array: one of these types, or null. */
	readonly type?: string | readonly string[];
	readonly title?: string;
	readonly description?: string;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly items?: Schema;
	readonly enum?: readonly (string | number | null)[];
	readonly default?: unknown;
	readonly examples?: readonly unknown[];
	readonly minimum?: number;
	readonly maximum?: number;
	readonly maxLength?: number;
	readonly maxItems?: number;
	readonly pattern?: string;
	/** Of a list whose items have different schemas. */
	readonly prefixItems?: readonly Schema[];
	/** One of these; objects are distinguished by their `type`. */
	readonly anyOf?: readonly Schema[];
	readonly const?: unknown;
	/** Reference to a definition, for example "#/$defs/Paint". */
	readonly $ref?: string;
	readonly $defs?: Readonly<Record<string, Schema>>;
}

export interface Platform {
	readonly name: string;
	readonly width: number;
	readonly height: number;
	readonly ratio: string;
	/** What networks call pictures of this size. */
	readonly usedFor?: readonly string[];
}

/** An area of the slide, in percent of its width and height. */
export interface CoveredArea {
	readonly name: string;
	readonly left: number;
	readonly top: number;
	readonly width: number;
	readonly height: number;
}

export interface Contract {
	readonly requestBody: Schema;
	/** A document with variables: every scalar may be a text with placeholders. */
	readonly templateDocument: Schema;
	readonly platforms: Readonly<Record<string, Platform>>;
	readonly brands: Readonly<
		Record<string, { readonly textColors: string[]; readonly highlightColors: string[] }>
	>;
	readonly safeAreas: Readonly<
		Record<string, { readonly covered: CoveredArea[]; readonly cropped: CoveredArea[] }>
	>;
	readonly fonts?: readonly { readonly family: string }[];
	readonly limits: Readonly<Record<string, number>>;
	readonly coordinateSystem: { readonly previewScale: number };
	readonly examples: Readonly<Record<string, Design>>;
}

export const contract = signal<Contract | null>(null);

/** Delays between attempts to load the contract; the last one is repeated. Milliseconds. */
const AGAIN_MS = [500, 2_000, 5_000, 15_000];

/**
 * Loads the contract, with retries: until then the page works, but has no fields to show.
 * @param onTrouble called with the error of a failed attempt
 */
export async function loadContract(onTrouble: (error: unknown) => void): Promise<Contract> {
	for (let tries = 0; ; tries++) {
		try {
			contract.value = await get<Contract>("/api/render-schema");
			return contract.value;
		} catch (error) {
			onTrouble(error);
			const pause = AGAIN_MS[Math.min(tries, AGAIN_MS.length - 1)];
			await new Promise((resolve) => setTimeout(resolve, pause));
		}
	}
}

/** A schema without "or null". */
export interface PlainSchema extends Omit<Schema, "type" | "enum"> {
	readonly type?: string;
	readonly enum?: readonly (string | number)[];
}

/** Removes "or null" from a schema: a field that is null counts as absent. */
export function plain({ type, enum: options, ...rest }: Schema): PlainSchema {
	const some = typeof type === "string" ? type : type?.find((one) => one !== "null");
	return {
		...rest,
		...(some !== undefined && { type: some }),
		...(options && { enum: options.filter((option) => option !== null) }),
	};
}

/** Resolves a reference; keywords next to `$ref` take precedence. */
export function resolved(schema: Schema): Schema {
	const { $ref, ...beside } = schema;
	if ($ref === undefined) return schema;
	const name = $ref.slice("#/$defs/".length);
	const definition = contract.value?.requestBody.$defs?.[name];
	return definition === undefined ? beside : { ...definition, ...beside };
}

/**
 * Selects the alternative that matches a value, by its `type` if it is an object.
 * @param value undefined if unknown or absent
 */
function chosen(schema: Schema, value: unknown): Schema {
	const whole = resolved(schema);
	if (whole.anyOf === undefined) return whole;
	const options = whole.anyOf.map(resolved);
	const type = typeof value === "object" && value !== null && "type" in value && value.type;
	const match = Array.isArray(value)
		? options.find((option) => option.type === "array")
		: options.find(({ properties }) => properties?.type?.const === type);
	return match ?? typesOf(whole, options);
}

/** A schema for a value without a valid type: only the possible types. */
function typesOf(whole: Schema, options: readonly Schema[]): Schema {
	const { anyOf: _, ...rest } = whole;
	const types = options
		.map(({ properties }) => properties?.type?.const)
		.filter((type) => typeof type === "string");
	if (types.length === 0) return rest;
	const type = { enum: types, description: "What kind it is; it decides the other fields." };
	return { ...rest, properties: { type } };
}

/** The schema of the value at a path, if the contract has one. */
export function schemaAt(path: JsonPath, document: unknown): PlainSchema | undefined {
	let schema = contract.value?.requestBody;
	let value = document;
	for (const step of path) {
		if (schema === undefined) return undefined;
		const here: Schema = chosen(schema, value);
		schema =
			typeof step === "number" ? (here.prefixItems?.[step] ?? here.items) : here.properties?.[step];
		value = (value as Record<string | number, unknown> | null | undefined)?.[step];
	}
	return schema && plain(chosen(schema, value));
}

/** Whether a field accepts numbers and strings (lengths and percentages), or numbers and lists. */
export function takesSizes({ type, anyOf = [] }: Schema): boolean {
	const takes = (name: string) => Array.isArray(type) && type.includes(name);
	return (takes("number") && takes("string")) || anyOf.some((option) => option.type === "number");
}

/** Size of a slide in preview pixels. @param size export pixels of a custom canvas */
export function previewSize(
	platform: string | undefined,
	size?: unknown,
): { width: number; height: number } {
	const known = contract.value;
	const scale = known?.coordinateSystem.previewScale ?? 0.375;
	const own = platform === "custom" ? (size as Partial<Platform> | undefined) : undefined;
	const { width = 1080, height = 1350 } =
		own ?? known?.platforms[platform ?? "short-video-carousel"] ?? {};
	return { width: width * scale, height: height * scale };
}
