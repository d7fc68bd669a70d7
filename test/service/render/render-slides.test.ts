import t, { type Test } from "tap";
import { ServiceError } from "../../../src/base/errors.js";
import { BUILT_IN_CONTRACT } from "../../../src/contract/contract.js";
import { LIMITS } from "../../../src/contract/limits.js";
import { documentResolver } from "../../../src/documents/resolve-document.js";
import type { RenderedSlide } from "../../../src/engine/job.js";
import { NO_WARNINGS } from "../../../src/engine/report/warning-list.js";
import { renderSlides } from "../../../src/service/render/render-slides.js";
import type { Renderer } from "../../../src/service/render/renderer.js";

const slideOf = (index: number): RenderedSlide => ({
	mimeType: "image/png",
	width: 1,
	height: 1,
	bytes: Buffer.from(`slide ${index}`),
	alt: "",
	...NO_WARNINGS,
});

const noRenderer = (t: Test): Renderer => ({
	renderSlide: async () => t.fail("nothing is drawn") as never,
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
		renderSlide: async ({ slideIndex }) => {
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
	await renderSlides(
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

const REMOTE = "https://a.example/1.png";
const DATA = "data:image/png;base64,iVBORw0KGgo=";
const image = (src: string) => ({ type: "image", src, width: 50, height: 50 });

/** Renders a document, and reports what was laid out and drawn in which order. */
async function rendered(
	t: Test,
	request: object,
	{
		load = async () => {},
		layOut = async () => {},
		batch,
	}: { load?: () => Promise<void>; layOut?: () => Promise<void>; batch?: object } = {},
): Promise<unknown[]> {
	const done: unknown[] = [];
	const document = resolve(request as Parameters<typeof resolve>[0]);
	let layouts = 0;
	await renderSlides(
		document,
		document.slides,
		{ format: "png" },
		{
			renderer: {
				...noRenderer(t),
				layOutAhead: ({ slideIndex }) => {
					done.push(`layout ${slideIndex}`);
					return { number: 40 + ++layouts, done: layOut() };
				},
				renderSlide: async ({ slideIndex }, _, { laidOut }) => {
					await laidOut?.done;
					done.push(`draw ${slideIndex} with ${laidOut?.number}`);
					return slideOf(slideIndex);
				},
			},
			imageSources: {
				load: async (refs) => {
					await load();
					done.push("loaded");
					return new Map(refs.map(({ src }) => [src, new Uint8Array(10)]));
				},
				close: async () => undefined,
				forget: () => undefined,
			},
			admit: (task) => task(),
			timeoutMs: LIMITS.remoteImageTimeoutMs,
			keep: async () => undefined,
		},
		{ signal: new AbortController().signal, client: "test", ...(batch && { batch }) },
	).catch((error: unknown) => {
		throw Object.assign(error as Error, { done });
	});
	return done;
}

t.test("a slide of layers is laid out while its remote images are fetched", async (t) => {
	const slide = { layers: [image(REMOTE)] };
	t.same(await rendered(t, { slides: [slide] }), ["layout 0", "loaded", "draw 0 with 41"]);
	const later = () => new Promise<void>((resolve) => setTimeout(resolve, 50));
	const slow = await rendered(t, { slides: [slide] }, { layOut: later });
	t.same(slow, ["layout 0", "loaded", "draw 0 with 41"], "it is drawn after the layout");
	const common = { front: [{ type: "text", text: "x" }] };
	t.same(
		await rendered(t, { slides: [{ image: REMOTE }], common }),
		["layout 0", "loaded", "draw 0 with 41"],
		"common layers count",
	);

	const grouped = { type: "text", text: "x", width: 90, height: 90, fit: "shrink", fitGroup: "a" };
	for (const [why, request] of Object.entries({
		"no remote image": { slides: [{ layers: [image(DATA)] }] },
		"no layers": { slides: [{ image: REMOTE, textBlocks: [{ text: "x" }], layers: [] }] },
		"a fit group": { slides: [{ layers: [image(REMOTE), grouped] }] },
	}))
		t.same(await rendered(t, request), ["loaded", "draw 0 with undefined"], why);
	t.same(
		await rendered(t, { mode: "carousel", slides: [slide, slide] }),
		["loaded", "draw 0 with undefined", "draw 1 with undefined"],
		"several slides",
	);
	t.same(
		await rendered(t, { slides: [slide] }, { batch: {} }),
		["loaded", "draw 0 with undefined"],
		"rows of a batch",
	);
});

t.test("an image that fails comes before a layout that fails, and nothing is drawn", async (t) => {
	const request = { slides: [{ layers: [image(REMOTE)] }] };
	const fails = (code: "remote_image_failed" | "too_complex", ms: number) => () =>
		new Promise<void>((_, reject) => {
			setTimeout(() => reject(new ServiceError(code)), ms);
		});
	for (const [load, layout] of [
		[0, 30],
		[30, 0],
	] as const)
		await t.rejects(
			rendered(t, request, {
				load: fails("remote_image_failed", load),
				layOut: fails("too_complex", layout),
			}),
			{ code: "remote_image_failed", done: ["layout 0"] },
		);
	await t.rejects(rendered(t, request, { layOut: fails("too_complex", 30) }), {
		code: "too_complex",
		done: ["layout 0", "loaded"],
	});
});
