/** The fields of a text that set its letters and lines, with their defaults. */
import type { TextWeight } from "../../contract/enums.js";
import type { TextBlock } from "../../contract/render-request.js";
import type { PaintInput, ResolvedPaint } from "../paints/paint.js";
import { resolvePaint } from "../paints/resolve.js";
import type { TextDirection, TextWrap, WordBreak } from "../text/layout/typeset-options.js";
import { parseCssColor, type Rgba } from "../text/rich/css-color.js";
import type { TextTransform } from "../text/rich/text-transform.js";
import { toExport } from "./export-pixels.js";

/** The fields as a document has them; null is as good as absent. */
export type TypographyFields = {
	readonly [Field in Exclude<keyof SceneTypography, "textFill" | "textStroke" | "list">]?:
		| TextBlock[Field]
		| null
		| undefined;
} & Pick<TextBlock, "textFill" | "textStroke" | "list">;

/** How lists are set that hang. */
export interface SceneList {
	/** null: bullets and numbers, as the lists have them. */
	readonly marker: string | null;
	/** null: that of the text. */
	readonly color: Rgba | null;
	/** Em; null: as much as the markers need. */
	readonly indent: number | null;
}

export interface SceneTypography {
	/** Em. */
	readonly letterSpacing: number;
	/** Fills the letters instead of their colour, over the text's box. */
	readonly textFill: ResolvedPaint | null;
	/** A line along the outlines of the letters, over their fill; width in pixels. */
	readonly textStroke: { readonly color: Rgba; readonly width: number } | null;
	readonly textTransform: TextTransform;
	readonly tabularNumbers: boolean;
	readonly textWrap: TextWrap;
	readonly hyphens: "none" | "auto";
	/** Texts that fit in the same size; null: it fits by itself. */
	readonly fitGroup: string | null;
	/** Room of the highlight around a line, pixels; null: 0.28 em and 0.08 em. */
	readonly highlightPadding: readonly [x: number, y: number] | null;
	/** Pixels; null: 0.18 em. */
	readonly highlightRadius: number | null;
	/** The edge of the highlight is at x and y, rather than that of the letters. */
	readonly highlightInside: boolean;
	/** null: markers are part of the text. */
	readonly list: SceneList | null;
	/** Of b and strong. */
	readonly boldWeight: TextWeight;
	readonly textDirection: TextDirection;
	readonly wordBreak: WordBreak;
}

/** @param fontSize of the text, preview pixels */
export function resolveTypography(block: TypographyFields, fontSize: number): SceneTypography {
	const { textStroke: stroke, highlightPadding: padding, list } = block;
	return {
		letterSpacing: block.letterSpacing ?? 0,
		textFill: block.textFill == null ? null : checkedPaint(block.textFill),
		textStroke:
			stroke == null || stroke.width <= 0
				? null
				: { color: cssColor(stroke.color), width: toExport(stroke.width) },
		textTransform: block.textTransform ?? "none",
		tabularNumbers: block.tabularNumbers ?? false,
		textWrap: block.textWrap ?? "normal",
		hyphens: block.hyphens ?? "none",
		fitGroup: block.fitGroup ?? null,
		highlightPadding: padding == null ? null : [toExport(padding[0]), toExport(padding[1])],
		highlightRadius: block.highlightRadius == null ? null : toExport(block.highlightRadius),
		highlightInside: block.highlightInside ?? false,
		list:
			list == null
				? null
				: {
						marker: list.marker ?? null,
						color: list.color == null ? null : cssColor(list.color),
						indent: list.indent == null ? null : list.indent / fontSize,
					},
		boldWeight: block.boldWeight ?? 900,
		textDirection: block.textDirection ?? "auto",
		wordBreak: block.wordBreak ?? "normal",
	};
}

/** A paint that validation has let through. */
function checkedPaint(paint: PaintInput): ResolvedPaint {
	const resolved = resolvePaint(paint, parseCssColor);
	if ("faults" in resolved) throw new Error("an unchecked paint reached the scene");
	return resolved;
}

/**
 * A colour that validation has let through.
 * @throws Error if it does not parse: the document was not validated
 */
export function cssColor(value: string): Rgba {
	const parsed = parseCssColor(value);
	if (!parsed) throw new Error("an unchecked colour reached the scene");
	return parsed;
}
