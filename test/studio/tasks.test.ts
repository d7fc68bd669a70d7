/** What people come for, done as they do it: with the mouse and the keyboard, from an empty start. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import t from "tap";
import { chromiumPath, openBrowser, openPage } from "../helpers/browser.js";
import { drawn, openWith } from "../helpers/studio-mouse.js";
import { holds, sharedService, until } from "../helpers/studio-page.js";

const skip = chromiumPath === undefined ? "no chromium here" : false;
const browser = skip ? undefined : await openBrowser(t);

type Tap = Parameters<typeof openWith>[0];

/** What the page keeps, as a value of the condition `d`. */
const keeps = (page: Page, condition: string) =>
	holds(page, `((d) => ${condition})(JSON.parse(localStorage["post-image-document"] ?? "{}"))`);

/** Opens the Studio as somebody who has never been there. */
async function openEmpty(t: Tap, options: Parameters<typeof openPage>[2] = {}) {
	const service = await sharedService();
	const opened = await openPage(browser!, service.url, options);
	t.teardown(() => opened.context.close());
	await opened.page.goto(`${service.url}/`);
	await opened.page.waitForSelector(".stage img");
	return { ...opened, service };
}

/** Noise in a file as large as a photo of a camera: it cannot be compressed well. */
async function photos(
	page: Page,
	count: number,
	[width, height] = [1600, 1200],
): Promise<Buffer[]> {
	const files = await page.evaluate<string[]>(`(async () => {
		const files = [];
		for (let number = 0; number < ${count}; number++) {
			const canvas = new OffscreenCanvas(${width}, ${height});
			const context = canvas.getContext("2d");
			const image = context.createImageData(${width}, ${height});
			const values = new Uint32Array(image.data.buffer);
			let seed = number + 1;
			for (let at = 0; at < values.length; at++) {
				seed = (seed * 1664525 + 1013904223) >>> 0;
				values[at] = seed | 0xff000000;
			}
			context.putImageData(image, 0, 0);
			const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
			const reader = new FileReader();
			files.push(await new Promise((resolve) => {
				reader.onload = () => resolve(reader.result.split(",")[1]);
				reader.readAsDataURL(blob);
			}));
		}
		return files;
	})()`);
	return files.map((file) => Buffer.from(file, "base64"));
}

const press = (page: Page, name: string | RegExp) =>
	page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name }).click();

t.test(
	"a template is filled from the slide, the library, a file and the emoji",
	{ skip },
	async (t) => {
		const { page, complaints } = await openEmpty(t);
		await press(page, "Templates");
		await press(page, "New colleague");
		await press(page, "Edit Name");
		await page.keyboard.type("Ada");
		await keeps(page, `d.variables.name === "Ada" && !("mode" in d)`);
		await press(page, "Edit Portrait");
		await press(page, "Photos");
		const before = await page.locator("#variable-photo").inputValue();
		await page.locator(".found.photos img").nth(2).click();
		await holds(
			page,
			`document.querySelector("#variable-photo").value !== ${JSON.stringify(before)}`,
		);
		// A file of one's own asks where it belongs if nothing on the slide is chosen.
		await press(page, "Edit Role");
		const [file] = await photos(page, 1, [40, 30]);
		await page.setInputFiles(".insert input[type=file]", {
			name: "own.jpg",
			mimeType: "image/jpeg",
			buffer: file!,
		});
		await page.getByRole("dialog").getByRole("button", { name: "Portrait" }).click();
		await keeps(page, `d.variables.photo.startsWith("data:image/")`);
		await press(page, "Emoji");
		await page.locator(".found.emoji button").first().click();
		await keeps(
			page,
			String.raw`/^joins us as Head of Research \p{Emoji}/u.test(d.variables.role)`,
		);
		await page.waitForTimeout(300);
		t.equal(await page.locator(".failure").count(), 0);
		t.same(complaints, []);
	},
);

