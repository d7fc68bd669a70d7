/**
 * The text of a page: invisible letters over the outlines (text rendering mode 3), so that a PDF
 * can be searched, selected and read aloud. Each cluster of glyphs is one code of a font without
 * outlines, whose width is that of the cluster.
 */
import { deflateSync } from "node:zlib";
import { groupMatrix } from "../../compose/transform.js";
import { IDENTITY, type Matrix, multiply } from "../../images/svg/matrix.js";
import { printNumber } from "../../numbers.js";
import type { SaidLine, TextMeaning } from "../../paint/meaning.js";
import type { Link, PaintNode } from "../../paint/node.js";
import {
	MAX_PAGE_TAGS,
	type PageLink,
	type PageTag,
	type PageWords,
	POINTS_PER_PIXEL,
} from "../../pdf-page.js";
import {
	type Box,
	Extent,
	intersect,
	isEmpty,
	mapBox,
	mapPoint,
	turnMatrix,
} from "../../scene/geometry.js";
import type { SaidWords } from "../../text/layout/said-words.js";

/** Codes of a font have 2 bytes; 0 is reserved for missing glyphs. */
const MAX_CODES = 65_535;
/** Characters of one code: readers truncate longer ones. */
const MAX_CODE_LENGTH = 8;
/** How far letters extend above and below their baseline, em: the area that readers select. */
const ASCENT = 1;
const DESCENT = 0.3;
/**
 * Added after a character at the end of a word, which readers would otherwise attach to a
 * neighbouring word.
 */
const RIGHT_TO_LEFT_MARK = "\u200f";
const ENDS_WITH_LETTER = /[\p{L}\p{M}\u200c\u200d]$/u;
/** The tag of a picture needs content; this paints nothing. */
const NOTHING = "0 0 m n ";

/**
 * The text of a page in painting order, which is also the reading order.
 * @param page in the space of the paints
 * @param alt describes the page as a whole; "" if only its parts are described
 */
export function pageWords(paints: readonly PaintNode[], page: Box, alt: string): PageWords {
	const words = new Words(page);
	if (alt !== "") words.figure(alt, page);
	for (const paint of paints) collect(paint, IDENTITY, page, words);
	return words.finish();
}

/**
 * @param matrix from the space of the node to that of the page
 * @param seen the part of the page that the node may cover
 */
function collect(node: PaintNode, matrix: Matrix, seen: Box, words: Words): void {
	if (node.meaning?.kind === "figure") {
		const box = intersect(seen, mapBox(matrix, node.bounds));
		if (!isEmpty(box)) words.figure(node.meaning.alt, box);
	}
	if (node.kind !== "group" || node.opacity === 0) return;
	const inside = multiply(matrix, groupMatrix(node));
	const shown = node.clip ? intersect(seen, mapBox(matrix, node.bounds)) : seen;
	if (node.meaning?.kind === "text") words.text(node.meaning, inside, shown);
	const inLink = () => {
		for (const child of node.children) collect(child, inside, shown, words);
	};
	if (node.link) words.link(node.link, inside, shown, inLink);
	else inLink();
}

class Words {
	readonly #height: number;
	readonly #tags: PageTag[] = [];
	readonly #links: PageLink[] = [];
	readonly #parts: string[] = [];
	readonly #codes = new Map<string, number>();
	readonly #widths: number[] = [];
	readonly #texts: string[] = [];
	#size = "";
	#lists = 0;
	#items = 0;

	/** @param page pixels */
	constructor(page: Box) {
		this.#height = page.height;
	}

	figure(alt: string, { x, y, width, height }: Box): void {
		const bottom = this.#height - y;
		const box = [x, bottom - height, x + width, bottom].map((value) =>
			Number(printNumber(value * POINTS_PER_PIXEL, 2)),
		);
		this.#mark({ role: "Figure", alt, box }, NOTHING);
	}

