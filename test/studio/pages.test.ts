/** The API reference, the key, the panel, and the Studio by keyboard alone, in a real browser. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import t from "tap";
import { ENDPOINTS } from "../../src/http/openapi/endpoints.js";
import { startApp } from "../helpers/app.js";
import { chromiumPath, openBrowser, openPage } from "../helpers/browser.js";
import { LINK_KEY } from "../helpers/links.js";
import { documentOf, holds, openStudio, sharedService, until } from "../helpers/studio-page.js";

const skip = chromiumPath === undefined ? "no chromium here" : false;
const browser = skip ? undefined : await openBrowser(t);

t.test("/docs lists every endpoint and asks nothing of others", { skip }, async (t) => {
	const service = await sharedService();
	const { page, context, complaints } = await openPage(browser!, service.url);
	t.teardown(() => context.close());
	await page.goto(`${service.url}/docs`);
	const endpoints = Object.values(ENDPOINTS);
	await holds(page, `document.querySelectorAll(".operation").length >= ${endpoints.length}`);
	const listed = await page.evaluate<string[]>(
		`[...document.querySelectorAll(".operation > summary")].map((one) =>
			one.querySelector("b").textContent + " " + one.querySelector("code").textContent)`,
	);
	const expected = endpoints.map(
		({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`,
	);
	t.same(listed.sort(), expected.sort());
	const render = page.locator("#renderPng");
	await render.locator("summary").first().click();
	await render.getByRole("button", { name: "Properties of slides" }).click();
	await render.getByRole("button", { name: "Properties of textBlocks" }).click();
	t.match(await render.textContent(), /fontSize.*8 to 600/);
	await render.getByRole("button", { name: "Send request" }).click();
	await render.locator("output img").waitFor();
	t.match(await render.locator("output").textContent(), "200");
	t.same(complaints, [], "no error, no violation of the policy, no request elsewhere");
});

t.test("with API_KEYS the page asks for a key, for this session", { skip }, async (t) => {
	const service = await startApp(t, { API_KEYS: "key-of-the-test" });
	const { page, context, complaints } = await openPage(browser!, service.url);
	t.teardown(() => context.close());
	await page.goto(`${service.url}/`);
	const dialog = page.getByRole("dialog", { name: "This service asks for a key" });
	await dialog.waitFor();
	await page.keyboard.type("not-the-key");
	await page.keyboard.press("Enter");
	await dialog.getByText("This key is not accepted").waitFor();
	await page.getByLabel("API key").fill("key-of-the-test");
	await page.keyboard.press("Enter");
	await page.waitForSelector(".stage img");
	t.equal(await dialog.count(), 0);
	await page.getByRole("button", { name: "Icons" }).click();
	await page.locator(".found.icons img").first().waitFor();
	await holds(page, `document.querySelector(".found.icons img").naturalWidth > 0`);

	await page.getByRole("button", { name: "Code" }).click();
	for (const [language, header] of [
		["curl", '-H "x-api-key: $API_KEY"'],
		["TypeScript", '"x-api-key": process.env.API_KEY'],
		["Generated client", '"x-api-key": process.env.API_KEY'],
		["Python", '"x-api-key": os.environ["API_KEY"]'],
	] as const) {
		await page.getByRole("tab", { name: language, exact: true }).click();
		const code = (await page.locator("dialog pre").textContent()) ?? "";
		t.ok(code.includes(header), `${language} sends the key`);
		t.notOk(code.includes("key-of-the-test"), `${language} does not tell it`);
	}

	// Kept by this tab, and by nothing else.
	await page.reload();
	await page.waitForSelector(".stage img");
	const kept = await page.evaluate<string>("JSON.stringify(localStorage) + document.cookie");
	t.notOk(kept.includes("key-of-the-test"));
	const other = await context.newPage();
	await other.goto(`${service.url}/`);
	await other.getByRole("dialog", { name: "This service asks for a key" }).waitFor();
	t.same(
		complaints.filter((line) => !line.includes("401 (Unauthorized)")),
		[],
	);
});

t.test("the code has a signed link where the service signs", { skip }, async (t) => {
	const { page, complaints } = await openStudio(t, browser!, {}, { LINK_KEYS: LINK_KEY });
	await page.getByRole("button", { name: "Code" }).click();
	await page.getByRole("tab", { name: "Signed link" }).click();
	const link = (await page.locator("dialog pre").textContent()) ?? "";
	t.equal((await fetch(link)).headers.get("content-type"), "image/png");
	t.same(complaints, []);
});

t.test("the code of a template has a link with its values", { skip }, async (t) => {
	const design = { template: "bold-quote", variables: { quote: "Start small & go on" } };
	const script = `localStorage["post-image-document"] = ${JSON.stringify(JSON.stringify(design))}`;
	const env = { LINK_KEYS: LINK_KEY };
	const { page, complaints } = await openStudio(t, browser!, {}, env, script);
	await page.getByRole("button", { name: "Code" }).click();
	await page.getByRole("tab", { name: "Link with values" }).click();
	const link = (await page.locator("dialog pre").textContent()) ?? "";
	t.equal(new URL(link).searchParams.get("quote"), "Start small & go on");
	const answer = await fetch(link.replace("small", "now"));
	t.equal(answer.headers.get("content-type"), "image/png");
	t.same(complaints, []);
});

t.test("the panel shows numbers and choices, and writes them", { skip }, async (t) => {
	const { page, complaints } = await openStudio(t, browser!);
	await page.locator(".box .body").first().focus();
	const size = page.getByLabel("Font size", { exact: true });
	t.equal(await size.inputValue(), "30");
	t.equal(await size.getAttribute("type"), "number");
	await size.fill("44");
	await until(page, "d.textBlocks[0].fontSize === 44");
	await page.getByLabel("Align", { exact: true }).selectOption("center");
	await until(page, 'd.textBlocks[0].align === "center"');
	await page.getByLabel("Weight", { exact: true }).selectOption("500");
	await until(page, "d.textBlocks[0].weight === 500");
	const options = await page.getByLabel("Format").locator("option").allTextContents();
	t.same(options, ["PNG", "SVG", "JPEG", "WEBP"]);
	t.same(complaints, []);
});

t.test("an emoji is found by a word and placed", { skip }, async (t) => {
	const { page, complaints } = await openStudio(t, browser!);
	await page.getByRole("button", { name: "+ Emoji" }).click();
	await page.getByLabel("Find emoji").fill("rocket");
	await page.getByRole("button", { name: "rocket", exact: true }).click();
	await until(page, 'd.textBlocks[2]?.emoji === "🚀"');
	t.match((await documentOf(page)).slides[0]!.textBlocks[2], { fontSize: 72, x: 167, y: 167 });
	await page.getByLabel("Find emoji").fill("no such thing");
	await page.getByText("Nothing found.").waitFor();
	t.same(complaints, []);
});

/** Presses Tab until the focus is on what has that name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
	const focused = `(() => {
		let at = document.activeElement;
		while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
		return (at?.getAttribute("aria-label") ?? "") + " " + (at?.textContent ?? "").slice(0, 60);
	})()`;
	const passed: string[] = [];
	for (let presses = 0; presses < 150; presses++) {
		const now = (await page.evaluate<string>(focused)).trim();
		if (name.test(now)) return;
		passed.push(now);
		await page.keyboard.press("Tab");
	}
	throw new Error(`no way to ${name} by Tab, only to ${[...new Set(passed)].join(" | ")}`);
}

t.test("keyboard alone: type, choose, add, move, undo, download", { skip }, async (t) => {
	const { page, complaints } = await openStudio(t, browser!);
	// From the beginning of the page through the bar.
	await tabTo(page, /^\+ Text/);
	await page.keyboard.press("Enter");
	await until(page, 'd.textBlocks[2]?.text === "New text"');
	// It is being written.
	await page.getByRole("textbox", { name: "Text on the slide" }).waitFor();
	await page.keyboard.press("Escape");
	const { x, y } = (await documentOf(page)).slides[0]!.textBlocks[2]!;

	// It can be reached when the service has measured it.
	await page.locator('.box [aria-label^="Text: New text"]').waitFor();
	await tabTo(page, /^Text: New text/);
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Shift+ArrowRight");
	await until(page, `d.textBlocks[2].x === ${x + 10} && d.textBlocks[2].y === ${y + 1}`);
	await page.keyboard.press("Control+z");
	await until(page, `d.textBlocks[2].x === ${x} && d.textBlocks[2].y === ${y + 1}`);

	await tabTo(page, /^Duplicate/);
	await page.keyboard.press("Enter");
	await until(page, "more.length === 1");
	await tabTo(page, /^Slide 1/);
	await page.keyboard.press("Enter");
	t.equal(await page.locator(".strip [aria-current]").getAttribute("aria-label"), "Slide 1");

	// Into the text of the document, and by Tab out of it again.
	await tabTo(page, /^Document as JSON/);
	await page.keyboard.press("Control+a");
	const text = JSON.stringify({ slides: [{ textBlocks: [{ text: "Typed", y: 90 }] }] });
	await page.keyboard.insertText(text);
	await until(page, 'd.textBlocks[0].text === "Typed"');
	await tabTo(page, /^Slide 1/);

	await tabTo(page, /^Download/);
	const saving = page.waitForEvent("download");
	await page.keyboard.press("ArrowDown");
	const saved = await readFile(await (await saving).path());
	t.equal(saved.subarray(1, 4).toString(), "PNG");
	t.same(complaints, []);
});

t.test("/docs follows the dark theme of the system", { skip }, async (t) => {
	const service = await sharedService();
	for (const [colorScheme, ground] of [
		["dark", "rgb(28, 32, 34)"],
		["light", "rgb(255, 255, 255)"],
	] as const) {
		const { page, context } = await openPage(browser!, service.url, { colorScheme });
		t.teardown(() => context.close());
		await page.goto(`${service.url}/docs`);
		await page.locator(".operation").first().waitFor();
		t.equal(await page.evaluate("getComputedStyle(document.body).backgroundColor"), ground);
	}
});
