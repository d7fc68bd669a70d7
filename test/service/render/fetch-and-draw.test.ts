import t, { type Test } from "tap";
import { BUILT_IN_CONTRACT } from "../../../src/contract/contract.js";
import { LIMITS } from "../../../src/contract/limits.js";
import { documentResolver } from "../../../src/documents/resolve-document.js";
import type { RenderedSlide } from "../../../src/engine/job.js";
import { NO_WARNINGS } from "../../../src/engine/report/warning-list.js";
import type { Renderer } from "../../../src/service/processes/renderer.js";
import { fetchAndDraw } from "../../../src/service/render/fetch-and-draw.js";

const slideOf = (index: number): RenderedSlide => ({
	mimeType: "image/png",
	width: 1,
	height: 1,
	bytes: Buffer.from(`slide ${index}`),
	alt: "",
	...NO_WARNINGS,
});

const noRenderer = (t: Test): Renderer => ({
	drawSlide: async () => t.fail("nothing is drawn") as never,
	prepareImage: async () => t.fail("no image is shown twice") as never,
	measureSlide: async () => t.fail("nothing is measured") as never,
	groupSizes: async () => ({}),
	health: () => ({ ok: true, processes: 1, busy: 0, queued: 0, degraded: false }),
	close: async () => undefined,
});

const resolve = documentResolver(BUILT_IN_CONTRACT, LIMITS.defaultMaxBodyBytes);

t.test("what takes longest is drawn first, and the answer keeps the slides' order", async (t) => {
	const drawn: number[] = [];
	const renderer: Renderer = {
		...noRenderer(t),
		drawSlide: async ({ slideIndex }) => {
			drawn.push(slideIndex);
			return slideOf(slideIndex);
		},
		groupSizes: async () => t.fail("no text has a group") as never,
	};
	const sizes: Record<string, number> = { "https://a.example/1": 10, "https://a.example/2": 500 };
	const images = Object.keys(sizes);
	const slides: RenderedSlide[] = [];
	const document = resolve({
		mode: "carousel",
		slides: [{}, { image: images[0]! }, {}, { image: images[1]! }],
	});
	await fetchAndDraw(
		document,
		document.slides,
		{ format: "png" },
		{
			renderer,
			imageSources: {
				load: async (refs) =>
					new Map(refs.map(({ src }) => [src, new Uint8Array(sizes[src] ?? 0)])),
				close: async () => undefined,
				forget: () => undefined,
			},
			admit: (task) => task(),
			timeoutMs: LIMITS.remoteImageTimeoutMs,
			keep: async (position, slide) => {
				slides[position] = slide;
			},
		},
		{ signal: new AbortController().signal, client: "test" },
	);
	t.same(drawn, [3, 1, 0, 2]);
	t.same(slides, [0, 1, 2, 3].map(slideOf));
});