	/** @param collect adds what the link contains */
	link({ url, label, corners }: Link, matrix: Matrix, seen: Box, collect: () => void): void {
		const from = this.#tags.length;
		collect();
		const points = corners.map(([x, y]) => mapPoint(matrix, x, y));
		const area = new Extent();
		for (const [x, y] of points) area.include(x, y, x, y);
		const shown = intersect(area.box, seen);
		if (isEmpty(shown)) return;
		const isUpright = points.every(
			([x, y], i) => i === 0 || near(x, points[i - 1]![0]) || near(y, points[i - 1]![1]),
		);
		const kept = isUpright ? points.map(([x, y]) => within(x, y, shown)) : points;
		// Counterclockwise from the lower left one, as PDF asks for.
		const scaled = [...kept]
			.reverse()
			.flatMap(([x, y]) =>
				[x, this.#height - y].map((value) => Number(printNumber(value * POINTS_PER_PIXEL, 2))),
			);
		this.#links.push({ url, label, corners: scaled, from, to: this.#tags.length });
	}

	text({ language, paragraphs }: TextMeaning, matrix: Matrix, seen: Box): void {
		const lang = language === "" ? {} : { lang: language };
		const mark = (tag: PageTag, lines: readonly SaidLine[]) => {
			const said = lines.some(({ words, turn }) => turn || words.some(({ rtl }) => rtl)) && {
				said: saidText(lines),
			};
			this.#mark({ ...tag, ...lang, ...said }, this.#lines(lines, matrix, seen));
		};
		let inList = false;
		for (const { marker, lines, listed } of paragraphs()) {
			if (!listed) {
				inList = false;
				mark({ role: "P" }, lines);
				continue;
			}
			if (!inList) this.#lists++;
			if (!inList || marker) this.#items++;
			inList = true;
			const place = { item: this.#items, list: this.#lists };
			if (marker) mark({ role: "Lbl", ...place }, marker);
			mark({ role: "LBody", ...place }, lines);
		}
	}

	finish(): PageWords {
		const packed = (text: string) => deflateSync(Buffer.from(text, "latin1"), { level: 9 });
		const scale = printNumber(POINTS_PER_PIXEL);
		const top = printNumber(this.#height * POINTS_PER_PIXEL);
		const space = `${scale} 0 0 -${scale} 0 ${top} cm\n`;
		// All visible content is marked as decoration, because the invisible text represents it.
		const content = `${space}/Artifact BMC /Slide Do EMC\n3 Tr\n${this.#parts.join("")}`;
		return {
			content: packed(content),
			codes: this.#texts.length === 0 ? new Uint8Array(0) : packed(codeMap(this.#texts)),
			widths: this.#widths,
			tags: this.#tags,
			links: this.#links,
		};
	}

	/** Text beyond the limit of a page is added to the last tag. */
	#mark(tag: PageTag, operators: string): void {
		if (operators === "") return;
		if (this.#tags.length >= MAX_PAGE_TAGS) {
			const { said: _, ...last } = this.#tags.pop()!;
			this.#tags.push(last);
			this.#parts.splice(-1, 0, operators);
			return;
		}
		const mcid = this.#tags.push(tag) - 1;
		this.#parts.push(`/${tag.role} <</MCID ${mcid}>> BDC\n${operators}`, "EMC\n");
	}

	#lines(lines: readonly SaidLine[], matrix: Matrix, seen: Box): string {
		const isBent = lines.some(({ turn }) => turn);
		const shown = lines.map((line) => {
			const operators = this.#line(line, matrix, seen);
			return isSlanted(matrix) && !isBent ? asWhole(operators, [line]) : operators;
		});
		const operators = isBent ? asWhole(shown.join(""), lines) : shown.join("");
		return operators === "" ? "" : `BT\n${operators}ET\n`;
	}

	#line({ x, baseline, words, turn }: SaidLine, matrix: Matrix, seen: Box): string {
		const own = turn ? multiply(matrix, turnMatrix(turn)) : matrix;
		let operators = "";
		for (const one of words)
			operators += this.#words(one, x + one.x, baseline - one.raise, own, seen);
		return operators;
	}

