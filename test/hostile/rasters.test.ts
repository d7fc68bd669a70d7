import sharp from "sharp";
import t from "tap";
import {
	gif,
	hugeWebp,
	OTHER_FORMATS,
	plainPng,
	profileBomb,
	textBomb,
} from "../helpers/hostile-rasters.js";
import {
	failureOf,
	imageBody,
	slideBody,
	startVictim,
	summary,
	tryRows,
} from "../helpers/hostile-rows.js";
import { randomNumbers } from "../helpers/random-numbers.js";
import { dataUrl, sampleImages } from "../helpers/sample-images.js";

const PIXELS = "422 too_many_pixels";
const NO_IMAGE = "422 not_an_image";

const row = (name: string, bytes: Uint8Array, expected: string | readonly string[]) => ({
	name,
	body: imageBody(dataUrl(bytes)),
	expected,
});

t.test("decompression bombs, broken and foreign files are refused or drawn", async (t) => {
	const victim = await startVictim();
	const samples = await sampleImages();
	const flat = {
		create: { width: 7_100, height: 7_100, channels: 3, background: "#123" },
	} as const;
	const png = samples[0]!.bytes;
	const jpeg = samples.find(({ name }) => name === "JPEG")!.bytes;
	await tryRows(t, victim, [
		row("PNG 30,000 x 30,000", plainPng(30_000, 30_000), PIXELS),
		row("PNG 2^31 x 2^31", plainPng(2 ** 31, 2 ** 31), [NO_IMAGE, PIXELS]),
		row("PNG 2^31-1 x 1", plainPng(2 ** 31 - 1, 1), [NO_IMAGE, PIXELS]),
		row("PNG 0 x 0", plainPng(0, 0), NO_IMAGE),
		row("1-bit PNG 60,000 x 60,000", plainPng(60_000, 60_000, { depth: 1 }), PIXELS),
		row("interlaced PNG 16,000 x 16,000", plainPng(16_000, 16_000, { interlaced: true }), PIXELS),
		row(
			"interlaced PNG of 49 megapixels",
			await sharp({ create: { ...flat.create, width: 7_000, height: 7_000 } })
				.png({ progressive: true, compressionLevel: 9, palette: true })
				.toBuffer(),
			"200",
		),
		row("PNG that promises more rows than it has", plainPng(64, 6_400, { rows: 10 }), NO_IMAGE),
		row("WebP 16,383 x 16,383", hugeWebp(), [PIXELS, NO_IMAGE]),
		row("AVIF 7,100 x 7,100", await sharp(flat).avif({ effort: 0, quality: 1 }).toBuffer(), PIXELS),
		row("GIF of 20,000 frames", gif(1, 1, 20_000), ["200", NO_IMAGE]),
		row("GIF 65,535 x 65,535", gif(65_535, 65_535, 1), [PIXELS, NO_IMAGE]),
		row("GIF without a frame", gif(10, 10, 0), NO_IMAGE),
		row(
			"animated WebP",
			await sharp(gif(8, 8, 3), { animated: true })
				.webp()
				.toBuffer()
				.catch(() => samples[9]!.bytes),
			"200",
		),
		row("PNG text of 300 MB", plainPng(9, 9, { rows: 9, chunks: [textBomb(3e8)] }), [
			"200",
			NO_IMAGE,
		]),
		row("PNG profile of 300 MB", plainPng(9, 9, { rows: 9, chunks: [profileBomb(3e8)] }), [
			"200",
			NO_IMAGE,
		]),
		...samples.map(({ name, bytes }) => row(name, bytes, "200")),
		...samples.map(({ name, bytes }) =>
			row(`half of a ${name}`, bytes.subarray(0, bytes.length >> 1), NO_IMAGE),
		),
		...samples.map(({ name, bytes }) =>
			row(`16 bytes of a ${name}`, bytes.subarray(0, 16), NO_IMAGE),
		),
		row("PNG with a page behind it", Buffer.concat([png, Buffer.from("<html><script>")]), "200"),
		row("JPEG with a ZIP behind it", Buffer.concat([jpeg, Buffer.from("PK\x03\x04")]), "200"),
		row("GIF that is a script", Buffer.from("GIF89a/*\0\0\0\0*/=1;alert(1)"), NO_IMAGE),
		...Object.entries(OTHER_FORMATS).map(([name, bytes]) => row(name, bytes, NO_IMAGE)),
	]);
});

