/** A carousel with ten photos of a camera: edited, previewed and exported on default settings. */
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import t from "tap";
import { chromiumPath, openBrowser } from "../helpers/browser.js";
import { readZip } from "../helpers/jobs.js";
import { openWith } from "../helpers/studio-mouse.js";
import { holds, until } from "../helpers/studio-page.js";

const skip = chromiumPath === undefined ? "no chromium here" : false;
const browser = skip ? undefined : await openBrowser(t);
const COUNT = 10;

/** Photos of 12 megapixels, whose detail makes them as large as those of a camera. */
async function photosIn(folder: string): Promise<string[]> {
	const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
	const grain = await sharp({
		create: { width: 1_000, height: 750, channels: 3, background: "#888888", noise },
	})
		.png()
		.toBuffer();
	const files: string[] = [];
	for (let index = 0; index < COUNT; index++) {
		const file = join(folder, `photo-${index}.jpg`);
		const tint = { r: (index * 53) % 256, g: (index * 101) % 256, b: (index * 151) % 256 };
		await sharp(grain).resize(4_000, 3_000).tint(tint).jpeg({ quality: 90 }).toFile(file);
		files.push(file);
	}
	return files;
}

t.test("ten photos of 12 megapixels", { skip }, async (t) => {
	const folder = await mkdtemp(join(tmpdir(), "post-image-photos-"));
	t.teardown(() => rm(folder, { recursive: true, force: true }));
	const photos = await photosIn(folder);
	t.ok((await stat(photos[0]!)).size > 2_000_000, "a photo alone is larger than a request may be");
	const { page, complaints } = await openWith(t, browser!, { slides: [{}] });
	for (const [index, photo] of photos.entries()) {
		if (index > 0) await page.getByRole("button", { name: "Add slide" }).click();
		await page.locator(".insert input[type=file]").setInputFiles(photo);
		await until(page, `[d, ...more][${index}]?.layers?.[0]?.src.startsWith("data:image/webp")`);
	}
	// Every slide has a thumbnail, and a photo can be moved.
	await holds(page, `document.querySelectorAll(".strip li img").length === ${COUNT}`);
	await page.locator(".box .body").first().click();
	await page.keyboard.press("ArrowDown");
	await holds(page, `document.querySelector(".stage img").dataset.exact === "true"`);
	t.equal(await page.locator(".failure").count(), 0);
	const sizes = await page.evaluate<number[]>(
		`Promise.all(JSON.parse(localStorage.getItem("post-image-document")).slides.map(async ({ layers: [{ src }] }) => { const image = new Image(); image.src = src; await image.decode(); return image.naturalWidth; }))`,
	);
	t.ok(
		sizes.every((width) => width >= 640),
		`enough pixels for the place of each: ${sizes.join()}`,
	);
	for (const format of ["zip", "pdf"]) {
		const saving = page.waitForEvent("download");
		await page.locator("select.primary").selectOption(format);
		const file = await readFile(await (await saving).path());
		if (format === "pdf") t.equal(file.subarray(0, 5).toString(), "%PDF-");
		else t.equal((await readZip(new Response(file))).size, COUNT);
	}
	t.same(complaints, []);
});
