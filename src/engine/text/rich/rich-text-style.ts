import { cssDeclarations, type Declaration, keywordOf } from "./css.js";
import { colorOfValue, type Rgba } from "./css-color.js";
import {
	boundedSize,
	CODE_FAMILY,
	type FontContext,
	type FontSetting,
	fontSetting,
	isFontProperty,
	PLAIN_SETTING,
	SMALLER,
} from "./span-style.js";
import type { TextTransform } from "./text-transform.js";

/** The style of a piece of rich text. */
export interface TextStyle extends FontSetting {
	readonly bold: boolean;
	readonly italic: boolean;
	readonly underline: boolean;
	readonly strike: boolean;
	/** Null: the colour of the block, here and below. */
	readonly color: Rgba | null;
	/** A line has the colour of the element that declares it, not of the text. */
	readonly underlineColor: Rgba | null;
	readonly strikeColor: Rgba | null;
	/** Font size of the element that declares the line, as a fraction of the text's. */
	readonly lineSize: number;
	/** Painted over each other in this order; "highlight" is the block's highlightColor. */
	readonly backgrounds: readonly (Rgba | "highlight")[];
}

/** Called with the parts of a style attribute that have no effect. */
export interface StyleNotes {
	/** @param value of `color` or `background-color` that is not a colour, as it was written */
	colorIgnored?(value: string): void;
	/** @param what a property that is not supported, or that has an unsupported value */
	styleIgnored?(what: string): void;
}

/** The values that the content of an element inherits. */
export interface Inherited {
	readonly style: TextStyle;
	readonly transform: TextTransform;
	/** The element's own background, for `background-color: inherit`. */
	readonly background: Rgba | "highlight" | null;
}

export const PLAIN: Inherited = Object.freeze({
	style: Object.freeze({
		bold: false,
		italic: false,
		underline: false,
		strike: false,
		color: null,
		underlineColor: null,
		strikeColor: null,
		lineSize: 1,
		...PLAIN_SETTING,
		backgrounds: Object.freeze([]),
	}),
	transform: "none",
	background: null,
});

const BLACK: Rgba = Object.freeze({ r: 0, g: 0, b: 0, a: 1 });

const TRANSFORMS: ReadonlySet<string> = new Set(["none", "uppercase", "lowercase", "capitalize"]);
/** Keywords that every property accepts. */
const WIDE = new Set(["inherit", "initial", "unset", "revert", "revert-layer"]);

const keyword = ({ value }: Declaration): string | null => keywordOf(value);

/**
 * True for a value that a browser would accept; otherwise an earlier declaration stays in effect.
 */
function isValid(declaration: Declaration): boolean {
	const word = keyword(declaration);
	if (word !== null && WIDE.has(word)) return true;
	if (declaration.property === "text-transform") return word !== null && TRANSFORMS.has(word);
	return word === "currentcolor" || colorOfValue(declaration.value) !== null;
}

/** The effective declaration of a property: the last valid one; `!important` has priority. */
function winner(
	declarations: readonly Declaration[],
	property: string,
	notes: StyleNotes,
): Declaration | null {
	const valid: Declaration[] = [];
	for (const each of declarations) {
		if (each.property !== property) continue;
		if (isValid(each)) valid.push(each);
		else if (property !== "text-transform") notes.colorIgnored?.(each.value.join(""));
		else notes.styleIgnored?.(written(each));
	}
	return valid.findLast(({ important }) => important) ?? valid.at(-1) ?? null;
}

function colorOf(declaration: Declaration | null, inherited: Rgba | null): Rgba | null {
	if (declaration === null) return inherited;
	const word = keyword(declaration);
	if (word === "initial") return BLACK;
	if (word === "currentcolor" || (word !== null && WIDE.has(word))) return inherited;
	return colorOfValue(declaration.value);
}

function backgroundOf(
	declaration: Declaration | null,
	inherited: Rgba | "highlight" | null,
	color: Rgba | null,
): Rgba | "highlight" | null {
	if (declaration === null) return null;
	const word = keyword(declaration);
	if (word === "inherit") return inherited;
	if (word === "currentcolor") return color;
	return word !== null && WIDE.has(word) ? null : colorOfValue(declaration.value);
}

function transformOf(declaration: Declaration | null, inherited: TextTransform): TextTransform {
	const word = declaration === null ? "inherit" : keyword(declaration);
	if (word !== null && TRANSFORMS.has(word)) return word as TextTransform;
	return word === "initial" ? "none" : inherited;
}

