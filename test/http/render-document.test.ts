import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import t, { type Test } from "tap";
import type { RenderRequest } from "../../src/contract/render-request.js";
import { fakeRenderer, type RunningApp, startApp } from "../helpers/app.js";
import { goldenCases } from "../helpers/golden.js";
import { psnr } from "../helpers/psnr.js";
import { dataUrl } from "../helpers/sample-images.js";

const run = promisify(execFile);
const has = (program: string): boolean => {
	try {
		execFileSync("/bin/sh", ["-c", `command -v ${program}`]);
		return true;
	} catch {
		return false;
	}
};
const noPoppler = { skip: !(has("pdftoppm") && has("qpdf")) && "needs poppler-utils and qpdf" };
const noUnzip = { skip: !(has("unzip") && has("python3")) && "needs unzip and python3" };

/** Noise, which compresses as a photograph does, and an icon with soft edges. */
const PHOTO = dataUrl(
	await sharp({
		create: {
			width: 600,
			height: 750,
			channels: 3,
			background: "#7799bb",
			noise: { type: "gaussian", mean: 128, sigma: 30 },
		},
	})
		.jpeg({ quality: 80 })
		.toBuffer(),
);
const ICON = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="#c00"/></svg>')}`;

/** Of the platform with the fewest pixels, as it is drawn many times. */
const CAROUSEL: RenderRequest = {
	platform: "link-preview",
	mode: "carousel",
	slides: Array.from({ length: 4 }, (_, i) => ({
		backgroundColor: "#102040",
		...(i > 0 && { image: PHOTO }),
		textBlocks: [
			{ text: `Slide ${i + 1} <of> (four) – ü ✓`, style: "shadow" as const, rotation: i * 5 },
			{ text: "Outlined", style: "outline" as const, y: 100 },
			{ emoji: "🚀", y: 420 },
		],
		imageOverlays: [{ src: ICON, x: 250, y: 30, width: 100, height: 100, rotation: 20 }],
	})),
};

async function file(app: RunningApp, path: string, document: unknown): Promise<Buffer> {
	const response = await app.post(path, document);
	t.equal(response.status, 200, path);
	t.match(response.headers.get("x-render-warnings"), /^\d+/);
	t.equal(response.headers.get("cache-control"), "no-store");
	return Buffer.from(await response.arrayBuffer());
}

async function folder(t: Test): Promise<string> {
	const path = await mkdtemp(join(tmpdir(), "render-document-"));
	t.teardown(() => rm(path, { recursive: true, force: true }));
	return path;
}

/** The entries of a ZIP by its local headers, as a reader of a stream meets them. */
function zipEntries(zip: Buffer): { name: string; data: Buffer }[] {
	const entries: { name: string; data: Buffer }[] = [];
	for (let at = 0; zip.readUInt32LE(at) === 0x04034b50; ) {
		const [crc, size] = [zip.readUInt32LE(at + 14), zip.readUInt32LE(at + 18)];
		const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
		const data = zip.subarray(start, start + size);
		t.equal(crc32(data), crc, "the checksum stands in front");
		entries.push({
			name: zip.toString("utf8", at + 30, at + 30 + zip.readUInt16LE(at + 26)),
			data,
		});
		at = start + size;
	}
	return entries;
}

t.test("a ZIP holds what the endpoint of one slide answers, for each format", async (t) => {
	const app = await startApp(t);
	for (const format of ["png", "jpeg", "webp", "svg"] as const) {
		const document = { ...CAROUSEL, format };
		const zip = await file(app, "/api/render.zip", document);
		const entries = zipEntries(zip);
		t.same(
			entries.map(({ name }) => name),
			[1, 2, 3, 4].map((number) => `slide-0${number}.${format}`),
		);
		const second = await file(app, `/api/render.${format}?slide=2`, document);
		t.ok(entries[1]?.data.equals(second), `the second ${format}`);
		t.ok((await file(app, "/api/render.zip", document)).equals(zip), "the same bytes again");
	}
	const single = zipEntries(await file(app, "/api/render.zip", { ...CAROUSEL, mode: "single" }));
	t.equal(single.length, 4, "all slides in mode single too");
});

t.test("other programs read the ZIP", noUnzip, async (t) => {
	const app = await startApp(t, {}, { renderer: fakeRenderer() });
	const path = join(await folder(t), "slides.zip");
	await writeFile(path, await file(app, "/api/render.zip", { slides: Array(20).fill({}) }));
	t.match((await run("unzip", ["-t", path])).stdout, "No errors detected");
	const script = "import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).testzip())";
	t.equal((await run("python3", ["-c", script, path])).stdout, "None\n");
});

