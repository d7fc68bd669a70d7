/** What comes into the Studio and leaves it: links, several pictures at once, template files. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import t from "tap";
import type { Template } from "../../src/contract/templates.js";
import { startApp } from "../helpers/app.js";
import { chromiumPath, openBrowser } from "../helpers/browser.js";
import { LINK_KEY, payloadOf } from "../helpers/links.js";
import { openWith } from "../helpers/studio-mouse.js";
import { documentOf, holds, openStudio, until } from "../helpers/studio-page.js";

const skip = chromiumPath === undefined ? "no chromium here" : false;
const browser = skip ? undefined : await openBrowser(t);

const PHOTO = "/api/assets/photos/builtin/studio-blush-squarish.svg";

const openMenu = async (page: Page, item: string) => {
	await page.locator("[popovertarget=menu]").click();
	await page.locator("#menu").getByText(item).click();
};

t.test("a picture's signed link and a share link open their designs", { skip }, async (t) => {
	const { page, service, complaints } = await openStudio(t, browser!, {}, { LINK_KEYS: LINK_KEY });
	const document = {
		platforms: ["photo-feed-square", "photo-feed-story"],
		mode: "carousel",
		slides: [
			{ textBlocks: [{ text: "Slide one of the link" }] },
			{ textBlocks: [{ text: "Slide two of the link" }] },
		],
	};
	const signed = await service.post("/api/links", { document, slide: 2, expiresIn: 3_600 });
	const [, url] = ((await signed.json()) as { urls: string[] }).urls;
	t.match(url, /\/2\.png\?platform=photo-feed-story$/);
	await openMenu(page, "Open a link …");
	const dialog = page.getByRole("dialog", { name: "Open a link" });
	await page.getByLabel("Link", { exact: true }).fill("https://example.com/i/no-link");
	await page.keyboard.press("Enter");
	await dialog.getByRole("alert").waitFor();
	await page.getByLabel("Link", { exact: true }).fill(` ${url} `);
	await dialog.getByRole("button", { name: "Open" }).click();
	// Of the other slides a link only holds how many there are.
	await until(page, 'more[0]?.textBlocks[0].text === "Slide two of the link"');
	t.equal(await dialog.count(), 0);
	t.equal(await page.locator(".strip [aria-current]").getAttribute("aria-label"), "Slide 2");
	await holds(page, `document.querySelector(".stage img").naturalHeight === 1920`);
	await page.getByRole("button", { name: "Undo" }).click();
	await until(page, 'd.textBlocks?.[0].text === "First words"');

	const template = { template: "bold-quote", variables: { quote: "By a link" } };
	const links = await service.post("/api/links", { document: template });
	const [short] = ((await links.json()) as { urls: string[] }).urls;
	await openMenu(page, "Open a link …");
	await page.getByLabel("Link", { exact: true }).fill(short!);
	await page.keyboard.press("Enter");
	await holds(page, `JSON.parse(localStorage["post-image-document"]).template === "bold-quote"`);
	await page.locator(".variables textarea").first().waitFor();
	t.same(complaints, []);
});

t.test("a link with values holds the whole design, and opens it", { skip }, async (t) => {
	const settings = { LINK_KEYS: LINK_KEY, OPEN_TEMPLATES: "menu" };
	const { page, service, complaints } = await openStudio(t, browser!, {}, settings);
	const menu = {
		template: "menu",
		brand: "brand-b",
		platform: "photo-feed-square",
		variables: {
			title: "Lunch & more",
			dishes: [
				{ name: "Soup", price: "6" },
				{ name: "Quiche", price: "9" },
			],
		},
	};
	const quote = {
		document: { template: "bold-quote", variables: { quote: "Fixed", author: "Ada" } },
		open: ["quote"],
	};
	const signed = await service.post("/api/links", quote);
	const [link] = ((await signed.json()) as { urls: string[] }).urls;
	const shared = (design: object) => `${service.url}/#${payloadOf(design)}`;
	const cases = [
		{
			open: `${link}?quote=From%20the%20query`,
			opened: 'quote === "From the query"',
			start: /\/i\/.*\?author=Ada&quote=From%20the%20query$/,
		},
		{
			open: shared(menu),
			opened: 'title === "Lunch & more"',
			start: /\/t\/menu\.png\?_brand=brand-b&_platform=photo-feed-square&dishes\.1/,
		},
		{
			open: shared({ ...menu, variables: { ...menu.variables, title: "Dinner" }, scale: 1 }),
			opened: 'title === "Dinner"',
			start: /\/i\/.*\?.*title=Dinner$/,
		},
	];
	const screenshot = process.env.SHOT;
	for (const { open, opened, start } of cases) {
		await openMenu(page, "Open a link …");
		await page.getByLabel("Link", { exact: true }).fill(open);
		await page.keyboard.press("Enter");
		await holds(page, `JSON.parse(localStorage["post-image-document"]).variables?.${opened}`);
		await page.getByRole("button", { name: "Code" }).click();
		await page.getByRole("tab", { name: "Link with values" }).click();
		const shown = (await page.getByRole("tabpanel").textContent())!;
		t.match(shown, start);
		const [linked, drawn] = await Promise.all([
			fetch(shown),
			service.post("/api/render.png", await documentOf(page)),
		]);
		t.equal(linked.status, 200);
		t.ok(Buffer.from(await linked.arrayBuffer()).equals(Buffer.from(await drawn.arrayBuffer())));
		await page.keyboard.press("Escape");
		await page.getByRole("button", { name: "Share" }).click();
		t.equal(await page.getByLabel("Link with values").inputValue(), shown);
		t.match(await page.getByLabel("Link to this design").inputValue(), `${service.url}/#`);
		if (screenshot !== undefined) await page.screenshot({ path: screenshot });
		await page.keyboard.press("Escape");
	}
	t.same(complaints, []);
});

t.test("several pictures are pasted at once, as one step", { skip }, async (t) => {
	const { page, complaints } = await openStudio(t, browser!);
	await page.evaluate(`(async () => {
		const data = new DataTransfer();
		for (const colour of ["red", "lime", "blue"]) {
			const canvas = new OffscreenCanvas(40, 20);
			const context = canvas.getContext("2d");
			context.fillStyle = colour;
			context.fillRect(0, 0, 40, 20);
			data.items.add(new File([await canvas.convertToBlob()], colour + ".png", { type: "image/png" }));
		}
		document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
	})()`);
	await until(page, "d.imageOverlays?.length === 3");
	await page.locator(".notice", { hasText: "3 pictures added." }).waitFor();
	const [slide] = (await documentOf(page)).slides as unknown as {
		imageOverlays: { src: string; x: number; y: number }[];
	}[];
	const places = slide!.imageOverlays.map(({ x, y }) => `${x} ${y}`);
	t.equal(new Set(places).size, 3, "none covers another");
	t.equal(new Set(slide!.imageOverlays.map(({ src }) => src)).size, 3);
	await page.getByRole("button", { name: "Undo" }).click();
	await until(page, "!d.imageOverlays");
	t.same(complaints, []);
});

/** Saves the design at work as a template file, and has a service with that file draw it. */
async function savedTemplate(t: Tap, page: Page): Promise<Template> {
	const saving = page.waitForEvent("download");
	await openMenu(page, "Save as a template file");
	const download = await saving;
	const text = await readFile(await download.path(), "utf8");
	const template = JSON.parse(text) as Template;
	const folder = await mkdtemp(join(tmpdir(), "studio-templates-"));
	t.teardown(() => rm(folder, { recursive: true, force: true }));
	await writeFile(join(folder, download.suggestedFilename()), text);
	const service = await startApp(t, { TEMPLATES_DIR: folder });
	const drawn = await service.post("/api/render.png", {
		template: template.id,
		variables: template.examples[0]!.variables,
	});
	t.equal(drawn.status, 200, drawn.ok ? template.id : await drawn.text());
	return template;
}
type Tap = Parameters<typeof startApp>[0];

