import type { Brand } from "../../contract/brands.js";
import { BUILT_IN_FONTS } from "../../contract/fonts.js";

/** Names of a brand's values, and whether each is a colour. */
export const BRAND_VARIABLES: Readonly<Record<string, "color" | "text" | "image">> = {
	"brand.color": "color",
	"brand.background": "color",
	"brand.text": "color",
	"brand.font": "text",
	"brand.headlineFont": "text",
	"brand.logo": "image",
	"brand.name": "text",
	"brand.handle": "text",
};

/** Whether a name belongs to the brand: one of its values, or the text colour on one. */
export const isBrandName = (name: string): boolean =>
	Object.hasOwn(BRAND_VARIABLES, name.replace(/\.on$/, ""));

/** The values of `{{brand.…}}`; empty for those that the brand does not have. */
export function brandValues(brand: Brand): ReadonlyMap<string, string> {
	const { color, background, text, font, headlineFont, logo, name, handle } = brand;
	return new Map([
		["brand.color", color],
		["brand.background", background],
		["brand.text", text],
		["brand.font", font ?? BUILT_IN_FONTS[0]!.family],
		["brand.headlineFont", headlineFont ?? font ?? ""],
		["brand.logo", logo ?? ""],
		["brand.name", name ?? ""],
		["brand.handle", handle ?? ""],
	]);
}
