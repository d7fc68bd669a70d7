/**
 * Compares the SVG files of test/fidelity/svg with Chromium, which shows each as an `<img>` whose
 * longer side has 400 pixels. Skipped if there is no Chromium.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { chromium, type Page } from "playwright-core";
import sharp from "sharp";
import t from "tap";
import { packageRoot } from "../../src/base/package-root.js";
import { prepareImage } from "../../src/engine/images/prepare.js";
import { openFontLibrary } from "../../src/engine/text/fonts/library.js";
import { boxNeed } from "../engine/images/helpers/prepare-in-child.js";

const SIDE = 400;
/** Difference of a channel from which a pixel looks different. */
const VISIBLE = 40;
/** Share of pixels that may look different. */
const MOST = 0.0025;

const folder = new URL("test/fidelity/svg/", packageRoot);
const executablePath = [
	process.env.CHROMIUM_PATH ?? "",
	"/usr/bin/chromium",
	"/usr/bin/google-chrome",
].find((path) => path !== "" && existsSync(path));

interface Shown {
	readonly width: number;
	readonly height: number;
	readonly pixels: Buffer;
}

/** The picture in Chromium on white, RGB. */
async function shown(page: Page, bytes: Buffer): Promise<Shown> {
	const url = `data:image/svg+xml;base64,${bytes.toString("base64")}`;
	await page.setContent('<body style="margin:0;background:#fff"></body>');
	const size = await page.evaluate(`(async () => {
		const image = new Image();
		image.src = ${JSON.stringify(url)};
		await image.decode();
		const scale = ${SIDE} / Math.max(image.naturalWidth, image.naturalHeight);
		const width = Math.round(image.naturalWidth * scale);
		const height = Math.round(image.naturalHeight * scale);
		image.style.cssText = "display:block;width:" + width + "px;height:" + height + "px";
		document.body.append(image);
		return { width, height };
	})()`);
	const { width, height } = size as { width: number; height: number };
	const png = await page.screenshot({ clip: { x: 0, y: 0, width, height } });
	return { width, height, pixels: await sharp(png).removeAlpha().raw().toBuffer() };
}

t.test("SVG pictures look as in Chromium", { skip: executablePath === undefined }, async (t) => {
	const browser = await chromium.launch({
		executablePath: executablePath!,
		args: ["--no-sandbox", "--disable-gpu", "--force-color-profile=srgb"],
	});
	t.teardown(() => browser.close());
	const page = await browser.newPage({ viewport: { width: SIDE, height: SIDE } });
	const fonts = await openFontLibrary();
	for (const file of readdirSync(folder).sort()) {
		const bytes = readFileSync(new URL(file, folder));
		const { width, height, pixels } = await shown(page, bytes);
		const ours = await prepareImage(bytes, boxNeed(width, height), { fonts });
		const raw = { width, height, channels: ours.channels };
		const flat = await sharp(ours.data, { raw }).flatten({ background: "#fff" }).raw().toBuffer();
		let different = 0;
		for (let i = 0; i < pixels.length; i += 3)
			if (
				[0, 1, 2].some((channel) => Math.abs(pixels[i + channel]! - flat[i + channel]!) > VISIBLE)
			)
				different++;
		const share = different / (width * height);
		t.ok(share < MOST, `${file}: ${(share * 100).toFixed(2)} % of the pixels differ`);
		t.same(ours.notes ?? [], [], `${file}: everything is supported`);
	}
});
