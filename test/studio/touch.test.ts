/** Fingers: whatever is pressed on a phone or a tablet is at least 44 px wide and high. */
import type { Page } from "playwright-core";
import t from "tap";
import { chromiumPath, openBrowser } from "../helpers/browser.js";
import { openWith } from "../helpers/studio-mouse.js";
import { holds } from "../helpers/studio-page.js";

const skip = chromiumPath === undefined ? "no chromium here" : false;
const browser = skip ? undefined : await openBrowser(t);

const DOCUMENT = {
	platform: undefined,
	platforms: ["photo-feed-square", "photo-feed-story"],
	mode: "carousel",
	slides: [
		{
			backgroundColor: "#14213D",
			layers: [
				{ type: "text", text: "Words", x: 40, y: 40, width: 300, fontSize: 40 },
				{
					type: "shape",
					shape: "rectangle",
					x: 130,
					y: 150,
					width: 120,
					height: 120,
					fill: {
						type: "linear",
						stops: [{ color: "#fff" }, { color: "#000" }, { color: "#f00" }],
					},
				},
			],
		},
		{},
	],
};

/**
 * Controls in sight that are smaller, and how many there are. A box to tick is pressed by its label.
 * What is on the slide has the size that the design gives it, and CodeMirror's text is text.
 */
const MEASURE = `(() => {
	const controls = "button, select, summary, textarea, a[href], .button, input:not([type=file]), .grip";
	const inside = document.querySelector("dialog[open]") ?? document;
	const all = [...inside.querySelectorAll(controls)].filter(
		(one) => one.checkVisibility() && !one.matches(".hidden, .box .body") && !one.closest(".cm-editor"),
	);
	const small = all.flatMap((one) => {
		const label = one.type === "checkbox" && (one.closest("label") ?? document.querySelector('label[for="' + one.id + '"]'));
		const { width, height } = (label || one).getBoundingClientRect();
		if (width === 0 || (width >= 43.9 && height >= 43.9)) return [];
		const name = one.getAttribute("aria-label") ?? one.textContent ?? "";
		return [one.localName + "." + one.className + " " + name.slice(0, 30) + ": " + width + " x " + height];
	});
	return { count: all.length, small };
})()`;

for (const [width, height] of [
	[390, 844],
	[820, 1180],
] as const) {
	t.test(`controls are large enough for fingers, ${width} wide`, { skip }, async (t) => {
		const isPhone = width === 390;
		const { page, complaints } = await openWith(t, browser!, DOCUMENT, {
			viewport: { width, height },
			hasTouch: true,
			isMobile: true,
		});
		const check = async (name: string, least = 5) => {
			const { count, small } = await page.evaluate<{ count: number; small: string[] }>(MEASURE);
			t.same(small, [], name);
			t.ok(count >= least, `${name}: ${count} controls`);
		};
		const open = (tool: string) => openTool(page, tool, isPhone);
		await page.locator(".box .body").nth(1).waitFor();
		await check("the slide");
		await page.locator(".box .body").nth(1).tap();
		await page.locator(".grip.se").waitFor();
		await check("a selected shape, with its grips");
		if (isPhone) await page.locator(".context button", { hasText: "Properties" }).tap();
		await page.getByRole("button", { name: "Show all properties" }).first().tap();
		const closed = page.locator(".panel details:not([open]) > summary");
		while ((await closed.count()) > 0) await closed.first().tap();
		await check("all properties of a shape", 40);
		await page.getByRole("button", { name: /^Checks/ }).tap();
		await check("checks");
		await page.locator("[popovertarget=menu]").tap();
		await check("the menu", 20);
		await page.getByRole("button", { name: "Keyboard shortcuts" }).tap();
		await inDialog(page, () => check("help", 1));
		for (const [tool, ready] of [
			["templates", ".found.templates img"],
			["photos", ".found.photos img"],
			["icons", ".found.icons img"],
			["emoji", ".found.emoji button"],
		] as const) {
			await open(tool);
			await page.locator(ready).first().waitFor();
			await check(tool, 10);
		}
		await open("layers");
		await page.locator(".layers .layer-name").first().waitFor();
		await check("layers");
		if (isPhone) await page.locator(".panes button").first().tap();
		else await open("layers");
		await page.locator(".platforms > .mini").tap();
		await inDialog(page, () => check("platforms", 10));
		await open("templates");
		await page.getByRole("button", { name: "Tips carousel" }).tap();
		if (isPhone) await page.locator(".panes button").nth(3).tap();
		await page.locator(".variables textarea").first().waitFor();
		await check("a template's form", 20);
		await page.getByRole("button", { name: "Many posts …" }).tap();
		await holds(page, `document.querySelectorAll(".table img").length === 1`);
		await check("many posts", 3);
		t.same(complaints, []);
	});
}

/** Waits for a dialog, which may still be loading, looks at it, and closes it. */
async function inDialog(page: Page, look: () => Promise<void>): Promise<void> {
	const dialog = page.locator("dialog[open]");
	await dialog.waitFor();
	await look();
	await page.keyboard.press("Escape");
	await dialog.waitFor({ state: "detached" });
}

/** Opens a tool: on a phone by the bar below. */
async function openTool(page: Page, tool: string, isPhone: boolean): Promise<void> {
	if (isPhone)
		await page
			.locator(".panes button")
			.nth(tool === "layers" ? 2 : 1)
			.tap();
	if (!isPhone || tool !== "layers") await page.locator(`.rail .to-${tool}`).tap();
}
