/** The Studio as people use it, in a real browser. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import t from "tap";
import { startApp } from "../helpers/app.js";
import { chromiumPath, openBrowser, openPage } from "../helpers/browser.js";
import { DOCUMENT, documentOf, holds, openStudio, until } from "../helpers/studio-page.js";

const skip = chromiumPath === undefined ? "no chromium here" : false;
const browser = skip ? undefined : await openBrowser(t);

/** What the test asks of an element of the editor. */
interface EditorNode {
	closest(selector: string): EditorNode;
	readonly parentElement: { readonly children: Iterable<EditorNode> };
}

const pictureOf = (page: Page) => page.locator(".stage img").getAttribute("src");

/** Resolves when the page shows another picture than that. */
async function nextPicture(page: Page, before: string | null): Promise<void> {
	const now = `document.querySelector(".stage img")?.getAttribute("src")`;
	await holds(page, `${now} !== ${JSON.stringify(before)}`);
}

/** Puts other text into the editor. */
async function type(page: Page, text: string): Promise<void> {
	if ((await page.locator(".tools.json").count()) === 0)
		await page.getByRole("button", { name: "JSON" }).click();
	await page.locator(".cm-content").focus();
	await page.keyboard.press("Control+a");
	await page.keyboard.insertText(text);
}

t.test("what is typed is drawn; what is broken is marked at its line", { skip }, async (t) => {
	const { page, complaints } = await openStudio(t, browser!);
	const isExact = `document.querySelector(".stage img").dataset.exact === "true"`;
	await holds(page, isExact);
	const before = await pictureOf(page);
	const text = JSON.stringify(DOCUMENT, null, 2).replace("First words", "Other words");
	await type(page, text);
	await nextPicture(page, before);

	await holds(page, isExact);
	t.match(await page.locator(".figures").textContent(), /PNG · \d+ kB · \d+ ms/);
	const shown = await pictureOf(page);
	const broken = text.replace('"fontSize": 30', '"fontSize": ');
	await type(page, broken);
	const mark = page.locator(".cm-lintRange-error").first();
	await mark.waitFor();
	// The value is missing where the object ends.
	const at = await mark.evaluate((element) => {
		const line = (element as unknown as EditorNode).closest(".cm-line");
		return [...line.parentElement.children].indexOf(line);
	});
	const expected = broken.split("\n").findIndex((line) => line.includes('"fontSize": ')) + 1;
	t.ok(Math.abs(at + 1 - expected) <= 1, `line ${at + 1}, expected ${expected}`);
	t.equal(await pictureOf(page), shown, "the last good picture stays");

	await type(page, text.replace('"fontSize": 30', '"fontSize": 999'));
	await page.locator(".findings .error", { hasText: "999" }).waitFor();
	t.same(
		complaints.filter((line) => !line.includes("400 (Bad Request)")),
		[],
	);
});

t.test("templates and placeholders are no mistakes in the JSON", { skip }, async (t) => {
	const { page, complaints } = await openStudio(t, browser!);
	const errors = page.locator(".cm-lintRange-error");
	const bars = {
		...{ type: "shape", shape: "series", draw: "columns", x: 20, y: 20, width: 200, height: 90 },
		values: "{{months.map(m, m.sales)}}",
		opacity: "{{size(months) > 1 ? 1 : 0.5}}",
	};
	const text = {
		type: "text",
		repeat: "months",
		text: "{{item.name}}",
		x: "{{40 * index}}",
		y: 130,
	};
	const months = [
		{ name: "Jan", sales: 4 },
		{ name: "Feb", sales: 7 },
	];
	for (const document of [
		{ template: "bold-quote", brand: "brand-b", variables: { quote: "Start small" } },
		{ variables: { months }, slides: [{ layers: [bars, text] }] },
	]) {
		const before = await pictureOf(page);
		await type(page, JSON.stringify(document, null, 2));
		await nextPicture(page, before);
		await page.waitForTimeout(300);
		t.same(await page.locator(".findings .error").allTextContents(), []);
		t.equal(await errors.count(), 0);
	}
	const wrong = { ...text, text: undefined, txt: "{{item.name}}" };
	await type(page, JSON.stringify({ variables: { months }, slides: [{ layers: [bars, wrong] }] }));
	await errors.first().waitFor();
	t.same(
		complaints.filter((line) => !line.includes("400 (Bad Request)")),
		[],
	);
});

