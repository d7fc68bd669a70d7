/** What people come for, done as they do it: with the mouse and the keyboard, from an empty start. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import t from "tap";
import { chromiumPath, openBrowser, openPage } from "../helpers/browser.js";
import { dragBy, drawn, openWith } from "../helpers/studio-mouse.js";
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
	// Files as spreadsheets save them: the service reads the same ones.
	const swapped = (text: string) => Buffer.from(text, "utf16le").swap16();
	for (const [name, buffer] of Object.entries({
		"utf-8": Buffer.from("\ufeffQuote,Author\r\nKöln,Zoë\r\n"),
		"utf-16": Buffer.from("\ufeffsep=;\r\nQuote;Author\r\nKöln;Zoë\r\n;\r\n", "utf16le"),
		"big end": swapped("Quote\tAuthor\nKöln\tZoë\n"),
		"windows-1252": Buffer.from('"Quote";Author;\rKöln;Zoë;\r', "latin1"),
	})) {
		await page.getByLabel("Rows as CSV").fill("");
		await page.setInputFiles(".rows input[type=file]", { name, mimeType: "text/csv", buffer });
		await holds(
			page,
			`[...document.querySelectorAll(".table td input")].map((one) => one.value).join("|") === "Köln|Zoë"`,
		);
		t.equal(await page.locator(".table th[scope=col]").count(), 4, name);
	}
	await page.setInputFiles(".rows input[type=file]", {
		name: "rows.xlsx",
		mimeType: "text/csv",
		buffer: Buffer.from("PK\u0003\u0004 [Content_Types].xml"),
	});
	await page.locator(".rows [role=status]", { hasText: "Save As, CSV" }).waitFor();
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

t.test(
	"a post from scratch: size, text, photo, crop, a footer on all slides",
	{ skip },
	async (t) => {
		const { page, complaints } = await openEmpty(t);
		await press(page, "New");
		await page
			.getByRole("dialog")
			.getByRole("button", { name: /^Photo feed square/ })
			.click();
		await keeps(page, `d.platform === "photo-feed-square" && d.slides.length === 1`);
		await press(page, "+ Text");
		await page.keyboard.type("First");
		await page.keyboard.press("Escape");
		await page.keyboard.press("t");
		await page.keyboard.type("Second");
		await page.keyboard.press("Escape");
		await until(page, `d.layers?.[1]?.text === "Second" && d.layers[1].textColor === "#111111"`);
		await drawn(page);
		const [one, other] = (await page.evaluate<{ y: number }[]>(
			`JSON.parse(localStorage["post-image-document"]).slides[0].layers`,
		)) as [{ y: number }, { y: number }];
		t.ok(Math.abs(one.y - other.y) >= 38, "neither covers the other");

		// A photo dropped beside is added; dropped on it, another replaces it in the same crop.
		await press(page, "Photos");
		const found = page.locator(".found.photos img");
		const stage = (await page.locator(".stage").boundingBox())!;
		const targetPosition = { x: stage.width / 2, y: stage.height * 0.22 };
		await found.nth(1).dragTo(page.locator(".stage"), { targetPosition });
		await until(page, `d.layers[2]?.type === "image"`);
		await drawn(page);
		await page.locator(".box.selected .body").dblclick();
		const crop = page.getByRole("group", { name: /^Crop/ });
		await crop.getByRole("slider").fill("2");
		await page.waitForTimeout(300);
		const frame = (await crop.boundingBox())!;
		await page.mouse.move(frame.x + frame.width / 2, frame.y + frame.height / 3);
		await page.mouse.down();
		await page.mouse.move(frame.x + frame.width / 2 + 40, frame.y + frame.height / 3, { steps: 4 });
		await page.mouse.up();
		await until(page, "d.layers[2].zoom === 2 && d.layers[2].cropX < 50");
		await page.keyboard.press("Escape");
		const before = await page.evaluate(
			`JSON.parse(localStorage["post-image-document"]).slides[0].layers[2].src`,
		);
		await found.nth(3).dragTo(page.locator(".stage"), { targetPosition });
		await until(
			page,
			`d.layers[2].src !== ${JSON.stringify(before)} && d.layers[2].zoom === 2 && d.layers.length === 3`,
		);
		await press(page, "Black and white");
		await until(page, "d.layers[2].filter.grayscale === 1");

		await press(page, "Add slide");
		await press(page, "Slide 1");
		await page.locator('.box [aria-label="Text: First"]').click({ button: "right" });
		await page.locator(".context-menu").getByText("Show on all slides").click();
		await keeps(page, `d.common?.front?.[0].text === "First" && d.mode === "carousel"`);
		// A number out of range is refused where it is typed.
		await page.getByLabel("Font size", { exact: true }).fill("900");
		await page.getByRole("alert").filter({ hasText: "8 to 600" }).waitFor();
		await page.getByRole("button", { name: "Slide 2", exact: true }).focus();
		await page.keyboard.press("Delete");
		await keeps(page, "d.slides.length === 1");
		t.same(complaints, []);
	},
);

t.test("grouping and ungrouping change nothing that is seen", { skip }, async (t) => {
	const shape = (x: number, y: number) => ({
		type: "shape",
		shape: "rectangle",
		x,
		y,
		width: 60,
		height: 40,
		fill: "#FFC600",
	});
	const card = {
		type: "stack",
		x: 200,
		y: 220,
		rotation: 20,
		padding: 16,
		background: "#FFFFFF",
		borderRadius: 12,
		children: [{ type: "text", text: "Turned", fontSize: 24, textColor: "#111111" }],
	};
	const { page } = await openWith(t, browser!, {
		slides: [
			{ backgroundColor: "#14213D", layers: [shape(30, 30), shape(120, 44), shape(70, 110), card] },
		],
	});
	const picture = () =>
		page.evaluate<string>(`(async () => {
			const body = localStorage["post-image-document"];
			const answer = await fetch("/api/render.png", { method: "POST", headers: { "content-type": "application/json" }, body });
			const digest = await crypto.subtle.digest("SHA-1", await answer.arrayBuffer());
			return [...new Uint8Array(digest)].join();
		})()`);
	await drawn(page);
	const before = await picture();
	for (const at of [0, 1, 2])
		await page
			.locator(".box .body")
			.nth(at)
			.click({ modifiers: at === 0 ? [] : ["Shift"] });
	await page.keyboard.press("Control+g");
	await until(page, `d.layers[1]?.type === "stack" && d.layers[1].children.length === 3`);
	await drawn(page);
	t.equal(await picture(), before, "grouped");
	await page.keyboard.press("Control+Shift+g");
	await until(page, "d.layers.length === 4");
	t.equal(await picture(), before, "ungrouped");
	await drawn(page);
	await page.locator('.box [aria-label="Text: Turned"]').click();
	await page.keyboard.press("Control+Shift+g");
	await until(page, `d.layers.length === 5 && d.layers.some(({ fill }) => fill === "#FFFFFF")`);
	t.ok(
		(await documentLayers(page)).every(
			({ text, fill, rotation }) => (text ?? fill) === "#FFC600" || rotation === 20,
		),
		"what was turned stays turned",
	);
});

t.test(
	"variables are made by writing, filled in a form, and saved with a template",
	{ skip },
	async (t) => {
		const { page, complaints } = await openEmpty(t);
		await press(page, "New");
		await page
			.getByRole("dialog")
			.getByRole("button", { name: /^Photo feed square/ })
			.click();
		await press(page, "+ Text");
		await page.getByRole("textbox", { name: "Text on the slide" }).waitFor();
		await page.keyboard.type("Hello {{city}}");
		await page.keyboard.press("Escape");
		await keeps(page, `d.variables?.city === "City"`);
		await page.keyboard.press("Escape");
		await page.locator("#variable-city").fill("Lisbon");
		await page.locator("#label-city").fill("Where");
		await keeps(page, `d.variables.city === "Lisbon"`);
		await holds(page, `document.querySelector(".stage img").alt === "Hello Lisbon"`);
		await press(page, "Many posts …");
		await page.getByLabel("Rows as CSV").fill("Where\nPorto\nFaro\n");
		await holds(page, `document.querySelectorAll(".table img").length === 2`);
		await page.keyboard.press("Escape");
		await page.locator("[popovertarget=menu]").click();
		const saving = page.waitForEvent("download");
		await page.locator("#menu").getByText("Save as a template file").click();
		const file = await readFile(await (await saving).path());
		t.match(JSON.parse(file.toString()).variables.city, {
			type: "text",
			label: "Where",
			sample: "Lisbon",
		});
		await page.evaluate(`localStorage.clear()`);
		await page.locator("[popovertarget=menu]").click();
		await page.setInputFiles("#menu input[type=file]", {
			name: "own.json",
			mimeType: "application/json",
			buffer: file,
		});
		await page.locator("#variable-city").fill("Braga");
		await keeps(
			page,
			`d.variables.city === "Braga" && d.slides[0].layers[0].text === "Hello {{city}}"`,
		);

		// The own brand is in every template.
		await page.locator("[popovertarget=menu]").click();
		await page.locator("#menu").getByText("My brand").click();
		await page.locator("#brand-0").fill("#AA3300");
		await page.locator("#brand-name").fill("Acme");
		await page.keyboard.press("Escape");
		await press(page, "Templates");
		await press(page, "Bold quote");
		await keeps(
			page,
			`d.variables["brand.color"] === "#AA3300" && d.variables["brand.name"] === "Acme"`,
		);
		await page.waitForTimeout(400);
		t.equal(await page.locator(".failure").count(), 0);
		t.same(complaints, []);
	},
);

t.test(
	"a move on one of several sizes leaves the others alone, and can be taken back",
	{ skip },
	async (t) => {
		const { page } = await openWith(t, browser!, {
			platform: undefined,
			platforms: ["photo-feed-square", "photo-feed-story"],
			slides: [{ layers: [{ type: "text", text: "Words", x: 40, y: 60, width: 200 }] }],
		});
		await page.locator(".box .body").first().waitFor();
		await page.getByLabel("Only this size").check();
		await dragBy(page, page.locator(".box .body").first(), 60, 90);
		await until(
			page,
			`d.layers.length === 2 && d.layers[0].x === 40 && !d.layers[0].only.includes("square") && d.layers[1].only[0] === "square" && d.layers[1].x > 60`,
		);
		await page.locator(".override", { hasText: "square" }).waitFor();
		await press(page, "Same on all sizes");
		await until(page, `d.layers.length === 1 && d.layers[0].x === 40 && !d.layers[0].only`);
	},
);

const documentLayers = (page: Page) =>
	page.evaluate<{ text?: string; fill?: string; rotation?: number }[]>(
		`JSON.parse(localStorage["post-image-document"]).slides[0].layers`,
	);
