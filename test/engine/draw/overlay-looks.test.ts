/** Overlays of the old list take border, shadow, blend mode and a radius for each corner, in each format. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Resvg } from "@resvg/resvg-js";
import sharp from "sharp";
import t from "tap";
import { LIMITS } from "../../../src/contract/limits.js";
import type { ImageOverlay } from "../../../src/contract/render-request.js";
import { drawSlide } from "../../../src/engine/draw/draw-slide.js";
import type { SlideFormat } from "../../../src/engine/job.js";
import { pdfDocument } from "../../../src/service/delivery/pdf/document.js";

const SRC = "https://images.example/photo.png";
/** Noon blue, so that blends tell which of the two colours came first. */
const PHOTO = await sharp({
	create: { width: 200, height: 200, channels: 3, background: "#3366cc" },
})
	.png()
	.toBuffer();

async function draw(
	overlays: readonly ImageOverlay[],
	format: SlideFormat,
	bytes = PHOTO,
): Promise<Awaited<ReturnType<typeof drawSlide>>> {
	const slide = { backgroundColor: "#ffcc66", imageOverlays: [...overlays] };
	return drawSlide(
		{
			...{ slide, slideIndex: 0, slideCount: 1, platform: "photo-feed-square", format },
			...{ stepperColor: "#ffffff", mode: "single", stepperStyle: "none" },
		},
		{ sources: new Map([[SRC, bytes]]), bitmaps: new Map() },
		() => undefined,
	);
}

/** RGBA of 1080 x 1080. */
async function pixelsOf(overlay: ImageOverlay, format: "png" | "svg" | "pdf"): Promise<Buffer> {
	const { bytes } = await draw([overlay], format);
	if (format === "svg") return Buffer.from(new Resvg(bytes.toString()).render().pixels);
	if (format === "png") return sharp(bytes).ensureAlpha().raw().toBuffer();
	const folder = mkdtempSync(join(tmpdir(), "overlay-looks-"));
	try {
		const file = join(folder, "page.pdf");
		const pages = async function* () {
			yield { bytes: async () => bytes };
		};
		const parts: Buffer[] = [];
		for await (const part of pdfDocument(pages(), { title: "Overlay", language: "en" }))
			parts.push(part);
		writeFileSync(file, Buffer.concat(parts));
		execFileSync("pdftoppm", [
			...["-png", "-singlefile", "-scale-to", "1080"],
			...[file, join(folder, "page")],
		]);
		return await sharp(readFileSync(join(folder, "page.png")))
			.ensureAlpha()
			.raw()
			.toBuffer();
	} finally {
		rmSync(folder, { recursive: true });
	}
}

const GROUND = [255, 204, 102];
const BLUE = [51, 102, 204];
/** 300 x 300 pixels at (300, 300). */
const BOX = { src: SRC, x: 112.5, y: 112.5, width: 112.5, height: 112.5 };

/** What an overlay adds, and the colours at places. */
const CASES: Readonly<
	Record<
		string,
		{ fields: Partial<ImageOverlay>; at: readonly (readonly [number, number, number[]])[] }
	>
> = {
	"a border lies inside the box": {
		fields: { border: { width: 7.5, color: "#ff0000" } },
		at: [
			[310, 450, [255, 0, 0]],
			[590, 310, [255, 0, 0]],
			[325, 450, BLUE],
			[295, 450, GROUND],
		],
	},
	"each corner has its radius": {
		fields: { borderRadius: [0, 56.25, 0, 56.25] },
		at: [
			[305, 305, BLUE],
			[595, 305, GROUND],
			[595, 595, BLUE],
			[305, 595, GROUND],
			[450, 450, BLUE],
		],
	},
	"a shadow falls where it is moved to": {
		fields: { shadow: { x: 15, y: 15, blur: 0, color: "#000000", opacity: 1 } },
		at: [
			[450, 620, [0, 0, 0]],
			[620, 450, [0, 0, 0]],
			[310, 620, GROUND],
			[450, 450, BLUE],
		],
	},
	"a blend mixes with what lies below": {
		fields: { blendMode: "multiply" },
		at: [
			[450, 450, [51, 82, 82]],
			[295, 450, GROUND],
		],
	},
	"all at once": {
		fields: {
			blendMode: "multiply",
			border: { width: 7.5, color: "#ff0000" },
			borderRadius: [0, 56.25, 0, 56.25],
		},
		at: [
			[310, 450, [255, 0, 0]],
			[450, 450, [51, 82, 82]],
			[598, 302, GROUND],
		],
	},
};