t.test("a document with layers is drawn and checked", { skip }, async (t) => {
	const { page, complaints } = await openStudio(t, browser!);
	const before = await pictureOf(page);
	const star = { type: "shape", shape: "star", width: 90, height: 90, fill: "#FFC600" };
	const card = {
		type: "stack",
		x: "10%",
		y: 40,
		padding: [8, 16, 8, 16],
		background: { type: "linear", stops: [{ color: "#FFFFFF" }, { color: "#F7B89C" }] },
		children: [star, { type: "text", text: "In a stack", textColor: "#000000" }],
	};
	const textBlocks = [{ text: "Below", x: "10%", y: 300, width: "50%" }];
	const text = JSON.stringify({ slides: [{ textBlocks, layers: [card] }] }, null, 2);
	await type(page, text);
	await nextPicture(page, before);
	// The stack, what is in it, and the text block.
	await holds(page, `document.querySelectorAll(".stage .box").length === 4`);
	t.equal(await page.locator(".stage img").getAttribute("alt"), "Below\nIn a stack");
	t.equal(await page.locator(".cm-lintRange-error").count(), 0);
	await page.locator(".box .body").first().focus();
	t.equal(await page.getByLabel("Width", { exact: true }).first().inputValue(), "50%");

	await holds(page, `document.querySelector(".stage img").dataset.exact === "true"`);
	const shown = await pictureOf(page);
	await type(page, text.replace('"shape": "star"', '"shape": "circle"'));
	await page.locator(".findings .error").first().waitFor({ timeout: 15_000 });
	t.ok((await page.locator(".findings .error").count()) <= 3, "one mistake, few messages");
	t.equal(await pictureOf(page), shown);
	t.same(
		complaints.filter((line) => !line.includes("400 (Bad Request)")),
		[],
	);
});

t.test("a block is dragged, moved by keys, and put back by undo", { skip }, async (t) => {
	const { page, complaints } = await openStudio(t, browser!);
	const body = page.locator(".box .body").first();
	const box = (await body.boundingBox())!;
	const stage = (await page.locator(".stage").boundingBox())!;
	const scale = 405 / stage.width;
	await page.mouse.move(box.x + 20, box.y + 12);
	await page.mouse.down();
	await page.mouse.move(box.x + 20 + 60, box.y + 12 + 90, { steps: 6 });
	await page.mouse.up();
	await until(page, `d.textBlocks[0].x !== 40`);
	const [moved] = (await documentOf(page)).slides[0]!.textBlocks;
	// It may cling to a line nearby.
	t.ok(Math.abs(moved!.x - (40 + 60 * scale)) <= 6, `x ${moved!.x}`);
	t.ok(Math.abs(moved!.y - (60 + 90 * scale)) <= 6, `y ${moved!.y}`);

	await body.focus();
	// Faster than the service measures.
	await page.keyboard.press("ArrowRight");
	await page.keyboard.press("Shift+ArrowRight");
	await until(page, `Math.abs(d.textBlocks[0].x - ${moved!.x + 11}) < 0.01`);
	await page.getByRole("button", { name: "Undo" }).click();
	await page.getByRole("button", { name: "Undo" }).click();
	await page.getByRole("button", { name: "Undo" }).click();
	await until(page, `d.textBlocks[0].x === 40`);
	t.same(await documentOf(page), DOCUMENT);
	await page.getByRole("button", { name: "Redo" }).click();
	await until(page, `d.textBlocks[0].x !== 40`);
	t.same(complaints, []);
});

t.test("an icon is found, placed, tinted and downloaded with the design", { skip }, async (t) => {
	const { page, complaints, service } = await openStudio(t, browser!);
	await page.getByRole("button", { name: "Icons" }).click();
	await page.getByLabel("Find icons").fill("rocket");
	await page.locator('.found.icons button[title="lucide:rocket"]').click();
	// What was placed is selected, and its properties are beside it.
	await page.getByRole("button", { name: "color #2ECC71" }).click();
	await until(page, `d.imageOverlays?.[0].color === "#2ECC71"`);
	const document = await documentOf(page);
	const saving = page.waitForEvent("download");
	await page.getByLabel("Download").selectOption("png");
	const saved = await readFile(await (await saving).path());
	const drawn = await service.post("/api/render.png", document);
	t.same(saved, Buffer.from(await drawn.arrayBuffer()));
	t.same(complaints, []);
});

