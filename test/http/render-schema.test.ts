import sharp from "sharp";
import t from "tap";
import { BRANDS } from "../../src/contract/brands.js";
import { ENUMS } from "../../src/contract/enums.js";
import { canvasSize, PLATFORMS } from "../../src/contract/platforms.js";
import type { RenderRequest } from "../../src/contract/render-request.js";
import type { RenderResponse } from "../../src/contract/render-response.js";
import type { RenderSchema } from "../../src/contract/render-schema.js";
import { startApp } from "../helpers/app.js";

t.test("the render contract, and its examples through the real renderer", async (t) => {
	const { get, post } = await startApp(t);
	const schema = (await (await get("/api/render-schema")).json()) as RenderSchema;
	t.same(Object.keys(schema), [
		"name",
		"description",
		"deliveryNote",
		"imageNote",
		"directPngEndpoint",
		"directEndpoints",
		"limits",
		"coordinateSystem",
		"platforms",
		"safeAreas",
		"brands",
		"fonts",
		"enums",
		"templates",
		"requestBody",
		"templateDocument",
		"examples",
		"example",
	]);
	t.match(schema.limits, {
		maxCarouselSlides: 20,
		maxTextBlocksPerSlide: 30,
		maxImageOverlaysPerSlide: 30,
		maxRemoteImageBytes: 12_582_912,
		remoteImageTimeoutMs: 10_000,
		maxBodyBytes: 2_097_152,
		maxTextLength: 10_000,
	});
	t.match(schema.coordinateSystem, { units: "preview pixels", previewScale: 0.375 });
	t.same(schema.platforms, PLATFORMS);
	t.same(schema.enums, ENUMS);
	t.same(Object.keys(schema.brands), Object.keys(BRANDS));
	t.same(Object.keys(schema.brands["brand-a"] ?? {}), ["textColors", "highlightColors"]);
	t.match(schema.requestBody, {
		type: "object",
		required: ["slides"],
		additionalProperties: false,
	});
	t.equal((await get(schema.templates.list)).status, 200);
	t.equal((await post("/api/render", schema.templates.example)).status, 200);
	t.ok(Object.keys(schema.examples).length >= 6);
	t.ok(JSON.stringify(schema.examples).includes(JSON.stringify(schema.example)));

	for (const [name, example] of Object.entries<RenderRequest>(schema.examples)) {
		await t.test(name, async (t) => {
			const body = (await (await post("/api/render", example)).json()) as RenderResponse;
			const { mode = "single", platform = "short-video-carousel", slides }: RenderRequest = example;
			const size = canvasSize({ platform, size: example.size });
			t.equal(body.images?.length, mode === "single" ? 1 : slides.length);
			for (const { width, height, dataUrl = "" } of body.images) {
				t.same([width, height], [size.width, size.height]);
				const picture = await sharp(Buffer.from(dataUrl.split(",")[1] ?? "", "base64")).metadata();
				t.match(picture, { format: example.format ?? "png", width, height });
			}
		});
	}
});
