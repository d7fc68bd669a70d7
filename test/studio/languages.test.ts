/** The page in other languages: every text is there, and Arabic is mirrored. */
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import t from "tap";
import { packageRoot } from "../../src/base/package-root.js";
import { chromiumPath, openBrowser } from "../helpers/browser.js";
import { openWith } from "../helpers/studio-mouse.js";
import { holds, sharedService } from "../helpers/studio-page.js";

const skip = chromiumPath === undefined ? "no chromium here" : false;
const browser = skip ? undefined : await openBrowser(t);

/** Buttons and selects of the bar that the edge of the page cuts, or whose own text does not fit. */
const BAR_FAULTS = `[...document.querySelectorAll(".toolbar button, .toolbar select")]
	.filter((one) => one.offsetParent !== null)
	.filter((one) => {
		const { left, right } = one.getBoundingClientRect();
		const cut = one.tagName === "BUTTON" && one.scrollWidth > one.clientWidth + 1;
		return cut || left < 0 || right > innerWidth;
	})
	.map((one) => one.textContent || one.ariaLabel)`;

/** The texts of a language by their keys, as its file has them. */
async function textsOf(language: string): Promise<Map<string, string>> {
	const file = new URL(`src/studio/texts/${language}.json`, packageRoot);
	const texts: Record<string, string> = JSON.parse(await readFile(file, "utf8"));
	return new Map(Object.entries(texts));
}

const TRANSLATIONS = ["de", "es", "fr", "ja", "ar"];

interface Labelled {
	readonly label: string;
	readonly fields?: Readonly<Record<string, Labelled>>;
}

/** The labels of all variables of the bundled templates, and of the fields of their lists. */
async function templateLabels(): Promise<Set<string>> {
	const folder = new URL("data/templates/", packageRoot);
	const labels = new Set<string>();
	const visit = (variables: Readonly<Record<string, Labelled>>) => {
		for (const { label, fields = {} } of Object.values(variables)) {
			labels.add(label);
			visit(fields);
		}
	};
	for (const file of await readdir(folder)) {
		if (!file.endsWith(".json")) continue;
		const template: { variables: Record<string, Labelled> } = JSON.parse(
			await readFile(new URL(file, folder), "utf8"),
		);
		visit(template.variables);
	}
	return labels;
}

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort().join();

t.test("every language has every text, with what is filled in", async (t) => {
	const en = await textsOf("en");
	t.ok(en.size > 300, `${en.size} texts`);
	const isLabel = (key: string) => key.startsWith("label.");
	t.same([...en.keys()].filter(isLabel), [], "an English label is its own text");
	const labels = await templateLabels();
	t.ok(labels.size > 150, `${labels.size} labels`);
	for (const language of TRANSLATIONS) {
		const own = await textsOf(language);
		const keys = [...own.keys()].filter((key) => !isLabel(key));
		t.same(keys.sort(), [...en.keys()].sort(), language);
		const translated = [...own.keys()].filter(isLabel).map((key) => key.slice("label.".length));
		t.same(translated.sort(), [...labels].sort(), `${language}: labels of templates`);
		const wrong = [...own].filter(
			([key, text]) => text === "" || placeholders(text) !== placeholders(en.get(key) ?? key),
		);
		t.same(wrong, [], language);
	}
});

/** A schema, as far as its names are shown. */
interface Named {
	readonly properties?: Readonly<Record<string, Named>>;
	readonly enum?: readonly unknown[];
	readonly const?: unknown;
	readonly [keyword: string]: unknown;
}

/** Fields that the page shows elsewhere than among properties, or as a part of another control. */
const NOT_SHOWN =
	/^(?:across|behind|children|common|front|ignoreWarnings|imageOverlays|layers|max|min|name|paints|slides|stops|textBlocks|type|variables)$/;