t.test(
	"a PDF has each photograph once, letters as outlines, and the first text as title",
	async (t) => {
		const apps = [await startApp(t), await startApp(t, { RENDER_PROCESSES: "2" })];
		const pdf = await file(apps[0]!, "/api/render.pdf", CAROUSEL);
		const again = await file(apps[1]!, "/api/render.pdf", { ...CAROUSEL, format: "svg" });
		t.ok(pdf.equals(again), "the same bytes in another service, whatever the format says");
		const text = pdf.toString("latin1");
		t.match(text, /^%PDF-1\.7/);
		t.equal(text.match(/\/Type \/Page\n/g)?.length, 4);
		t.equal(text.match(/\/DCTDecode/g)?.length, 1, "three slides share one JPEG");
		t.notMatch(text, /\/Type \/Font\b/);
		t.notMatch(text, /CreationDate/);
		const title = Buffer.from("\ufeffSlide 1 <of> (four) – ü ✓", "utf16le").swap16();
		t.ok(
			pdf.includes(Buffer.from(title.toString("latin1").replace(/[()\\]/g, "\\$&"), "latin1")),
			"the title",
		);
		const [worse] = [await file(apps[0]!, "/api/render.pdf", { ...CAROUSEL, quality: 30 })];
		t.ok(worse.length < pdf.length * 0.8, `${worse.length} of ${pdf.length} bytes`);
	},
);

t.test("poppler and qpdf read the PDF as it was meant", noPoppler, async (t) => {
	const app = await startApp(t);
	const directory = await folder(t);
	const cases = [
		"text-rich",
		"text-rotation",
		"style-shadow-36",
		"overlay-order",
		"stepper-minimal",
	];
	const documents: RenderRequest[] = [
		CAROUSEL,
		...goldenCases()
			.filter(({ name }) => cases.includes(name))
			.map(({ request }) => request),
	];
	for (const document of documents) {
		const path = join(directory, "slides.pdf");
		await writeFile(path, await file(app, "/api/render.pdf", document));
		t.match((await run("qpdf", ["--check", path])).stdout, "No syntax or stream encoding errors");
		const [, , font, ...others] = (await run("pdffonts", [path])).stdout.trim().split("\n");
		t.match(font, /^Invisible +CID TrueType +Identity-H +yes no +yes /, "that of the text layer");
		t.ok(
			others.every((line) => line.startsWith("Invisible ")),
			"and no other",
		);
		// 96 dots in an inch are the export pixels.
		const png = join(directory, "page");
		await run("pdftoppm", ["-r", "96", "-f", "1", "-singlefile", "-png", path, png]);
		const drawn = await file(app, "/api/render.png", document);
		const decibels = await psnr(drawn, await readFile(`${png}.png`));
		t.ok(decibels > 32, `${decibels.toFixed(1)} dB`);
	}
});

t.test("what a PDF or a ZIP cannot be is refused before a byte of it", async (t) => {
	const app = await startApp(t, {}, { renderer: fakeRenderer() });
	const real = await startApp(t);
	const status = async (path: string, document: object) => {
		const response = await app.post(path, { slides: [{}], ...document });
		const body = await response.text();
		if (response.status !== 200) t.match(JSON.parse(body), { error: { code: String } });
		return response.status;
	};
	for (const path of ["/api/render.pdf", "/api/render.zip"]) {
		t.equal(await status(path, { quality: 0 }), 400);
		t.equal(await status(path, { slides: [] }), 400);
		t.equal(await status(path, { unknown: 1 }), 400);
		const bad = { slides: [{}, { image: "data:image/png;base64,AAAA" }] };
		t.equal((await app.get(path)).status, 405);
		const response = await real.post(path, bad);
		t.equal(response.status, 422);
		t.match(await response.json(), { error: { details: { path: "/slides/1/image" } } });
	}
	for (const format of ["png", "jpeg", "webp", "svg"]) {
		const document = { format, maxBytes: 100_000, slides: [{}] };
		const response = await real.post("/api/render.pdf", document);
		t.equal(response.status, 200, `what has no effect on a PDF is ignored: ${format}`);
		await response.arrayBuffer();
	}
	t.equal(await status("/api/render.zip", { quality: 50 }), 200);
	t.equal(await status("/api/render.zip", { format: "jpeg", quality: 50, maxBytes: 10_000 }), 200);
});

t.test("a reader that leaves in the middle harms nobody", async (t) => {
	const app = await startApp(t);
	const document = { ...CAROUSEL, slides: Array(8).fill(CAROUSEL.slides[1]) };
	for (const path of ["/api/render.pdf", "/api/render.zip"]) {
		const gone = new AbortController();
		const response = await fetch(`${app.url}${path}`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify(document),
			signal: gone.signal,
		});
		await response.body?.getReader().read();
		gone.abort();
		t.ok((await file(app, path, document)).length > 10_000, "the next one is answered");
	}
	t.equal((await app.get("/api/health")).status, 200);
});

t.test("a render process that answers no page is a 500, not the end of the service", async (t) => {
	for (const bytes of [Buffer.alloc(2), Buffer.from("\x02\0\0\0{}"), Buffer.alloc(100, 255)]) {
		const renderer = fakeRenderer({
			drawSlide: async () => ({
				mimeType: "application/pdf",
				width: 1080,
				height: 1350,
				bytes,
				warnings: [],
				warningCount: 0,
				alt: "",
			}),
		});
		const app = await startApp(t, {}, { renderer });
		const answer = await app.post("/api/render.pdf", { slides: [{}] });
		t.equal(answer.status, 500);
		t.match(await answer.json(), { error: { code: "internal_error", details: {} } });
		t.equal((await app.get("/api/health")).status, 200);
	}
});
