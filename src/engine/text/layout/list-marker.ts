/** Markers and indents of list items. */
import { type Fragment, type Line, layOutLine } from "./line-layout.js";
import { type Paragraph, prepareParagraph } from "./paragraph.js";
import type { FontStyle, ShapingOptions } from "./typeset-options.js";

/** A paragraph of a list. */
export interface ListParagraph {
	/** Nesting level of its list, at least 1. */
	readonly level: number;
	/** Marker in front of its first line; undefined if the paragraph continues an item. */
	readonly marker: string | undefined;
}

/** Default indent per nesting level. Em. */
const DEFAULT_INDENT = 1.2;

/** A laid-out marker. */
export type Marker<S> = Pick<Line<S>, "width" | "fragments" | "missing" | "source">;

/** The items of a text's lists. */
export class HangingList<S extends FontStyle> {
	readonly #paragraphs: ReadonlyMap<number, ListParagraph>;
	readonly #style: S;
	readonly #indent: number | null;
	/** Width of the widest marker, em of the text. */
	#widest: number | undefined;

	/**
	 * @param paragraphs by their index in the text
	 * @param style of the markers
	 * @param indent em of the text; null: the width of the widest marker, but at least 1.2
	 */
	constructor(paragraphs: ReadonlyMap<number, ListParagraph>, style: S, indent: number | null) {
		this.#paragraphs = paragraphs;
		this.#style = style;
		this.#indent = indent;
	}

	/** Pixels. @param index of the paragraph in the text */
	indentOf(index: number, options: ShapingOptions): number {
		const level = this.#paragraphs.get(index)?.level ?? 0;
		if (level === 0) return 0;
		const indent = this.#indent ?? Math.max(DEFAULT_INDENT, this.#widestMarker(options));
		return level * indent * options.fontSize;
	}

	/** The marker of a paragraph; undefined if there is none. */
	markerOf(
		index: number,
		{ direction }: Paragraph<S>,
		options: ShapingOptions,
	): Marker<S> | undefined {
		const marker = this.#paragraphs.get(index)?.marker;
		return marker ? this.#layOut(marker, direction, options) : undefined;
	}

	#widestMarker(options: ShapingOptions): number {
		if (this.#widest === undefined) {
			const markers = new Set([...this.#paragraphs.values()].flatMap(({ marker }) => marker ?? []));
			let widest = 0;
			for (const marker of markers)
				widest = Math.max(widest, this.#layOut(marker, "ltr", options).width);
			this.#widest = widest / options.fontSize;
		}
		return this.#widest;
	}

	#layOut(marker: string, direction: "ltr" | "rtl", options: ShapingOptions): Marker<S> {
		// The space separates the marker from its item, as in browsers.
		const text = `${marker}\u00a0`;
		const styleOf = new Uint32Array(text.length);
		// Numbers are aligned below each other, as in browsers.
		const { indent: _, ...others } = options;
		const setting = { textWrap: "normal", hyphens: "none", tabularNumbers: true } as const;
		const plain = { ...others, ...setting };
		const paragraph = prepareParagraph(text, 0, styleOf, [this.#style], plain, direction);
		const span = {
			start: 0,
			end: text.length,
			hyphenated: false,
			trimmedEnd: false,
			broken: false,
		};
		return layOutLine(paragraph, span, plain);
	}
}

/** A line with a marker before its start. */
export function withMarker<S extends FontStyle>(
	line: Line<S>,
	marker: Marker<S> | undefined,
): Line<S> {
	if (marker === undefined) return line;
	const placed = { ...line, marker };
	return moveMarker(placed, line.direction === "rtl" ? line.width : -marker.width);
}

/** A line with its marker moved to the right. @param by pixels */
export function moveMarker<S>(line: Line<S>, by: number): Line<S> {
	const { marker } = line;
	if (marker === undefined || by === 0) return line;
	const fragments = marker.fragments.map((fragment): Fragment<S> => {
		const x = fragment.x + by;
		if (fragment.kind !== "glyphs") return { ...fragment, x };
		const glyphs = fragment.glyphs.map((glyph) => ({ ...glyph, x: glyph.x + by }));
		return { ...fragment, x, glyphs };
	});
	return { ...line, marker: { ...marker, fragments } };
}