	#words({ clusters, size, rtl }: SaidWords, x: number, y: number, matrix: Matrix, seen: Box) {
		const width = clusters.reduce((sum, cluster) => sum + cluster.width, 0);
		const box = { x, y: y - ASCENT * size, width, height: (ASCENT + DESCENT) * size };
		if (isEmpty(intersect(seen, mapBox(matrix, box)))) return "";
		const last = rtl ? clusters.findIndex(({ text }) => text.trim() !== "") : -1;
		const codes = clusters.map(({ text, width }, i) => {
			const marked = i === last && !ENDS_WITH_LETTER.test(text);
			return this.#cluster(marked ? text + RIGHT_TO_LEFT_MARK : text, width / size, rtl);
		});
		const [a, b, c, d, e, f] = multiply(matrix, [1, 0, 0, -1, x, y]);
		const factors = [a, b, c, d].map((value) => printNumber(value, 6)).join(" ");
		const place = `${factors} ${printNumber(e, 2)} ${printNumber(f, 2)} Tm`;
		const font = `/T ${printNumber(size, 3)} Tf\n`;
		const set = font === this.#size ? "" : font;
		this.#size = font;
		return `${set}${place}<${codes.join("")}>Tj\n`;
	}

	/**
	 * Readers read the characters of a line from left to right and reverse those that run from right
	 * to left. So the letters of one glyph are written one by one in this case, from last to first.
	 * @param width em
	 */
	#cluster(text: string, width: number, rtl: boolean): string {
		const characters = [...text];
		const length = rtl ? 1 : MAX_CODE_LENGTH;
		if (characters.length <= length) return this.#code(text, width);
		const pieces: string[] = [];
		for (let at = 0; at < characters.length; at += length)
			pieces.push(characters.slice(at, at + length).join(""));
		const codes = pieces.map((piece) => this.#code(piece, width / pieces.length));
		return (rtl ? codes.reverse() : codes).join("");
	}

	#code(text: string, em: number): string {
		const width = Math.max(0, Math.round(em * 1_000));
		const key = `${width} ${text}`;
		let code = this.#codes.get(key);
		if (code === undefined) {
			if (this.#texts.length === MAX_CODES) return "";
			this.#widths.push(width);
			code = this.#texts.push(text);
			this.#codes.set(key, code);
		}
		return hex(code);
	}
}

const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-6;

/** The point of a box that is nearest to a point. */
const within = (x: number, y: number, box: Box): readonly [number, number] => [
	Math.min(box.x + box.width, Math.max(box.x, x)),
	Math.min(box.y + box.height, Math.max(box.y, y)),
];

/** The text of lines in logical order. */
const saidText = (lines: readonly SaidLine[]): string =>
	lines
		.flatMap(({ words }) => words)
		.flatMap(({ clusters, rtl }) => (rtl ? [...clusters].reverse() : clusters))
		.map(({ text }) => text)
		.join("");

/** Whether lines are neither horizontal nor vertical. */
const isSlanted = ([a, b]: Matrix): boolean => Math.abs(a * b) > 1e-6;

/**
 * Text that readers take as it is: otherwise they put the letters of a slanted line on lines of their
 * own. Lines from right to left are left out, because some readers reverse this text and some do not.
 */
const asWhole = (operators: string, lines: readonly SaidLine[]): string =>
	operators === "" || lines.some(({ words }) => words.some(({ rtl }) => rtl))
		? operators
		: `/Span <</ActualText <feff${utf16(saidText(lines))}>>> BDC\n${operators}EMC\n`;

const hex = (code: number) => code.toString(16).padStart(4, "0");

/** Codes of one range share their first byte (ISO 32000-1, 9.10.3). */
const RANGE = 256;

/** The characters of each code, from code 1 on, as a ToUnicode CMap. */
function codeMap(texts: readonly string[]): string {
	const ranges: string[] = [];
	for (let from = 1; from <= texts.length; from = (Math.floor(from / RANGE) + 1) * RANGE) {
		const to = Math.min(texts.length, Math.floor(from / RANGE) * RANGE + RANGE - 1);
		const said = texts.slice(from - 1, to).map((text) => `<${utf16(text)}>`);
		ranges.push(`1 beginbfrange\n<${hex(from)}><${hex(to)}>[${said.join("")}]\nendbfrange\n`);
	}
	return `/CIDInit/ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def
/CMapName/Adobe-Identity-UCS def/CMapType 2 def
1 begincodespacerange<0000><FFFF>endcodespacerange
${ranges.join("")}endcmap CMapName currentdict/CMap defineresource pop end end`;
}

const utf16 = (text: string) => {
	let units = "";
	for (let at = 0; at < text.length; at++) units += hex(text.charCodeAt(at));
	return units;
};
