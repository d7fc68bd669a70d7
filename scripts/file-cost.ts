/**
 * The cost of a carousel of 20 photo slides as JSON (PNG), ZIP and PDF: each in its own service,
 * three times after a first run; the time, the processor time of the whole process tree, and its
 * peak memory (proportional set size).
 *
 *     node dist/scripts/file-cost.js [folder with photos]
 */
import sharp from "sharp";
import { packageRoot } from "../src/base/package-root.js";
import { startService } from "./operation/service.js";

interface Photos {
	readonly usual: readonly Buffer[];
	readonly large: readonly Buffer[];
}
interface Tools {
	readonly treeCpu: (pid: number) => Promise<number>;
	readonly watchMemory: (pid: number, everyMs?: number) => () => Promise<number>;
	readonly loadPhotos: (folder?: string) => Promise<Photos>;
	readonly startImageServer: (photos: Photos) => Promise<{
		readonly photo: () => string;
		readonly close: () => Promise<void>;
	}>;
}
const bench = (file: string) => import(new URL(`scripts/bench/${file}`, packageRoot).href);
const { treeCpu, watchMemory, loadPhotos, startImageServer } = {
	...(await bench("process-tree.mjs")),
	...(await bench("photos.mjs")),
	...(await bench("image-server.mjs")),
} as Tools;

const ROUNDS = 3;
const SLIDES = 20;
const { usual, large } = await loadPhotos(process.argv[2]);
// A PDF stores identical images once, so each slide gets a different hue.
const hues = await Promise.all(
	Array.from({ length: SLIDES }, (_, i) =>
		sharp(usual[i % usual.length])
			.modulate({ hue: i * (360 / SLIDES) })
			.jpeg({ quality: 90 })
			.toBuffer(),
	),
);
const images = await startImageServer({ usual: hues, large });
/** Each slide has a different photo, and each document has different photos from the last. */
const carousel = () => ({
	platform: "photo-feed-post",
	mode: "carousel",
	slides: Array.from({ length: SLIDES }, (_, i) => ({
		image: images.photo(),
		scrim: { opacity: 0.4 },
		textBlocks: [{ text: `Slide number ${i + 1}`, x: 40, y: 180, width: 325, fontSize: 56 }],
	})),
});

const PATHS = { "JSON, PNG": "/api/render", ZIP: "/api/render.zip", PDF: "/api/render.pdf" };
console.log("| answer | size | time | processor time | most memory |");
console.log("| --- | ---: | ---: | ---: | ---: |");
for (const [name, path] of Object.entries(PATHS)) {
	const service = await startService({ ALLOW_PRIVATE_IMAGE_HOSTS: "true" });
	const ask = async () => {
		const answer = await fetch(`${service.url}${path}`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify(carousel()),
		});
		if (!answer.ok) throw new Error(await answer.text());
		return (await answer.arrayBuffer()).byteLength;
	};
	await ask();
	const peak = watchMemory(service.pid, 50);
	const before = await treeCpu(service.pid);
	const times: number[] = [];
	let size = 0;
	for (let i = 0; i < ROUNDS; i++) {
		const began = performance.now();
		size = await ask();
		times.push((performance.now() - began) / 1_000);
	}
	const cpu = ((await treeCpu(service.pid)) - before) / ROUNDS;
	const memory = (await peak()) / 1e6;
	const median = times.sort((a, b) => a - b)[1]!;
	console.log(
		`| ${name} | ${(size / 1e6).toFixed(1)} MB | ${median.toFixed(2)} s | ${cpu.toFixed(2)} s | ${Math.round(memory)} MB |`,
	);
	await service.dispose();
}
await images.close();
