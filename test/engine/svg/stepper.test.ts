import t from "tap";
import { ENUMS } from "../../../src/contract/enums.js";
import { writeSvg } from "../../../src/engine/paint/svg-writer.js";
import type { SceneStepper } from "../../../src/engine/scene/scene.js";
import { drawStepper } from "../../../src/engine/svg/stepper.js";

const stepper = (more: Partial<SceneStepper>): SceneStepper => ({
	path: "/slides/0/counterPosition",
	style: "dots",
	current: 2,
	count: 5,
	activeColor: "#FFC600",
	x: null,
	y: null,
	...more,
});
const place = (markup: string) =>
	/^<g transform="translate\((-?[\d.]+) (-?[\d.]+)\)">/.exec(markup)!.slice(1).map(Number);
/** The markup of a stepper that is to be seen. */
async function markupOf(more: Partial<SceneStepper>, slideWidth = 1080): Promise<string> {
	const { paint } = await drawStepper(stepper(more), slideWidth, 1350);
	if (!paint) throw new Error("nothing was drawn");
	return writeSvg(paint);
}
const STYLES = ENUMS.stepperStyle.filter((style) => style !== "none");

t.test("all styles fit twenty slides, have no ids and need no layer", async (t) => {
	for (const style of STYLES) {
		for (const slideWidth of [1080, 1200]) {
			const markup = await markupOf({ style, current: 20, count: 20 }, slideWidth);
			const [x] = place(markup);
			t.ok(x! >= 60, `${style} leaves room at the sides: ${x}`);
			t.notMatch(markup, /\sid=|clip-path|mask|filter|<image|\sopacity=/, style);
		}
	}
});

t.test("centred above the bottom edge by default", async (t) => {
	const [, y] = place(await markupOf({ style: "numeric" }));
	t.ok(Math.abs(y! - (1350 - 64 - 22 / 0.375)) < 0.01);
});

t.test("a position moves its top left corner, each axis by itself", async (t) => {
	t.same(place(await markupOf({ x: 40, y: 80 })), [40, 80]);
	const [, defaultY] = place(await markupOf({}));
	t.same(place(await markupOf({ x: 40 })), [40, defaultY]);
});

t.test("out of sight it draws nothing", async (t) => {
	for (const position of [{ x: 2.6e7 }, { y: -2.6e7 }, { x: 1080 }, { y: -60 }])
		t.equal((await drawStepper(stepper(position), 1080, 1350)).paint, null);
});

t.test("the active colour and the state show", async (t) => {
	for (const style of STYLES) {
		const first = await markupOf({ style, current: 1 });
		t.not(first, await markupOf({ style, current: 2 }), `${style} tells slides apart`);
		if (style !== "numeric" && style !== "minimal") t.match(first.toLowerCase(), "#ffc600", style);
	}
});
