/** A document looks the same in every format; a transparent slide stays so where a format can. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Resvg } from "@resvg/resvg-js";
import sharp from "sharp";
import t from "tap";
import { comparePictures, type Picture } from "../fidelity/compare-picture.js";
import { startApp } from "../helpers/app.js";
import { type GoldenCase, goldenCases } from "../helpers/golden.js";
import { sampleOf } from "../helpers/samples.js";

/** How much pictures may differ, percent: on average, and visibly. */
interface Bound {
	readonly mean: number;
	readonly visible: number;
}

/** JPEG and WebP have rounded colours. */
const LOSSY: Bound = { mean: 1, visible: 8 };
/** Drawn by resvg, and by poppler, which has other antialiasing, gradients and clips. */
const USUAL = { svg: { mean: 0.15, visible: 0.05 }, pdf: { mean: 0.4, visible: 0.15 } };
type Format = keyof typeof USUAL;

/** Features that renderers draw differently, by what a document with them contains. */
const FEATURES: readonly (readonly [pattern: RegExp, format: Format, bound: Bound])[] = [
	// A viewer enlarges a small picture of what is blurred.
	[/"blur":|"backdropBlur":/, "pdf", { mean: 0.6, visible: 3 }],
	// Poppler's own formulas.
	[/"(hue|saturation)"/, "pdf", { mean: 1, visible: 7 }],
	// Tiles and noise become pictures, which viewers interpolate.
	[/"pattern"|"grain"/, "svg", { mean: 0.4, visible: 0.05 }],
	[/"pattern"|"grain"/, "pdf", { mean: 1.6, visible: 1.6 }],
	// Photographs are JPEGs.
	[/"image(Overlays)?":|"src":/, "pdf", { mean: 0.6, visible: 0.3 }],
];

function boundOf({ request }: GoldenCase, format: Format): Bound {
	const text = JSON.stringify(request);
	const bounds = FEATURES.filter(([pattern, of]) => of === format && pattern.test(text));
	const all = [USUAL[format], ...bounds.map(([, , bound]) => bound)];
	return {
		mean: Math.max(...all.map(({ mean }) => mean)),
		visible: Math.max(...all.map(({ visible }) => visible)),
	};
}

const noPoppler = spawnSync("pdftoppm", ["-v"]).error && "pdftoppm (poppler-utils) is missing";
const rgb = (picture: Buffer) => sharp(picture).removeAlpha().raw().toBuffer();
const resvg = (svg: string | Buffer) =>
	new Resvg(svg.toString(), { font: { loadSystemFonts: false } }).render();

/** On white, which pages are. */
async function pixelsOf(picture: Buffer): Promise<Picture> {
	const { data, info } = await sharp(picture)
		.flatten({ background: "#FFFFFF" })
		.raw()
		.toBuffer({ resolveWithObject: true });
	return { data, width: info.width, height: info.height };
}

/** A page; at scale 1, one pixel for each of the export. */
function pageOf(pdf: Buffer, folder: string, page = 1, scale = 1): Buffer {
	const file = join(folder, "page.pdf");
	writeFileSync(file, pdf);
	const pages = ["-f", String(page), "-l", String(page), "-singlefile"];
	const options = ["-r", String(96 * scale), ...pages, "-png", "-q"];
	execFileSync("pdftoppm", [...options, file, join(folder, "page")]);
	return readFileSync(join(folder, "page.png"));
}

/** One document in so many is drawn as JPEG and WebP too. */
const LOSSY_SHARE = 12;

t.test("formats", async (t) => {
	const folder = mkdtempSync(join(tmpdir(), "formats-"));
	t.teardown(() => rmSync(folder, { recursive: true }));
	const { app } = await startApp(t);
	const draw = async (format: string, payload: object, slide?: number) => {
		const url = `/api/render.${format}${slide === undefined ? "" : `?slide=${slide}`}`;
		const answer = await app.inject({ method: "POST", url, payload });
		t.equal(answer.statusCode, 200, answer.statusCode === 200 ? format : answer.body);
		return answer.rawPayload;
	};

	const cases = goldenCases();
	t.ok(cases.length > 100, "the cases are found");
	for (const [i, one] of sampleOf(cases, 10).entries())
		await t.test(`${one.name} looks the same in all formats`, async (t) => {
			const { request, slide } = one;
			const png = await pixelsOf(await draw("png", request, slide));
			const compare = async (format: string, picture: Buffer, bound: Bound) => {
				const other = await pixelsOf(picture);
				const size = [png.width, png.height];
				if (!t.same([other.width, other.height], size, `${format}: same size`)) return;
				const { whole, visible } = comparePictures(png, other);
				t.ok(whole <= bound.mean, `${format}: ${whole.toFixed(3)} % of ${bound.mean}`);
				t.ok(visible <= bound.visible, `${format}: ${visible.toFixed(3)} % of ${bound.visible}`);
			};
			const svg = resvg(await draw("svg", request, slide)).asPng();
			await compare("svg", Buffer.from(svg), boundOf(one, "svg"));
			if (!noPoppler) {
				const { scale } = request as { scale?: number };
				const page = pageOf(await draw("pdf", request), folder, slide, scale);
				await compare("pdf", page, boundOf(one, "pdf"));
			}
			if (i % LOSSY_SHARE > 0) return;
			for (const format of ["jpeg", "webp"])
				await compare(format, await draw(format, { ...request, quality: 95 }, slide), LOSSY);
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
		if (!noPoppler) pixels.pdf = await rgb(pageOf(await draw("pdf", half), folder));
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