t.test("a template file keeps what is known of its variables", { skip }, async (t) => {
	const { page } = await openWith(t, browser!, {
		platform: "photo-feed-story",
		slides: [{}],
	});
	await page.getByRole("button", { name: "Templates", exact: true }).click();
	await page.locator(".found.templates img").first().waitFor();
	await page.getByRole("button", { name: "Tips carousel" }).click();
	const field = page.locator(".variables textarea").first();
	await field.fill("My own title");
	await holds(page, `localStorage["post-image-document"].includes("My own title")`);
	const filled = JSON.parse(await page.evaluate<string>(`localStorage["post-image-document"]`)) as {
		variables: Record<string, unknown>;
	};
	const copy = await savedTemplate(t, page);
	t.equal(copy.id, "tips-carousel-copy");
	t.equal(copy.variables.tips?.type, "list");
	t.ok(Object.keys(copy.variables.tips?.fields ?? {}).length > 0);
	const [title] = Object.entries(filled.variables).find(([, value]) => value === "My own title")!;
	t.match(copy.variables[title], { type: "text", sample: "My own title" });
	t.ok((copy.variables[title]!.maxLength ?? 0) > 0);

	// Set free, each text that is still as it was becomes its variable again.
	await page.getByRole("button", { name: "Edit freely" }).click();
	await holds(page, `JSON.parse(localStorage["post-image-document"]).slides?.length > 1`);
	const free = await savedTemplate(t, page);
	t.match(free.variables[title], {
		type: "text",
		sample: "My own title",
		label: copy.variables[title]!.label,
		maxLength: copy.variables[title]!.maxLength,
	});
	t.ok(
		Object.keys(free.variables).some((name) => name.startsWith("tips_1_")),
		"the items of a list are variables of their own",
	);
	t.ok(JSON.stringify(free.document).includes(`{{${title}}}`));
	t.notOk(JSON.stringify(free.document).includes("My own title"));
});

