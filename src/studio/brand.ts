/** The user's own brand, kept in this browser: colours, font, logo and names. */
import { effect, signal } from "@preact/signals";
import type { JsonPath } from "../base/json-pointer.js";
import { edit } from "./history.js";
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

/** Whether the current template is in the user's own brand. */
export const hasOwnBrand = (): boolean =>
	Object.keys(design.value.variables ?? {}).some((name) => name.startsWith("brand."));

/** Puts the current template into the own brand, or back into one of the service. */
export function useOwnBrand(use: boolean): void {
	if (design.peek().template === undefined) return;
	const values = valuesOf(use ? ownBrand.peek() : null);
	edit(
		Object.entries(values)
			.filter(
				([name, value]) => value !== undefined || design.peek().variables?.[name] !== undefined,
			)
			.map(([name, value]): [JsonPath, unknown] => [["variables", name], value]),
	);
}