t.test("help never moves what the mouse presses", { skip }, async (t) => {
	const { page } = await openWith(t, browser!, {
		slides: [{ layers: [{ type: "text", text: "Words", x: 40, y: 60 }] }],
	});
	await page.locator(".box .body").first().click();
	// From one field to the next, each by a press that must hit.
	const swatch = page.locator(".field", { hasText: "Text color" }).locator(".swatch").nth(2);
	await page.getByLabel("Font size", { exact: true }).click();
	await swatch.scrollIntoViewIfNeeded();
	const place = (await swatch.boundingBox())!;
	await page.mouse.move(place.x + 8, place.y + 8);
	await page.mouse.down();
	t.same(await swatch.boundingBox(), place, "it stays under the pressed mouse");
	await page.mouse.up();
	await until(page, "d.layers[0].textColor?.startsWith('#')");
	t.match(await page.locator(".help").textContent(), /\w/);
	// Every field has a name, those with one letter too.
	for (const name of ["X", "Y", "Width"])
		t.equal(
			await page
				.getByRole("spinbutton", { name, exact: true })
				.or(page.getByRole("textbox", { name, exact: true }))
				.count(),
			1,
			name,
		);
});

t.test("ten photos of a camera are drawn and taken along", { skip }, async (t) => {
	const slides = Array.from({ length: 10 }, () => ({ backgroundColor: "#14213D" }));
	const { page, complaints } = await openWith(t, browser!, { mode: "carousel", slides });
	const files = await photos(page, 10);
	for (const [index, buffer] of files.entries()) {
		await page.getByRole("button", { name: `Slide ${index + 1}`, exact: true }).click();
		await page.setInputFiles(".insert input[type=file]", {
			name: "photo.jpg",
			mimeType: "image/jpeg",
			buffer,
		});
		await keeps(page, `d.slides[${index}].layers?.length === 1`);
	}
	const size = await page.evaluate<number>(`localStorage["post-image-document"].length`);
	t.ok(size < 2_097_152, `${size} characters`);
	const saving = page.waitForEvent("download");
	await page.getByLabel("Download").selectOption("pdf");
	const pdf = await readFile(await (await saving).path());
	t.equal(pdf.subarray(0, 4).toString(), "%PDF");
	t.equal(await page.locator(".failure").count(), 0);
	t.same(complaints, []);
});

t.test("a batch says which posts are missing, and lets them be corrected", { skip }, async (t) => {
	const { page } = await openEmpty(t);
	await press(page, "Templates");
	await press(page, "Bold quote");
	await press(page, "Many posts …");
	const rows = Array.from({ length: 4 }, (_, index) =>
		index === 2 ? `"${"long ".repeat(100)}"` : `"Words ${index}"`,
	);
	await page.getByLabel("Rows as CSV").fill(`Quote\n${rows.join("\n")}\n`);
	await page.locator(".job-errors li", { hasText: "Row 3" }).waitFor();
	await holds(page, `document.querySelectorAll(".table img").length === 3`);
	const saving = page.waitForEvent("download");
	await press(page, "Download as ZIP (4)");
	await saving;
	await page.locator(".rows [role=status]", { hasText: "3 of 4 posts" }).waitFor();
	await press(page, "Row 3");
	await page.keyboard.press("Control+a");
	await page.keyboard.type("Short");
	await page.keyboard.press("Tab");
	await holds(page, `document.querySelectorAll(".table img").length === 4`);
	await page.locator(".table img").nth(2).click();
	await page.locator(".large img").waitFor();
	await page.locator(".large").click();
	const again = page.waitForEvent("download");
	await press(page, "Download as ZIP (4)");
	await again;
	await page.locator(".rows [role=status]", { hasText: "All 4 posts" }).waitFor();
});

t.test("what is pasted on another slide has the same place", { skip }, async (t) => {
	const words = { type: "text", text: "Words", x: 40, y: 60, width: 200 };
	const { page } = await openWith(t, browser!, {
		slides: [{ layers: [words] }, { backgroundColor: "#14213D" }],
	});
	await drawn(page);
	await page.locator(".box .body").first().click();
	await page.keyboard.press("Control+c");
	await page.keyboard.press("Control+v");
	await until(page, "d.layers[1]?.x === 52 && d.layers[1].y === 72");
	await press(page, "Slide 2");
	await page.keyboard.press("Control+v");
	await until(page, "more[0].layers?.[0].x === 40 && more[0].layers[0].y === 60");
	await page.keyboard.press("Control+v");
	await until(page, "more[0].layers[1]?.x === 52");
	// A design of one slide counts nothing; a second slide makes a carousel.
	await press(page, "Delete slide");
	await keeps(page, `d.mode === "single"`);
	await press(page, "Add slide");
	await keeps(page, `d.mode === "carousel"`);
});
