/**
 * Compares filters and blend modes of images with Chromium's: photographs, cut-outs, icons and flat
 * colours. Exits with 1 if the mean difference of an image is 1.5 % or more.
 *
 *     npm run build && node dist/scripts/fidelity/compare-looks.js [photograph.jpg …]
 *
 * Without a photograph, a generated image with noise is used.
 */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import sharp from "sharp";
import type { PictureFilter } from "../../src/contract/document/picture.js";
import { prepareImage } from "../../src/engine/images/prepare.js";
import { sniffImage } from "../../src/engine/images/sniff.js";
import { BLEND_MODES, type BlendMode, blendOntoCanvas } from "../../src/engine/pixels/blend.js";
import { openCanvas } from "../../src/engine/pixels/canvas.js";
import { fill } from "../../src/engine/pixels/paint.js";
import { visiblePicture } from "../../src/engine/scene/image-needs.js";
import { resolveFilter } from "../../src/engine/scene/picture-look.js";
import { findChromium, launchChromium } from "./chromium.js";

const SIDE = 480;
const BOX = { x: 60, y: 50, width: 360, height: 380, rotation: 0 };
/** Preview pixels per export pixel. */
const SCALE = 0.375;
const LIMIT = 1.5;

const drawing = (content: string) =>
	Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="720" height="760">${content}</svg>`);
const GRADIENT =
	'<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#fde047"/><stop offset=".5" stop-color="#db2777"/><stop offset="1" stop-color="#0c4a6e"/></linearGradient></defs>';

/** Rasterizes an SVG, because this service's sharp does not read SVG. */
async function drawn(svg: Buffer) {
	const [width, height] = [720, 760];
	const bitmap = await prepareImage(svg, {
		...{ path: "/src", boxWidth: width, boxHeight: height, cropX: 50, cropY: 50 },
		...{ region: { left: 0, top: 0, width, height }, radius: 0, color: null, opacity: 1 },
	});
	return sharp(bitmap.data, { raw: bitmap });
}

async function sources(files: readonly string[]): Promise<Map<string, Buffer>> {
	const art = `${GRADIENT}<path fill="url(#g)" d="M0 0h720v760H0z"/><circle cx="300" cy="420" r="170" fill="#fff" fill-opacity=".6"/>`;
	const noisy = await (await drawn(drawing(art)))
		.composite([
			{
				input: {
					create: {
						width: 720,
						height: 760,
						channels: 3,
						background: "#888",
						noise: { type: "gaussian", mean: 128, sigma: 30 },
					},
				},
				blend: "overlay",
			},
		])
		.jpeg({ quality: 92 })
		.toBuffer();
	const cutOut = drawing(
		`${GRADIENT}<circle cx="360" cy="380" r="300" fill="url(#g)"/><path fill="#0ea5e9" fill-opacity=".4" d="M0 500h720v120H0z"/>`,
	);
	const icon = drawing(
		'<path d="M360 120 620 640H100z" fill="none" stroke="#e11d48" stroke-width="60" stroke-linejoin="round"/>',
	);
	const all = new Map<string, Buffer>([
		["photograph", noisy],
		["cut-out", await (await drawn(cutOut)).png().toBuffer()],
		["icon", icon],
		["flat colour", drawing('<path fill="#7c3aed" d="M0 0h720v760H0z"/>')],
	]);
	for (const file of files) all.set(basename(file), await readFile(file));
	return all;
}

const FILTERS: readonly PictureFilter[] = [
	{},
	...[0.3, 1, 2, 6, 20, 60].map((blur) => ({ blur })),
	...[0, 0.5, 1.6, 3].map((brightness) => ({ brightness })),
	...[0, 0.5, 1.6, 3].map((contrast) => ({ contrast })),
	...[0, 0.5, 1.6, 3].map((saturate) => ({ saturate })),
	...[0.5, 1].map((grayscale) => ({ grayscale })),
	...[0.5, 1].map((sepia) => ({ sepia })),
	{ blur: 4, brightness: 1.3, contrast: 1.4, saturate: 2, grayscale: 0.3, sepia: 0.4 },
];

const css = ({ blur = 0, ...rest }: PictureFilter): string =>
	[
		...(blur > 0 ? [`blur(${blur / SCALE}px)`] : []),
		...Object.entries(rest).map(([name, value]) => `${name}(${value})`),
	].join(" ") || "none";

async function ours(bytes: Buffer, filter: PictureFilter, mode: BlendMode): Promise<Uint8Array> {
	const visible = visiblePicture(
		{
			...{ path: "/src", src: "", box: BOX, radius: 0, border: null, color: null, opacity: 1 },
			...{ fit: "cover", cropX: 50, cropY: 50, zoom: 1, flip: null, focus: null },
			filter: resolveFilter(filter),
		},
		{ x: 0, y: 0, width: SIDE, height: SIDE },
	);
	if (visible === undefined) throw new Error("nothing is seen");
	const bitmap = await prepareImage(bytes, visible.need);
	const rgba = sharp(bitmap.data, { raw: bitmap }).ensureAlpha().raw();
	const { width, height } = bitmap;
	const canvas = openCanvas(SIDE, SIDE);
	fill(canvas, 0x4a90a4);
	const pixels = { width, height, data: await rgba.toBuffer() };
	const { x, y } = visible.part;
	blendOntoCanvas(canvas, pixels, x, y, { mode, opacity: 1, straight: true });
	return Uint8Array.from(canvas.data);
}

const executable = findChromium();
if (executable === undefined) {
	console.log("compare-looks: SKIPPED, there is no Chromium");
} else {
	const browser = await launchChromium(executable);
	const page = await browser.newPage({ viewport: { width: SIDE, height: SIDE } });
	const theirs = async (bytes: Buffer, style: string) => {
		const format = sniffImage(bytes) === "svg" ? "svg+xml" : sniffImage(bytes);
		await page.setContent(
			`<body style="margin:0;background:#4a90a4;overflow:hidden"><img src="data:image/${format};base64,${bytes.toString("base64")}" style="position:absolute;left:${BOX.x}px;top:${BOX.y}px;width:${BOX.width}px;height:${BOX.height}px;object-fit:cover;${style}">`,
		);
		return sharp(await page.screenshot())
			.ensureAlpha()
			.raw()
			.toBuffer();
	};
	let worst = { mean: 0, name: "" };
	let count = 0;
	const compare = async (
		name: string,
		bytes: Buffer,
		filter: PictureFilter,
		mode: BlendMode,
		style: string,
	) => {
		const [a, b] = [await ours(bytes, filter, mode), await theirs(bytes, style)];
		let sum = 0;
		for (let i = 0; i < a.length; i++) sum += Math.abs(a[i]! - b[i]!);
		const mean = (100 * sum) / ((a.length * 3) / 4) / 255;
		count++;
		if (mean > worst.mean) worst = { mean, name };
		if (mean >= LIMIT) console.log(`${name}: ${mean.toFixed(2)} %`);
	};
	for (const [name, bytes] of await sources(process.argv.slice(2))) {
		for (const filter of FILTERS)
			await compare(`${name}, ${css(filter)}`, bytes, filter, "normal", `filter:${css(filter)}`);
		for (const mode of BLEND_MODES)
			await compare(`${name}, ${mode}`, bytes, {}, mode, `mix-blend-mode:${mode}`);
	}
	console.log(`${count} pictures; the worst: ${worst.name}, ${worst.mean.toFixed(2)} %`);
	await browser.close();
	process.exitCode = worst.mean < LIMIT ? 0 : 1;
}