const OTHER_PROPERTIES = new Set(["color", "background-color", "text-transform"]);

const written = ({ property, value }: Declaration) => `${property}: ${value.join("")}`;

function span(
	inherited: Inherited,
	attribute: string,
	notes: StyleNotes,
	context: FontContext,
): Inherited {
	const declarations = cssDeclarations(attribute);
	for (const { property } of declarations)
		if (!OTHER_PROPERTIES.has(property) && !isFontProperty(property))
			notes.styleIgnored?.(property);
	const setting = fontSetting(declarations, inherited.style, context, (declaration) =>
		notes.styleIgnored?.(written(declaration)),
	);
	const color = colorOf(winner(declarations, "color", notes), inherited.style.color);
	const background = backgroundOf(
		winner(declarations, "background-color", notes),
		inherited.background,
		color,
	);
	const { backgrounds } = inherited.style;
	const visible = background === "highlight" || (background !== null && background.a > 0);
	return {
		style: {
			...inherited.style,
			...setting,
			color,
			backgrounds: visible ? [...backgrounds, background] : backgrounds,
		},
		transform: transformOf(winner(declarations, "text-transform", notes), inherited.transform),
		background,
	};
}

/**
 * How far superscripts and subscripts are raised and lowered, em of their parent (Blink:
 * InlineBoxState).
 */
const SUPERSCRIPT = 1 / 3;
const SUBSCRIPT = -1 / 5;

function smaller(style: TextStyle, context: FontContext, raise = 0): TextStyle {
	const { size } = style;
	return {
		...style,
		size: boundedSize(size * SMALLER, context),
		raise: style.raise + raise * size,
	};
}

/** The values that the content of an element inherits; `style` is its style attribute. */
export function inherit(
	parent: Inherited,
	name: string,
	style: string | null,
	notes: StyleNotes,
	context: FontContext,
): Inherited {
	const own = { ...parent, background: null };
	const { color, size: lineSize } = parent.style;
	switch (name) {
		case "b":
		case "strong":
			return { ...own, style: { ...parent.style, bold: true, weight: null } };
		case "i":
		case "em":
			return { ...own, style: { ...parent.style, italic: true } };
		case "u":
			return {
				...own,
				style: { ...parent.style, underline: true, underlineColor: color, lineSize },
			};
		case "s":
		case "strike":
		case "del":
			return { ...own, style: { ...parent.style, strike: true, strikeColor: color, lineSize } };
		case "mark":
			return {
				...own,
				style: { ...parent.style, backgrounds: [...parent.style.backgrounds, "highlight"] },
				background: "highlight",
			};
		case "span":
			return span(parent, style ?? "", notes, context);
		case "sup":
			return { ...own, style: smaller(parent.style, context, SUPERSCRIPT) };
		case "sub":
			return { ...own, style: smaller(parent.style, context, SUBSCRIPT) };
		case "small":
			return { ...own, style: smaller(parent.style, context) };
		case "code":
			return { ...own, style: { ...parent.style, font: CODE_FAMILY } };
		default:
			return own;
	}
}

const sameColor = (a: Rgba | "highlight" | null, b: Rgba | "highlight" | null): boolean =>
	a === b ||
	(a !== null &&
		b !== null &&
		a !== "highlight" &&
		b !== "highlight" &&
		a.r === b.r &&
		a.g === b.g &&
		a.b === b.b &&
		a.a === b.a);

/** Whether text looks the same in both styles. */
export function sameStyle(a: TextStyle, b: TextStyle): boolean {
	return (
		a === b ||
		(a.bold === b.bold &&
			a.italic === b.italic &&
			a.underline === b.underline &&
			a.strike === b.strike &&
			a.size === b.size &&
			a.weight === b.weight &&
			a.font === b.font &&
			a.spacing === b.spacing &&
			a.raise === b.raise &&
			(a.lineSize === b.lineSize || !(a.underline || a.strike)) &&
			sameColor(a.color, b.color) &&
			sameColor(a.underlineColor, b.underlineColor) &&
			sameColor(a.strikeColor, b.strikeColor) &&
			a.backgrounds.length === b.backgrounds.length &&
			a.backgrounds.every((color, i) => sameColor(color, b.backgrounds[i]!)))
	);
}