t.test("every field and every choice of the contract has a text", async (t) => {
	const service = await sharedService();
	const schema = await (await service.get("/api/render-schema")).json();
	const { requestBody, platforms, brands } = schema as Record<string, Record<string, unknown>>;
	const known = await textsOf("en");
	const names = await readFile(new URL("src/studio/texts/texts.ts", packageRoot), "utf8");
	const missing = new Set<string>();
	let seen = 0;
	const visit = (value: unknown): void => {
		if (typeof value !== "object" || value === null) return;
		if (Array.isArray(value)) return void value.forEach(visit);
		const { properties = {}, enum: choices = [], const: constant, ...rest } = value as Named;
		for (const [name, one] of Object.entries(properties)) {
			seen++;
			if (!NOT_SHOWN.test(name) && !known.has(`field.${name}`)) missing.add(`field.${name}`);
			// Warnings have messages.
			if (name !== "ignoreWarnings") visit(one);
		}
		for (const choice of [...choices, constant]) {
			// Families of fonts, sizes and abbreviations are names.
			if (typeof choice !== "string" || /^[A-Z]/.test(choice) || choice === "subgrid") continue;
			const isNamed =
				known.has(`value.${choice}`) ||
				known.has(`paint.${choice}`) ||
				known.has(`platform.${choice}`) ||
				Object.hasOwn(platforms!, choice) ||
				Object.hasOwn(brands!, choice) ||
				names.includes(`\t${choice}: "`);
			if (!isNamed) missing.add(`value.${choice}`);
		}
		for (const [keyword, one] of Object.entries(rest))
			if (keyword !== "$defs") visit(one);
			else
				for (const [name, own] of Object.entries(one as object))
					if (name !== "WarningCode") visit(own);
	};
	visit(requestBody);
	t.ok(seen > 200, `${seen} fields`);
	t.same([...missing].sort(), []);
});

for (const [locale, templates] of [
	["de-DE", "Vorlagen"],
	["es-MX", "Plantillas"],
	["fr-FR", "Modèles"],
	["ja-JP", "テンプレート"],
	["ar-EG", "القوالب"],
] as const) {
	t.test(`the page speaks ${locale}, and axe finds nothing`, { skip }, async (t) => {
		const slides = [{ textBlocks: [{ text: "Words", x: 40, y: 60 }] }];
		const { page, complaints } = await openWith(t, browser!, { slides }, { locale });
		await page.getByRole("button", { name: templates, exact: true }).waitFor();
		await page.locator(".box .body").first().click();
		const axe = await readFile(
			createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
			"utf8",
		);
		for (const width of [1440, 390]) {
			await page.setViewportSize({ width, height: 850 });
			const wider = await page.evaluate<number>(
				"document.documentElement.scrollWidth - innerWidth",
			);
			t.ok(wider <= 0, `nothing is wider than ${width} (${wider})`);
			const download = (await page.locator("select.primary").boundingBox())!;
			t.ok(download.x >= 0 && download.x + download.width <= width, "Download is in reach");
			await page.evaluate(axe);
			const found = await page.evaluate<string[]>(
				`axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))`,
			);
			t.same(found, [], `${width} wide`);
		}
		for (const width of [1280, 1024, 820, 701, 390, 320]) {
			await page.setViewportSize({ width, height: 850 });
			t.same(await page.evaluate(BAR_FAULTS), [], `the bar at ${width}`);
		}
		await page.setViewportSize({ width: 390, height: 850 });
		await page.locator(".panes button").nth(1).click();
		const cut = await page.evaluate<string[]>(
			`[...document.querySelectorAll(".rail button")].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)`,
		);
		t.same(cut, [], "the names of the tools fit a phone");
		t.same(complaints, []);
	});
}

t.test(
	"a template's directions and languages have names, its words their direction",
	{ skip },
	async (t) => {
		const document = { slides: undefined, template: "bold-quote", variables: { quote: "20% off" } };
		const { page, complaints } = await openWith(t, browser!, document, { locale: "ar" });
		const choices = page.locator(".variables select");
		await choices.first().waitFor();
		const names = (await choices.locator("option").allTextContents()).join("|");
		t.match(names, "من اليمين إلى اليسار");
		t.match(names, "الألمانية");
		t.notMatch(names, /\brtl\b|\bde\b/);
		const quote = page.locator(".variables textarea").first();
		t.equal(await quote.evaluate((field) => field.matches(":dir(ltr)")), true);
		await quote.fill("خصم 20%");
		t.equal(await quote.evaluate((field) => field.matches(":dir(rtl)")), true);
		t.same(complaints, []);
	},
);

t.test("Arabic is mirrored, and English can be chosen again", { skip }, async (t) => {
	const { page } = await openWith(t, browser!, { slides: [{}] }, { locale: "ar" });
	const isRight = `document.querySelector(".rail").getBoundingClientRect().left > innerWidth / 2`;
	await holds(page, isRight);
	await page.locator("[popovertarget=menu]").click();
	await page.locator("#menu select").last().selectOption("en");
	await page.getByRole("button", { name: "Templates", exact: true }).waitFor();
	await holds(page, `!(${isRight})`);
	await page.reload();
	await page.getByRole("button", { name: "Templates", exact: true }).waitFor();
});
