export interface Brand {
	/** Display name; the built-in brands have none. */
	readonly name?: string;
	readonly textColors: readonly string[];
	readonly highlightColors: readonly string[];
	/** Colour of the active part of the stepper. */
	readonly stepperColor: string;
	/** Font family of texts that do not name one. */
	readonly font?: string;
	/** Font family of the headlines of templates. */
	readonly headlineFont?: string;
	/** The brand's main colour, its background, and its text colour on that background. */
	readonly color: string;
	readonly background: string;
	readonly text: string;
	/** Source of an image. */
	readonly logo?: string;
	/** The brand's name in social networks, such as "@acme". */
	readonly handle?: string;
}

/**
 * The built-in brands. Each sets the active colour of the stepper, the palettes that render-schema
 * returns, and the colours of templates: brand-a is dark, brand-b light, custom neutral.
 */
export const BRANDS = Object.freeze({
	"brand-a": {
		textColors: ["#FFFFFF", "#F5F5F5", "#D4AF37", "#F0D060", "#2ECC71", "#E74C3C"],
		highlightColors: ["#D4AF37", "#E74C3C", "#2ECC71", "#000000", "#F0D060", "transparent"],
		stepperColor: "#D4AF37",
		color: "#D4AF37",
		background: "#111111",
		text: "#FFFFFF",
	},
	"brand-b": {
		textColors: ["#FFFFFF", "#000000", "#0C513F", "#FFC600", "#FF6B35", "#E74C3C"],
		highlightColors: ["#FFC600", "#0C513F", "#FF6B35", "#E74C3C", "#000000", "transparent"],
		stepperColor: "#FFC600",
		color: "#0C513F",
		background: "#FAF6EE",
		text: "#1B1F1D",
	},
	custom: {
		textColors: ["#FFFFFF", "#000000", "#FF0000", "#00FF00", "#0000FF", "#FFFF00"],
		highlightColors: ["#FF0000", "#00FF00", "#0000FF", "#FFFF00", "#000000", "transparent"],
		stepperColor: "#FFFFFF",
		color: "#3A4250",
		background: "#F4F5F7",
		text: "#16181D",
	},
} as const satisfies Record<string, Brand>);

export type BuiltInBrandId = keyof typeof BRANDS;
/** The id of a built-in brand, or one of the operator's. */
export type BrandId = BuiltInBrandId | (string & {});
export const BRAND_IDS = Object.keys(BRANDS) as BuiltInBrandId[];
export const DEFAULT_BRAND: BuiltInBrandId = "brand-a";
