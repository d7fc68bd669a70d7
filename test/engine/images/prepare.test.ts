import sharp from "sharp";
import t from "tap";
import type { Bitmap } from "../../../src/engine/images/prepare.js";
import { prepareImage } from "../../../src/engine/images/prepare.js";
import { randomNumbers } from "../../helpers/random-numbers.js";
import { boxNeed } from "./helpers/prepare-in-child.js";

const pixel = (bitmap: Bitmap, x: number, y: number): number[] => {
	const at = (y * bitmap.width + x) * bitmap.channels;
	return [...bitmap.data.subarray(at, at + bitmap.channels)];
};
/** Whether two colours have the same channels and differ by no more than so much in each. */
const isNear = (found: number[], wanted: number[], by = 3): boolean =>
	found.length === wanted.length && found.every((value, i) => Math.abs(value - wanted[i]!) <= by);
const plain = (width: number, height: number, background: string): Promise<Buffer> =>
	sharp({ create: { width, height, channels: 3, background } })
		.png()
		.toBuffer();
/** Four quarters: red, green / blue, white. */
const QUARTERS = Buffer.from(
	'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><path fill="red" d="M0 0h20v20H0z"/><path fill="#0f0" d="M20 0h20v20H20z"/><path fill="#00f" d="M0 20h20v20H0z"/><path fill="#fff" d="M20 20h20v20H20z"/></svg>',
);
const quartersPng = async (): Promise<Buffer> => {
	const { data } = await prepareImage(QUARTERS, boxNeed(40, 40));
	return sharp(data, { raw: { width: 40, height: 40, channels: 3 } })
		.png()
		.toBuffer();
};
const RED = [255, 0, 0];
const GREEN = [0, 255, 0];

for (const kind of ["svg", "png"] as const) {
	t.test(`a ${kind} covers its box round the focal point`, async (t) => {
		const bytes = kind === "svg" ? QUARTERS : await quartersPng();
		const left = await prepareImage(bytes, boxNeed(100, 200, { cropX: 0, cropY: 0 }));
		t.ok(isNear(pixel(left, 50, 20), RED), "left focal point");
		const right = await prepareImage(bytes, boxNeed(100, 200, { cropX: 100, cropY: 0 }));
		t.ok(isNear(pixel(right, 50, 20), GREEN), "right focal point");
		const middle = await prepareImage(bytes, boxNeed(100, 200));
		t.ok(isNear(pixel(middle, 20, 20), RED), "left of the middle");
		t.ok(isNear(pixel(middle, 80, 20), GREEN), "right of the middle");
	});

	t.test(`only a region of a huge box is made of a ${kind}`, async (t) => {
		const bytes = kind === "svg" ? QUARTERS : await quartersPng();
		const region = { left: 900_000, top: 100_000, width: 64, height: 32 };
		const bitmap = await prepareImage(bytes, boxNeed(1_000_000, 1_000_000, { region }));
		t.match(bitmap, { width: 64, height: 32, channels: 3 });
		t.ok(isNear(pixel(bitmap, 30, 10), GREEN), "in the green quarter");
	});
}

t.test("a vector is drawn at the size it is needed in, not enlarged", async (t) => {
	const bitmap = await prepareImage(QUARTERS, boxNeed(1000, 1000));
	t.same(pixel(bitmap, 499, 100), RED);
	t.same(pixel(bitmap, 500, 100), GREEN);
});

t.test("corners are cut by the circle, opacity is folded in", async (t) => {
	const bytes = await plain(50, 50, "#ff0000");
	const bitmap = await prepareImage(bytes, boxNeed(100, 100, { radius: 999, opacity: 0.5 }));
	let area = 0;
	for (let i = 3; i < bitmap.data.length; i += 4) area += bitmap.data[i]! / 128;
	t.ok(Math.abs(area - Math.PI * 2500) < 15, `area ${area}`);
	t.same(pixel(bitmap, 0, 0)[3], 0);
	t.same(pixel(bitmap, 50, 50), [255, 0, 0, 128]);
	const region = { left: 50, top: 0, width: 50, height: 50 };
	const part = await prepareImage(bytes, boxNeed(100, 100, { radius: 50, opacity: 0.5, region }));
	t.same(pixel(part, 40, 9), pixel(bitmap, 90, 9), "a region has the corners of its box");
});

t.test("a colour is seen through the alpha, or else through the luminance", async (t) => {
	const half = await sharp({
		create: {
			width: 9,
			height: 9,
			channels: 4,
			background: { r: 255, g: 255, b: 255, alpha: 0.5 },
		},
	})
		.png()
		.toBuffer();
	t.ok(
		isNear(
			pixel(await prepareImage(half, boxNeed(9, 9, { color: "#102030" })), 4, 4),
			[16, 32, 48, 128],
			1,
		),
		"alpha",
	);
	const opaque = await prepareImage(
		await plain(9, 9, "#00ff00"),
		boxNeed(9, 9, { color: "#102030" }),
	);
	t.ok(isNear(pixel(opaque, 4, 4), [16, 32, 48, 182], 1), "luminance of green");
});

t.test("transparency outside the region still makes the alpha the mask", async (t) => {
	const bytes = await sharp({
		create: { width: 40, height: 10, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
	})
		.composite([{ input: await plain(20, 10, "#000000"), left: 0, top: 0 }])
		.png()
		.toBuffer();
	const need = boxNeed(10, 10, { color: "#ff0000", cropX: 0 });
	t.same(pixel(await prepareImage(bytes, need), 4, 4), RED);
	const vector = Buffer.from(
		'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path d="M0 0h20v10H0z"/></svg>',
	);
	t.same(pixel(await prepareImage(vector, need), 4, 4), RED);
});

t.test("the pixels are the same, however many threads decode", async (t) => {
	const [width, height] = [900, 700];
	const random = randomNumbers(7);
	const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => (i >> 9) + random() * 64);
	const picture = () => sharp(data, { raw: { width, height, channels: 3 } });
	const sources = {
		jpeg: picture().jpeg(),
		"progressive jpeg": picture().jpeg({ progressive: true }),
		png: picture().png(),
		"interlaced png": picture().png({ progressive: true }),
		webp: picture().webp(),
		gif: picture().gif({ effort: 1 }),
		avif: picture().avif({ effort: 0 }),
	};
	for (const [name, source] of Object.entries(sources)) {
		const bytes = await source.toBuffer();
		for (const side of [150, 600, 1_200]) {
			const need = boxNeed(side, side);
			const one = await prepareImage(bytes, need);
			const two = await prepareImage(bytes, need, { threads: 2 });
			t.equal(Buffer.compare(one.data, two.data), 0, `${name} on ${side}`);
		}
	}
});
