/** axe over every tool, panel and dialog of the Studio, in both themes, on a wide screen and a phone. */
import t from "tap";
import { axeFindings } from "../helpers/axe.js";
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
		const check = async (name: string) => t.same(await axeFindings(page), [], name);
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

/** Controls without a name that a screen reader could say. */
const NAMELESS = `[...document.querySelectorAll("button, a[href], input, select, textarea, summary")]
	.filter((one) => one.checkVisibility() && !one.closest("[aria-hidden=true]") && one.ariaHidden !== "true")
	.filter((one) => !(one.ariaLabel ?? "").trim() && !(one.textContent ?? "").trim() && !(one.title ?? "").trim() && !one.labels?.length)
	.map((one) => one.outerHTML.slice(0, 120))`;

/** What the edge of the page cuts, and is not in something that scrolls. */
const CUT = `[...document.querySelectorAll("button, select, input, textarea, h2")]
	.filter((one) => one.checkVisibility() && !one.closest(".hidden, .insert, .strip ol, .stage, .menu, .skip") && !one.matches(".skip, .hidden"))
	.filter((one) => {
		const { left, right } = one.getBoundingClientRect();
		return left < -1 || right > innerWidth + 1;
	})
	.map((one) => one.outerHTML.slice(0, 120))`;

for (const [name, options, least] of [
	["390 px", { viewport: { width: 390, height: 844 } }, 300],
	["200 % of 1,440 px", { viewport: { width: 720, height: 450 } }, 240],
	["768 px", { viewport: { width: 768, height: 1024 } }, 400],
	["820 px", { viewport: { width: 820, height: 1180 } }, 400],
	["1,100 px", { viewport: { width: 1100, height: 800 } }, 400],
	["1,920 px", { viewport: { width: 1920, height: 1080 } }, 600],
	["forced colors", { forcedColors: "active" }, 400],
	["reduced motion", { reducedMotion: "reduce" }, 400],
] as const) {
	t.test(
		`${name}: nothing is cut off, the slide can be used, axe finds nothing`,
		{ skip },
		async (t) => {
			const slides = [{ backgroundColor: "#14213D", layers: [CARD] }];
			const { page, complaints } = await openWith(t, browser!, { slides }, options);
			const check = async (where: string) => {
				t.same(await axeFindings(page), [], where);
				t.same(await page.evaluate(NAMELESS), [], `${where}: names`);
				t.same(await page.evaluate(CUT), [], `${where}: nothing is cut off`);
				const wider = await page.evaluate<number>(
					"document.documentElement.scrollWidth - innerWidth",
				);
				t.ok(wider <= 0, `${where}: ${wider} px wider than the page`);
			};
			await page.locator('.box [aria-label="Text: Words"]').waitFor();
			const { width } = (await page.locator(".stage").boundingBox())!;
			t.ok(width >= least, `the slide is ${width} px wide`);
			await check("start");
			await page.locator('.box [aria-label="Text: Words"]').click();
			await check("a selected text");
			const isPhone = "viewport" in options && options.viewport.width <= 800;
			if (isPhone) await page.locator(".panes button").nth(3).click();
			await page.getByRole("button", { name: "Show all properties" }).click();
			await check("its properties");
			if (isPhone) await page.locator(".panes button").nth(2).click();
			else await page.locator(".rail .to-layers").click();
			await check("layers");
			t.equal(
				await page.evaluate<boolean>(
					`matchMedia("(prefers-reduced-motion: reduce)").matches && getComputedStyle(document.querySelector("button")).transitionDuration !== "0s"`,
				),
				false,
				"nothing moves by itself where motion is reduced",
			);
			t.same(complaints, []);
		},
	);
}
