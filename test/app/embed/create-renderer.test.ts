/** The package's own door: same checks, same bytes as over HTTP. */
import t from "tap";
import { EXAMPLES } from "../../../src/contract/examples.js";
import { createRenderer, ServiceError } from "../../../src/index.js";
import { startApp } from "../../helpers/app.js";

t.test("renders the bytes that the service answers", async (t) => {
	let slides = 0;
	const renderer = await createRenderer({
		processes: 1,
		onSlide: () => {
			slides++;
		},
	});
	t.teardown(() => renderer.close());
	const service = await startApp(t);
	const document = EXAMPLES.habitsCarousel;
	const { images, warnings, warningCount } = await renderer.render(document);
	t.equal(images.length, document.slides.length);
	t.equal(slides, images.length);
	t.equal(warnings.length, warningCount);
	for (const { slide, bytes, mimeType, width } of images) {
		const answer = await service.post(`/api/render.png?slide=${slide}`, document);
		t.same(Buffer.from(bytes), Buffer.from(await answer.arrayBuffer()), `slide ${slide}`);
		t.equal(mimeType, "image/png");
		t.equal(width, 1080);
	}
	const measured = await renderer.measure(document);
	t.same(measured, await (await service.post("/api/measure", document)).json());
	const zip = await renderer.renderFile(document, "zip");
	t.equal(Buffer.from(zip.bytes.subarray(0, 2)).toString(), "PK");
	t.equal(zip.mimeType, "application/zip");
	t.equal(zip.warningCount, 0);
});

t.test("errors carry code and details; a signal gives up", async (t) => {
	const renderer = await createRenderer({ processes: 1 });
	const wrong = { slides: [{ textBlocks: [{ fontSize: 1 }] }] };
	const error = await renderer.render(wrong).catch((error: unknown) => error);
	t.ok(error instanceof ServiceError);
	t.match(error, {
		code: "invalid_render_request",
		details: { issues: [{ path: "/slides/0/textBlocks/0/fontSize" }] },
	});
	const aborted = renderer.render({ slides: [{}] }, { signal: AbortSignal.abort() });
	await t.rejects(aborted);
	await renderer.close();
	let drawn = 0;
	const giveUp = new AbortController();
	const another = await createRenderer({
		processes: 1,
		onSlide: () => {
			drawn++;
			giveUp.abort();
		},
	});
	const slides = Array.from({ length: 20 }, () => ({}));
	await t.rejects(another.render({ mode: "carousel", slides }, { signal: giveUp.signal }));
	await another.close();
	t.ok(drawn < 20, `${drawn} slides`);
	await t.rejects(createRenderer({ processes: 0 }), /RENDER_PROCESSES/);
});

t.test("templates are listed, read and drawn as over HTTP", async (t) => {
	const renderer = await createRenderer({ processes: 1 });
	t.teardown(() => renderer.close());
	const all = renderer.templates.list();
	t.ok(all.length >= 30, "all at once");
	t.same(
		renderer.templates.list({ query: "sale price" }).map(({ id }) => id),
		["sale-price"],
	);
	t.equal(renderer.templates.get("no-such-template"), undefined);
	const template = renderer.templates.get("bold-quote")!;
	(template.document as { slides: unknown[] }).slides = [];
	t.not(renderer.templates.get("bold-quote")!.document, template.document, "answers are copies");
	const document = { template: "bold-quote", variables: { quote: "Hello" }, scale: 0.25 };
	const { images } = await renderer.render(document);
	const service = await startApp(t);
	const answer = await service.post("/api/render.png", document);
	t.same(Buffer.from(images[0]!.bytes), Buffer.from(await answer.arrayBuffer()));
	const error = await renderer.render({ template: "bold-quote" }).catch((error: unknown) => error);
	t.match(error, { details: { issues: [{ path: "/variables/quote" }] } });
});
