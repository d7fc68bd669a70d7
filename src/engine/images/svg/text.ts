/** Text as outlines in the bundled and the operator's fonts, in one line for each given position. */
import type {
	FaceId,
	FaceQuery,
	FontLibrary,
	FontWeight,
	LoadedFont,
} from "../../text/fonts/library.js";
import { glyphOutline } from "../../text/layout/glyph-path.js";
import { type Glyph, shape } from "../../text/layout/shape.js";
import { bidiLevels, visualRuns } from "../../text/unicode/bidi.js";
import { graphemes } from "../../text/unicode/graphemes.js";
import type { Style } from "./css/cascade.js";
import { splitTop } from "./css/syntax.js";
import type { Drawing, Place } from "./drawing.js";
import { outlineLength } from "./geometry.js";
import { IDENTITY, type Matrix, multiply, rotation, translation } from "./matrix.js";
import { CLOSE, CUBIC, LINE, MOVE, type Outline } from "./outline.js";
import { transformOutline } from "./painting.js";
import { boxOf } from "./price/outline.js";
import { pathShape, printPath, type Shape } from "./shapes.js";
import { placeOn } from "./smil.js";
import { readAngle, readFragment, readLength, type Units } from "./values.js";
import type { XmlElement } from "./xml.js";

/** The family of texts without one; it need not be named to be available. */
const DEFAULT_FAMILY = "Inter";
/** Families for the generic names of CSS. */
const GENERIC: Readonly<Record<string, string>> = {
	serif: "Playfair Display",
	"ui-serif": "Playfair Display",
	monospace: "JetBrains Mono",
	"ui-monospace": "JetBrains Mono",
	"sans-serif": DEFAULT_FAMILY,
	"ui-sans-serif": DEFAULT_FAMILY,
	"system-ui": DEFAULT_FAMILY,
	"-apple-system": DEFAULT_FAMILY,
	blinkmacsystemfont: DEFAULT_FAMILY,
	"ui-rounded": "Nunito",
	cursive: "Caveat",
	fantasy: "Caveat",
};
/** Horizontal shear of a synthetic italic. */
const SLANT = 0.25;
/** Shaping a character and its outline. Nanoseconds. */
const CHARACTER = 20_000;
/** Size of small capitals. */
const SMALL_CAPITALS = 0.7;

/** A character of the text with its style and the positions that it was given. */
interface Character {
	/** A grapheme cluster. */
	readonly text: string;
	readonly style: Style;
	readonly element: XmlElement;
	x?: number;
	y?: number;
	dx: number;
	dy: number;
	rotate?: number;
	/** Path that it follows. */
	readonly path?: TextPath | undefined;
	/** Its advance is changed by this, for `textLength`. */
	extra: number;
	/** Stretch of glyphs and advances, for `lengthAdjust="spacingAndGlyphs"`. */
	stretch: number;
	/** Of a group of characters whose length is given. */
	readonly fitted: Fitted | undefined;
}

interface TextPath {
	readonly outline: Outline;
	readonly length: number;
	readonly offset: number;
}

interface Fitted {
	readonly length: number;
	readonly glyphs: boolean;
}

/** Adjacent characters that are shaped together. */
interface Run {
	readonly characters: readonly Character[];
	readonly rtl: boolean;
	readonly face: FaceId;
	readonly font: LoadedFont;
	readonly size: number;
	readonly glyphs: readonly Glyph[];
	advance: number;
}

/** Positions that an element gives its characters, in order. */
interface Positions {
	readonly lists: Readonly<Record<"x" | "y" | "dx" | "dy" | "rotate", readonly number[]>>;
	/** Characters that have taken theirs. */
	taken: number;
}

/** Values of writing-mode that set lines from top to bottom, which is not drawn. */
const VERTICAL = /^(?:tb|vertical|sideways)/;

