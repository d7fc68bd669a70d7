/** Layers across all slides: a panorama of which each slide shows its part. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import t from "tap";
import { startApp } from "../helpers/app.js";

const WIDTH = 240;
const HEIGHT = 200;
/** Preview pixels. */
const EDGE = WIDTH * 0.375;
const PHOTO = "/api/assets/photos/builtin/aurora-green-portrait.svg";

/** Layers over the edges of slides, in many ways. */
const SCENE = [
	{
		...{ type: "shape", shape: "rectangle", x: 0, right: 0, y: 40, height: 20 },
		fill: { type: "linear", angle: 90, stops: [{ color: "#E11D48" }, { color: "#2563EB" }] },
	},
	{
		...{ type: "shape", shape: "ellipse", x: EDGE - 15, y: 5, width: 30, height: 30, rotation: 20 },
		...{ fill: "#FACC15", stroke: { color: "#111111", width: 2 } },
		shadow: { x: 2, y: 3, blur: 6, color: "#000000", opacity: 0.5 },
	},
	{
		type: "text",
		text: "Across every edge of it",
		fontSize: 16,
		x: 2 * EDGE - 70,
		y: 38,
		textColor: "#FFFFFF",
	},
	{ type: "image", src: PHOTO, x: "50%", y: 5, width: 2 * EDGE, height: 30, borderRadius: 8 },
	{
		...{ type: "stack", direction: "row", x: 10, right: 10, bottom: 2, gap: 4 },
		children: Array.from({ length: 9 }, (_, i) => ({
			...{ type: "shape", shape: "rectangle", grow: 1, height: 6, borderRadius: 3 },
			fill: i % 2 ? "#0F766E" : "#F97316",
		})),
	},
];

const hasPoppler = spawnSync("pdftoppm", ["-v"]).error === undefined;

/** The pages of a PDF as pictures, one pixel for each of the export. */
function pagesOf(pdf: Buffer): Buffer[] {
	const folder = mkdtempSync(join(tmpdir(), "across-"));
	try {
		writeFileSync(join(folder, "all.pdf"), pdf);
		execFileSync("pdftoppm", ["-r", "96", "-png", join(folder, "all.pdf"), join(folder, "page")]);
		const pages = readdirSync(folder).filter((name) => name.endsWith(".png"));
		return pages.sort().map((name) => readFileSync(join(folder, name)));
	} finally {
		rmSync(folder, { recursive: true });
	}
}

t.test("slides show the parts of one canvas, without a seam", async (t) => {
	const { app } = await startApp(t);
	const post = async (url: string, payload: object) => {
		const answer = await app.inject({ method: "POST", url, payload });
		t.equal(answer.statusCode, 200, answer.body.slice(0, 300));
		return answer;
	};
	const pixels = (bytes: Buffer) => sharp(bytes).removeAlpha().raw().toBuffer();
	for (const [count, scale, dir] of [
		[2, 1, "ltr"],
		[10, 1, "ltr"],
		[3, 1.5, "rtl"],
	] as const) {
		const slide = { backgroundColor: "#FFFFFF", dir };
		const base = {
			platform: "custom",
			stepperStyle: "none",
			scale,
			size: { width: WIDTH, height: HEIGHT },
		};
		const carousel = {
			...{ ...base, mode: "carousel", common: { across: SCENE } },
			slides: Array(count).fill(slide),
		};
		const size = { width: count * WIDTH, height: HEIGHT };
		const wide = { ...base, size, slides: [{ ...slide, layers: SCENE }] };
		const formats = ["png", "svg", ...(hasPoppler ? ["pdf"] : [])];
		for (const format of formats) {
			const draw = async (document: object, slides: number) => {
				if (format === "pdf") return pagesOf((await post("/api/render.pdf", document)).rawPayload);
				const pictures: Buffer[] = [];
				for (let number = 1; number <= slides; number++) {
					const { rawPayload } = await post(`/api/render.${format}?slide=${number}`, document);
					pictures.push(format === "png" ? rawPayload : await sharp(rawPayload).png().toBuffer());
				}
				return pictures;
			};
			const [whole] = await draw(wide, 1);
			const parts = await draw(carousel, count);
			t.equal(parts.length, count, `${format}: ${count} slides`);
			for (const [index, part] of parts.entries()) {
				const { width, height } = await sharp(part).metadata();
				const left = (dir === "rtl" ? count - 1 - index : index) * width;
				const area = { left, top: 0, width, height };
				const expected = await pixels(await sharp(whole).extract(area).png().toBuffer());
				const found = await pixels(part);
				t.equal(found.length, expected.length);
				const differ = found.filter((value, i) => Math.abs(value - expected[i]!) > 3).length;
				// resvg flattens curves in another way if an edge of the picture cuts them.
				t.ok(
					differ <= found.length / 500,
					`${format} ${dir} slide ${index + 1} of ${count}: ${differ}`,
				);
			}
		}
		const { warnings } = (await post("/api/measure", carousel)).json();
		const { warnings: once } = (await post("/api/measure", wide)).json();
		const codes = (all: { code: string }[]) => [...new Set(all.map(({ code }) => code))];
		// What counts as small depends on the width of the canvas.
		const more = codes(warnings).filter((code) => !codes(once).includes(code));
		t.strictSame(more, [], "no warning about the edges between slides");
	}
});

