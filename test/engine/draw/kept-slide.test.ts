/** Rows of a batch that are painted over the last one have the pixels of slides of their own. */
import sharp from "sharp";
import t from "tap";
import type { Slide } from "../../../src/contract/render-request.js";
import { drawSlide } from "../../../src/engine/draw/draw-slide.js";
import { differingRows } from "../../../src/engine/draw/kept-slide.js";
import { planSteps, type Step } from "../../../src/engine/draw/plan.js";
import { isSamePaint, pixelBytes } from "../../../src/engine/draw/same-paint.js";
import { merged } from "../../../src/engine/draw/step-rows.js";
import type { SlideFormat, SlideImages } from "../../../src/engine/job.js";
import { boxPath, path, picture, upright } from "../../../src/engine/paint/build.js";
import { NO_RADII } from "../../../src/engine/shapes/rounded-rectangle.js";
import { randomNumbers } from "../../helpers/random-numbers.js";

const SIZE = { width: 240, height: 300 };
const CANVAS = { width: 100, height: 400 };

const solid = (r: number) => ({ kind: "solid" as const, color: { r, g: 0, b: 0, a: 1 } });
/** A box that is filled without resvg. */
const box = (y: number, height = 20, r = 9) =>
	boxPath({ x: 5, y, width: 40, height }, NO_RADII, solid(r));
/** A path that resvg draws. */
const triangle = (y: number, r = 9) =>
	path(`M0 ${y}h20v20z`, solid(r).color, { x: 0, y, width: 20, height: 20 });
const rowsOf = (before: Step[], after: Step[]) => differingRows(before, after, CANVAS);

t.test("the rows that differ are those of what differs", async (t) => {
	const steps = () => planSteps([box(10), box(100), box(200)]);
	t.same(rowsOf(steps(), steps()), []);
	t.same(rowsOf(steps(), planSteps([box(10), box(100, 20, 8), box(200)])), [
		{ from: 99, end: 121 },
	]);
	t.same(
		rowsOf(steps(), planSteps([box(10), box(150), box(200, 30)])),
		[{ from: 99, end: 231 }],
		"ranges that are near each other are one",
	);
	t.same(rowsOf(steps(), planSteps([box(10), box(200)])), [{ from: 99, end: 121 }], "one is gone");
	t.same(rowsOf(planSteps([box(10)]), planSteps([box(10, 20, 1), box(300)])), [
		{ from: 9, end: 31 },
		{ from: 299, end: 321 },
	]);
	t.same(rowsOf(steps(), planSteps([box(-50), box(100), box(200)])), [{ from: 9, end: 31 }]);
});

t.test("of vectors that are drawn together, only those that differ count", async (t) => {
	const three = (r: number) => planSteps([triangle(10), triangle(60, r), triangle(110)]);
	t.equal(three(1).length, 1, "they are one call");
	t.same(rowsOf(three(1), three(2)), [{ from: 58, end: 82 }]);
	t.same(
		rowsOf(three(1), planSteps([triangle(10), triangle(60, 1), triangle(130)])),
		[{ from: 9, end: 151 }],
		"if the call covers another part of the slide, all of it does",
	);
	t.same(rowsOf(three(1), planSteps([triangle(10), triangle(110)])), [{ from: 58, end: 82 }]);
});

t.test("ranges are merged from the top", async (t) => {
	const ranges = [
		{ from: 90, end: 95 },
		{ from: 10, end: 20 },
		{ from: 5, end: 40 },
		{ from: 7, end: 7 },
		{ from: 48, end: 50 },
	];
	t.same(merged(ranges, 9), [
		{ from: 5, end: 50 },
		{ from: 90, end: 95 },
	]);
});

t.test("paint is the same if its numbers, texts and pixels are", async (t) => {
	const bitmap = (last: number) => ({
		...{ width: 1, height: 1, channels: 4 as const },
		data: Uint8Array.of(1, 2, 3, last),
	});
	const shown = (last: number) =>
		picture(bitmap(last), upright({ x: 0, y: 0, width: 1, height: 1 }));
	t.ok(isSamePaint(shown(4), shown(4)));
	t.notOk(isSamePaint(shown(4), shown(5)));
	t.ok(isSamePaint({ a: [1, Number.NaN] }, { a: [1, Number.NaN] }));
	t.notOk(isSamePaint({ a: undefined }, { b: undefined }));
	t.notOk(isSamePaint([1, 2], [1]));
	t.notOk(isSamePaint(null, {}));
	t.notOk(isSamePaint(Uint8Array.of(1), [1]));
});

t.test("the pixels of a slide are counted once", async (t) => {
	const data = new Uint8Array(40);
	const bitmap = { width: 5, height: 2, channels: 4 as const, data };
	const place = upright({ x: 0, y: 0, width: 5, height: 2 });
	t.equal(pixelBytes([picture(bitmap, place), picture(bitmap, place)]), 40);
	t.equal(
		pixelBytes(planSteps([box(3), picture({ ...bitmap, data: new Uint8Array(8) }, place)])),
		8,
	);
	t.equal(pixelBytes(null), 0);
});

