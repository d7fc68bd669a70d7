import type { TSchema } from "@sinclair/typebox";
import { BRANDS, type Brand } from "./brands.js";
import { BUILT_IN_FONTS, type FontFamilyInfo } from "./fonts.js";
import { RenderRequestSchema } from "./render-request.js";
import { OPEN_ENUM, type OpenEnum } from "./schema.js";

/** What the operator adds to the contract. */
export interface ContractAdditions {
	readonly fonts: readonly FontFamilyInfo[];
	/** By id. */
	readonly brands: Readonly<Record<string, Brand>>;
}

/** The contract of one instance of the service. */
export interface Contract {
	/** The built-in family first, then those of the operator. */
	readonly fonts: readonly FontFamilyInfo[];
	/** By id, the built-in ones first. */
	readonly brands: Readonly<Record<string, Brand>>;
	readonly renderRequest: typeof RenderRequestSchema;
	/**
	 * A schema with this instance's brands and fonts in its open enumerations; the same schema if
	 * nothing was added.
	 */
	readonly adapt: <T extends TSchema>(schema: T) => T;
}

/**
 * The contract with what the operator adds. If an operator's family has the name of a built-in one,
 * documents get the operator's.
 */
export function contractWith({ fonts, brands }: ContractAdditions): Contract {
	const names = new Set(fonts.map(({ family }) => family));
	const allFonts = [...BUILT_IN_FONTS.filter(({ family }) => !names.has(family)), ...fonts];
	const allBrands: Record<string, Brand> = { ...BRANDS, ...brands };
	const nothing = fonts.length === 0 && Object.keys(brands).length === 0;
	const values = {
		brand: Object.keys(allBrands),
		font: allFonts.map(({ family }) => family),
	};
	const adapted = new Map<TSchema, TSchema>();
	const adapt = <T extends TSchema>(schema: T): T => {
		if (nothing) return schema;
		let result = adapted.get(schema);
		if (result === undefined) {
			result = replaceEnums(schema, values) as TSchema;
			adapted.set(schema, result);
		}
		return result as T;
	};
	return { fonts: allFonts, brands: allBrands, renderRequest: adapt(RenderRequestSchema), adapt };
}

/** The contract of a service without additions. */
export const BUILT_IN_CONTRACT = contractWith({ fonts: [], brands: {} });

/**
 * The brand of a validated document.
 * @throws Error if there is no such brand: the document was not validated
 */
export function brandOf({ brands }: Contract, id: string): Brand {
	const brand = Object.hasOwn(brands, id) ? brands[id] : undefined;
	if (brand === undefined) throw new Error("an unchecked brand reached the drawing");
	return brand;
}

/** A copy of a schema with other values in its open enumerations. */
function replaceEnums(value: unknown, values: Readonly<Record<OpenEnum, readonly string[]>>) {
	if (Array.isArray(value)) return value.map((item): unknown => replaceEnums(item, values));
	if (typeof value !== "object" || value === null) return value;
	const source = value as Record<string | symbol, unknown>;
	const copy: Record<string | symbol, unknown> = {};
	// TypeBox stores the kind of a schema under symbols.
	for (const key of Reflect.ownKeys(source)) copy[key] = replaceEnums(source[key], values);
	const kind = source[OPEN_ENUM] as OpenEnum | undefined;
	if (kind !== undefined) copy.enum = [...values[kind]];
	return copy;
}