/** The outlines of a text element, one shape for each part of one style. */
export function textShapes(drawing: Drawing, element: XmlElement, place: Place): Shape[] {
	const { fonts } = drawing;
	if (fonts === undefined) {
		drawing.notes.add("text", element);
		return [];
	}
	const characters = new TextReader(drawing, place).read(element);
	drawing.budget.spend("nanoseconds", characters.length * CHARACTER);
	const layout = new TextLayout(drawing, fonts);
	for (const chunk of chunksOf(characters)) layout.chunk(chunk);
	return layout.shapes();
}

/** Reads the characters of a text with white space collapsed. */
class TextReader {
	readonly #drawing: Drawing;
	readonly #place: Place;
	readonly #characters: Character[] = [];
	#afterSpace = true;

	constructor(drawing: Drawing, place: Place) {
		this.#drawing = drawing;
		this.#place = place;
	}

	read(element: XmlElement): Character[] {
		this.#element(element, this.#place.style, [], undefined, undefined);
		const last = this.#characters.at(-1);
		if (last?.text === " " && !preserves(last.element, last.style)) this.#characters.pop();
		return this.#characters;
	}

	#element(
		element: XmlElement,
		style: Style,
		outer: readonly Positions[],
		path: TextPath | undefined,
		fitted: Fitted | undefined,
	): void {
		if (style.get("display") === "none") return;
		if (VERTICAL.test(style.get("writing-mode") ?? ""))
			this.#drawing.notes.add("writing-mode", element);
		const units = this.#drawing.cascade.units(style);
		const positions = this.#positions(element, units);
		const stack = positions === undefined ? outer : [...outer, positions];
		const length = readLength(
			element.attributes.get("textLength"),
			this.#place.viewport.width,
			units,
		);
		const own =
			length === undefined || !(length > 0)
				? fitted
				: { length, glyphs: element.attributes.get("lengthAdjust") === "spacingAndGlyphs" };
		for (const child of element.content) {
			if (typeof child === "string") this.#text(child, element, style, stack, path, own);
			else if (child.name === "tspan" || child.name === "a")
				this.#element(child, this.#drawing.cascade.style(child, style), stack, path, own);
			else if (child.name === "textPath") {
				const along = this.#path(child, units);
				if (along !== undefined)
					this.#element(child, this.#drawing.cascade.style(child, style), stack, along, own);
			}
		}
	}

	#positions({ attributes, name }: XmlElement, units: Units): Positions | undefined {
		const { width, height } = this.#place.viewport;
		const list = (key: string, whole: number): number[] =>
			(attributes.get(key) ?? "")
				.split(/[\s,]+/, 2_000)
				.filter(Boolean)
				.map((value) => readLength(value, whole, units) ?? 0);
		const lists = {
			x: name === "textPath" ? [] : list("x", width),
			y: name === "textPath" ? [] : list("y", height),
			dx: list("dx", width),
			dy: list("dy", height),
			rotate: list("rotate", 0),
		};
		return Object.values(lists).some((values) => values.length > 0)
			? { lists, taken: 0 }
			: undefined;
	}

	#path(element: XmlElement, units: Units): TextPath | undefined {
		const target = this.#drawing.byId.get(readFragment(element.attributes.get("href")) ?? "");
		const outline = pathShape(
			element.attributes.get("path") ?? target?.attributes.get("d") ?? "",
		)?.outline;
		if (outline === undefined) return undefined;
		const length = outlineLength(outline);
		const offset = readLength(element.attributes.get("startOffset"), length, units) ?? 0;
		return { outline, length, offset };
	}

	#text(
		written: string,
		element: XmlElement,
		style: Style,
		stack: readonly Positions[],
		path: TextPath | undefined,
		fitted: Fitted | undefined,
	): void {
		const preserve = preserves(element, style);
		const plain = preserve
			? written.replace(/[\t\n\r]/g, " ")
			: written.replace(/[\n\r]/g, "\n").replace(/[\t\n ]+/g, " ");
		const text = transformed(plain, style.get("text-transform"));
		this.#drawing.budget.spend("characters", text.length);
		for (const { start, end } of graphemes(text)) {
			const cluster = text.slice(start, end);
			if (cluster === " " && !preserve && this.#afterSpace) continue;
			this.#afterSpace = cluster === " " && !preserve;
			const character: Character = {
				text: cluster,
				style,
				element,
				dx: 0,
				dy: 0,
				path,
				extra: 0,
				stretch: 1,
				fitted,
			};
			this.#position(character, stack);
			this.#characters.push(character);
		}
	}

	/** The innermost element that has a position for the character gives it. */
	#position(character: Character, stack: readonly Positions[]): void {
		for (const positions of stack) {
			const { lists } = positions;
			const at = positions.taken++;
			const value = (name: keyof typeof lists) => lists[name][at];
			const [x, y, dx, dy] = [value("x"), value("y"), value("dx"), value("dy")];
			if (x !== undefined) character.x = x;
			if (y !== undefined) character.y = y;
			if (dx !== undefined) character.dx = dx;
			if (dy !== undefined) character.dy = dy;
			// The last rotation applies to all that follow.
			const rotate = value("rotate") ?? lists.rotate.at(-1);
			if (rotate !== undefined) character.rotate = rotate;
		}
	}
}

