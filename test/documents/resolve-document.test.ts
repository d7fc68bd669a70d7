import t from "tap";
import { BUILT_IN_CONTRACT, contractWith } from "../../src/contract/contract.js";
import { RenderRequestSchema } from "../../src/contract/render-request.js";
import type { DocumentUse } from "../../src/documents/ignored-fields.js";
import { slideOf, slidesOfMode } from "../../src/documents/pick-slides.js";
import { documentResolver } from "../../src/documents/resolve-document.js";
import { slideOutput } from "../../src/documents/slide-output.js";

const resolve = documentResolver(BUILT_IN_CONTRACT, 10_000);

/** The issues of a document that is refused. */
const issuesOf = (value: unknown, made?: Parameters<typeof resolve>[1]): object[] => {
	try {
		resolve(value, made);
		return [];
	} catch (error) {
		return (error as { details: { issues: object[] } }).details.issues;
	}
};

t.test("what a document leaves out is what the schema says", async (t) => {
	const document = resolve({ slides: [{}] });
	const properties: Record<string, { default?: unknown }> = RenderRequestSchema.properties;
	for (const field of ["mode", "format", "quality", "delivery", "stepperStyle"] as const)
		t.equal(document[field], properties[field]!.default, field);
	t.equal(document.canvas.platform, properties.platform!.default);
	t.equal(document.brand, BUILT_IN_CONTRACT.brands[String(properties.brand!.default)]);
	t.equal(document.maxBytes, null);
	t.same(document.source, { slides: [{}] }, "the source stays as it was written");
});

t.test("null counts as absent", async (t) => {
	const document = resolve({ platform: null, format: null, slides: [{ image: null }] });
	t.same(document, resolve({ slides: [{}] }));
});

t.test("a slide has the canvas of its platform and its index in the request", async (t) => {
	const { canvas, slides } = resolve({ platform: "link-preview", slides: [{}, {}] });
	t.same(canvas, { platform: "link-preview", width: 1200, height: 630, scale: 1 });
	t.same(
		slides.map(({ index, canvas }) => ({ index, canvas })),
		[0, 1].map((index) => ({ index, canvas })),
	);
});

t.test("variables are put in before the fields are checked", async (t) => {
	const document = resolve({
		variables: { color: "#102030" },
		slides: [{ backgroundColor: "{{color}}" }],
	});
	t.equal(document.slides[0]!.slide.backgroundColor, "#102030");
	t.notOk("variables" in document.source);
	t.match(issuesOf({ variables: { color: "rot" }, slides: [{ backgroundColor: "{{color}}" }] }), [
		{ path: "/slides/0/backgroundColor" },
	]);
	const long = { variables: { word: "x".repeat(6_000) }, slides: [{}] };
	const textBlocks = [{ text: "{{word}}{{word}}" }];
	t.match(issuesOf({ ...long, slides: [{ textBlocks }] }), [
		{ message: "makes the document too long after variables are filled in" },
	]);
});

t.test("what is not an object is refused", async (t) => {
	for (const value of [undefined, null, 7, "{}", [], {}])
		t.equal(issuesOf(value).length, 1, JSON.stringify(value));
});

t.test("what a schema cannot say is checked, for slides that are not drawn too", async (t) => {
	const slides = [{}, { image: "ftp://a.example/b.png", textBlocks: [{ highlightColor: "nope" }] }];
	t.match(issuesOf({ slides }), [
		{ path: "/slides/1/image", message: "is not an http(s) or data:image URL" },
		{ path: "/slides/1/textBlocks/0/highlightColor", message: "is not a CSS colour" },
	]);
});

