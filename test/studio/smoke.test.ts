/** The Studio opens with a document, shows its picture, and follows a change. */
import t from "tap";
import { chromiumPath, openBrowser } from "../helpers/browser.js";
import { documentOf, openStudio } from "../helpers/studio-page.js";

const skip = chromiumPath === undefined ? "no chromium here" : false;

t.test("a document is shown and edited", { skip }, async (t) => {
	const browser = await openBrowser(t);
	const { page, complaints } = await openStudio(t, browser);
	await page.locator(".box .body").first().click();
	await page.keyboard.press("ArrowRight");
	await page.waitForFunction(
		`JSON.parse(localStorage.getItem("post-image-document")).slides[0].textBlocks[0].x === 41`,
	);
	t.equal((await documentOf(page)).slides[0]?.textBlocks[0]?.x, 41);
	t.same(complaints, []);
});
