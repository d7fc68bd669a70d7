/** Boxes that the layout puts far off the slide, and pictures at its edge. */
import { Resvg } from "@resvg/resvg-js";
import sharp from "sharp";
import t from "tap";
import { LIMITS } from "../../src/contract/limits.js";
import { startApp } from "../helpers/app.js";

const MAX = LIMITS.maxBoxDistance;
const rect = (fields: object = {}) => ({
	type: "shape",
	shape: "rectangle",
	width: 10,
	height: 10,
	fill: "red",
	...fields,
});
const stack = (children: object[], fields: object = {}) => ({ type: "stack", children, ...fields });

t.test("a field that makes a box reach too far is named", async (t) => {
	const { app } = await startApp(t);
	const cases: [layer: object, field: string][] = [
		[{ ...rect(), width: undefined, aspectRatio: 1_000, height: 5_000 }, "aspectRatio"],
		[{ ...rect(), height: undefined, aspectRatio: 0.001, width: 5_000 }, "aspectRatio"],
		[rect({ minHeight: "9999999%" }), "minHeight"],
		[rect({ width: "9999999%" }), "width"],
		[rect({ x: "-9999999%" }), "x"],
		[rect({ bottom: "9999999%", y: undefined }), "bottom"],
		[stack([rect(), rect(), rect(), rect()], { gap: 1e9 }), "gap"],
		[stack([rect()], { padding: 1e9, x: 1e9, direction: "row" }), "padding"],
		[stack(Array(4).fill(rect({ height: 1e9 }))), "children"],
		[stack([rect({ position: "absolute", x: "9999999%" })], { width: 50 }), "children/0/x"],
		[stack([rect({ basis: "9999999%" })], { direction: "row", width: 400 }), "children/0/basis"],
	];
	for (const [layer, field] of cases) {
		const payload = { slides: [{ layers: [rect(), layer] }] };
		const answer = await app.inject({ method: "POST", url: "/api/measure", payload });
		t.equal(answer.statusCode, 400, `${field}: ${answer.body.slice(0, 300)}`);
		const [issue] = answer.json().error.details.issues;
		t.equal(issue.path, `/slides/0/layers/1/${field}`, issue.message);
		t.equal(issue.maximum, MAX);
		t.match(issue.message, /the limit is 1,000,000 px/);
	}
});

t.test("a single length is never too large", async (t) => {
	const { app } = await startApp(t);
	for (const value of [1e6, 1e9, 1e308, -1e308])
		for (const field of ["x", "y", "right", "bottom", "width", "height", "minWidth", "maxHeight"]) {
			const layers = [rect({ [field]: value }), stack([rect()], { [field]: value })];
			const payload = { slides: [{ layers, textBlocks: [{ text: "Text", [field]: value }] }] };
			const answer = await app.inject({ method: "POST", url: "/api/measure", payload });
			t.equal(answer.statusCode, 200, `${field} ${value}: ${answer.body.slice(0, 300)}`);
		}
});

/** Greatest difference of a channel, and pixels that differ by more than a few. */
function difference(one: Uint8Array, other: Uint8Array): number {
	let count = 0;
	for (let i = 0; i < one.length; i++) if (Math.abs(one[i]! - other[i]!) > 12) count++;
	return count;
}

t.test("a picture with a border at the edge looks the same in all formats", async (t) => {
	const { app } = await startApp(t);
	const size = { width: 160, height: 160 };
	const post = async (url: string, payload: object) => {
		const answer = await app.inject({ method: "POST", url, payload });
		t.equal(answer.statusCode, 200, `${url}: ${answer.body.slice(0, 300)}`);
		return answer;
	};
	const looks = [
		{ border: { width: 1, color: "#ff0000" } },
		{ border: { width: 8, color: "#ff000080" }, borderRadius: 10 },
		{ borderRadius: 999, filter: { grayscale: 1 } },
		{ border: { width: 4, color: "#ff0000" }, filter: { blur: 3 } },
	];
	// The canvas has 60 preview pixels; the last ones show nothing but the border.
	for (const look of looks)
		for (const [x, y] of [
			[45, 10],
			[-20, -15],
			[59.5, 10],
			[60, 10],
			[10, -29.7],
		])
			for (const fit of ["cover", "contain"]) {
				const picture = { src: "lucide:rocket", x, y, width: 30, height: 30, fit, ...look };
				const slides = [{ backgroundColor: "#ffffff", imageOverlays: [picture] }];
				const document = { platform: "custom", size, slides };
				const png = (await post("/api/render.png", document)).rawPayload;
				const svg = (await post("/api/render.svg", document)).body;
				await post("/api/render.pdf", document);
				const pixels = await sharp(png).ensureAlpha().raw().toBuffer();
				const differ = difference(pixels, new Resvg(svg).render().pixels);
				t.ok(differ < 40, `${x}, ${y}, ${fit}, ${JSON.stringify(look)}: ${differ} pixels`);
			}
});

t.test("what is off the slide is reported", async (t) => {
	const { app } = await startApp(t);
	const codes = async (picture: object): Promise<string[]> => {
		const own = {
			src: "lucide:rocket",
			fit: "contain",
			y: 50,
			width: 100,
			height: 100,
			...picture,
		};
		const payload = {
			slides: [{ imageOverlays: [{ border: { width: 1, color: "red" }, ...own }] }],
		};
		const answer = await app.inject({ method: "POST", url: "/api/measure", payload });
		return answer.json().warnings.map(({ code }: { code: string }) => code);
	};
	t.ok((await codes({ x: 350 })).includes("image_off_slide"));
	t.ok((await codes({ x: 405 })).includes("off_slide"));
	t.ok((await codes({ x: 1_000 })).includes("off_slide"));
});
