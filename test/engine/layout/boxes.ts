/** Short ways to write boxes, and to find them again by name. */

import {
	type Box,
	type LayoutInput,
	type LayoutResult,
	type LeafBox,
	layOutBoxes,
	type PlacedBox,
	type StackBox,
	type TextBox,
	type TextMeasure,
} from "../../../src/engine/layout/index.js";
import { measureWords } from "../../fidelity/layout/words.js";

type Fields<T> = Partial<Omit<T, "kind" | "ref">>;
export type NamedBox = Box<string>;

export const stack = (
	ref: string,
	fields: Fields<StackBox<string>>,
	...children: NamedBox[]
): NamedBox => ({ kind: "stack", ref, ...fields, children });

export const leaf = (ref: string, fields: Fields<LeafBox<string>> = {}): NamedBox => ({
	kind: "leaf",
	ref,
	...fields,
});

/** Words of these widths, without spaces between them, on lines 20 pixels high. */
export const text = (
	ref: string,
	widths: readonly number[],
	fields: Fields<TextBox<string>> & Pick<TextMeasure, "follows" | "yields"> = {},
): NamedBox => {
	const { follows, yields, ...rest } = fields;
	const measure = (width: number) => measureWords({ widths, lineHeight: 20 }, width);
	const minContent = () => Math.max(0, ...widths);
	return { kind: "text", ref, text: { measure, minContent, follows, yields }, ...rest };
};

type Places = Record<string, [x: number, y: number, width: number, height: number]>;

export function layOut(
	boxes: readonly NamedBox[],
	input: Partial<LayoutInput<string>> = {},
): LayoutResult<string> & { places: Places } {
	const result = layOutBoxes({
		slide: { width: 400, height: 500 },
		safeArea: { x: 20, y: 30, width: 300, height: 400 },
		dir: "ltr",
		...input,
		boxes,
	});
	const places: Places = {};
	const visit = ({ ref, x, y, width, height, children }: PlacedBox<string>) => {
		places[ref] = [x, y, width, height];
		for (const child of children) visit(child);
	};
	for (const box of result.boxes) visit(box);
	return { ...result, places };
}
