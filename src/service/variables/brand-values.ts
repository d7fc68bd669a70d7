import type { Brand } from "../../contract/brands.js";
import { BUILT_IN_FONTS } from "../../contract/fonts.js";

/** Names that stand for what a brand has, and whether each is a colour. */
export const BRAND_VARIABLES: Readonly<Record<string, "color" | "text" | "image">> = {
	"brand.color": "color",
	"brand.background": "color",
	"brand.text": "color",
	"brand.font": "text",
	"brand.logo": "image",
	"brand.name": "text",
	"brand.handle": "text",
};

/** Whether a name is one of the brand's: a value of it, or the colour on one. */
export const isBrandName = (name: string): boolean =>
	Object.hasOwn(BRAND_VARIABLES, name.replace(/\.on$/, ""));

/** What `{{brand.…}}` stands for; what the brand does not have is empty. */
export function brandValues(brand: Brand): ReadonlyMap<string, string> {
	const { color, background, text, font, logo, name, handle } = brand;
	return new Map([
		["brand.color", color],
		["brand.background", background],
		["brand.text", text],
		["brand.font", font ?? BUILT_IN_FONTS[0]!.family],
		["brand.logo", logo ?? ""],
		["brand.name", name ?? ""],
		["brand.handle", handle ?? ""],
	]);
}
