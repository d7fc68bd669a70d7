/** A document of layers looks the same in every format; a transparent slide stays so where a format can. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Resvg } from "@resvg/resvg-js";
import sharp from "sharp";
import t from "tap";
import { startApp } from "../helpers/app.js";
import { goldenCases } from "../helpers/golden.js";

const DOCUMENTS = [
	"layers-card",
	"layers-boxes",
	"layers-blend-modes",
	"layers-turned",
	"layers-stacks-rtl",
	"layers-barcodes",
	"layers-images",
	"fit-stacks",
	"design-before-after-rtl",
];
/** Mean difference of the channels, percent of the full range. */
const MOST = 1;

const noPoppler = spawnSync("pdftoppm", ["-v"]).error && "pdftoppm (poppler-utils) is missing";
const rgb = (picture: Buffer) => sharp(picture).removeAlpha().raw().toBuffer();
const resvg = (svg: string | Buffer) =>
	new Resvg(svg.toString(), { font: { loadSystemFonts: false } }).render();

function percent(a: Buffer, b: Buffer): number {
	let sum = 0;
	for (let i = 0; i < a.length; i++) sum += Math.abs(a[i]! - b[i]!);
	return (100 * sum) / a.length / 255;
}

/** The only page, one pixel for each of the export. */
function pdfPixels(pdf: Buffer, folder: string): Promise<Buffer> {
	const file = join(folder, "page.pdf");
	writeFileSync(file, pdf);
	execFileSync("pdftoppm", ["-r", "96", "-singlefile", "-png", file, join(folder, "page")]);
	return sharp(join(folder, "page.png")).removeAlpha().raw().toBuffer();
}

t.test("formats", async (t) => {
	const folder = mkdtempSync(join(tmpdir(), "formats-"));
	t.teardown(() => rmSync(folder, { recursive: true }));
	const { app } = await startApp(t);
	const draw = async (format: string, payload: object) => {
		const answer = await app.inject({ method: "POST", url: `/api/render.${format}`, payload });
		t.equal(answer.statusCode, 200, answer.statusCode === 200 ? format : answer.body);
		return answer.rawPayload;
	};

	for (const { name, request } of goldenCases().filter(({ name }) => DOCUMENTS.includes(name)))
		await t.test(`${name} looks the same in all formats`, async (t) => {
			const png = await rgb(await draw("png", request));
			const others: Record<string, Buffer> = {
				jpeg: await rgb(await draw("jpeg", { ...request, quality: 95 })),
				webp: await rgb(await draw("webp", { ...request, quality: 95 })),
				svg: await rgb(Buffer.from(resvg(await draw("svg", request)).asPng())),
			};
			if (!noPoppler) others.pdf = await pdfPixels(await draw("pdf", request), folder);
			for (const [format, pixels] of Object.entries(others)) {
				t.equal(pixels.length, png.length, `${format}: same size`);
				const difference = percent(png, pixels);
				t.ok(difference < MOST, `${format}: ${difference.toFixed(2)} %`);
			}
		});

	const half = {
		platform: "photo-feed-square",
		stepperStyle: "none",
		slides: [
			{
				background: "transparent",
				layers: [
					{
						type: "shape",
						shape: "rectangle",
						width: "100%",
						height: "50%",
						fill: "rgb(255 0 0 / 50%)",
					},
				],
			},
		],
	};
	const [above, below] = [540 * 1080 * 0.5, 540 * 1080 * 1.5].map(Math.round) as [number, number];
	const near = (found: readonly number[], wanted: readonly number[]) =>
		found.every((value, i) => Math.abs(value - wanted[i]!) <= 3);

	await t.test("PNG, WebP and SVG keep a transparent slide", async (t) => {
		const pictures = {
			png: await draw("png", half),
			webp: await draw("webp", half),
			svg: Buffer.from(resvg(await draw("svg", half)).asPng()),
		};
		for (const [format, picture] of Object.entries(pictures)) {
			const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
			t.equal(info.channels, 4, format);
			const at = (pixel: number) => [...data.subarray(4 * pixel, 4 * pixel + 4)];
			t.ok(near(at(above), [255, 0, 0, 128]), `${format}: ${at(above)}`);
			t.equal(at(below)[3], 0, `${format}: nothing below`);
		}
	});

	await t.test("JPEG and PDF are painted on white, and a warning says so", async (t) => {
		const pixels: Record<string, Buffer> = { jpeg: await rgb(await draw("jpeg", half)) };
		if (!noPoppler) pixels.pdf = await pdfPixels(await draw("pdf", half), folder);
		for (const [format, data] of Object.entries(pixels)) {
			const at = (pixel: number) => [...data.subarray(3 * pixel, 3 * pixel + 3)];
			t.ok(near(at(above), [255, 127, 127]), `${format}: ${at(above)}`);
			t.ok(near(at(below), [255, 255, 255]), `${format}: ${at(below)}`);
		}
		for (const [format, warned] of [
			["jpeg", true],
			["png", false],
			["webp", false],
			["svg", false],
		] as const) {
			const payload = { ...half, format };
			const answer = await app.inject({ method: "POST", url: "/api/render", payload });
			const codes = answer.json().warnings.map(({ code }: { code: string }) => code);
			t.equal(codes.includes("transparency_flattened"), warned, format);
		}
	});
});
