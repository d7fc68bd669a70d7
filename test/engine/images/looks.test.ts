/** How pictures are cropped, mirrored, filtered and rounded. */
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import t from "tap";
import { colorMaps } from "../../../src/engine/images/filter/color-maps.js";
import { type Bitmap, type ImageNeed, prepareImage } from "../../../src/engine/images/prepare.js";
import { blurReach } from "../../../src/engine/pixels/blur.js";
import { evenSides } from "../../../src/engine/shapes/box.js";
import { boxNeed } from "./helpers/prepare-in-child.js";

const pixel = ({ data, width, channels }: Bitmap, x: number, y: number): number[] => [
	...data.subarray((y * width + x) * channels, (y * width + x + 1) * channels),
];
const isNear = (found: number[], wanted: number[], by = 4): boolean =>
	found.length === wanted.length && found.every((value, i) => Math.abs(value - wanted[i]!) <= by);
/** Four quarters: red, green / blue, white. */
const QUARTERS = Buffer.from(
	'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><path fill="red" d="M0 0h20v20H0z"/><path fill="#0f0" d="M20 0h20v20H20z"/><path fill="#00f" d="M0 20h20v20H0z"/><path fill="#fff" d="M20 20h20v20H20z"/></svg>',
);
const [RED, GREEN, BLUE, WHITE] = [
	[255, 0, 0],
	[0, 255, 0],
	[0, 0, 255],
	[255, 255, 255],
];
const asPng = async (): Promise<Buffer> => {
	const { data } = await prepareImage(QUARTERS, boxNeed(400, 400));
	return sharp(data, { raw: { width: 400, height: 400, channels: 3 } })
		.png()
		.toBuffer();
};

for (const kind of ["svg", "png"] as const) {
	const source = () => (kind === "svg" ? Promise.resolve(QUARTERS) : asPng());

	t.test(`a ${kind} is enlarged about its focal point`, async (t) => {
		const draw = async (cropX: number, cropY: number) =>
			prepareImage(await source(), boxNeed(100, 100, { zoom: 4, cropX, cropY }));
		for (const [x, y, colour] of [
			[0, 0, RED],
			[100, 0, GREEN],
			[0, 100, BLUE],
			[100, 100, WHITE],
		] as const) {
			const bitmap = await draw(x, y);
			for (const at of [4, 50, 95]) t.ok(isNear(pixel(bitmap, at, at), [...colour!]), `${x} ${y}`);
		}
		const middle = await draw(50, 50);
		t.ok(isNear(pixel(middle, 5, 5), RED!) && isNear(pixel(middle, 95, 95), WHITE!));
	});

	t.test(`what a box shows of a ${kind} is mirrored, and stays the same part`, async (t) => {
		const draw = async (flip: ImageNeed["flip"]) =>
			prepareImage(await source(), boxNeed(100, 200, { cropX: 30, flip: flip ?? null }));
		const plain = await draw(null);
		for (const flip of ["horizontal", "vertical", "both"] as const) {
			const bitmap = await draw(flip);
			let worst = 0;
			for (let y = 0; y < 200; y += 7)
				for (let x = 0; x < 100; x += 3) {
					const fromX = flip === "vertical" ? x : 99 - x;
					const fromY = flip === "horizontal" ? y : 199 - y;
					const [a, b] = [pixel(bitmap, x, y), pixel(plain, fromX, fromY)];
					worst = Math.max(worst, ...a.map((value, i) => Math.abs(value - b[i]!)));
				}
			t.ok(worst <= 2, `${flip}: ${worst}`);
		}
	});
}

t.test("a contained picture that is enlarged fills its box, and no more", async (t) => {
	const wide = await sharp({ create: { width: 40, height: 20, channels: 3, background: "#f00" } })
		.png()
		.toBuffer();
	const heightOf = async (zoom: number) => {
		const bitmap = await prepareImage(wide, boxNeed(100, 100, { fit: "contain", zoom }));
		if (bitmap.channels === 3) return 100;
		let rows = 0;
		for (let y = 0; y < 100; y++) if (pixel(bitmap, 50, y)[3] === 255) rows++;
		return rows;
	};
	t.equal(await heightOf(1), 50);
	t.equal(await heightOf(1.5), 75);
	t.equal(await heightOf(4), 100);
});

