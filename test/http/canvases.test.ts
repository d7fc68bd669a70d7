import sharp from "sharp";
import t from "tap";
import type { RenderResponse } from "../../src/contract/render-response.js";
import { startApp } from "../helpers/app.js";
import { LINK_KEY } from "../helpers/links.js";

const SLIDE = {
	backgroundColor: "#204060",
	textBlocks: [{ text: "Any canvas", x: 4, y: 4, fontSize: 12 }],
	layers: [{ type: "shape", shape: "ellipse", x: 2, y: 2, width: 12, height: 12, opacity: 0.5 }],
};

t.test("every format has the size of its canvas, scaled", async (t) => {
	const { post } = await startApp(t);
	const cases = [
		{ canvas: { platform: "pin" }, size: [1000, 1500] },
		{ canvas: { platform: "profile-banner", scale: 0.25 }, size: [375, 125] },
		{
			canvas: { platform: "custom", size: { width: 64, height: 65 }, scale: 0.25 },
			size: [16, 16],
		},
		{
			canvas: { platform: "custom", size: { width: 4096, height: 100 }, scale: 2 },
			size: [8192, 200],
		},
		{ canvas: { platform: "photo-feed-square", scale: 3 }, size: [3240, 3240] },
	];
	for (const { canvas, size } of cases) {
		for (const format of ["png", "jpeg", "webp", "svg"]) {
			const response = await post("/api/render", { ...canvas, format, slides: [SLIDE] });
			t.equal(response.status, 200);
			const [image] = ((await response.json()) as RenderResponse).images;
			t.same([image!.width, image!.height], size, `${format} ${JSON.stringify(canvas)}`);
			const bytes = image!.svg
				? Buffer.from(image!.svg)
				: Buffer.from(image!.dataUrl!.split(",")[1]!, "base64");
			const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
			t.same([width, height], size, `the ${format} itself`);
		}
	}
});

t.test("the largest image is drawn, also with all that takes memory", async (t) => {
	const { post } = await startApp(t);
	const canvas = { platform: "custom", size: { width: 4096, height: 4096 } };
	const plain = await post("/api/render.png", { ...canvas, slides: [SLIDE] });
	t.equal(plain.status, 200);
	const { width, height } = await sharp(Buffer.from(await plain.arrayBuffer())).metadata();
	t.same([width, height], [4096, 4096]);
	const groups = (depth: number): object => ({
		type: "stack",
		position: "absolute",
		x: 0,
		y: 0,
		width: 1536,
		height: 1536,
		opacity: 0.5,
		clip: true,
		borderRadius: 40,
		children: [
			{ type: "shape", shape: "rectangle", width: 1536, height: 1536, fill: "#804020" },
			depth === 0
				? { type: "shape", shape: "ellipse", width: 1536, height: 1536 }
				: groups(depth - 1),
		],
	});
	const deep = await post("/api/render.png", {
		...canvas,
		slides: [{ background: "transparent", layers: [groups(4)] }],
	});
	t.equal(deep.status, 422);
	t.match(await deep.json(), { error: { code: "too_complex" } });
	const still = await post("/api/render.png", { slides: [SLIDE] });
	t.equal(still.status, 200, "the service goes on");
});

t.test("a text below the slide says which y shows it", async (t) => {
	const { post } = await startApp(t);
	const document = (block: object) => ({
		platform: "link-preview",
		slides: [{ textBlocks: [{ text: "Hello", ...block }] }],
	});
	const warningOf = async (block: object) => {
		const answer = (await (await post("/api/render", document(block))).json()) as RenderResponse;
		return answer.warnings[0];
	};
	const off = await warningOf({});
	t.match(off, { code: "off_slide", severity: "error", path: "/slides/0/textBlocks/0" });
	const y = Number(/set y to (-?\d+)\.$/.exec(off!.message)?.[1]);
	t.equal(await warningOf({ y }), undefined, `y ${y} works`);
});

t.test("a link to a custom canvas needs its size, too", async (t) => {
	const { post } = await startApp(t, { LINK_KEYS: LINK_KEY });
	const sign = (document: object) =>
		post("/api/links", { document: { platform: "custom", slides: [SLIDE], ...document } });
	const without = await sign({});
	t.equal(without.status, 400);
	t.match(await without.json(), { error: { details: { issues: [{ path: "/document/size" }] } } });
	t.equal((await sign({ size: { width: 400, height: 300 } })).status, 200);
});
