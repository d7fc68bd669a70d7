/** axe over every tool, panel and dialog of the Studio, in both themes, on a wide screen and a phone. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import t from "tap";
import { chromiumPath, openBrowser } from "../helpers/browser.js";
import { openWith } from "../helpers/studio-mouse.js";
import { holds } from "../helpers/studio-page.js";

const skip = chromiumPath === undefined ? "no chromium here" : false;
const browser = skip ? undefined : await openBrowser(t);

const CARD = {
	type: "stack",
	name: "Card",
	x: 30,
	y: 60,
	padding: 30,
	background: "#FFFFFF",
	children: [{ type: "text", text: "Words", fontSize: 30, textColor: "#111111" }],
};

for (const colorScheme of ["light", "dark"] as const) {
	t.test(`axe finds nothing anywhere, ${colorScheme}`, { skip }, async (t) => {
		const slides = [{ backgroundColor: "#14213D", layers: [CARD] }];
		const { page, complaints } = await openWith(t, browser!, { slides }, { colorScheme });
		const axe = await readFile(
			createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
			"utf8",
		);
		const check = async (name: string) => {
			await page.evaluate(axe);
			const found = await page.evaluate<string[]>(
				`axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))`,
			);
			t.same(found, [], name);
		};
		const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

		await press("Menu");
		await check("menu");
		await page.keyboard.press("Escape");
		await page.locator('.box [aria-label="Text: Words"]').click();
		await page.getByRole("heading", { name: "Stack: Card" }).waitFor();
		await press("Show all properties");
		await check("all properties of a stack");
		await page.locator('.box [aria-label="Text: Words"]').dblclick();
		await page.getByRole("textbox", { name: "Text on the slide" }).waitFor();
		await check("writing");
		await page.keyboard.press("Escape");
		await press("App frame");
		for (const tool of ["Photos", "Icons", "Emoji", "JSON"]) {
			await press(tool);
			await page
				.locator(tool === "JSON" ? ".cm-content" : ".found button")
				.first()
				.waitFor();
			await check(tool);
		}
		await press("Designs");
		await page.locator(".gallery img").first().waitFor();
		await check("designs");
		await page.keyboard.press("Escape");
		await page.getByRole("button", { name: /^Checks/ }).click();
		await check("checks");
		await press("Templates");
		await page.locator(".found.templates img").first().waitFor();
		await check("templates");
		await press("Tips carousel");
		await page.locator(".variables textarea").first().waitFor();
		await check("form");
		await press("Many posts …");
		await holds(page, `document.querySelectorAll(".table img").length === 1`);
		await check("rows");
		await page.keyboard.press("Escape");
		await page.setViewportSize({ width: 390, height: 844 });
		for (const [index, name] of ["slide", "add", "layers", "properties", "JSON"].entries()) {
			await page.locator(".panes button").nth(index).click();
			if (name === "JSON") await page.locator(".cm-content .cm-line").first().waitFor();
			await check(`${name} on a phone`);
		}
		t.same(complaints, []);
	});
}
