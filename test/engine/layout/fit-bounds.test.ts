import t from "tap";
import { unboundedFits } from "../../../src/engine/layout/index.js";
import { type NamedBox, stack, text } from "./boxes.js";

const fit = (fields: Parameters<typeof text>[2] = {}) =>
	text("a", [10], { follows: "letters", ...fields });
const axes = (...boxes: NamedBox[]) => unboundedFits(boxes).flatMap((found) => found.axes);

t.test("sizes, maxima and insets on both sides bound a text", async (t) => {
	t.strictSame(axes(fit({ width: 10, height: "10%" })), []);
	t.strictSame(axes(fit({ maxWidth: 10, y: 0, bottom: 0 })), []);
	t.strictSame(axes(fit({ width: 10, aspectRatio: 2 })), []);
	t.strictSame(axes(fit({ width: 10 })), ["height"]);
	t.strictSame(axes(fit({ right: 0, y: 0 })), ["width", "height"]);
});

t.test("a bounded stack bounds the texts in its flow", async (t) => {
	const bounded = { width: 100, height: 100 };
	t.strictSame(axes(stack("s", bounded, fit())), []);
	t.strictSame(axes(stack("s", bounded, stack("inner", {}, fit()))), []);
	t.strictSame(axes(stack("s", { width: 100 }, stack("inner", {}, fit()))), ["height"]);
	t.strictSame(axes(stack("s", bounded, fit({ position: "absolute", width: 5 }))), ["height"]);
});

t.test("an ignored percentage bounds nothing", async (t) => {
	t.strictSame(axes(stack("s", {}, fit({ width: "50%", height: 5 }))), ["width"]);
});

t.test("insets in a stack's flow bound nothing", async (t) => {
	t.strictSame(axes(stack("s", {}, fit({ x: 0, right: 0, height: 5 }))), ["width"]);
});

t.test("other texts are not asked, and no text is measured", async (t) => {
	t.strictSame(unboundedFits([text("a", [10])]), []);
	const measure = () => {
		throw new Error("measured");
	};
	const box = {
		kind: "text",
		ref: "a",
		text: { measure, minContent: measure, follows: "letters" },
	} as const;
	t.strictSame(unboundedFits([box]), [{ ref: "a", axes: ["width", "height"] }]);
});