function preserves({ attributes, parent }: XmlElement, style: Style): boolean {
	const space = style.get("white-space");
	if (space !== undefined) return /^(?:pre|break-spaces)/.test(space);
	for (
		let at: Pick<XmlElement, "attributes" | "parent"> | null = { attributes, parent };
		at !== null;
		at = at.parent
	) {
		const own = at.attributes.get("xml:space");
		if (own !== undefined) return own === "preserve";
	}
	return false;
}

function transformed(text: string, transform: string | undefined): string {
	if (transform === "uppercase") return text.toUpperCase();
	if (transform === "lowercase") return text.toLowerCase();
	if (transform === "capitalize")
		return text.replace(/(^|\s)(\p{L})/gu, (_, before, letter) => before + letter.toUpperCase());
	return text;
}

/** Divides a text where a character has an absolute position, or where a path begins or ends. */
function chunksOf(characters: readonly Character[]): Character[][] {
	const chunks: Character[][] = [];
	let before: Character | undefined;
	for (const character of characters) {
		const begins =
			before === undefined ||
			character.x !== undefined ||
			character.y !== undefined ||
			character.path !== before.path;
		if (begins) chunks.push([]);
		chunks.at(-1)!.push(character);
		before = character;
	}
	return chunks;
}

/** Outlines of the glyphs and lines of one style. */
interface Part {
	readonly style: Style;
	readonly outline: number[];
}

class TextLayout {
	readonly #drawing: Drawing;
	readonly #fonts: FontLibrary;
	readonly #parts: Part[] = [];
	#x = 0;
	#y = 0;

	constructor(drawing: Drawing, fonts: FontLibrary) {
		this.#drawing = drawing;
		this.#fonts = fonts;
	}

