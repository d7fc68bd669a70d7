import t from "tap";
import type { RenderResponse } from "../../src/contract/render-response.js";
import type { Warning } from "../../src/contract/warning.js";
import { warningsHeader } from "../../src/service/delivery/warnings-header.js";
import { startApp } from "../helpers/app.js";

const PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

const TWO_PIXELS =
	"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAD0lEQVQImWP4z8DAwPAfAAcAAf/89wURAAAAAElFTkSuQmCC";

t.test("a render reports what was probably not intended", async (t) => {
	const { post } = await startApp(t);
	const ask = async (body: object) => {
		const response = await post("/api/render", body);
		t.equal(response.status, 200);
		return (await response.json()) as RenderResponse;
	};

	const clean = await ask({ slides: [{}] });
	t.same([clean.warnings, clean.warningCount], [[], 0], "always there");

	const overlays = [
		{ src: PIXEL, x: 600 },
		{ src: PIXEL, width: 0 },
		{ src: TWO_PIXELS, x: 300, y: 400 },
	];
	const document = { slides: [{ imageOverlays: overlays }, {}, {}] };
	const answer = await ask(document);
	t.match(answer.warnings, [
		{ code: "slides_not_drawn", path: "/slides", slideCount: 3 },
		{ code: "off_slide", path: "/slides/0/imageOverlays/0" },
		{ code: "empty_box", path: "/slides/0/imageOverlays/1" },
	]);
	t.same((await ask(document)).warnings, answer.warnings, "the same each time");

	const file = await post("/api/render.png", document);
	t.match(
		file.headers.get("x-render-warnings"),
		/^\d+; off_slide@\/slides\/0\/imageOverlays\/0, empty_box@\/slides\/0\/imageOverlays\/1/,
		"and so does a file, of its own slide",
	);
	await file.arrayBuffer();
	const other = await post("/api/render.png?slide=2", document);
	t.equal(other.headers.get("x-render-warnings"), "0");
	await other.arrayBuffer();
});

t.test("50 warnings are listed and all are counted, in the order of the document", async (t) => {
	const { post } = await startApp(t);
	const slide = { imageOverlays: Array(30).fill({ src: PIXEL, height: -1 }) };
	const response = await post("/api/render", { mode: "carousel", slides: [slide, slide, slide] });
	const { warnings, warningCount } = (await response.json()) as RenderResponse;
	t.equal(warningCount, 90);
	t.equal(warnings.length, 50);
	t.equal(warnings[49]?.path, "/slides/1/imageOverlays/19");
});

t.test("the header has at most 1 kB", async (t) => {
	const warnings = Array.from(
		{ length: 50 },
		(_, i): Warning => ({
			code: "off_slide",
			severity: "warning",
			path: `/slides/0/imageOverlays/${i}`,
			message: "",
		}),
	);
	const value = warningsHeader({ warnings, warningCount: 77 });
	t.ok(value.length <= 1_024 && value.length > 980, `${value.length}`);
	t.match(value, /^77; off_slide@\/slides\/0\/imageOverlays\/0, off_slide@.*\d$/);
});
