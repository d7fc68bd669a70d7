import t from "tap";
import { LIMITS } from "../../../src/contract/limits.js";
import { bufferBytes, checkBuffers } from "../../../src/engine/draw/buffer-bytes.js";
import { SlidePrice } from "../../../src/engine/draw/slide-price.js";
import { boxPath, picture, upright } from "../../../src/engine/paint/build.js";
import { costOf } from "../../../src/engine/paint/cost.js";
import type { GroupNode, PaintNode } from "../../../src/engine/paint/node.js";

const SLIDE = { width: 4096, height: 4096 };
const SQUARE = [0, 0, 0, 0] as const;
const box = { x: 0, y: 0, ...SLIDE };
const fill = boxPath(box, SQUARE, { r: 0, g: 0, b: 0, a: 1 });
const bitmap = { width: 1, height: 1, channels: 3 as const, data: new Uint8Array(3) };
const fades = (children: PaintNode[], bounds = box): GroupNode => ({
	kind: "group",
	children,
	opacity: 0.5,
	bounds,
});

t.test("groups in each other hold pixels at once, neighbours do not", (t) => {
	const leaf = [fill, picture(bitmap, upright({ ...box, width: 1, height: 1 }))];
	const one = fades(leaf);
	const bytes = 4 * SLIDE.width * SLIDE.height;
	t.equal(bufferBytes([one, one, one], SLIDE), bytes);
	t.equal(bufferBytes([fades([one, fill])], SLIDE), 2 * bytes);
	t.equal(bufferBytes(leaf, SLIDE), 0);
	const outside = fades(leaf, { x: -9000, y: 0, width: 8000, height: 8000 });
	t.equal(bufferBytes([outside], SLIDE), 0, "what is not seen has none");
	t.end();
});

t.test("too many pixels at once are refused with the path", (t) => {
	let node: PaintNode = fill;
	for (let i = 0; i < 5; i++) node = fades([node, fill]);
	t.throws(() => checkBuffers("/slides/0/layers/3", [node], SLIDE, new SlidePrice()), {
		code: "too_complex",
		details: { path: "/slides/0/layers/3" },
	});
	checkBuffers("/slides/0/layers/3", [fades([fill, fill])], SLIDE, new SlidePrice());
	t.end();
});

t.test("pictures, shadows and groups have one limit together", (t) => {
	const price = new SlidePrice();
	const group = () => checkBuffers("/slides/0/layers/1", [fades([fill, fill])], SLIDE, price);
	group();
	price.hold("/slides/0/layers/0/src", LIMITS.maxSlideBufferBytes - 4 * SLIDE.width * SLIDE.height);
	group();
	t.throws(() => price.hold("/slides/0/layers/2", 1), {
		code: "too_complex",
		details: { path: "/slides/0/layers/2" },
	});
	t.throws(group, { code: "too_complex", details: { path: "/slides/0/layers/1" } });
	t.end();
});

t.test("a group costs what is seen of it", (t) => {
	const huge = { x: 0, y: 0, width: 1e6, height: 1e6 };
	const plain = { ...fades([fill], huge), opacity: 1 };
	const apart = costOf(fades([fill], huge), 1_000_000) - costOf(plain, 1_000_000);
	t.equal(apart, 20 * 1_000_000);
	t.end();
});