	shapes(): Shape[] {
		return this.#parts.flatMap(({ style, outline }) => {
			if (outline.length === 0) return [];
			const data = printPath(outline);
			const box = boxOf(outline);
			const segments = outline.length / 4;
			return [
				{
					...box,
					name: "path",
					segments,
					length: 0,
					attributes: [["d", data] as const],
					outline,
					style,
				},
			];
		});
	}

	/** Characters from one position on. */
	chunk(characters: readonly Character[]): void {
		const [first] = characters;
		if (first === undefined) return;
		this.#x = first.x ?? this.#x;
		this.#y = first.y ?? this.#y;
		if (first.path !== undefined) [this.#x, this.#y] = [first.path.offset, 0];
		const rtl = first.style.get("direction") === "rtl";
		const runs = this.#runs(characters, rtl);
		this.#fit(runs);
		const width = runs.reduce((sum, run) => sum + advanceOf(run), 0);
		const anchor = first.style.get("text-anchor") ?? "start";
		const share = anchor === "middle" ? 0.5 : (anchor === "end") !== rtl ? 1 : 0;
		this.#x -= width * share;
		for (const run of runs) this.#draw(run);
	}

	/** Runs in visual order. */
	#runs(characters: readonly Character[], rtl: boolean): Run[] {
		const text = characters.map((one) => one.text).join("");
		const at: number[] = [];
		for (const [i, one] of characters.entries())
			for (let unit = 0; unit < one.text.length; unit++) at.push(i);
		const simple = /^[\x20-\x7e\xa0-\u02ff]*$/.test(text) && !rtl;
		const visual = simple
			? [{ start: 0, end: text.length, rtl: false }]
			: visualRuns(bidiLevels(text, rtl ? "rtl" : "ltr"), text, 0, text.length, rtl ? 1 : 0);
		const runs: Run[] = [];
		for (const { start, end, rtl: reversed } of visual) {
			if (end <= start) continue;
			const part = characters.slice(at[start], at[end - 1]! + 1);
			const pieces = this.#pieces(part).map((piece) => this.#shape(piece, reversed));
			runs.push(...(reversed ? pieces.reverse() : pieces));
		}
		return runs;
	}

	/** Divides characters where the style, the face or a position changes. */
	#pieces(
		characters: readonly Character[],
	): { face: FaceId; characters: Character[]; small: boolean }[] {
		const pieces: { face: FaceId; characters: Character[]; small: boolean }[] = [];
		for (const character of characters) {
			const { style } = character;
			const small =
				/small-caps/.test(style.get("font-variant-caps") ?? "") &&
				character.text.toUpperCase() !== character.text;
			const shown = small ? { ...character, text: character.text.toUpperCase() } : character;
			const face = this.#face(shown);
			if (face === undefined) continue;
			const last = pieces.at(-1);
			const before = last?.characters.at(-1);
			const alone =
				character.dx !== 0 ||
				character.dy !== 0 ||
				character.rotate !== undefined ||
				character.path !== undefined ||
				character.fitted !== undefined;
			if (
				last !== undefined &&
				before !== undefined &&
				!alone &&
				before.rotate === undefined &&
				before.style === style &&
				last.face === face &&
				last.small === small
			)
				last.characters.push(shown);
			else pieces.push({ face, characters: [shown], small });
		}
		return pieces;
	}

	#face(character: Character): FaceId | undefined {
		const query = this.#query(character);
		const [part] = this.#fonts.partsFor(character.text, query);
		if (part?.face === undefined)
			this.#drawing.notes.add("characters without a font", character.element);
		return part?.face ?? undefined;
	}

	#query({ style, element }: Character): FaceQuery {
		const weight = Math.min(
			9,
			Math.max(1, Math.round(Number(style.get("font-weight") ?? 400) / 100)),
		);
		return {
			weight: (weight * 100) as FontWeight,
			italic: /italic|oblique/.test(style.get("font-style") ?? ""),
			han: "sc",
			font: this.#family(style, element),
		};
	}

	/** The first family that is available. */
	#family(style: Style, element: XmlElement): string {
		const families = splitTop(style.get("font-family") ?? "sans-serif", ",").slice(0, 20);
		const names = families.map((name) => name.replace(/^(["'])(.*)\1$/, "$2").trim());
		const found = names.find(
			(name) =>
				name === DEFAULT_FAMILY ||
				GENERIC[name.toLowerCase()] !== undefined ||
				this.#fonts.hasFamily(name),
		);
		const first = names[0]!;
		if (found !== first && first !== "") this.#drawing.notes.add(first, element, "font");
		return found === undefined ? DEFAULT_FAMILY : (GENERIC[found.toLowerCase()] ?? found);
	}

	#shape(piece: { face: FaceId; characters: Character[]; small: boolean }, rtl: boolean): Run {
		const { face, characters, small } = piece;
		const [first] = characters;
		const size = first!.style.em * (small ? SMALL_CAPITALS : 1);
		const font = this.#fonts.load(face, size);
		const text = characters.map((one) => one.text).join("");
		const units = this.#drawing.cascade.units(first!.style);
		const spacing = readLength(first!.style.get("letter-spacing"), 0, units) ?? 0;
		const words = readLength(first!.style.get("word-spacing"), 0, units) ?? 0;
		const glyphs = shape(font, text, 0, text.length, rtl, size, { spaced: spacing !== 0 });
		const spaces =
			words === 0 ? 0 : characters.filter((one) => /^[ \u00a0]$/.test(one.text)).length;
		const advance =
			glyphs.reduce((sum, glyph) => sum + glyph.advance, 0) +
			spacing * characters.length +
			words * spaces;
		return { characters, rtl, face, font, size, glyphs, advance };
	}

	/** Spreads characters to the length that their element gives. */
	#fit(runs: readonly Run[]): void {
		const groups = new Map<Fitted, Run[]>();
		for (const run of runs) {
			const { fitted } = run.characters[0]!;
			if (fitted === undefined) continue;
			const group = groups.get(fitted);
			if (group === undefined) groups.set(fitted, [run]);
			else group.push(run);
		}
		for (const [{ length, glyphs }, group] of groups) {
			const natural = group.reduce((sum, run) => sum + advanceOf(run), 0);
			if (!(natural > 0)) continue;
			for (const [i, run] of group.entries())
				for (const character of run.characters) {
					if (glyphs) character.stretch = length / natural;
					else if (i < group.length - 1) character.extra = (length - natural) / (group.length - 1);
				}
		}
	}

	#draw(run: Run): void {
		const [first] = run.characters;
		const { style, path, dx, dy, rotate = 0, stretch } = first!;
		const units = this.#drawing.cascade.units(style);
		this.#x += dx;
		this.#y += dy;
		const shift = baselineShift(run, style, units);
		const outline: number[] = [];
		const em = run.size / run.font.metrics.unitsPerEm;
		const skew = run.face.syntheticItalic ? SLANT : 0;
		let pen = 0;
		const spacing = readLength(style.get("letter-spacing"), 0, units) ?? 0;
		const words = readLength(style.get("word-spacing"), 0, units) ?? 0;
		const text = run.characters.map((one) => one.text).join("");
		let cluster = -1;
		for (const glyph of run.glyphs) {
			if (cluster >= 0 && glyph.cluster !== cluster)
				pen += spacing + (/[ \u00a0]/.test(text[cluster]!) ? words : 0);
			cluster = glyph.cluster;
			addGlyph(outline, run.font, glyph.id, em, skew, pen + glyph.x, glyph.y + shift);
			pen += glyph.advance;
		}
		const advance = advanceOf(run);
		decorate(outline, run, style, em, advance / stretch, shift);
		const at: Matrix | undefined =
			path === undefined ? translation(this.#x, this.#y) : onPath(path, this.#x, advance, this.#y);
		this.#x += advance;
		if (at === undefined) return;
		const matrix = [
			at,
			rotate === 0 ? IDENTITY : rotation(readAngle(String(rotate)) ?? 0),
			[stretch, 0, 0, 1, 0, 0] as Matrix,
		].reduce(multiply);
		const drawn = transformOutline(outline, matrix);
		const last = this.#parts.at(-1);
		if (last?.style === style) for (const value of drawn) last.outline.push(value);
		else this.#parts.push({ style, outline: drawn });
	}
}

