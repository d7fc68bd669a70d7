/** What new users stumbled over, retried with the mouse. */
import t from "tap";
import { startApp } from "../helpers/app.js";
import { chromiumPath, openBrowser, openPage } from "../helpers/browser.js";
import { dragBy, openWith } from "../helpers/studio-mouse.js";
import { documentOf, holds, openStudio, until } from "../helpers/studio-page.js";

const skip = chromiumPath === undefined ? "no chromium here" : false;
const browser = skip ? undefined : await openBrowser(t);

t.test("both columns of photos are in sight at every width", { skip }, async (t) => {
	const { page, complaints } = await openStudio(t, browser!);
	await page.getByRole("button", { name: "Photos", exact: true }).click();
	await page.locator(".found.photos li").nth(1).waitFor();
	for (const width of [1440, 820, 390]) {
		await page.setViewportSize({ width, height: 850 });
		if (width === 390) {
			await page.getByRole("button", { name: "Add", exact: true }).first().click();
			await page.getByRole("button", { name: "Photos", exact: true }).click();
		}
		await page.locator(".found.photos li").nth(1).waitFor();
		const inside = await page.evaluate<boolean>(`(() => {
			const panel = document.querySelector(".tools").getBoundingClientRect();
			return [...document.querySelectorAll(".found.photos li")].every((one) => {
				const { left, right, width } = one.getBoundingClientRect();
				return width > 60 && left >= panel.left && right <= panel.right;
			});
		})()`);
		t.ok(inside, `${width} wide`);
	}
	t.same(complaints, []);
});

t.test(
	"the page works while /api/render-schema fails, and fills in when it does not",
	{ skip },
	async (t) => {
		const service = await startApp(t);
		const { page, context } = await openPage(browser!, service.url);
		t.teardown(() => context.close());
		let failures = 0;
		await page.route("**/api/render-schema", (route) => {
			if (failures++ < 2) return route.fulfill({ status: 500, body: "{}" });
			return route.continue();
		});
		await page.goto(service.url);
		await page.waitForSelector(".stage img");
		await page.getByRole("button", { name: "+ Text" }).click();
		await page.locator('.box [aria-label^="Text: New text"]').waitFor();
		await page.getByLabel("Font size", { exact: true }).waitFor();
		t.ok(failures >= 3, `${failures} requests`);
	},
);

t.test("a text without width keeps finding its own when it is dragged", { skip }, async (t) => {
	const block = { text: "Hello", x: 60, y: 80, fontSize: 33 };
	const { page } = await openWith(t, browser!, { slides: [{ textBlocks: [block] }] });
	await dragBy(page, page.locator(".box .body").first(), 70, 45);
	await until(page, "d.textBlocks[0].x !== 60");
	const [moved] = (await documentOf(page)).slides[0]!.textBlocks as { width?: number }[];
	t.notOk(moved && "width" in moved, "no width is written");
	// A side that is dragged by hand is never rounded below what was asked for.
	await dragBy(page, page.locator(".grip.e"), 30.4, 0);
	await until(page, "d.textBlocks[0].width > 0");
	const words = await page.evaluate<number>(
		`fetch("/api/measure", { method: "POST", headers: { "content-type": "application/json" }, body: localStorage.getItem("post-image-document") }).then((one) => one.json()).then((one) => one.slides[0].textBlocks[0].lines.length)`,
	);
	t.equal(words, 1);
});

t.test("a corner keeps the ratio of an icon; Shift frees it", { skip }, async (t) => {
	const icon = {
		src: "/api/assets/icons/lucide/rocket.svg",
		x: 100,
		y: 100,
		width: 80,
		height: 80,
		color: "#FFFFFF",
	};
	const { page } = await openWith(t, browser!, { slides: [{ imageOverlays: [icon] }] });
	await page.locator(".box .body").first().click();
	t.equal(await page.locator(".grip.e").count(), 0, "no side that would crop it");
	await dragBy(page, page.locator(".grip.se"), 60, 10);
	await until(page, "d.imageOverlays[0].width > 81");
	await until(page, "d.imageOverlays[0].width === d.imageOverlays[0].height");
	await page.keyboard.down("Shift");
	await dragBy(page, page.locator(".grip.se"), 60, 10);
	await page.keyboard.up("Shift");
	await until(page, "d.imageOverlays[0].width > d.imageOverlays[0].height + 5");
});

t.test("the background image can be removed", { skip }, async (t) => {
	const { page } = await openWith(t, browser!, {
		slides: [{ image: "/api/assets/photos/builtin/studio-blush-squarish.svg" }],
	});
	await page.locator(".picture-value").getByRole("button", { name: "Remove" }).click();
	await until(page, "!('image' in d)");
	await holds(page, `document.querySelectorAll(".picture-value img").length === 0`);
});