/** Slides and changes of them, always the same ones. */
function randomSlides(random: () => number) {
	const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
	const place = () => ({ x: Math.round(random() * 70) - 5, y: Math.round(random() * 110) - 5 });
	const words = () =>
		Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
			pick(["one", "three", "سلام", "日本", "🔥", "extraordinary"]),
		).join(" ");
	const block = () => ({
		text: words(),
		...place(),
		fontSize: 8 + Math.round(random() * 14),
		style: pick(["bold", "shadow", "outline", "highlight"] as const),
		textColor: pick(["#FFFFFF", "#102030", "#FFC600"]),
		...(random() < 0.3 && { rotation: Math.round(random() * 90 - 45) }),
	});
	const gradient = () => ({
		type: pick(["linear", "radial"] as const),
		stops: [{ color: "#123456" }, { color: pick(["#FEDCBA80", "#FF0000"]) }],
	});
	const layer = () =>
		pick([
			() => ({
				type: "shape",
				shape: pick(["star", "rectangle", "ellipse"]),
				...place(),
				...{ width: 30, height: 25, fill: pick(["#FF0000", "#00FF0080", gradient()]) },
				opacity: pick([1, 0.5]),
				blendMode: pick(["normal", "multiply"]),
			}),
			() => ({
				type: "stack",
				...place(),
				...{ padding: 4, background: "#FFFFFFCC", borderRadius: 6, clip: random() < 0.4 },
				...(random() < 0.3 && { rotation: 10 }),
				shadow: { x: 0, y: 3, blur: 8, color: "#000000", opacity: 0.3 },
				children: [{ type: "text", text: words(), fontSize: 9, textColor: "#222222" }],
			}),
			() => ({
				...{ type: "image", src: "#0", ...place(), width: 40, height: 30, borderRadius: 9 },
				...(random() < 0.4 && { filter: { blur: 2 } }),
			}),
		])();
	const slide = () => ({
		backgroundColor: pick(["#204060", "#FFFFFF"]),
		...(random() < 0.6 && { image: "#0" }),
		...(random() < 0.3 && { scrim: { from: pick(["all", "top"]) } }),
		...(random() < 0.2 && { background: gradient() }),
		textBlocks: Array.from({ length: Math.floor(random() * 4) }, block),
		layers: random() < 0.5 ? Array.from({ length: 1 + Math.floor(random() * 3) }, layer) : [],
	});
	const changed = (before: ReturnType<typeof slide>) => {
		const after = structuredClone(before);
		const { textBlocks, layers } = after;
		const choice = random();
		if (choice < 0.5 && textBlocks.length > 0) pick(textBlocks).text = words();
		else if (choice < 0.6) textBlocks.push(block());
		else if (choice < 0.7) textBlocks.pop();
		else if (choice < 0.9 && layers.length > 0) layers[layers.indexOf(pick(layers))] = layer();
		else after.backgroundColor = pick(["#204060", "#FFFFFF", "#000000"]);
		return after;
	};
	return { slide, changed };
}

t.test("a slide that is painted over the last one has its own bytes", async (t) => {
	const random = randomNumbers(38);
	const { slide, changed } = randomSlides(random);
	const noise = { type: "gaussian", mean: 120, sigma: 40 } as const;
	const photo = await sharp({
		create: { width: 90, height: 120, channels: 3, background: "#446688", noise },
	})
		.jpeg()
		.toBuffer();
	const formats: SlideFormat[] = ["png", "png", "jpeg", "webp"];
	for (let sequence = 0; sequence < 24; sequence++) {
		let current = slide();
		const format = formats[sequence % formats.length]!;
		const drawn: { slide: Slide; bytes: Buffer }[] = [];
		for (let row = 0; row < 5; row++) {
			const shown = current as unknown as Slide;
			drawn.push({ slide: shown, bytes: await draw(shown, format, photo, true) });
			current = changed(current);
		}
		for (const [row, { slide: shown, bytes }] of drawn.entries())
			t.ok(
				bytes.equals(await draw(shown, format, photo, false)),
				`sequence ${sequence}, row ${row}, ${format}`,
			);
	}
});

t.test("nothing is left of a slide that was drawn in between", async (t) => {
	const row = (text: string): Slide => ({ image: "#0", textBlocks: [{ text, x: 10, y: 80 }] });
	const photo = await sharp({ create: { ...SIZE, channels: 3, background: "#996633" } })
		.png()
		.toBuffer();
	await draw(row("one"), "png", photo, true);
	await draw({ backgroundColor: "#FF0000" }, "png", photo, false);
	const bytes = await draw(row("two"), "png", photo, true);
	t.ok(bytes.equals(await draw(row("two"), "png", photo, false)));
});

async function draw(slide: Slide, format: SlideFormat, photo: Uint8Array, keepPictures: boolean) {
	const uses = JSON.stringify(slide).includes('"#0"');
	const images: SlideImages = {
		sources: new Map(uses ? [["#0", photo]] : []),
		bitmaps: new Map(),
	};
	const job = {
		...{ slide, slideIndex: 0, slideCount: 1, platform: "custom" as const, size: SIZE },
		...{ stepperColor: "#D4AF37", mode: "single" as const, stepperStyle: "none" as const },
		...{ format, keepPictures },
	};
	return (await drawSlide(job, images, () => undefined)).bytes;
}