/** How far the pen moves. */
const advanceOf = ({ advance, characters }: Run): number =>
	advance * characters[0]!.stretch + characters[0]!.extra;

/** The place of a character whose middle lies on a path; undefined beyond its ends. */
function onPath(
	{ outline, length }: TextPath,
	x: number,
	advance: number,
	y: number,
): Matrix | undefined {
	const middle = x + advance / 2;
	if (middle < 0 || middle > length) return undefined;
	const place = placeOn(outline, middle / length);
	if (place === undefined) return undefined;
	return [
		translation(place.x, place.y),
		rotation(place.angle),
		translation(-advance / 2, y),
	].reduce(multiply);
}

function addGlyph(
	outline: number[],
	font: LoadedFont,
	glyph: number,
	em: number,
	skew: number,
	x: number,
	y: number,
): void {
	let [penX, penY] = [0, 0];
	for (const { type, values } of glyphOutline(font, glyph)) {
		const points: number[] = [];
		for (let i = 0; i < values.length; i += 2)
			points.push(x + (values[i]! + skew * values[i + 1]!) * em, y - values[i + 1]! * em);
		if (type === "Z") outline.push(CLOSE);
		else if (type === "M") outline.push(MOVE, ...points);
		else if (type === "L") outline.push(LINE, ...points);
		else if (type === "C") outline.push(CUBIC, ...points);
		else if (type === "Q") {
			const [cx, cy, toX, toY] = points as [number, number, number, number];
			outline.push(
				CUBIC,
				penX + (2 / 3) * (cx - penX),
				penY + (2 / 3) * (cy - penY),
				toX + (2 / 3) * (cx - toX),
				toY + (2 / 3) * (cy - toY),
				toX,
				toY,
			);
		}
		if (points.length >= 2) [penX, penY] = points.slice(-2) as [number, number];
	}
}

