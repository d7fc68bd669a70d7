/** A tree of boxes as data, to store it, lay it out here, or show it in a browser. */
import type {
	Box,
	GridBox,
	LeafBox,
	Rect,
	StackBox,
	TextBox,
} from "../../../src/engine/layout/index.js";
import { type MeasuredWords, measureWords, type Words } from "./words.js";

type Plain<T> = Omit<T, "ref">;
export type SampleBox =
	| Plain<LeafBox<unknown>>
	| (Plain<Omit<TextBox<unknown>, "text">> & { readonly words: Words })
	| (Plain<Omit<StackBox<unknown>, "children">> & { readonly children: readonly SampleBox[] })
	| (Plain<Omit<GridBox<unknown>, "children">> & { readonly children: readonly SampleBox[] });

export interface Sample {
	readonly slide: { readonly width: number; readonly height: number };
	readonly safeArea: Rect;
	readonly dir: "ltr" | "rtl";
	readonly boxes: readonly SampleBox[];
}

/** The origin of a laid-out box. */
export interface SampleRef {
	/** Index in the document, depth first. */
	readonly index: number;
	readonly words: Words | undefined;
}

/**
 * The boxes of a sample with text measurement.
 * @param onMeasure called for every measurement
 */
export function sampleBoxes(
	boxes: readonly SampleBox[],
	onMeasure: () => void = () => {},
): Box<SampleRef, MeasuredWords>[] {
	let count = 0;
	const convert = (box: SampleBox): Box<SampleRef, MeasuredWords> => {
		const index = count++;
		if ("words" in box) {
			const { words, ...rest } = box;
			const measure = (width: number) => {
				onMeasure();
				return measureWords(words, width);
			};
			const minContent = () => Math.max(0, ...words.widths);
			return { ...rest, ref: { index, words }, text: { measure, minContent } };
		}
		const ref = { index, words: undefined };
		return "children" in box
			? { ...box, ref, children: box.children.map(convert) }
			: { ...box, ref };
	};
	return boxes.map(convert);
}