t.test("a shared link opens the same design elsewhere", { skip }, async (t) => {
	const { page, service } = await openStudio(t, browser!, {
		permissions: ["clipboard-read", "clipboard-write"],
	});
	await page.getByRole("button", { name: "Share" }).click();
	await page.locator(".notice", { hasText: "copied" }).waitFor();
	const link = await page.evaluate<string>("navigator.clipboard.readText()");
	t.ok(link.startsWith(`${service.url}/#`));
	const other = await openPage(browser!, service.url);
	t.teardown(() => other.context.close());
	await other.page.goto(link);
	await other.page.waitForSelector(".stage img");
	t.same(await documentOf(other.page), DOCUMENT);
	t.equal(new URL(other.page.url()).hash, "");
	const bytesOf = async (one: Page) => {
		await holds(one, `document.querySelector(".stage img").dataset.exact === "true"`);
		return one.evaluate<number[]>(
			`fetch(document.querySelector(".stage img").src).then(async (answer) => [...new Uint8Array(await answer.arrayBuffer())])`,
		);
	};
	t.same(await bytesOf(other.page), await bytesOf(page));
	t.same(other.complaints, []);
});

t.test("a shared link leaves the visitor's own draft alone", { skip }, async (t) => {
	const { page, service } = await openStudio(t, browser!, {
		permissions: ["clipboard-read", "clipboard-write"],
	});
	await page.getByRole("button", { name: "Share" }).click();
	await page.locator(".notice", { hasText: "copied" }).waitFor();
	const link = await page.evaluate<string>("navigator.clipboard.readText()");
	const own = { platform: "photo-feed-post", slides: [{ textBlocks: [{ text: "my own draft" }] }] };
	const visitor = await openPage(browser!, service.url);
	t.teardown(() => visitor.context.close());
	await visitor.page.goto(service.url);
	await visitor.page.waitForSelector(".stage img");
	await type(visitor.page, JSON.stringify(own));
	await holds(
		visitor.page,
		`localStorage.getItem("post-image-document")?.includes("my own draft")`,
	);
	await visitor.page.goto("about:blank");
	await visitor.page.goto(link);
	await visitor.page.waitForSelector(".stage img");
	const shown = () =>
		visitor.page.evaluate<unknown>(
			`JSON.parse(sessionStorage.getItem("post-image-shared-document"))`,
		);
	t.same(await shown(), DOCUMENT);
	const kept = `localStorage.getItem("post-image-document").includes("my own draft")`;
	t.ok(await visitor.page.evaluate(kept), "it is kept");
	await visitor.page.reload();
	await visitor.page.waitForSelector(".stage img");
	t.same(await shown(), DOCUMENT, "the shared one, after a reload too");
	t.ok(await visitor.page.evaluate(kept), "and the draft still is");
	await visitor.page.getByRole("button", { name: "Back to my draft" }).click();
	t.same(await documentOf(visitor.page), own);
	await visitor.page.reload();
	await visitor.page.waitForSelector(".stage img");
	t.same(await documentOf(visitor.page), own);
	t.same(visitor.complaints, []);
});

for (const colorScheme of ["light", "dark"] as const) {
	t.test(`axe finds nothing, ${colorScheme}, wide and narrow`, { skip }, async (t) => {
		const { page, complaints } = await openStudio(t, browser!, { colorScheme });
		const axe = await readFile(
			createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
			"utf8",
		);
		for (const width of [1440, 320]) {
			await page.setViewportSize({ width, height: 800 });
			if (width === 320) {
				const overflow = await page.evaluate<number>(
					"document.documentElement.scrollWidth - innerWidth",
				);
				t.ok(overflow <= 0, `nothing is wider than the screen (${overflow})`);
			}
			// Evaluated by the debugger, whom the page's policy does not bind.
			await page.evaluate(axe);
			const found = await page.evaluate<string[]>(
				`axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))`,
			);
			t.same(found, [], `${width} wide`);
		}
		t.same(complaints, []);
	});
}

t.test("GET / tells programs what there is; STUDIO=false serves no pages", async (t) => {
	const service = await startApp(t);
	const index = await service.get("/", { headers: { accept: "application/json" } });
	const body = (await index.json()) as { openapi: string; endpoints: { path: string }[] };
	t.equal(body.openapi, `${service.url}/api/openapi.json`);
	t.ok(body.endpoints.some(({ path }) => path === "/api/render"));
	const page = await service.get("/", { headers: { accept: "text/html" } });
	t.match(page.headers.get("content-security-policy"), /script-src 'self'; style-src 'self'/);
	t.match(await page.text(), /<title>Studio/);
	const script = await service.get("/studio/studio.js", { headers: { "accept-encoding": "gzip" } });
	t.equal(script.headers.get("content-encoding"), "gzip");
	t.equal((await service.get("/studio/../server.js")).status, 404);
	t.equal((await service.get("/studio/")).status, 404);

	const closed = await startApp(t, { STUDIO: "false" });
	const refused = await closed.get("/", { headers: { accept: "text/html" } });
	t.match(refused.headers.get("content-type"), /json/);
	t.equal((await closed.get("/docs")).status, 404);
	t.equal((await closed.get("/studio/studio.js")).status, 404);
});
