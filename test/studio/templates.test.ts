/** Templates in the Studio: the gallery, the form, many rows, and a template set free; and what checks offer. */
import { readFile } from "node:fs/promises";
import t from "tap";
import { startApp } from "../helpers/app.js";
import { chromiumPath, openBrowser } from "../helpers/browser.js";
import { openWith } from "../helpers/studio-mouse.js";
import { documentOf, holds, until } from "../helpers/studio-page.js";

const skip = chromiumPath === undefined ? "no chromium here" : false;
const browser = skip ? undefined : await openBrowser(t);

/** Waits until something holds of the whole document; `d` is it. */
const untilWhole = (page: Parameters<typeof holds>[0], condition: string) =>
	holds(page, `((d) => ${condition})(JSON.parse(localStorage["post-image-document"]))`);

t.test("a template is found, filled in, drawn from a table, and set free", { skip }, async (t) => {
	const { page, complaints } = await openWith(t, browser!, { slides: [{}] });
	await page.getByRole("button", { name: "Templates", exact: true }).click();
	await page.locator(".found.templates img").first().waitFor();
	// All of them, by what they are for, each in colours of its own.
	t.ok((await page.locator(".found.templates li").count()) >= 55);
	t.equal(await page.locator(".tools section section[aria-label='Selling'] h3").count(), 1);
	t.equal(await page.locator("#template-brand").inputValue(), "palette");
	await page.getByLabel("Find templates").fill("bold quote");
	await page.locator("#template-brand").selectOption("brand-b");
	await page.getByRole("button", { name: "Bold quote" }).click();
	await untilWhole(page, 'd.template === "bold-quote" && d.brand === "brand-b" && !d.slides');

	// Colours that are chosen are those of the brand in this design; the gallery gives its own.
	await page.getByRole("button", { name: "Colors 3", exact: true }).click();
	await untilWhole(page, 'd.variables["brand.color"] === "#0B6E4F" && d.brand === "brand-b"');
	await page.locator("#template-brand").selectOption("palette");
	await untilWhole(page, 'd.variables["brand.color"] === "#C6F432" && !d.brand');

	const before = await page.locator(".stage img").getAttribute("src");
	const field = page.locator(".variables textarea").first();
	await field.fill("Written in the form");
	await untilWhole(page, 'Object.values(d.variables).includes("Written in the form")');
	await holds(
		page,
		`document.querySelector(".stage img").getAttribute("alt").includes("Written in the form") || document.querySelector(".stage img").src !== ${JSON.stringify(before)}`,
	);

	await page.getByRole("button", { name: "Many posts" }).click();
	await page.getByLabel("Rows as CSV").fill("quote\nOne\nTwo\n");
	await holds(page, `document.querySelectorAll(".table img").length === 2`);
	const saving = page.waitForEvent("download");
	await page.getByRole("button", { name: "Download as ZIP (2)" }).click();
	const saved = await readFile(await (await saving).path());
	t.equal(saved.subarray(0, 2).toString(), "PK");
	t.ok(saved.includes("row-0002-slide-01.png"), "a file for each row");
	await page.keyboard.press("Escape");

	await page.getByRole("button", { name: "Edit freely" }).click();
	await untilWhole(page, "d.template === undefined && d.slides?.[0].layers.length > 0");
	t.match(JSON.stringify(await documentOf(page)), /Written in the form/);
	t.notMatch(JSON.stringify(await documentOf(page)), /\{\{(?!slide)/);
	await page.locator(".stage .box").first().waitFor();
	await page.getByRole("button", { name: "Undo" }).click();
	await untilWhole(page, 'd.template === "bold-quote"');
	t.same(complaints, []);
});

t.test("POST /studio/document refuses what a render refuses, and needs the key", async (t) => {
	const service = await startApp(t, { API_KEYS: "key-of-the-test" });
	const ask = (body: unknown, headers: Record<string, string> = {}) =>
		fetch(`${service.url}/studio/document`, {
			method: "POST",
			headers: { "content-type": "application/json", ...headers },
			body: JSON.stringify(body),
		});
	const key = { "x-api-key": "key-of-the-test" };
	t.equal((await ask({ template: "bold-quote" })).status, 401);
	const refused = await ask({ template: "bold-quote", variables: { quot: "x" } }, key);
	t.equal(refused.status, 400);
	const { error } = (await refused.json()) as { error: { code: string } };
	t.equal(error.code, "invalid_render_request");
	for (const body of [null, [], "text", 7, { template: 7 }, {}])
		t.equal((await ask(body, key)).status, 400, JSON.stringify(body));
	const made = await ask({ template: "bold-quote", variables: { quote: "Free" } }, key);
	t.equal(made.status, 200);
	t.match(await made.text(), /Free/);
	const closed = await startApp(t, { STUDIO: "false" });
	t.equal((await closed.post("/studio/document", {})).status, 404);
});

t.test(
	"a check selects what it is about, and offers what arithmetic can do",
	{ skip },
	async (t) => {
		const { page, complaints } = await openWith(t, browser!, {
			platform: "photo-feed-story",
			slides: [
				{
					backgroundColor: "#FFFFFF",
					layers: [
						{
							type: "text",
							text: "Under the buttons",
							x: 40,
							y: 4,
							fontSize: 24,
							textColor: "#111111",
						},
						{ type: "text", text: "Tiny", x: 40, y: 300, fontSize: 8, textColor: "#111111" },
						{ type: "text", text: "Pale", x: 40, y: 400, fontSize: 30, textColor: "#EEEEEE" },
					],
				},
			],
		});
		await page.getByRole("button", { name: "Checks" }).click();
		const finding = (words: RegExp) => page.locator(".finding").filter({ hasText: words });
		await page.locator(".finding").nth(2).waitFor();
		await page.getByRole("button", { name: "Move into the safe area" }).click();
		await until(page, "d.layers[0].y > 20");
		await page.getByRole("button", { name: "Make it larger" }).click();
		await until(page, "d.layers[1].fontSize >= 11");
		await page.getByRole("button", { name: "Black letters" }).click();
		await until(page, 'd.layers[2].textColor === "#000000"');
		await page.getByText("No problems found.").waitFor();
		await page.getByRole("button", { name: "Undo" }).click();
		await finding(/./).first().locator("button").first().click();
		await holds(page, `document.querySelector('.box.selected [aria-label="Text: Pale"]') !== null`);
		t.same(complaints, []);
	},
);
