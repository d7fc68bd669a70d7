/** A table of many rows in the Studio: drawn by a job, followed, cancelled, and downloaded. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import t from "tap";
import { chromiumPath, openBrowser } from "../helpers/browser.js";
import { type Line, readZip } from "../helpers/jobs.js";
import { holds, openStudio } from "../helpers/studio-page.js";

const skip = chromiumPath === undefined ? "no chromium here" : false;
const browser = skip ? undefined : await openBrowser(t);

async function openTable(page: Page, rows: string): Promise<void> {
	if ((await page.getByRole("button", { name: "Many posts" }).count()) === 0) {
		await page.getByRole("button", { name: "Templates", exact: true }).click();
		await page.locator(".found.templates img").first().waitFor();
		await page.getByRole("button", { name: "Bold quote" }).click();
	}
	await page.getByRole("button", { name: "Many posts" }).click();
	await page.getByLabel("Rows as CSV").fill(rows);
}

const table = (count: number) =>
	`quote\n${Array.from({ length: count }, (_, index) => `Post number ${index + 1}`).join("\n")}\n`;

t.test("a job of the table: by choice, with errors, a ZIP and a list", { skip }, async (t) => {
	const { page, complaints } = await openStudio(t, browser!);
	// From a spreadsheet: parted by tabs, with commas inside.
	await openTable(
		page,
		`quote\tauthor\nOne, and a half\tAnna\n${"long ".repeat(200)}\tBo\nThree\tCy\n`,
	);
	await page.getByLabel(/^In the background/).check();
	await page.getByRole("button", { name: "Draw posts (3)" }).click();
	await page.locator(".job.done").waitFor();
	t.equal(await page.locator(".job [role=status]").textContent(), "Done");
	t.match(await page.locator(".job .hint").textContent(), /2 of 3 drawn · 1 failed/);
	t.equal(await page.locator(".job progress").getAttribute("value"), "3");
	t.match(await page.locator(".job-errors").first().textContent(), /Row 2/);
	const fileOf = async (name: string) => {
		const saving = page.waitForEvent("download");
		await page.locator(".job").getByText(name, { exact: true }).click();
		return readFile(await (await saving).path());
	};
	const files = await readZip(new Response(await fileOf("ZIP")));
	t.same(
		[...files.keys()].filter((name) => name.endsWith(".png")),
		["row-0001-slide-01.png", "row-0003-slide-01.png"],
	);
	const lines = (await fileOf("List of all files"))
		.toString()
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line) as Line);
	t.same(
		lines.map(({ row, error }) => [row, error === undefined]),
		[
			[1, true],
			[2, false],
			[3, true],
		],
	);
	t.match(JSON.stringify(lines[0]), /One, and a half/);
	await page.locator(".job").getByRole("button", { name: "Close" }).click();
	t.equal(await page.locator(".job").count(), 0);
	t.same(
		complaints.filter((line) => !line.includes("400 (Bad Request)")),
		[],
	);
});

t.test(
	"more than 1,000 rows are a job, found again after a reload, and cancelled",
	{ skip },
	async (t) => {
		const { page } = await openStudio(t, browser!);
		// On a busy machine a shorter job may be over before it is cancelled.
		await openTable(page, table(3_000));
		const choice = page.getByLabel(/^In the background: more than 1000 rows/);
		await choice.waitFor();
		t.ok(await choice.isChecked());
		t.ok(await choice.isDisabled());
		await page.getByRole("button", { name: "Draw posts (3000)" }).click();
		await page.locator(".job.running").waitFor();
		// The first chunk has more than a hundred rows, and other tests may use the machine.
		await holds(page, `document.querySelector(".job progress").value > 0`, 240);
		await holds(page, `/left/.test(document.querySelector(".job .hint").textContent)`);
		await page.reload();
		await page.locator(".variables").waitFor();
		await page.getByRole("button", { name: "Many posts" }).click();
		await page.locator(".job.running").waitFor();
		await page.locator(".job").getByRole("button", { name: "Cancel" }).click();
		await page.locator(".job.cancelled").waitFor();
		t.equal(await page.locator(".job [role=status]").textContent(), "Cancelled");
	},
);

t.test("a job needs the key, and so do its files", { skip }, async (t) => {
	const key = "key-of-the-test";
	const { page } = await openStudio(
		t,
		browser!,
		{},
		{ API_KEYS: key },
		`sessionStorage["post-image-api-key"] = "${key}"`,
	);
	await openTable(page, table(2));
	await page.getByLabel(/^In the background/).check();
	await page.getByRole("button", { name: "Draw posts (2)" }).click();
	await page.locator(".job.done").waitFor();
	const saving = page.waitForEvent("download");
	await page.locator(".job").getByText("ZIP", { exact: true }).click();
	const files = await readZip(new Response(await readFile(await (await saving).path())));
	t.ok(files.has("row-0002-slide-01.png"));
});

t.test("without jobs there is no choice, and at most 1,000 rows", { skip }, async (t) => {
	const { page, complaints } = await openStudio(t, browser!, {}, { JOB_MAX_ROWS: "0" });
	await openTable(page, table(1_001));
	await page.getByText("This service draws at most 1000 rows.").waitFor();
	t.equal(await page.getByLabel(/^In the background/).count(), 0);
	t.ok(await page.getByRole("button", { name: /^Download as ZIP/ }).isDisabled());
	t.same(complaints, []);
});