t.test(
	"a double click writes on the slide; a selected element shows its properties",
	{ skip },
	async (t) => {
		const { page, complaints } = await openStudio(t, browser!);
		await page.getByRole("button", { name: "Photos", exact: true }).click();
		await page.locator(".box .body").first().click();
		t.equal(await page.getByLabel("Font size", { exact: true }).inputValue(), "30");
		await page.locator(".box .body").first().dblclick();
		const field = page.getByRole("textbox", { name: "Text on the slide" });
		await field.waitFor();
		await page.keyboard.press("Control+a");
		await page.keyboard.type("Plain and ");
		await page.getByRole("button", { name: "Bold" }).click();
		await page.keyboard.type("bold");
		await page.getByRole("button", { name: "Done" }).click();
		await until(page, 'd.textBlocks[0].richText === "Plain and <b>bold</b>"');
		await page.getByRole("button", { name: "Undo" }).click();
		await until(page, 'd.textBlocks[0].text === "First words" && !d.textBlocks[0].richText');
		t.same(complaints, []);
	},
);

t.test("thumbnails are WebP below 15 kB", { skip }, async (t) => {
	const slides = Array.from({ length: 3 }, (_, index) => ({
		image: "/api/assets/photos/builtin/studio-blush-squarish.svg",
		textBlocks: [{ text: `Slide ${index}`, fontSize: 60 }],
	}));
	const { page } = await openWith(t, browser!, { mode: "carousel", slides });
	await holds(page, `document.querySelectorAll(".strip li img").length === 3`);
	const files = await page.evaluate<{ type: string; size: number }[]>(
		`Promise.all([...document.querySelectorAll(".strip li img")].map(async (one) => { const { type, size } = await (await fetch(one.src)).blob(); return { type, size }; }))`,
	);
	for (const { type, size } of files) {
		t.equal(type, "image/webp");
		t.ok(size < 15_000, `${size} bytes`);
	}
});

t.test("the bar takes one row, with Download in reach at every width", { skip }, async (t) => {
	const { page } = await openStudio(t, browser!);
	for (const width of [1440, 1280, 820, 390, 320]) {
		await page.setViewportSize({ width, height: 800 });
		const bar = (await page.locator(".toolbar").boundingBox())!;
		t.ok(bar.height < 60, `${width}: ${bar.height} high`);
		const download = (await page.getByLabel("Download").boundingBox())!;
		t.ok(download.x >= 0 && download.x + download.width <= width, `${width}: Download in sight`);
	}
});

t.test("errors go with their document", { skip }, async (t) => {
	const { page } = await openStudio(t, browser!);
	await page.locator(".cm-content").focus();
	await page.keyboard.press("Control+a");
	await page.keyboard.insertText(
		'{ "slides": [{ "textBlocks": [{ "text": "a", "fontSize": 999 }] }] }',
	);
	await page.locator(".failure").waitFor();
	await page.getByRole("button", { name: "Checks" }).click();
	await page.locator(".finding.error").first().waitFor();
	await page.getByRole("button", { name: "Designs" }).click();
	await page.locator(".gallery button").first().click();
	await holds(page, `document.querySelectorAll(".failure, .finding.error").length === 0`);
});

t.test("Code holds the whole carousel", { skip }, async (t) => {
	const slides = [{ textBlocks: [{ text: "One" }] }, { textBlocks: [{ text: "Two" }] }];
	const { page } = await openWith(t, browser!, { mode: "carousel", slides });
	await page.getByRole("button", { name: "Code" }).click();
	const code = (await page.locator("dialog pre").textContent()) ?? "";
	t.match(code, /\/api\/render\.zip/);
	t.notMatch(code, /slide=1/);
	t.match(code, /Two/);
});

t.test("the emoji called fire comes first; photos prompt without settings", { skip }, async (t) => {
	const { page } = await openStudio(t, browser!);
	await page.getByRole("button", { name: "+ Emoji" }).click();
	await page.getByLabel("Find emoji").fill("fire");
	await holds(page, `document.querySelector(".found.emoji button")?.textContent === "🔥"`);
	await page.getByRole("button", { name: "Photos", exact: true }).click();
	await page.getByLabel("Find photos").fill("xylophone");
	await page.locator(".subjects button").first().waitFor();
	const said = (await page.locator(".tools").textContent()) ?? "";
	t.notMatch(said, /UNSPLASH|PHOTO_PROVIDER|operator/);
	await page.locator(".subjects button").first().click();
	await page.locator(".found.photos li").first().waitFor();
});