t.test("each corner has a radius of its own", async (t) => {
	const bitmap = await prepareImage(QUARTERS, boxNeed(100, 100, { radius: [40, 0, 20, 0] }));
	const alpha = (x: number, y: number) => pixel(bitmap, x, y)[3];
	t.same([alpha(2, 2), alpha(99, 0), alpha(97, 97), alpha(0, 99)], [0, 255, 0, 255]);
	t.same([alpha(13, 13), alpha(93, 93)], [255, 255]);
});

t.test("radii that do not fit shrink together", async (t) => {
	const bitmap = await prepareImage(QUARTERS, boxNeed(100, 50, { radius: [999, 999, 0, 0] }));
	const [left, right] = [pixel(bitmap, 3, 49)[3], pixel(bitmap, 96, 49)[3]];
	t.equal(left, right);
	t.equal(pixel(bitmap, 50, 0)[3], 255);
});

t.test("a filter changes the colours of pictures and of masks", async (t) => {
	const filter = { blur: 0, maps: colorMaps({ grayscale: 1 }) };
	const photo = await prepareImage(QUARTERS, boxNeed(100, 100, { filter }));
	t.same(pixel(photo, 10, 10), [54, 54, 54]);
	const mask = await prepareImage(QUARTERS, boxNeed(100, 100, { filter, color: "#ff0000" }));
	t.same(pixel(mask, 90, 90), [54, 54, 54, 255]);
});

t.test("a blur reaches beyond its box, with the border, and nowhere without", async (t) => {
	const deviation = 12;
	const reach = blurReach(deviation);
	const region = { left: -reach, top: -reach, width: 100 + 2 * reach, height: 100 + 2 * reach };
	const need = boxNeed(100, 100, { region, filter: { blur: deviation, maps: [] } });
	const bitmap = await prepareImage(QUARTERS, need);
	t.ok(pixel(bitmap, reach + 50, reach + 50)[3]! > 250);
	const edge = pixel(bitmap, reach, reach + 50)[3]!;
	t.ok(Math.abs(edge - 128) < 12, `half is left at an edge: ${edge}`);
	t.equal(pixel(bitmap, 0, 0)[3], 0);
	const black = { r: 0, g: 0, b: 0, a: 1 };
	const colors = [black, black, black, black] as const;
	const border = { widths: evenSides(20), colors, dash: undefined };
	const bordered = await prepareImage(QUARTERS, { ...need, boxWidth: 60, boxHeight: 60, border });
	const [r, g, b] = pixel(bordered, reach + 10, reach + 50);
	t.ok(r! < 100 && g! < 60 && b! < 100, `the border is dark: ${r} ${g} ${b}`);
});

t.test("one wide blur costs less than the picture without it, and is quick", async (t) => {
	let price = 0;
	const photo = await sharp({
		create: {
			width: 2_000,
			height: 1_500,
			channels: 3,
			background: "#777",
			noise: { type: "gaussian", mean: 128, sigma: 40 },
		},
	})
		.jpeg()
		.toBuffer();
	const need = boxNeed(1_080, 1_350, { filter: { blur: 160, maps: [] } });
	const before = process.cpuUsage().user;
	for (let i = 0; i < 20; i++) {
		const bitmap = await prepareImage(photo, need, { spend: (cost) => (price += cost) });
		t.equal(bitmap.data.length, 1_080 * 1_350 * bitmap.channels);
	}
	const seconds = (process.cpuUsage().user - before) / 1e6;
	t.ok(price > 20 * 1_080 * 1_350 * 20, "it has a price");
	t.ok(seconds < (3 * price) / 1e9 + 2, `${seconds} s for a price of ${price / 1e9} s`);
});

