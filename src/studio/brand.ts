/** The user's own brand, kept in this browser: colours, font, logo and names. */
import { computed, effect, signal } from "@preact/signals";
import type { JsonPath } from "../base/json-pointer.js";
import { edit } from "./history.js";
import { type Palette, paletteOf, paletteVariables } from "./palettes.js";
import { contract } from "./schema.js";
import { design } from "./state.js";

export interface OwnBrand {
	readonly name: string;
	readonly handle: string;
	/** The first is the main colour, the second that of backgrounds, the third that of texts. */
	readonly colors: readonly string[];
	/** A bundled family; "": that of the service. */
	readonly font: string;
	/** A data URL or an address; "": none. */
	readonly logo: string;
}

const KEEP = "post-image-brand";

/** Null until the user has made one. */
export const ownBrand = signal<OwnBrand | null>(null);

/** Loads the brand, and keeps every change of it. */
export function keepBrand(): void {
	try {
		const kept = localStorage.getItem(KEEP);
		if (kept !== null) ownBrand.value = JSON.parse(kept) as OwnBrand;
	} catch {
		// Storage is not available, or not ours.
	}
	effect(() => {
		const brand = ownBrand.value;
		try {
			if (brand === null) localStorage.removeItem(KEEP);
			else localStorage.setItem(KEEP, JSON.stringify(brand));
		} catch {
			// Storage is full or not available: the brand lasts until the page is closed.
		}
	});
}

/** Names of the brand's values in documents, with the values of a brand. */
const valuesOf = (brand: OwnBrand | null): Readonly<Record<string, string | undefined>> => ({
	"brand.color": brand?.colors[0],
	"brand.background": brand?.colors[1],
	"brand.text": brand?.colors[2],
	"brand.font": brand?.font || undefined,
	"brand.logo": brand?.logo || undefined,
	"brand.name": brand?.name || undefined,
	"brand.handle": brand?.handle || undefined,
});

/** The brand's values for a template that is started now. */
export const brandVariables = (): Record<string, string> =>
	Object.fromEntries(
		Object.entries(valuesOf(ownBrand.peek())).filter(
			(entry): entry is [string, string] => entry[1] !== undefined,
		),
	);

/** How templates look in the gallery, and when they are started. */
export type Look = "own" | "palette" | (string & {});
/** The look that the user chose; null until then. */
const chosenLook = signal<Look | null>(null);

/**
 * The own brand or that of the document, if it is not the one that documents have by default;
 * otherwise each template has a palette.
 */
export const look = computed<Look>(() => {
	if (chosenLook.value !== null) return chosenLook.value;
	if (ownBrand.value) return "own";
	const { brand } = design.value;
	const [usual] = Object.keys(contract.value?.brands ?? {});
	return brand === undefined || brand === usual ? "palette" : brand;
});

/** The brand's values of a template in the current look. */
export function lookVariables(id: string): Record<string, string> {
	if (look.value === "own") return brandVariables();
	return look.value === "palette" ? paletteVariables(paletteOf(id)) : {};
}

/** The brand of the service that the current look has. */
export const lookBrand = (): string | undefined =>
	look.value === "own" || look.value === "palette" ? undefined : look.value;

/** Chooses a look, for the current template too. */
export function chooseLook(next: Look): void {
	chosenLook.value = next;
	const { template } = design.peek();
	const brand = lookBrand();
	if (template !== undefined) putBrand(lookVariables(template), brand);
	else if (brand !== undefined) edit([[["brand"], brand]]);
}

/** Puts the current template into the own brand, or back into one of the service. */
export function useOwnBrand(use: boolean): void {
	chosenLook.value = use ? "own" : null;
	if (design.peek().template === undefined) return;
	putBrand(use ? brandVariables() : {}, design.peek().brand);
}

/** Puts the current template into a palette. */
export const usePalette = (palette: Palette): void => {
	const others = Object.entries(design.peek().variables ?? {}).filter(([name]) => isBrand(name));
	putBrand(
		{ ...(Object.fromEntries(others) as Record<string, string>), ...paletteVariables(palette) },
		design.peek().brand,
	);
};

const isBrand = (name: string): boolean => name.startsWith("brand.");

/** Replaces all of the brand's values, as one step. */
function putBrand(values: Readonly<Record<string, string>>, brand: string | undefined): void {
	const { variables = {}, brand: before } = design.peek();
	const names = new Set([...Object.keys(variables).filter(isBrand), ...Object.keys(values)]);
	edit([
		...[...names].map((name): [JsonPath, unknown] => [["variables", name], values[name]]),
		...(brand === before ? [] : [[["brand"], brand] as [JsonPath, unknown]]),
	]);
}
