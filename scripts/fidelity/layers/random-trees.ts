/** Random trees of layers with real text, as documents and as HTML. */
import type { Layer } from "../../../src/contract/document/layers.js";
import type { Slide } from "../../../src/contract/render-request.js";
import { randomNumbers } from "../../random-numbers.js";
import { randomSample } from "../layout/random-sample.js";
import { type ReferenceText, referenceHtml } from "../layout/reference-html.js";
import type { Sample, SampleBox } from "../layout/sample.js";
import { SCRIPT_SAMPLES } from "../script-samples.js";
import { SCALE } from "./reference-html.js";
import { textCss, textHtml } from "./text-html.js";

export interface RandomTree {
	/** The boxes, in preview pixels; the words of its texts are not used. */
	readonly sample: Sample;
	readonly slide: Slide;
	/** In export pixels. */
	readonly html: string;
}

/** Scripts for which Chromium's dictionaries segment words differently from ICU's. */
const CUT_OTHERWISE = ["Khmer", "Lao"];
const LATIN = "The quick brown fox jumps over the lazy dog, and nobody in the whole valley minds.";
const TEXTS = [
	...Object.entries(SCRIPT_SAMPLES)
		.filter(([name]) => !CUT_OTHERWISE.includes(name))
		.map(([, text]) => text),
	...Array.from({ length: 12 }, () => LATIN),
];
const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const IMAGE = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')}`;

/**
 * @param seed an integer
 * @param safeArea of the platform, preview pixels
 */
export function randomTree(
	seed: number,
	slideSize: Sample["slide"],
	safeArea: Sample["safeArea"],
): RandomTree {
	const next = randomNumbers(seed + 7_000_000);
	const plain = randomSample(seed);
	const sample: Sample = {
		...plain,
		slide: slideSize,
		safeArea,
		boxes: plain.boxes.map(withWholeBorders),
	};
	const texts = new Map<number, Extract<Layer, { type: "text" }>>();
	let count = 0;
	const layerOf = (box: SampleBox): Layer => {
		const index = count++;
		if ("children" in box) {
			const { kind, children, border, ...fields } = box;
			return { type: kind, ...fields, ...lined(border), children: children.map(layerOf) } as Layer;
		}
		if ("words" in box) {
			const { kind, words, border, ...fields } = box;
			const text = {
				type: kind,
				...fields,
				...lined(border),
				text: randomText(next, words.widths.length),
				fontSize: 10 + Math.floor(next() * 30),
				weight: next() < 0.5 ? 400 : 700,
				lineHeight: [1, 1.2, 1.5][Math.floor(next() * 3)]!,
			} as Extract<Layer, { type: "text" }>;
			texts.set(index, text);
			return text;
		}
		const { kind: _, defaultSize, border, ...fields } = box;
		return (
			defaultSize
				? { type: "image", src: IMAGE, ...fields, ...lined(border) }
				: { type: "shape", shape: "rectangle", ...fields }
		) as Layer;
	};
	const slide: Slide = { dir: sample.dir, layers: sample.boxes.map(layerOf) };
	const textOf = (index: number): ReferenceText | undefined => {
		const layer = texts.get(index);
		return layer && { style: textCss(layer, slide), html: textHtml(layer, slide) };
	};
	return { sample, slide, html: referenceHtml(enlarged(sample), textOf) };
}

const lined = (width: number | undefined) =>
	width === undefined ? {} : { border: { width, color: "#000000" } };

/**
 * Chromium rounds borders down to whole pixels, so borders here are 3 or 6 preview pixels, which
 * are 8 or 16 export pixels. Shapes have strokes instead, which take no space.
 */
function withWholeBorders({ border, ...box }: SampleBox): SampleBox {
	const whole = border === undefined ? {} : { border: 3 * Math.ceil(border / 3) };
	if ("children" in box) return { ...box, ...whole, children: box.children.map(withWholeBorders) };
	return { ...box, ...("words" in box || box.defaultSize ? whole : {}) };
}

/** Approximately the given number of words from a text of any script. */
function randomText(next: () => number, count: number): string {
	const text = TEXTS[Math.floor(next() * TEXTS.length)]!;
	const words = text.split(" ");
	const spaced = words.length > 5;
	const parts = spaced ? words : [...GRAPHEMES.segment(text)].map(({ segment }) => segment);
	const length = Math.min(parts.length, spaced ? count : 3 * count);
	const from = Math.floor(next() * (parts.length - length + 1));
	return parts
		.slice(from, from + length)
		.join(spaced ? " " : "")
		.trim();
}

/** Converts to export pixels: scales everything except flex factors and ratios. */
function enlarged<T>(value: T): T {
	const SHARES = new Set(["grow", "shrink", "aspectRatio"]);
	const visit = (inner: unknown, key: string): unknown => {
		if (typeof inner === "number") return SHARES.has(key) ? inner : inner * SCALE;
		if (Array.isArray(inner)) return inner.map((item) => visit(item, key));
		if (inner === null || typeof inner !== "object") return inner;
		return Object.fromEntries(Object.entries(inner).map(([name, own]) => [name, visit(own, name)]));
	};
	return visit(value, "") as T;
}