t.test("a focus finds the one thing there is, in every scale, with the same bytes", async (t) => {
	const scene = Buffer.from(
		'<svg xmlns="http://www.w3.org/2000/svg" width="900" height="300"><path fill="#8a9a8a" d="M0 0h900v300H0z"/><circle cx="760" cy="150" r="60" fill="#e63020"/><circle cx="740" cy="130" r="14" fill="#fff"/></svg>',
	);
	const { data, width, height } = await prepareImage(scene, boxNeed(900, 300));
	const png = await sharp(data, { raw: { width, height, channels: 3 } })
		.png()
		.toBuffer();
	for (const source of [scene, png]) {
		for (const focus of ["attention", "entropy"] as const) {
			for (const size of [60, 300]) {
				const draw = () => prepareImage(source, boxNeed(size, size, { focus, cropX: 0 }));
				const bitmap = await draw();
				const red = bitmap.data.filter(
					(value, i) => i % 3 === 0 && value > 200 && bitmap.data[i + 1]! < 90,
				).length;
				t.ok(red / size ** 2 > 0.1, `${focus} ${size}: ${red / size ** 2}`);
				t.ok(Buffer.from(bitmap.data).equals((await draw()).data));
			}
		}
	}
	const zoomed = await prepareImage(png, boxNeed(90, 90, { focus: "attention", zoom: 2 }));
	t.ok(pixel(zoomed, 45, 45)[0]! > 200, "a zoom stays on it");
});

t.test("numbers at their limits give pictures or client errors, and quickly", async (t) => {
	const one = await sharp({ create: { width: 1, height: 1, channels: 3, background: "#f00" } })
		.png()
		.toBuffer();
	for (const [boxWidth, boxHeight] of [
		[26_666_667, 26_666_667],
		[26_666_667, 1],
		[1, 26_666_667],
	] as const) {
		for (const blur of [0, 0.001, 1.9, 160]) {
			const region = {
				left: 0,
				top: 0,
				width: Math.min(boxWidth, 300),
				height: Math.min(boxHeight, 300),
			};
			const bitmap = await prepareImage(one, {
				...boxNeed(boxWidth, boxHeight, { region, zoom: 8, flip: "both", focus: "entropy" }),
				radius: [1e7, 0, 1e7, 3],
				filter: { blur, maps: colorMaps({ brightness: 0, contrast: 3, saturate: 3 }) },
			});
			t.equal(bitmap.width, region.width);
		}
	}
});

t.test("what is enlarged but has one colour is known, and an SVG's text", async (t) => {
	const flat = await sharp({ create: { width: 2, height: 2, channels: 3, background: "#f00" } })
		.png()
		.toBuffer();
	t.equal((await prepareImage(flat, boxNeed(100, 100))).oneColor, true);
	t.equal((await prepareImage(await asPng(), boxNeed(100, 100))).oneColor, undefined);
	const text =
		'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="9">a</text></svg>';
	t.match((await prepareImage(Buffer.from(text), boxNeed(9, 9))).notes, [{ name: "text" }]);
	t.equal((await prepareImage(QUARTERS, boxNeed(9, 9))).notes, undefined);
});

t.test("a GIF's first picture leaves the rest of the canvas clear", async (t) => {
	// 20 x 20, and a picture of 10 x 10 at (5, 5) in red.
	const gif = Buffer.from(
		"R0lGODlhFAAUAIAAAP8AAAAA/yH5BAAAAAAALAUABQAKAAoAAAIIhI+py+0PYysAOw==",
		"base64",
	);
	const bitmap = await prepareImage(gif, boxNeed(40, 40));
	t.same(pixel(bitmap, 4, 4)[3], 0);
	t.same(pixel(bitmap, 20, 20), [255, 0, 0, 255]);
	t.same(pixel(bitmap, 35, 20)[3], 0);
	const half = await prepareImage(gif, boxNeed(20, 40, { cropX: 0 }));
	t.same(pixel(half, 15, 20), [255, 0, 0, 255]);
	t.same(pixel(half, 5, 20)[3], 0);
});

