import { createHash } from "node:crypto";
import sharp from "sharp";
import t from "tap";
import type { RenderRequest } from "../../../src/contract/render-request.js";
import type { RenderResponse } from "../../../src/contract/render-response.js";
import { encodeLossy } from "../../../src/engine/draw/encode-lossy.js";
import type { SlideJob } from "../../../src/engine/job.js";
import { type Canvas, openCanvas } from "../../../src/engine/pixels/canvas.js";
import { type RunningApp, startApp } from "../../helpers/app.js";
import { goldenCases } from "../../helpers/golden.js";
import { psnr } from "../../helpers/psnr.js";

/** Coloured text on flat grounds, on the platform with the fewest pixels. */
const document: RenderRequest = {
	...goldenCases().find(({ name }) => name === "text-rich")!.request,
	platform: "link-preview",
};
const FORMATS = ["jpeg", "webp"] as const;
/** Decibels that the default quality keeps of coloured text on flat grounds; below 35 one sees it. */
const LEAST_PSNR = { jpeg: 42, webp: 38 };

async function picture(app: RunningApp, path: string, request: unknown): Promise<Buffer> {
	const response = await app.post(path, request);
	t.equal(response.status, 200);
	return Buffer.from(await response.arrayBuffer());
}
const digest = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

t.test("a lossy picture decodes to about the PNG", async (t) => {
	const app = await startApp(t);
	const png = await picture(app, "/api/render.png", document);
	for (const format of FORMATS) {
		const bytes = await picture(app, `/api/render.${format}`, document);
		const { width, height, space, hasAlpha, chromaSubsampling, ...meta } =
			await sharp(bytes).metadata();
		t.match(
			{ format: meta.format, width, height, space, hasAlpha },
			{
				format,
				width: 1200,
				height: 630,
				space: "srgb",
				hasAlpha: false,
			},
		);
		if (format === "jpeg") t.equal(chromaSubsampling, "4:4:4");
		const decibels = await psnr(png, bytes);
		t.ok(decibels > LEAST_PSNR[format], `${format}: ${decibels.toFixed(1)} dB`);
		const less = await picture(app, `/api/render.${format}`, { ...document, quality: 30 });
		t.ok(less.length < bytes.length * 0.7, `${less.length} of ${bytes.length} bytes`);
		const most = await picture(app, `/api/render.${format}`, { ...document, quality: 100 });
		t.ok(most.length > bytes.length, "quality 100 has more");
	}
});

t.test(
	"the same bytes inline, from the endpoint of the format, and in another service",
	async (t) => {
		const apps = [await startApp(t), await startApp(t, { RENDER_PROCESSES: "2" })];
		for (const format of FORMATS) {
			const seen = new Set<string>();
			for (const app of apps) {
				for (let i = 0; i < 3; i++)
					seen.add(digest(await picture(app, `/api/render.${format}`, document)));
				for (const delivery of ["dataUrl", "both"]) {
					const response = await app.post("/api/render", { ...document, format, delivery });
					const [image] = ((await response.json()) as RenderResponse).images;
					t.equal(image?.mimeType, `image/${format}`);
					t.ok(image?.dataUrl?.startsWith(`data:image/${format};base64,`));
					seen.add(digest(Buffer.from(image?.dataUrl?.split(",")[1] ?? "", "base64")));
				}
			}
			t.equal(seen.size, 1, format);
		}
	},
);

/** A small canvas of many colours, which each quality makes larger. */
function paint(): Canvas {
	const canvas = openCanvas(400, 300);
	const wave = (i: number, step: number) => 128 + 100 * Math.sin(i * step) + ((i * 7_919) % 23);
	for (let i = 0; i < canvas.data.length; i += 4)
		canvas.data.set([wave(i, 0.003), wave(i, 0.0011), wave(i, 0.007), 255], i);
	return canvas;
}

t.test("maxBytes gives the best quality that is small enough", async (t) => {
	const canvas = paint();
	for (const format of FORMATS) {
		const encode = (output: { quality?: number; maxBytes?: number }) =>
			encodeLossy(canvas, "flat", format, { slideIndex: 1, ...output } as SlideJob);
		const at = (quality: number) => encode({ quality });
		const [least, sixty, next, best] = [await at(40), await at(60), await at(61), await at(90)];
		t.ok((await encode({ maxBytes: best.length })).equals(best), "what fits stays as it is");
		t.ok((await encode({ maxBytes: best.length - 1 })).length < best.length);
		t.ok(next.length > sixty.length);
		t.ok((await encode({ maxBytes: sixty.length })).equals(sixty), "neither less nor more than 60");
		t.ok((await encode({ maxBytes: least.length })).equals(least), "40 is the least");
		t.ok((await encode({ maxBytes: best.length, quality: 60 })).equals(sixty), "not above quality");
		await t.rejects(encode({ maxBytes: least.length - 1 }), { code: "image_too_large" });
		// Who asks for less than 40 gets that, and nothing below.
		const low = await at(20);
		t.ok((await encode({ quality: 20, maxBytes: low.length })).equals(low));
		const refused = await encode({ quality: 20, maxBytes: low.length - 1 }).catch((error) => error);
		t.match(refused, { details: { smallestBytes: low.length } });
	}
});

t.test(
	"a picture for which there is no quality is refused, with its slide and its size",
	async (t) => {
		const app = await startApp(t);
		const slide = document.slides[0]!;
		for (const format of FORMATS) {
			const least = await picture(app, `/api/render.${format}`, { ...document, quality: 40 });
			const fitted = { ...document, maxBytes: least.length };
			t.ok((await picture(app, `/api/render.${format}`, fitted)).equals(least));
			const maxBytes = least.length - 1;
			const refused = await app.post("/api/render", {
				...document,
				...{ format, maxBytes, mode: "carousel", slides: [{}, slide] },
			});
			t.equal(refused.status, 422);
			t.match(await refused.json(), {
				error: {
					code: "image_too_large",
					message: /^Slide 2 has \d+ bytes at quality 40/,
					details: { path: "/slides/1", slide: 2, maxBytes, smallestBytes: Number },
				},
			});
			const direct = await app.post(`/api/render.${format}`, { ...document, maxBytes });
			t.equal(direct.status, 422);
			t.match(await direct.json(), { error: { details: { smallestBytes: least.length } } });
		}
	},
);
