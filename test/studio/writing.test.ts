/** Formatting text on the slide: the buttons and keys of the field that a double click opens. */
import type { Page } from "playwright-core";
import t from "tap";
import { chromiumPath, openBrowser } from "../helpers/browser.js";
import { holds, openStudio, until } from "../helpers/studio-page.js";

const skip = chromiumPath === undefined ? "no chromium here" : false;
const browser = skip ? undefined : await openBrowser(t);

/** Opens the first text, does something there, and waits for what the document then has. */
async function write(page: Page, act: () => Promise<void>, condition: string): Promise<void> {
	await page.locator(".box .body").first().dblclick();
	await holds(page, `document.activeElement?.classList.contains("writing") === true`);
	await act();
	await page.getByRole("button", { name: "Done" }).click();
	await until(page, condition);
	await page.getByRole("textbox", { name: "Text on the slide" }).waitFor({ state: "detached" });
}

/** Presses a button of the field. */
const click = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Selects letters of the first line, from an index on. */
async function select(page: Page, from: number, count: number): Promise<void> {
	await page.keyboard.press("Control+Home");
	for (let i = 0; i < from; i++) await page.keyboard.press("ArrowRight");
	for (let i = 0; i < count; i++) await page.keyboard.press("Shift+ArrowRight");
}

const richText = (html: string) => `d.textBlocks[0].richText === ${JSON.stringify(html)}`;
const plainText = (text: string) =>
	`d.textBlocks[0].text === ${JSON.stringify(text)} && !d.textBlocks[0].richText`;

t.test("a word is made bold, part of it plain again, and all is cleared", { skip }, async (t) => {
	const { page, complaints } = await openStudio(t, browser!);
	await write(
		page,
		async () => {
			await select(page, 0, 5);
			await click(page, "Bold");
		},
		richText("<b>First</b> words"),
	);
	await write(
		page,
		async () => {
			await select(page, 1, 2);
			await click(page, "Bold");
		},
		richText("<b>F</b>ir<b>st</b> words"),
	);
	await write(
		page,
		async () => {
			await page.keyboard.press("Control+a");
			await page.keyboard.press("Control+i");
		},
		richText("<b><i>F</i></b><i>ir</i><b><i>st</i></b><i> words</i>"),
	);
	await write(page, () => click(page, "Remove the format"), plainText("First words"));
	await page.getByRole("button", { name: "Undo" }).click();
	await until(page, richText("<b><i>F</i></b><i>ir</i><b><i>st</i></b><i> words</i>"));
	t.same(complaints, []);
});

t.test("lines become a list, items are added, and a list becomes lines", { skip }, async (t) => {
	const { page, complaints } = await openStudio(t, browser!);
	await write(
		page,
		async () => {
			await click(page, "Bulleted list");
			await page.keyboard.press("Control+End");
			await page.keyboard.press("Enter");
			await page.keyboard.type("a < b & c");
		},
		richText("<ul><li>First words</li><li>a &lt; b &amp; c</li></ul>"),
	);
	await write(page, () => click(page, "Bulleted list"), plainText("First words\na < b & c"));
	await write(
		page,
		() => click(page, "Numbered list"),
		richText("<ol><li>First words</li><li>a &lt; b &amp; c</li></ol>"),
	);
	await write(page, () => click(page, "Remove the format"), plainText("First words\na < b & c"));
	t.same(complaints, []);
});

t.test("a swatch colours the selection, another one part of it", { skip }, async (t) => {
	const { page, complaints } = await openStudio(t, browser!);
	const swatches = page.locator(".rich .swatch");
	let colours: string[] = [];
	await write(
		page,
		async () => {
			colours = await swatches.evaluateAll((all) => all.map(({ title }) => title));
			await select(page, 0, 5);
			await swatches.nth(1).click();
		},
		'/^<span style="color: #[0-9A-F]{6}">First<\\/span> words$/.test(d.textBlocks[0].richText)',
	);
	t.ok(colours.length > 2 && new Set(colours).size === colours.length, `${colours}`);
	const [, second = "", third = ""] = colours.map((one) => one.toUpperCase());
	await until(page, richText(`<span style="color: ${second}">First</span> words`));
	await write(
		page,
		async () => {
			await select(page, 3, 2);
			await swatches.nth(2).click();
		},
		richText(
			`<span style="color: ${second}">Fir</span><span style="color: ${third}">st</span> words`,
		),
	);
	t.same(complaints, []);
});

t.test(
	"what is typed at the cursor takes the format that was chosen before",
	{ skip },
	async (t) => {
		const { page, complaints } = await openStudio(t, browser!);
		await write(
			page,
			async () => {
				await page.keyboard.press("Control+End");
				await page.keyboard.press("Control+b");
				await page.keyboard.type(" bold");
				await page.keyboard.press("Control+b");
				await page.keyboard.type(" plain");
			},
			richText("First words<b> bold</b> plain"),
		);
		t.same(complaints, []);
	},
);
