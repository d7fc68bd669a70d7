/** The properties of a span's style attribute that affect its letters. */
import { LIMITS } from "../../../contract/limits.js";
import type { FontWeight } from "../fonts/library.js";
import { type CssValue, type Declaration, familiesOf, keywordOf, quantityOf } from "./css.js";

/** The context of a value. */
export interface FontContext {
	/** Font size of the text, preview pixels. */
	readonly fontSize: number;
	/** Whether a font family exists. */
	readonly hasFamily: (name: string) => boolean;
}

/** The style of letters, except for their colours. */
export interface FontSetting {
	/** Fraction of the text's font size. */
	readonly size: number;
	/** null: the weight of the text, or of bold. */
	readonly weight: FontWeight | null;
	/** undefined: the family of the text; null: only the built-in ones. */
	readonly font: string | null | undefined;
	/** Em of the text's font size; null: the spacing of the text. */
	readonly spacing: number | null;
	/** Above the baseline, em of the text's font size. */
	readonly raise: number;
}

export const PLAIN_SETTING: FontSetting = Object.freeze({
	size: 1,
	weight: null,
	font: undefined,
	spacing: null,
	raise: 0,
});

/** CSS "smaller" and "larger" (CSS Fonts 4, 2.5.2), with the factors of Blink. */
export const SMALLER = 1 / 1.2;

/** A font size, limited to the range of text sizes. */
export function boundedSize(size: number, { fontSize }: FontContext): number {
	const least = Math.min(1, LIMITS.minFontSize / fontSize);
	return Math.min(Math.max(size, least), Math.max(1, LIMITS.maxFontSize / fontSize));
}

/** Families of the generic names; sans-serif means the built-in ones. */
const GENERIC: Readonly<Record<string, string | null>> = {
	serif: "Playfair Display",
	"sans-serif": null,
	"system-ui": null,
	monospace: "JetBrains Mono",
	cursive: "Caveat",
};

/** The family of `code`. */
export const CODE_FAMILY = "JetBrains Mono";
const BUILT_IN = "Inter";

/** Sets one property; null if the value is not supported. */
type Setter = (
	value: CssValue,
	parent: FontSetting,
	context: FontContext,
) => Partial<FontSetting> | null;

const SETTERS: Readonly<Record<string, Setter>> = {
	"font-size"(value, { size }, context) {
		const word = keywordOf(value);
		if (word === "smaller") return { size: boundedSize(size * SMALLER, context) };
		if (word === "larger") return { size: boundedSize(size / SMALLER, context) };
		const quantity = quantityOf(value);
		if (quantity === null || quantity.value < 0) return null;
		const shares: Readonly<Record<string, number>> = {
			em: size,
			"%": size / 100,
			rem: 1,
			px: 1 / context.fontSize,
		};
		const share = shares[quantity.unit];
		return share === undefined ? null : { size: boundedSize(quantity.value * share, context) };
	},
	"font-weight"(value) {
		const word = keywordOf(value);
		if (word === "normal") return { weight: 400 };
		if (word === "bold") return { weight: 700 };
		const quantity = quantityOf(value);
		if (quantity === null || quantity.unit !== "" || quantity.value < 1 || quantity.value > 1000)
			return null;
		return {
			weight: (Math.min(9, Math.max(1, Math.round(quantity.value / 100))) * 100) as FontWeight,
		};
	},
	"font-family"(value, _, { hasFamily }) {
		for (const { name, generic } of familiesOf(value)) {
			if (generic && Object.hasOwn(GENERIC, name)) return { font: GENERIC[name] ?? null };
			if (name === BUILT_IN) return { font: null };
			if (hasFamily(name)) return { font: name };
		}
		return null;
	},
	"letter-spacing"(value, { size }, context) {
		if (keywordOf(value) === "normal") return { spacing: 0 };
		const quantity = quantityOf(value);
		if (quantity === null) return null;
		const { value: length, unit } = quantity;
		const shares: Readonly<Record<string, number>> = { em: 1, px: 1 / (context.fontSize * size) };
		const share = length === 0 ? 1 : shares[unit];
		if (share === undefined) return null;
		const own = Math.min(Math.max(length * share, MIN_SPACING), MAX_SPACING);
		return { spacing: own * size };
	},
};

/** Em of the font size of the letters, as letterSpacing of a text. */
const MIN_SPACING = -0.2;
const MAX_SPACING = 1;

export const isFontProperty = (property: string): boolean => Object.hasOwn(SETTERS, property);

/**
 * Applies declarations to the inherited style of a span.
 * @param ignored called with each declaration whose value is not supported
 */
export function fontSetting(
	declarations: readonly Declaration[],
	parent: FontSetting,
	context: FontContext,
	ignored: (declaration: Declaration) => void,
): FontSetting {
	// Important declarations come last, and the font size comes before everything that depends on it.
	const ordered = declarations
		.filter(({ property }) => isFontProperty(property))
		.sort(
			(a, b) =>
				Number(a.important) - Number(b.important) ||
				Number(b.property === "font-size") - Number(a.property === "font-size"),
		);
	let setting = parent;
	for (const declaration of ordered) {
		const { property, value } = declaration;
		const inherited = property === "letter-spacing" ? { ...parent, size: setting.size } : parent;
		const found = SETTERS[property]!(value, inherited, context);
		if (found === null) ignored(declaration);
		else setting = { ...setting, ...found };
	}
	return setting;
}
