/** A tree of boxes as data: it can be stored, laid out here, and shown in a browser. */
import type { Box, LeafBox, Rect, StackBox, TextBox } from "../../../src/engine/layout/index.js";
import { type MeasuredWords, measureWords, type Words } from "./words.js";

type Plain<T> = Omit<T, "ref">;
export type SampleBox =
	| Plain<LeafBox<unknown>>
	| (Plain<Omit<TextBox<unknown>, "text">> & { readonly words: Words })
	| (Plain<Omit<StackBox<unknown>, "children">> & { readonly children: readonly SampleBox[] });

export interface Sample {
	readonly slide: { readonly width: number; readonly height: number };
	readonly safeArea: Rect;
	readonly dir: "ltr" | "rtl";
	readonly boxes: readonly SampleBox[];
}

/** What a laid-out box is of. */
export interface SampleRef {
	/** Place in the document, depth first. */
	readonly index: number;
	readonly words: Words | undefined;
}

/**
 * The boxes of a sample with measures.
 * @param onMeasure is called for every measurement.
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