t.test(
	"what is beyond all slides is reported once, and alt says what is on the slide",
	async (t) => {
		const { app } = await startApp(t);
		const across = [
			{ type: "text", text: "First", x: 20, y: 20 },
			{ type: "text", text: "Second", x: 405 + 20, y: 20 },
			{ type: "text", text: "Between", fontSize: 40, x: 405 - 60, y: 100 },
			{ type: "text", text: "Beyond", x: 3 * 405, y: 200, width: 200 },
			{ type: "text", text: "tiny", fontSize: 8, x: 405 + 20, y: 300 },
		];
		const payload = { mode: "carousel", common: { across }, slides: [{}, {}, {}] };
		const answer = await app.inject({ method: "POST", url: "/api/measure", payload });
		t.equal(answer.statusCode, 200, answer.body.slice(0, 300));
		const { slides, warnings } = answer.json();
		t.strictSame(
			slides.map(({ alt }: { alt: string }) => alt),
			["First\nBetween\nBeyond", "Second\nBetween\ntiny", ""],
		);
		t.strictSame(
			warnings.map(({ code, path }: { code: string; path: string }) => `${code} ${path}`),
			["off_slide /common/across/3", "text_small /common/across/4"],
		);
		t.equal(
			slides[1].layers.find(({ path }: { path: string }) => path === "/common/across/2").box.x,
			-60,
		);
	},
);

t.test("limits, placeholders, repeat and errors are those of common layers", async (t) => {
	const { app } = await startApp(t);
	const send = (common: object, more: object = {}, url = "/api/measure") =>
		app.inject({
			method: "POST",
			url,
			payload: { mode: "carousel", common, slides: [{}, {}], ...more },
		});
	const pathOf = async (across: unknown, more: object = {}) => {
		const answer = await send({ across }, more);
		t.equal(answer.statusCode, 400);
		return answer.json().error.details.issues[0].path;
	};
	t.equal(await pathOf([{ type: "image", src: "x" }]), "/common/across/0/src");
	t.equal(await pathOf([{ type: "text", text: "a", fit: "shrink" }]), "/common/across/0/fit");
	t.equal(await pathOf(Array(151).fill({ type: "text", text: "a" })), "/common/across");
	t.equal(
		await pathOf([{ type: "text", text: "{{x}}" }], { variables: {} }),
		"/common/across/0/text",
	);
	const bars = {
		type: "shape",
		shape: "rectangle",
		repeat: "rows",
		x: "{{item}}%",
		width: 9,
		height: 9,
	};
	const repeated = await send({ across: [bars] }, { variables: { rows: [0, 25, 75] } });
	const boxes = repeated
		.json()
		.slides.map(({ layers }: { layers: { box: { x: number } }[] }) =>
			layers.map(({ box }) => box.x),
		);
	t.strictSame(boxes, [
		[0, 202.5, 607.5],
		[-202.5, 202.5],
	]);
	const links = await startApp(t, { LINK_KEYS: "a".repeat(40) });
	const common = {
		across: [{ type: "shape", shape: "rectangle", x: 0, width: 50, height: 50, fill: "#FF0000" }],
	};
	const rtl = { dir: "auto", layers: [{ type: "text", text: "مرحبا", x: 200, y: 200 }] };
	const document = { mode: "carousel", common, slides: [rtl, rtl] };
	const made = await links.app.inject({ method: "POST", url: "/api/links", payload: { document } });
	t.equal(made.statusCode, 200, made.body.slice(0, 300));
	for (const [i, url] of (made.json().urls as string[]).entries()) {
		const linked = await links.app.inject({ method: "GET", url: new URL(url).pathname });
		const drawn = await links.app.inject({
			...{ method: "POST", url: `/api/render.png?slide=${i + 1}`, payload: document },
		});
		t.ok(linked.rawPayload.equals(drawn.rawPayload), `the link of slide ${i + 1}`);
	}
});