t.test("all eight EXIF orientations are drawn upright", async (t) => {
	const victim = await startVictim();
	const source = { create: { width: 60, height: 40, channels: 3, background: "#00f" } } as const;
	const mark = { create: { width: 30, height: 20, channels: 3, background: "#f00" } } as const;
	const upright = await sharp(source)
		.composite([{ input: await sharp(mark).png().toBuffer(), left: 0, top: 0 }])
		.png()
		.toBuffer();
	const turn = (degrees: number) => (bytes: Buffer) => sharp(bytes).rotate(degrees).toBuffer();
	const flop = (bytes: Buffer) => sharp(bytes).flop().toBuffer();
	/** How a camera stores an upright picture: one step after the other, by the tag's value. */
	const stored: Record<number, ((bytes: Buffer) => Promise<Buffer>)[]> = {
		1: [],
		2: [flop],
		3: [turn(180)],
		4: [turn(180), flop],
		5: [turn(90), flop],
		6: [turn(270)],
		7: [turn(270), flop],
		8: [turn(90)],
	};
	for (const [orientation, steps] of Object.entries(stored)) {
		let turned: Buffer = upright;
		for (const step of steps) turned = await step(turned);
		const jpeg = await sharp(turned)
			.jpeg({ quality: 100 })
			.withMetadata({ orientation: Number(orientation) })
			.toBuffer();
		const overlay = { src: dataUrl(jpeg, "image/jpeg"), x: 0, y: 0, width: 60, height: 40 };
		const response = await victim.post(
			"/api/render.png",
			slideBody({ imageOverlays: [overlay] }, { platform: "photo-feed-square" }),
		);
		const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
			.removeAlpha()
			.raw()
			.toBuffer({ resolveWithObject: true });
		const redAt = (x: number, y: number) => (data[(y * info.width + x) * 3] ?? 0) > 200;
		t.same(
			[redAt(20, 20), redAt(140, 20), redAt(20, 90), redAt(140, 90)],
			[true, false, false, false],
			`orientation ${orientation}`,
		);
	}
});

t.test("flipped bits give a picture or a 422", async (t) => {
	const victim = await startVictim();
	const numbers = randomNumbers(45);
	const random = (below: number) => Math.floor(numbers() * below);
	for (const { name, bytes } of await sampleImages()) {
		// The first bad one ends a request, so each has its own.
		const overlays = Array.from({ length: 8 }, () => {
			const copy = Buffer.from(bytes);
			for (let i = 0; i < 3; i++) copy[random(copy.length)] = random(256);
			return { src: dataUrl(copy), width: 20, height: 20 };
		});
		const answers = await Promise.all(
			overlays.map((overlay) =>
				failureOf(victim.draw({ imageOverlays: [overlay] }, { platform: "photo-feed-square" })),
			),
		);
		const wrong = answers.map(summary).filter((it) => !/^200$|^422 /.test(it));
		t.same(wrong, [], name);
	}
	await victim.expectUnharmed(t, "after the changed files");
});

t.test("thirty overlays of 49 megapixels are drawn within bounds", async (t) => {
	const victim = await startVictim();
	const large = await sharp({
		create: { width: 7_000, height: 7_000, channels: 3, background: "#357" },
	})
		.jpeg({ quality: 1 })
		.toBuffer();
	const png = plainPng(7_000, 7_000, { depth: 1, rows: 7_000 });
	const images = [png];
	if (large.length < 1_000_000) images.push(large);
	const overlays = Array.from({ length: 30 }, (_, i) => ({
		src: dataUrl(images[i % images.length]!),
		width: 20,
		height: 20,
	}));
	const body = JSON.stringify(slideBody({ imageOverlays: overlays.slice(0, 4) }));
	t.ok(body.length < 2_097_152, `${body.length} bytes`);
	const failure = await failureOf(victim.post("/api/render", body));
	t.match(summary(failure), /^200$|^422 too_complex$/);
	await victim.expectUnharmed(t, "after the large ones");
});