const noPoppler = spawnSync("pdftoppm", ["-v"]).error !== undefined;

for (const format of ["png", "svg", "pdf"] as const) {
	const skip = format === "pdf" && noPoppler && "needs poppler-utils";
	t.test(`the looks of an overlay in a ${format}`, { skip }, async (t) => {
		for (const [name, { fields, at }] of Object.entries(CASES)) {
			const pixels = await pixelsOf({ ...BOX, ...fields }, format);
			for (const [x, y, want] of at) {
				const found = [...pixels.subarray((y * 1080 + x) * 4, (y * 1080 + x) * 4 + 3)];
				const worst = Math.max(...found.map((value, i) => Math.abs(value - want[i]!)));
				t.ok(worst <= 3, `${name}: ${found} at ${x}, ${y}, not ${want}`);
			}
		}
	});
}

t.test("a picture that is enlarged is told of, with its zoom; of one colour, not", async (t) => {
	const photo = await sharp({
		create: {
			...{ width: 200, height: 200, channels: 3, background: "#888" },
			noise: { type: "gaussian", mean: 128, sigma: 30 },
		},
	})
		.png()
		.toBuffer();
	for (const fields of [{}, { border: { width: 1, color: "red" } }] as const) {
		const warnings = async (zoom: number, bytes: typeof PHOTO) =>
			(await draw([{ ...BOX, ...fields, zoom }], "png", bytes)).warnings;
		t.same(await warnings(1, photo), []);
		t.match(await warnings(4, photo), [
			{ code: "image_enlarged", path: "/slides/0/imageOverlays/0/src" },
		]);
		t.same(await warnings(4, PHOTO), []);
	}
});

t.test("what an SVG has that is not drawn as in a browser is reported", async (t) => {
	const svg = Buffer.from(
		'<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" height="20"/>\n<foreignObject id="f" width="9" height="9">b</foreignObject><text y="9" font-family="Nowhere">a</text></svg>',
	);
	const path = "/slides/0/imageOverlays/0/src";
	const where = '<foreignObject id="f"> in line 2';
	for (const format of ["png", "svg", "pdf"] as const)
		for (const fields of [{}, { blendMode: "multiply" }] as const) {
			const { warnings } = await draw([{ ...BOX, ...fields }], format, svg);
			t.match(
				warnings.filter(({ code }) => code === "svg_not_supported"),
				[
					{ severity: "warning", path, features: [{ name: "foreignObject", where }] },
					{ severity: "info", path, fonts: ["Nowhere"] },
				],
			);
		}
});

t.test("blurred pictures that memory has no room for together are refused", async (t) => {
	const whole = { src: SRC, x: 0, y: 0, width: 405, height: 405, filter: { blur: 60 } };
	const most = Math.floor(LIMITS.maxSlideBufferBytes / (4 * 1080 * 1080));
	t.ok(most > 30, "thirty overlays fit a square slide");
	t.match(
		await draw(
			Array.from({ length: 3 }, () => whole),
			"jpeg",
		),
		{ width: 1080 },
	);
	const layers = Array.from({ length: most + 1 }, () => ({ ...whole, type: "image" as const }));
	await t.rejects(
		drawSlide(
			{
				...{ slide: { layers }, slideIndex: 0, slideCount: 1, platform: "photo-feed-square" },
				...{ stepperColor: "#ffffff", mode: "single", stepperStyle: "none", format: "jpeg" },
			},
			{ sources: new Map([[SRC, PHOTO]]), bitmaps: new Map() },
			() => undefined,
		),
		{
			code: "too_complex",
			details: {
				path: `/slides/0/layers/${most}/src`,
				maxSlideBufferBytes: LIMITS.maxSlideBufferBytes,
			},
		},
	);
});
