import { tmpdir } from "node:os";
import t from "tap";
import { ServiceError } from "../../../src/base/errors.js";
import { BUILT_IN_CONTRACT } from "../../../src/contract/contract.js";
import { documentResolver } from "../../../src/documents/resolve-document.js";
import { Admission } from "../../../src/service/admission.js";
import { Spool } from "../../../src/service/delivery/spool.js";
import { bytesInFlight } from "../../../src/service/fairness/bytes-in-flight.js";
import type { Renderer, RenderOptions } from "../../../src/service/processes/renderer.js";
import { measureDocument } from "../../../src/service/render/measure-document.js";
import {
	type RenderParts,
	refuseBusy,
	renderDocument,
} from "../../../src/service/render/render-document.js";
import { NO_RENDER_METRICS } from "../../../src/service/render-metrics.js";
import { fakeRenderer } from "../../helpers/app.js";

const resolve = documentResolver(BUILT_IN_CONTRACT, 10_000);
const PNG = { format: "png" } as const;
const caller = () => ({ client: "a client", signal: new AbortController().signal });

/** What draws with a renderer of the test's, and the bytes that wait to be taken. */
function servicesWith(renderer: Partial<Renderer>) {
	const inFlight = bytesInFlight({ bodies: 1_000, images: 1_000, slides: 1_000 });
	const services: RenderParts = {
		admission: new Admission({ running: 1, waiting: 1 }),
		renderer: fakeRenderer(renderer),
		imageSources: {
			load: async () => new Map(),
			close: async () => undefined,
			forget: () => undefined,
		},
		spool: new Spool({ directory: tmpdir(), inFlight, maxDiskBytes: 1_000 }),
		metrics: NO_RENDER_METRICS,
		renderTimeoutMs: 1_000,
		slidesAtATime: 2,
	};
	return { services, held: () => inFlight.slides.total };
}

t.test("slides come in the order in which they were asked for", async (t) => {
	const { services, held } = servicesWith({});
	const counted: [string, number][] = [];
	const metrics = {
		...NO_RENDER_METRICS,
		slidesDrawn: (format: string, count: number) => counted.push([format, count]),
	};
	const document = resolve({ mode: "carousel", slides: [{}, {}, {}] });
	const slides = [document.slides[2]!, document.slides[0]!];
	const drawing = { document, slides, output: PNG };
	const drawn = await renderDocument({ ...services, metrics }, drawing, caller());
	t.equal(drawn.length, 2);
	t.same(counted, [["png", 2]]);
	t.ok(held() > 0);
	drawn.release();
	t.equal(held(), 0);
	t.equal(services.admission.accepted, 0);
});

t.test("when a slide fails, what was drawn is let go and the place is free again", async (t) => {
	const { drawSlide } = fakeRenderer();
	const { services, held } = servicesWith({
		drawSlide: async (job, ...rest) => {
			if (job.slideIndex === 1) throw new ServiceError("too_complex");
			return drawSlide(job, ...rest);
		},
	});
	const document = resolve({ mode: "carousel", slides: [{}, {}] });
	const drawing = { document, slides: document.slides, output: PNG };
	await t.rejects(renderDocument(services, drawing, caller()), { code: "too_complex" });
	t.equal(held(), 0);
	t.equal(services.admission.accepted, 0);
});

t.test(
	"one slide of little text takes the fast lane, a picture or a carousel does not",
	async (t) => {
		const lanes: (boolean | undefined)[] = [];
		const { drawSlide } = fakeRenderer();
		const { services } = servicesWith({
			drawSlide: (job, images, options: RenderOptions) => {
				lanes.push(options.light);
				return drawSlide(job, images, options);
			},
		});
		const draw = async (value: unknown) => {
			const document = resolve(value);
			const drawing = { document, slides: document.slides, output: PNG };
			(await renderDocument(services, drawing, caller())).release();
		};
		await draw({ slides: [{ textBlocks: [{ text: "Little" }] }] });
		await draw({ mode: "carousel", slides: [{}, {}] });
		t.same(lanes, [true, false, false]);
	},
);

t.test("a client that has gone has nothing drawn", async (t) => {
	const { services } = servicesWith({ drawSlide: async () => t.fail("it is drawn") as never });
	const document = resolve({ slides: [{ textBlocks: [{ text: "x".repeat(2_000) }] }] });
	const drawing = { document, slides: document.slides, output: PNG };
	const reason = new Error("gone");
	const gone = { ...caller(), signal: AbortSignal.abort(reason) };
	await t.rejects(renderDocument(services, drawing, gone), reason);
});

t.test("who would find no place is refused before anything is read", async (t) => {
	const { services } = servicesWith({});
	refuseBusy(services, "a client");
	let free = () => {};
	const taken = new Promise<void>((resolve) => {
		free = resolve;
	});
	const renders = Array.from({ length: 2 }, () =>
		services.admission.accept("a client", async () => taken).catch(() => undefined),
	);
	t.throws(() => refuseBusy(services, "a client"), { code: "overloaded" });
	free();
	await Promise.all(renders);
	refuseBusy(services, "a client");
});

t.test("all slides are measured in either mode", async (t) => {
	const { services } = servicesWith({});
	const document = resolve({ platform: "link-preview", slides: [{}, {}] });
	const measured = await measureDocument(services, document, caller());
	t.match(measured, {
		ok: true,
		platform: "link-preview",
		previewWidth: 450,
		previewHeight: 236.25,
		slides: [{ slide: 1 }, { slide: 2 }],
		warnings: [{ code: "slides_not_drawn" }],
		warningCount: 1,
	});
});
