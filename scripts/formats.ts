/**
 * Bytes and processor time of each format, for the documents of the benchmark, as a Markdown table.
 * Renders in this process, so that the time is that of one core, independent of other load: node
 * dist/scripts/formats.js [photo.jpg large-photo.jpg]
 */
import { readFile } from "node:fs/promises";
import { packageRoot } from "../src/base/package-root.js";
import { ENUMS } from "../src/contract/enums.js";
import type { RenderRequest } from "../src/contract/render-request.js";
import { drawSlide } from "../src/engine/draw/draw-slide.js";
import type { SlideFormat } from "../src/engine/job.js";
import { pdfDocument } from "../src/service/delivery/pdf/document.js";
import { slideEntries, zipArchive } from "../src/service/delivery/zip.js";

/** Number of renders per document; the first, which loads and compiles code, does not count. */
const ROUNDS = 3;

interface BenchDocument {
	readonly name: string;
	readonly make: () => { readonly body: RenderRequest };
}
const bench = (file: string) => import(new URL(`scripts/bench/${file}`, packageRoot).href);
const { documents } = (await bench("documents.mjs")) as {
	documents: (images: object) => Record<string, BenchDocument>;
};
const { makePhoto } = (await bench("photos.mjs")) as {
	makePhoto: (width: number, height: number) => Promise<Buffer>;
};
const [photo, large] = process.argv.slice(2);
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><circle cx="24" cy="24" r="22" fill="#ffc600"/><path d="M14 25l7 7 14-15" fill="none" stroke="#16324f" stroke-width="5"/></svg>`;
const sources = new Map<string, Buffer>([
	["photo", photo ? await readFile(photo) : await makePhoto(2560, 1600)],
	["large", large ? await readFile(large) : await makePhoto(5472, 3648)],
	["logo", Buffer.from(logo)],
]);
const images = {
	photo: (kind = "photo") => kind,
	pngLogo: () => "logo",
	svgLogo: () => "logo",
};

async function* drawn(request: RenderRequest, format: SlideFormat) {
	for (const [slideIndex, slide] of request.slides.entries()) {
		const { bytes } = await drawSlide(
			{
				slide,
				slideIndex,
				slideCount: request.slides.length,
				platform: request.platform ?? "photo-feed-post",
				stepperColor: "#D4AF37",
				mode: "carousel",
				stepperStyle: "none",
				format,
			},
			{ sources, bitmaps: new Map() },
			() => undefined,
		);
		yield { slide: slideIndex + 1, bytes: async () => bytes };
	}
}

async function sizeOf(request: RenderRequest, format: string): Promise<number> {
	let size = 0;
	if (format === "pdf") {
		for await (const piece of pdfDocument(drawn(request, "pdf"), {
			title: "Benchmark",
			language: "en",
		}))
			size += piece.length;
	} else if (format === "zip") {
		for await (const piece of zipArchive(slideEntries(drawn(request, "png"), "png")))
			size += piece.length;
	} else {
		for await (const slide of drawn(request, format as SlideFormat))
			size += (await slide.bytes()).length;
	}
	return size;
}

const formats = [...ENUMS.outputFormat, "pdf", "zip"];
console.log(`| document | ${formats.join(" | ")} |`);
console.log(`| --- |${" ---: |".repeat(formats.length)}`);
for (const id of ["text", "photo", "large", "carousel", "texts"]) {
	const { name, make } = documents(images)[id]!;
	const request = make().body;
	const cells: string[] = [];
	for (const format of formats) {
		let size = await sizeOf(request, format);
		const before = process.cpuUsage();
		for (let i = 0; i < ROUNDS; i++) size = await sizeOf(request, format);
		const { user, system } = process.cpuUsage(before);
		cells.push(`${kilobytes(size)}, ${Math.round((user + system) / ROUNDS / 1_000)} ms`);
	}
	console.log(`| ${name} | ${cells.join(" | ")} |`);
}

function kilobytes(bytes: number): string {
	return bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