/** How far the baseline of a run is below that of its text. */
function baselineShift({ font, size }: Run, style: Style, units: Units): number {
	const { ascent, descent, unitsPerEm } = font.metrics;
	const [above, below] = [(ascent / unitsPerEm) * size, (descent / unitsPerEm) * size];
	const own = style.own.get("alignment-baseline");
	const name =
		own !== undefined && own !== "auto" && own !== "baseline"
			? own
			: (style.get("dominant-baseline") ?? "auto");
	const baseline = ((): number => {
		switch (name) {
			case "middle":
				return xHeight(font) * size * 0.5;
			case "central":
			case "center":
				return (above - below) / 2;
			case "hanging":
				return above * 0.8;
			case "mathematical":
				return above / 2;
			case "text-before-edge":
			case "before-edge":
			case "text-top":
			case "top":
				return above;
			case "ideographic":
			case "text-after-edge":
			case "after-edge":
			case "text-bottom":
			case "bottom":
				return -below;
			default:
				return 0;
		}
	})();
	const shift = style.own.get("baseline-shift") ?? "baseline";
	if (shift === "sub") return baseline + size * 0.2;
	if (shift === "super") return baseline - size * 0.4;
	return baseline - (shift === "baseline" ? 0 : (readLength(shift, size, units) ?? 0));
}

/** Height of a small letter, in em. */
function xHeight(font: LoadedFont): number {
	const [glyph] = shape(font, "x", 0, 1, false, font.metrics.unitsPerEm);
	const top = Math.max(
		0,
		...glyphOutline(font, glyph?.id ?? 0).flatMap(({ values }) =>
			values.filter((_, i) => i % 2 === 1),
		),
	);
	return top === 0 ? 0.5 : top / font.metrics.unitsPerEm;
}

/** Underlines and the like, as part of the outline. */
function decorate(
	outline: number[],
	{ font }: Run,
	style: Style,
	em: number,
	width: number,
	shift: number,
): void {
	const lines = style.get("text-decoration-line") ?? "none";
	if (lines === "none" || !(width > 0)) return;
	const { underlinePosition, underlineThickness, strikeoutPosition, strikeoutSize, ascent } =
		font.metrics;
	const line = (middle: number, thickness: number) => {
		const [top, bottom] = [
			shift - (middle + thickness / 2) * em,
			shift - (middle - thickness / 2) * em,
		];
		outline.push(MOVE, 0, top, LINE, width, top, LINE, width, bottom, LINE, 0, bottom, CLOSE);
	};
	if (lines.includes("underline")) line(underlinePosition, underlineThickness);
	if (lines.includes("overline")) line(ascent - underlineThickness / 2, underlineThickness);
	if (lines.includes("line-through")) line(strikeoutPosition - strikeoutSize / 2, strikeoutSize);
}
