import t from "tap";
import type { Slide } from "../../../src/contract/render-request.js";
import { backgroundNeed, visibleOverlays } from "../../../src/engine/scene/image-needs.js";
import { resolveScene, type SceneInput } from "../../../src/engine/scene/scene.js";

const input = (slide: Slide, more: Partial<SceneInput> = {}): SceneInput => ({
	slide,
	slideIndex: 0,
	slideCount: 1,
	platform: "photo-feed-square",
	stepperColor: "#D4AF37",
	mode: "single",
	stepperStyle: "numeric",
	...more,
});
const textOf = (block: NonNullable<Slide["textBlocks"]>[number]) =>
	resolveScene(input({ textBlocks: [block] })).texts[0]!;
const overlaysOf = (overlay: Partial<NonNullable<Slide["imageOverlays"]>[number]>) =>
	visibleOverlays(resolveScene(input({ imageOverlays: [{ src: "a", ...overlay }] })));

t.test("the defaults of the contract", async (t) => {
	const scene = resolveScene(input({ textBlocks: [{}], imageOverlays: [{ src: "a" }] }));
	t.equal(scene.backgroundColor, "#000000");
	t.equal(scene.image, null);
	t.equal(scene.stepper, null, "no stepper in mode single");
	const [block] = scene.texts;
	t.match(block, { style: "bold", fontSize: 96, width: null, height: 0, rotation: 0 });
	t.same(block!.color, { r: 255, g: 255, b: 255, a: 1 });
	t.same(block!.highlight, { r: 212, g: 175, b: 55, a: 1 });
	t.ok(Math.abs(block!.x - 50 / 0.375) < 1e-9);
	t.ok(Math.abs(block!.y - 800) < 1e-9);
	t.match(scene.overlays[0], { path: "/slides/0/imageOverlays/0/src", opacity: 1, radius: 0 });
	t.equal(scene.overlays[0]!.box.width, 480);
});

t.test("size counts only without fontSize", async (t) => {
	for (const [size, pixels] of [
		["S", 20],
		["M", 28],
		["L", 36],
		["XL", 52],
	] as const)
		t.ok(Math.abs(textOf({ size }).fontSize - pixels / 0.375) < 1e-9, size);
	t.equal(textOf({ size: "S", fontSize: 36 }).fontSize, 96);
});

t.test(
	"the wrap width: width, else maxWidth, else the room to the right edge less 20",
	async (t) => {
		t.equal(textOf({ width: 150, maxWidth: 75 }).wrapWidth, 400);
		t.equal(textOf({ width: null, maxWidth: 75 }).wrapWidth, 200);
		t.equal(textOf({ x: 85 }).wrapWidth, 800);
		t.equal(textOf({ x: 385 }).wrapWidth, Number.POSITIVE_INFINITY);
		t.equal(textOf({ width: -5 }).wrapWidth, 0);
	},
);

t.test("the stepper of a carousel: colour of the brand, position per axis", async (t) => {
	const stepper = (more: Partial<SceneInput>, slide: Slide = {}) =>
		resolveScene(input(slide, { mode: "carousel", slideIndex: 1, slideCount: 3, ...more })).stepper;
	t.match(stepper({}), { style: "numeric", current: 2, count: 3, activeColor: "#D4AF37", x: null });
	t.match(stepper({ stepperColor: "#FFC600" }), { activeColor: "#FFC600" });
	t.match(stepper({ stepperColor: "#FFFFFF" }), { activeColor: "#FFFFFF" });
	t.equal(stepper({ stepperStyle: "none" }), null);
	t.match(stepper({}, { counterPosition: { y: 15 } }), { x: null, y: 40 });
});

t.test("numbers out of reason stay finite", async (t) => {
	for (const value of [1e308, -1e308, 1e-320, -0]) {
		const block = textOf({ x: value, y: value, width: value, height: value, maxWidth: value });
		for (const key of ["x", "y", "width", "height", "wrapWidth"] as const)
			t.ok(Number.isFinite(block[key]), `${key} of ${value}`);
		for (const { need } of overlaysOf({ x: value, y: value, width: value, height: value }))
			t.ok(Number.isSafeInteger(need.boxWidth) && need.boxWidth >= 1);
	}
});

t.test("overlays out of sight or without a size are not asked for", async (t) => {
	for (const overlay of [
		{ x: 500 },
		{ y: -200 },
		{ width: 0 },
		{ height: -3 },
		{ width: 1e9, height: 1e-9 },
		{ opacity: 0 },
		{ x: 1e308 },
	])
		t.same(overlaysOf(overlay), [], JSON.stringify(overlay));
});

t.test("of a box that reaches out of the slide only the visible part is needed", async (t) => {
	const [cut] = overlaysOf({ x: -90, y: 0, width: 180, height: 180 });
	t.match(cut!.need, { boxWidth: 480, boxHeight: 480 });
	t.ok(cut!.need.region.left >= 238 && cut!.need.region.width <= 242);
	const [huge] = overlaysOf({ x: -1e5, y: -1e5, width: 1.4e5, height: 1.4e5, rotation: 45 });
	t.ok(huge!.need.region.width < 2000, "at most a few slide sizes");
});

t.test("the background covers the slide, focused on its centre", async (t) => {
	t.equal(backgroundNeed(resolveScene(input({}))), null);
	t.match(backgroundNeed(resolveScene(input({ image: "a" }))), {
		path: "/slides/0/image",
		boxWidth: 1080,
		boxHeight: 1080,
		cropX: 50,
		radius: 0,
		color: null,
	});
});