/** A PNG of one colour with chunks before its pixels. */
function png(colour: readonly number[], ...chunks: readonly (readonly [string, Buffer])[]): Buffer {
	const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
	const all = [
		["IHDR", header],
		...chunks,
		["IDAT", deflateSync(Buffer.from([0, ...colour]))],
		["IEND", Buffer.alloc(0)],
	] as const;
	const parts = all.map(([name, data]) => {
		const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
		const chunk = Buffer.alloc(body.length + 8);
		chunk.writeUInt32BE(data.length, 0);
		body.copy(chunk, 4);
		chunk.writeUInt32BE(crc(body), body.length + 4);
		return chunk;
	});
	return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), ...parts]);
}

function crc(data: Buffer): number {
	let value = -1;
	for (const byte of data) {
		value ^= byte;
		for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
	}
	return ~value >>> 0;
}

const numbers = (...values: number[]): Buffer => {
	const buffer = Buffer.alloc(values.length * 4);
	for (const [i, value] of values.entries()) buffer.writeUInt32BE(value, i * 4);
	return buffer;
};
const P3 = [31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000];
const S_RGB = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000];

t.test("the colours of a PNG are those that Chromium shows", async (t) => {
	// As Chromium 156 draws the colour 126 62 94.
	for (const [name, wanted, chunks] of [
		["nothing said", [126, 62, 94], []],
		["linear light", [186, 135, 163], [["gAMA", numbers(100_000)]]],
		[
			"a gamma of 1.8",
			[144, 79, 113],
			[
				["gAMA", numbers(55_556)],
				["cHRM", numbers(...S_RGB)],
			],
		],
		[
			"the primaries of P3",
			[136, 54, 95],
			[
				["gAMA", numbers(45_455)],
				["cHRM", numbers(...P3)],
			],
		],
		[
			"sRGB before gamma",
			[126, 62, 94],
			[
				["sRGB", Buffer.from([0])],
				["gAMA", numbers(100_000)],
			],
		],
		["Display P3 by cICP", [135, 57, 95], [["cICP", Buffer.from([12, 13, 0, 1])]]],
		["BT.2020 by cICP", [144, 31, 87], [["cICP", Buffer.from([9, 14, 0, 1])]]],
		["primaries that are nonsense", [126, 62, 94], [["cHRM", numbers(0, 0, 0, 0, 0, 0, 0, 0)]]],
		[
			"points on a line",
			[126, 62, 94],
			[
				["gAMA", numbers(45_455)],
				["cHRM", numbers(...Array.from({ length: 8 }, () => 30_000))],
			],
		],
	] as const) {
		const bitmap = await prepareImage(png([126, 62, 94], ...chunks), boxNeed(4, 4));
		t.ok(isNear(pixel(bitmap, 1, 1), [...wanted], 1), `${name}: ${pixel(bitmap, 1, 1)}`);
	}
});

t.test("inks without a profile are shown as browsers show them", async (t) => {
	const colour = { width: 8, height: 8, channels: 3, background: "#c86420" } as const;
	const jpeg = await sharp({ create: colour })
		.toColourspace("cmyk")
		.jpeg({ quality: 100 })
		.toBuffer();
	const { space, hasProfile } = await sharp(jpeg).metadata();
	t.same([space, hasProfile], ["cmyk", false]);
	const raw = sharp(jpeg).pipelineColourspace("cmyk").toColourspace("cmyk").raw();
	const [c, m, y, k] = await raw.toBuffer();
	const light = [c, m, y].map((ink) => ((255 - ink!) * (255 - k!)) / 255);
	t.ok(isNear(pixel(await prepareImage(jpeg, boxNeed(8, 8)), 4, 4), light, 2));
});