t.test("variables of a document get the types of their places", { skip }, async (t) => {
	const { page } = await openWith(t, browser!, {
		variables: { cityName: "Lisbon", ground: "#14213D", size: 40, photo: PHOTO, shown: true },
		slides: [
			{
				background: "{{ground}}",
				image: "{{photo}}",
				layers: [
					{
						type: "text",
						text: "{{cityName}}",
						x: 40,
						y: 60,
						fontSize: "{{size}}",
						showIf: "{{shown}}",
					},
				],
			},
		],
	});
	const { variables, name } = await savedTemplate(t, page);
	t.match(variables, {
		cityName: { type: "text", label: "city name", sample: "Lisbon", maxLength: 30 },
		ground: { type: "color", sample: "#14213D" },
		size: { type: "number", sample: 40 },
		photo: { type: "image", sample: PHOTO },
		shown: { type: "boolean", sample: true },
	});
	t.equal(name, "Lisbon");
});

t.test("the background has the filters of a picture, in fields with names", { skip }, async (t) => {
	const { page, complaints } = await openWith(t, browser!, {
		slides: [
			{
				image: PHOTO,
				layers: [{ type: "text", text: "Words", x: 40, y: 60 }],
			},
		],
	});
	await page.getByLabel("filter: brightness").fill("0.5");
	await until(page, "d.imageOptions.filter.brightness === 0.5");
	await page.getByLabel("For dark parts", { exact: true }).fill("#001122");
	await until(page, 'd.imageOptions.filter.duotone[0] === "#001122"');
	await holds(page, `document.querySelectorAll(".failure").length === 0`);
	await page.getByRole("button", { name: "Remove filter" }).click();
	await until(page, "!d.imageOptions?.filter");
	// Nothing in the panel is raw JSON, whatever is selected.
	await page.locator(".box .body").first().click();
	await page.getByRole("button", { name: "Show all properties" }).click();
	t.equal(await page.getByPlaceholder("Edit in JSON").count(), 0);
	await page.locator(".panel summary", { hasText: "More" }).click();
	await page.getByRole("button", { name: "story", exact: true }).click();
	await until(page, 'd.layers[0].only?.join() === "story"');
	await page.getByRole("button", { name: "Undo" }).click();
	t.same(complaints, []);
});