t.test("fields without effect are listed, each with its reason", async (t) => {
	const ignored = (document: object, use?: DocumentUse) =>
		resolve({ slides: [{}], ...document }, use).ignored.map(({ path }) => path);
	t.same(ignored({ quality: 80 }), ["/quality"]);
	t.same(ignored({ quality: 80 }, "jpeg"), []);
	t.same(ignored({ quality: 80, maxBytes: 20_000 }, "pdf"), ["/maxBytes"]);
	t.same(ignored({ quality: 80, format: "webp" }), []);
	t.same(ignored({ format: "jpeg", delivery: "url" }, "png"), ["/format", "/delivery"]);
	t.same(ignored({ format: "jpeg", quality: 80 }, "zip"), []);
	t.same(ignored({ quality: 80, scale: 2 }, "measure"), ["/quality", "/scale"]);
	t.same(ignored({ stepperStyle: "dots" }), ["/stepperStyle"]);
	t.same(ignored({ stepperStyle: "dots", mode: "carousel" }), []);
	t.same(ignored({ quality: 80, ignoreWarnings: ["field_ignored"] }), []);
});

t.test("values that a template does not show on a canvas are reported", async (t) => {
	const hidden = (fields: object) =>
		resolve({ template: "sale-price", ...fields }).ignored.filter(
			({ code }) => code === "value_not_shown",
		);
	const variables = { product: "Oak", price: "€ 249", until: "Sunday", photo: "lucide:rocket" };
	t.same(hidden({ variables }), []);
	t.match(hidden({ variables, platform: "link-preview" }), [
		{
			severity: "info",
			path: "/variables/until",
			message: /^The template does not show until on link-preview\. It does on photo-feed-square, /,
			platforms: ["link-preview"],
		},
	]);
	const { until: _, ...rest } = variables;
	for (const blank of [rest, { ...rest, until: "" }, { ...rest, until: null }])
		t.same(hidden({ variables: blank, platform: "link-preview" }), [], "nothing was given");
	t.match(hidden({ variables, platforms: ["photo-feed-post", "link-preview"] }), [
		{ platforms: ["link-preview"] },
	]);
	t.same(hidden({ variables, platform: "link-preview", ignoreWarnings: ["value_not_shown"] }), []);
	const size = { width: 1200, height: 400 };
	t.equal(hidden({ variables, platform: "custom", size }).length, 1);
});

t.test("a custom canvas has a size, and no image is larger than allowed", async (t) => {
	const custom = (size?: object, scale?: number) =>
		issuesOf({ platform: "custom", slides: [{}], ...(size && { size }), ...(scale && { scale }) });
	t.match(custom(), [{ path: "/size", allowed: /64 to 4096/ }]);
	t.match(custom({ width: 63, height: 100 }), [{ path: "/size/width", minimum: 64 }]);
	t.match(custom({ width: 100.5, height: 100 }), [{ path: "/size/width" }]);
	t.match(custom({ width: 4097, height: 100 }), [{ path: "/size/width", maximum: 4096 }]);
	t.same(custom({ width: 4096, height: 4096 }), []);
	t.match(custom({ width: 4096, height: 4096 }, 1.01), [{ path: "/scale", maximum: 1 }]);
	t.match(custom({ width: 4096, height: 100 }, 2.5), [{ path: "/scale", maximum: 2 }]);
	t.match(custom({ width: 100, height: 100 }, 3.1), [{ path: "/scale", maximum: 3 }]);
	t.match(issuesOf({ size: { width: 100, height: 100 }, slides: [{}] }), [{ path: "/size" }]);
	t.match(issuesOf({ platform: "photo-feed-story", scale: 3, slides: [{}] }), [
		{ path: "/scale", maximum: 2.84 },
	]);
	t.same(issuesOf({ platform: "photo-feed-story", scale: 2.84, slides: [{}] }), []);
	const { canvas } = resolve({
		platform: "custom",
		size: { width: 300, height: 100 },
		scale: 2,
		slides: [{}],
	});
	t.same(canvas, { platform: "custom", width: 300, height: 100, scale: 2 });
});

