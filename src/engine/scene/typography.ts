/** The fields of a text for its letters and lines, with their defaults. */
import type { TextWeight } from "../../contract/enums.js";
import type { TextBlock } from "../../contract/render-request.js";
import type { PaintInput, ResolvedPaint } from "../paints/paint.js";
import { resolvePaint } from "../paints/resolve.js";
import { type PathShape, pathShape, type ViewBox } from "../shapes/path-shape.js";
import type { FontFeatures } from "../text/fonts/font-features.js";
import type {
	LineIndent,
	OverflowWrap,
	TextDirection,
	TextWrap,
	WordBreak,
} from "../text/layout/typeset-options.js";
import { parseCssColor, type Rgba } from "../text/rich/css-color.js";
import type { TextTransform } from "../text/rich/text-transform.js";
import { cssColor } from "./colors.js";
import { toExport } from "./export-pixels.js";

/** The fields in a document; null counts as absent. */
export type TypographyFields = {
	readonly [Field in Exclude<
		keyof SceneTypography,
		"textFill" | "textStroke" | "list" | "indent" | "onPath"
	>]?: TextBlock[Field] | null | undefined;
} & Pick<TextBlock, "textFill" | "textStroke" | "list" | "indent" | "onPath">;

/** The layout of lists with a hanging indent. */
export interface SceneList {
	/** null: bullets for `ul`, numbers for `ol`. */
	readonly marker: string | null;
	/** null: the colour of the text. */
	readonly color: Rgba | null;
	/** Em; null: as wide as the markers need. */
	readonly indent: number | null;
}

/** A path of a text. */
export type SceneOnPath =
	| { readonly kind: "arc"; readonly degrees: number }
	| {
			readonly kind: "path";
			readonly shape: PathShape;
			/** Size of its viewBox, as preview pixels, in pixels. */
			readonly width: number;
			readonly height: number;
			/** Pixels, or a share of the length of the path. */
			readonly offset: { readonly kind: "pixels" | "share"; readonly value: number };
	  };

export interface SceneTypography {
	/** Em. */
	readonly letterSpacing: number;
	/** Fills the letters instead of their colour; it spans the box of the text. */
	readonly textFill: ResolvedPaint | null;
	/** A line along the outlines of the letters, over their fill; width in pixels. */
	readonly textStroke: {
		/** It spans the box of the text. */
		readonly paint: ResolvedPaint;
		readonly width: number;
		readonly position: "center" | "inside" | "outside";
	} | null;
	readonly textTransform: TextTransform;
	readonly tabularNumbers: boolean;
	/** null: those that the fonts turn on by themselves. */
	readonly fontFeatures: FontFeatures | null;
	readonly textWrap: TextWrap;
	readonly overflowWrap: OverflowWrap;
	/** Lines beyond the height of the box are cut off. */
	readonly cutToHeight: boolean;
	/** null: spaces and newlines of `text` are kept, those of `richText` are collapsed. */
	readonly whiteSpace: "pre-wrap" | "normal" | null;
	/** Widths of a space. */
	readonly tabSize: number;
	/** Em. */
	readonly indent: LineIndent;
	/** null: lines are straight. */
	readonly onPath: SceneOnPath | null;
	readonly hyphens: "none" | "auto" | "long-words";
	/** Name of the group of texts that shrink to the same size; null: the text is fitted alone. */
	readonly fitGroup: string | null;
	/** Padding of the highlight around a line, pixels; null: 0.28 em and 0.08 em. */
	readonly highlightPadding: readonly [x: number, y: number] | null;
	/** Pixels; null: 0.18 em. */
	readonly highlightRadius: number | null;
	/** The edge of the highlight is at x and y, instead of the letters. */
	readonly highlightInside: boolean;
	/** null: markers are part of the text. */
	readonly list: SceneList | null;
	/** Weight of `b` and `strong`. */
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
				: {
						paint: checkedPaint(stroke.paint ?? stroke.color!),
						width: toExport(stroke.width),
						position: stroke.position ?? "center",
					},
		textTransform: block.textTransform ?? "none",
		tabularNumbers: block.tabularNumbers ?? false,
		fontFeatures:
			block.fontFeatures == null || Object.keys(block.fontFeatures).length === 0
				? null
				: block.fontFeatures,
		textWrap: block.textWrap ?? "normal",
		overflowWrap: block.overflowWrap ?? "break-word",
		cutToHeight: block.cutToHeight ?? false,
		whiteSpace: block.whiteSpace ?? null,
		tabSize: block.tabSize ?? 4,
		indent: {
			first: (block.indent?.first ?? 0) / fontSize,
			rest: (block.indent?.rest ?? 0) / fontSize,
		},
		onPath: block.onPath == null ? null : resolveOnPath(block.onPath),
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

/** A validated path. */
function resolveOnPath({
	arc,
	path,
	viewBox,
	offset = 0,
}: NonNullable<TextBlock["onPath"]>): SceneOnPath {
	if (arc != null || path == null || viewBox == null) return { kind: "arc", degrees: arc ?? 0 };
	const shape = pathShape(path, viewBox as ViewBox);
	if ("field" in shape) throw new Error("an unchecked path reached the scene");
	return {
		kind: "path",
		shape,
		width: toExport(viewBox[2]!),
		height: toExport(viewBox[3]!),
		offset:
			typeof offset === "number"
				? { kind: "pixels", value: toExport(offset) }
				: { kind: "share", value: Number.parseFloat(offset) / 100 },
	};
}

/** A validated paint. */
function checkedPaint(paint: PaintInput): ResolvedPaint {
	const resolved = resolvePaint(paint, parseCssColor);
	if ("faults" in resolved) throw new Error("an unchecked paint reached the scene");
	return resolved;
}
