/** Several platforms for one document: chosen, shown one by one, checked, and downloaded together. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import t from "tap";
import { chromiumPath, openBrowser } from "../helpers/browser.js";
import { readZip } from "../helpers/jobs.js";
import { dragBy, openWith } from "../helpers/studio-mouse.js";
import { documentOf, holds, until } from "../helpers/studio-page.js";

const skip = chromiumPath === undefined ? "no chromium here" : false;
const browser = skip ? undefined : await openBrowser(t);

const bar = (page: Page, name: string) => page.locator(".platforms li button", { hasText: name });

/** Waits until the large picture has that size in pixels. */
const pictureOf = (page: Page, width: number, height: number) =>
	holds(
		page,
		`(({ naturalWidth, naturalHeight }) => naturalWidth === ${width} && naturalHeight === ${height})(document.querySelector(".stage img"))`,
	);

async function filesOfZip(page: Page): Promise<string[]> {
	const saving = page.waitForEvent("download");
	await page.getByLabel("Download").selectOption("zip");
	const bytes = await readFile(await (await saving).path());
	return [...(await readZip(new Response(bytes))).keys()];
}

t.test("the other platforms are checked again after a lost connection", { skip }, async (t) => {
	const { page } = await openWith(t, browser!, { slides: [{}] });
	let lost = 0;
	// A request for several platforms is the check of the others; the shown one has its own.
	await page.route("**/api/measure", (route) => {
		if (!route.request().postData()?.includes('"platforms"') || lost > 0) return route.continue();
		lost++;
		return route.abort();
	});
	await page.evaluate(
		`localStorage["post-image-document"] = ${JSON.stringify(
			JSON.stringify({
				platforms: ["photo-feed-square", "link-preview"],
				slides: [{ layers: [{ type: "text", text: "Low", x: 40, y: 300, fontSize: 40 }] }],
			}),
		)}`,
	);
	await page.reload();
	await bar(page, "Link preview").locator(".count").waitFor();
	t.equal(lost, 1, "after one request that got no answer");
});

t.test(
	"a document for several platforms is shown on each, edited and downloaded",
	{ skip },
	async (t) => {
		const { page, complaints } = await openWith(t, browser!, {
			slides: [
				{
					backgroundColor: "#14213D",
					layers: [{ type: "text", text: "Low words", x: 40, y: 300, width: 300, fontSize: 40 }],
				},
			],
		});
		await page.getByLabel("Platform").first().selectOption("several");
		const dialog = page.getByRole("dialog", { name: "Platforms" });
		t.ok(await dialog.getByLabel("Photo feed square").isDisabled(), "the last one stays");
		await dialog.getByLabel("Photo feed story").check();
		await dialog.getByLabel("Link preview").check();
		await page.keyboard.press("Escape");
		const chosen = ["photo-feed-square", "photo-feed-story", "link-preview"];
		await holds(
			page,
			`JSON.stringify(JSON.parse(localStorage["post-image-document"]).platforms) === ${JSON.stringify(JSON.stringify(chosen))}`,
		);
		t.notOk("platform" in (await documentOf(page)), "platforms take the place of platform");
		t.equal(await page.locator(".platforms li").count(), 3);
		await holds(page, `document.querySelectorAll(".platforms img").length === 3`);

		await pictureOf(page, 1080, 1080);
		await bar(page, "Photo feed story").click();
		await pictureOf(page, 1080, 1920);
		// Dragged on the story, moved in the document.
		const scale = 405 / (await page.locator(".stage").boundingBox())!.width;
		await page.locator(".box .body").first().waitFor();
		await page.keyboard.down("Control");
		await dragBy(page, page.locator(".box .body").first(), 30, 60);
		await page.keyboard.up("Control");
		await until(page, "d.layers[0].y !== 300");
		const [moved] = (await documentOf(page)).slides as unknown as { layers: { y: number }[] }[];
		t.ok(Math.abs(moved!.layers[0]!.y - 300 - 60 * scale) <= 1.5, `y ${moved!.layers[0]!.y}`);
		await bar(page, "Photo feed square").click();
		await pictureOf(page, 1080, 1080);

		// The link preview is 236 high: the text is below it, which is said here already.
		await bar(page, "Link preview").locator(".count").waitFor();
		await page.getByRole("button", { name: /^Checks/ }).click();
		await page.locator(".finding button", { hasText: "Link preview" }).first().click();
		await pictureOf(page, 1200, 630);
		await page.getByRole("button", { name: /^Checks/ }).click();
		await page.getByRole("button", { name: "Move onto the slide" }).click();
		await until(page, "d.layers[0].y < 236");
		await holds(page, `document.querySelectorAll(".platforms .count").length === 0`);

		t.same(
			(await filesOfZip(page)).sort(),
			chosen.map((id) => `${id}/slide-01.png`).sort(),
			"a folder for each platform",
		);
		const saving = page.waitForEvent("download");
		await page.getByLabel("Download").selectOption("png");
		const one = await saving;
		t.match(one.suggestedFilename(), /^\w.*-link-preview\.png$/);
		t.equal(
			(await readFile(await one.path())).readUInt32BE(16),
			1200,
			"as wide as the platform shown",
		);

		await page.getByLabel("Platform").first().selectOption("pin");
		await holds(page, `JSON.parse(localStorage["post-image-document"]).platform === "pin"`);
		t.notOk("platforms" in (await documentOf(page)));
		t.equal(await page.locator(".platforms").count(), 0);
		await page.getByRole("button", { name: "Undo" }).click();
		await holds(page, `document.querySelectorAll(".platforms li").length === 3`);
		t.same(complaints, []);
	},
);

t.test("a template is filled in once for several platforms", { skip }, async (t) => {
	const { page, complaints } = await openWith(t, browser!, {
		platform: "photo-feed-story",
		template: "bold-quote",
		variables: { quote: "One quote" },
	});
	await page.getByLabel("Platform").first().selectOption("several");
	const dialog = page.getByRole("dialog", { name: "Platforms" });
	await dialog.getByText("the template is not made for it").first().waitFor();
	await dialog.getByLabel("Photo feed square").check();
	await page.keyboard.press("Escape");
	await pictureOf(page, 1080, 1920);
	await bar(page, "Photo feed square").click();
	await pictureOf(page, 1080, 1080);
	await page.locator(".variables textarea").first().fill("Said for both");
	await holds(
		page,
		`document.querySelector(".stage img").alt.includes("Said for both") && document.querySelector(".stage img").naturalHeight === 1080`,
	);
	t.same((await filesOfZip(page)).sort(), [
		"photo-feed-square/slide-01.png",
		"photo-feed-story/slide-01.png",
	]);
	t.same(complaints, []);
});