t.test("numbers of what is expensive on a slide have limits", async (t) => {
	const layersOf = (count: number, layer: object) => ({ layers: Array(count).fill(layer) });
	const picture = { type: "image", src: "https://a.example/b.png", x: 0, y: 0, width: 20 };
	const barcode = { type: "barcode", kind: "qr", data: "a", x: 0, y: 0, width: 60 };
	const stack = { type: "stack", x: 0, y: 0, children: Array(11).fill(barcode) };
	t.same(issuesOf({ slides: [layersOf(40, picture), layersOf(20, barcode)] }), []);
	t.match(issuesOf({ slides: [{}, layersOf(41, picture)] }), [
		{ path: "/slides/1/layers", message: /^makes 41 pictures in layers/, maximum: 40 },
	]);
	t.match(issuesOf({ common: { front: [barcode] }, slides: [layersOf(20, barcode)] }), [
		{ path: "/slides/0/layers", message: /^has 21 barcodes/, maximum: 20 },
	]);
	t.match(issuesOf({ slides: [layersOf(2, stack)] }), [{ message: /^has 22 barcodes/ }]);
	const richText = `${"<b>".repeat(101)}a${"</b>".repeat(101)}`;
	t.match(issuesOf({ slides: [layersOf(1, { type: "text", x: 0, y: 0, richText })] }), [
		{ path: "/slides/0/layers/0/richText", message: /100 levels deep/, maxDepth: 100 },
	]);
});

t.test("one platform or several, not both", async (t) => {
	t.match(issuesOf({ platform: "pin", platforms: ["pin", "link-preview"], slides: [{}] }), [
		{ path: "/platforms", message: "cannot be combined with platform: use one of them" },
	]);
});

t.test("the brand's font is that of texts which name none", async (t) => {
	const font = { family: "OperatorDesigns", weights: [400], italic: false, variable: false };
	const brand = {
		textColors: [],
		highlightColors: [],
		stepperColor: "#123456",
		color: "#123456",
		background: "#FFFFFF",
		text: "#111111",
		font: "OperatorDesigns",
	};
	const resolveOwn = documentResolver(
		contractWith({ fonts: [font], brands: { own: brand } }),
		10_000,
	);
	const textBlocks = [{ text: "a" }, { text: "b", font: "Inter" }];
	const document = resolveOwn({ brand: "own", slides: [{ textBlocks }] });
	t.same(
		document.slides[0]!.slide.textBlocks?.map(({ font }) => font),
		["OperatorDesigns", "Inter"],
	);
	t.same(document.source.slides[0]!.textBlocks, textBlocks, "a link names no font of a brand");
	t.equal(document.brand.stepperColor, "#123456");
});

t.test("mode says which slides are drawn, and warns of those that are not", async (t) => {
	const single = resolve({ slides: [{}, {}, {}] });
	t.same(
		slidesOfMode(single).map(({ index }) => index),
		[0],
	);
	t.match(single.warnings, [{ code: "slides_not_drawn", path: "/slides", slideCount: 3 }]);
	const carousel = resolve({ mode: "carousel", slides: [{}, {}, {}] });
	t.same(
		slidesOfMode(carousel).map(({ index }) => index),
		[0, 1, 2],
	);
	t.same(carousel.warnings, []);
	t.same(resolve({ slides: [{}] }).warnings, []);
});

t.test("a slide is found by its number in either mode", async (t) => {
	const document = resolve({ slides: [{}, {}] });
	t.equal(slideOf(document, 2).index, 1);
	t.throws(() => slideOf(document, 3), {
		code: "invalid_render_request",
		details: { issues: [{ path: "/slide", message: "must be at most 2" }] },
	});
});

t.test("a format gets the fields that it has a use for", async (t) => {
	const document = resolve({ format: "jpeg", quality: 70, maxBytes: 50_000, slides: [{}] });
	t.same(slideOutput(document, "jpeg"), { format: "jpeg", quality: 70, maxBytes: 50_000 });
	t.same(slideOutput(document, "pdf"), { format: "pdf", quality: 70 });
	t.same(slideOutput(document, "png"), { format: "png" });
	t.same(slideOutput(resolve({ slides: [{}] }), "webp"), { format: "webp", quality: 90 });
});
