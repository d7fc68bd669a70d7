/** Elements are dragged into a stack, within it and out of it. */
import type { Page } from "playwright-core";
import t from "tap";
import { axeFindings } from "../helpers/axe.js";
import { chromiumPath, openBrowser } from "../helpers/browser.js";
import { dragOnSlide, drawn, openWith, type Place, placeOf } from "../helpers/studio-mouse.js";
import { documentOf, until } from "../helpers/studio-page.js";

const skip = chromiumPath === undefined ? "no chromium here" : false;
const browser = skip ? undefined : await openBrowser(t);

const block = (name: string, fill: string, more: object = {}) => ({
	type: "shape",
	shape: "rectangle",
	name,
	width: 50,
	height: 40,
	fill,
	...more,
});
const FREE = block("Free", "#E63946", { x: 300, y: 300 });
const stackOf = (direction: string, more: object = {}) => ({
	type: "stack",
	name: "Stack",
	x: 30,
	y: 40,
	direction,
	gap: 20,
	padding: 15,
	background: "#FFFFFF",
	children: [block("A", "#FFC600"), block("B", "#2A9D8F"), block("C", "#457B9D")],
	...more,
});
const slideOf = (layers: object[], more: object = {}) => ({
	slides: [{ backgroundColor: "#14213D", layers, ...more }],
});

const boxed = (name: string) => `.box:has(> [aria-label="Shape: ${name}"])`;
const middle = ({ x, y, width, height }: Place) => [x + width / 2, y + height / 2] as const;
const middleOf = async (page: Page, name: string) => middle(await placeOf(page, boxed(name)));
/** The middle of the line that shows where something lands. */
const lineOf = async (page: Page) => middle(await placeOf(page, ".drop-line"));
const names = (list: string) => `${list}.map(({ name }) => name).join("")`;

/** Where C, B and A follow each other, and where the free one goes between the first two. */
for (const [direction, dir, expected] of [
	["column", "ltr", "AFreeBC"],
	["row", "ltr", "AFreeBC"],
	["column-reverse", "ltr", "AFreeBC"],
	["row-reverse", "ltr", "AFreeBC"],
	["row", "rtl", "AFreeBC"],
	["row-reverse", "rtl", "AFreeBC"],
] as const) {
	t.test(`a free layer falls between A and B: ${direction}, ${dir}`, { skip }, async (t) => {
		const free = dir === "rtl" ? { ...FREE, x: 55 } : FREE;
		const { page, complaints } = await openWith(
			t,
			browser!,
			slideOf([stackOf(direction), free], { dir }),
		);
		await drawn(page);
		const [a, b] = [await middleOf(page, "A"), await middleOf(page, "B")];
		const between = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] as const;
		await dragOnSlide(page, await middleOf(page, "Free"), between, async () => {
			await page.locator(".drop-line").waitFor();
			const line = await lineOf(page);
			const along = direction.startsWith("row") ? 0 : 1;
			t.ok(Math.abs(line[along] - between[along]) < 2, `the line is at ${line}`);
		});
		await until(
			page,
			`d.layers.length === 1 && ${names("d.layers[0].children")} === "${expected}"`,
		);
		await until(
			page,
			"Object.keys(d.layers[0].children[1]).every((key) => key !== 'x' && key !== 'y')",
		);
		await drawn(page);
		// It is drawn between the two.
		const now = await middleOf(page, "Free");
		const along = direction.startsWith("row") ? 0 : 1;
		const [first, second] = [await middleOf(page, "A"), await middleOf(page, "B")];
		t.ok((now[along] - first[along]) * (second[along] - now[along]) > 0);
		await page.keyboard.press("Control+z");
		await until(
			page,
			"d.layers.length === 2 && d.layers[0].children.length === 3 && d.layers[1].y === 300",
		);
		t.same(complaints, []);
	});
}

t.test("children change places: within a row, and in one of several lines", { skip }, async (t) => {
	const row = stackOf("row", { width: 175, wrap: true });
	const { page } = await openWith(t, browser!, slideOf([row]));
	await drawn(page);
	const [a, b, c] = [
		await middleOf(page, "A"),
		await middleOf(page, "B"),
		await middleOf(page, "C"),
	];
	t.ok(c[1] > a[1] + 30, "the third is in a second line");
	await page.locator(`${boxed("A")} .body`).click();
	await page.locator(`${boxed("A")} .body`).click();
	// Behind C in the second line.
	await dragOnSlide(page, a, [c[0] + 20, c[1]], async () => {
		const line = await placeOf(page, ".drop-line");
		t.ok(line.x > c[0] && Math.abs(line.y + line.height / 2 - c[1]) < 8, "beside C");
	});
	await until(page, `${names("d.layers[0].children")} === "BCA"`);
	await page.keyboard.press("Control+z");
	await until(page, `${names("d.layers[0].children")} === "ABC"`);
	await drawn(page);
	// Dropped where it was, it is no step.
	await dragOnSlide(page, a, [a[0] + 8, a[1] + 4]);
	await dragOnSlide(page, b, [a[0] - 20, a[1]]);
	await until(page, `${names("d.layers[0].children")} === "BAC"`);
	await page.keyboard.press("Control+z");
	await until(page, `${names("d.layers[0].children")} === "ABC"`);
	t.equal(await page.getByRole("button", { name: "Undo" }).isDisabled(), true);
});

t.test("a child that leaves is free, where it is dropped and as large", { skip }, async (t) => {
	const stack = stackOf("column", {
		align: "stretch",
		width: 160,
		children: [
			block("A", "#FFC600", { width: undefined }),
			{ type: "text", text: "Hugs", fontSize: 20, textColor: "#111111", alignSelf: "start" },
			block("C", "#457B9D"),
		],
	});
	const { page, complaints } = await openWith(t, browser!, slideOf([stack]));
	await drawn(page);
	const before = await placeOf(page, boxed("A"));
	t.equal(Math.round(before.width), 130);
	await page.locator(`${boxed("A")} .body`).click();
	await page.locator(`${boxed("A")} .body`).click();
	const from = middle(before);
	await dragOnSlide(page, from, [from[0] + 173, from[1] + 211], async () => {
		await page.locator(".ghost").waitFor();
		t.same(await axeFindings(page), [], "axe while a child is dragged");
		t.equal(await page.locator(".drop-line").count(), 0);
	});
	await until(page, 'd.layers.length === 2 && d.layers[1].name === "A"');
	await until(page, "d.layers[0].children.length === 2");
	await drawn(page);
	const after = await placeOf(page, boxed("A"));
	t.ok(Math.abs(after.width - before.width) < 0.5 && Math.abs(after.height - before.height) < 0.5);
	t.ok(Math.abs(after.x - before.x - 173) < 6 && Math.abs(after.y - before.y - 211) < 6);
	await page.keyboard.press("Control+z");
	await until(page, "d.layers.length === 1 && d.layers[0].children.length === 3");
	await drawn(page);
	// A text as wide as its words gets no width.
	await page.locator('.box [aria-label="Text: Hugs"]').click();
	await page.locator('.box [aria-label="Text: Hugs"]').click();
	const words = middle(await placeOf(page, '.box:has(> [aria-label="Text: Hugs"])'));
	await dragOnSlide(page, words, [words[0] + 200, words[1] + 150]);
	await until(page, 'd.layers.length === 2 && d.layers[1].text === "Hugs"');
	await until(
		page,
		"!('width' in d.layers[1]) && !('alignSelf' in d.layers[1]) && d.layers[1].x > 150",
	);
	t.same(complaints, []);
});

t.test(
	"Control leaves stacks alone, and what lies on one does not fall into it",
	{ skip },
	async (t) => {
		const sticker = { ...FREE, name: "Sticker", x: 60, y: 60 };
		const { page } = await openWith(t, browser!, slideOf([stackOf("row"), FREE, sticker]));
		await drawn(page);
		const from = await middleOf(page, "Sticker");
		await dragOnSlide(page, from, [from[0] + 14, from[1] + 7], async () => {
			t.equal(await page.locator(".drop-line").count(), 0);
		});
		await until(page, "d.layers.length === 3 && d.layers[2].x > 65");
		await drawn(page);
		await page.keyboard.down("Control");
		await dragOnSlide(page, await middleOf(page, "Free"), [120, 75]);
		await page.keyboard.up("Control");
		await until(page, "d.layers.length === 3 && d.layers[1].y < 200");
		// Escape puts everything back.
		await drawn(page);
		await page.keyboard.press("Control+z");
		await until(page, "d.layers[1].y === 300");
		await drawn(page);
		await dragOnSlide(page, await middleOf(page, "Free"), [120, 75], async () => {
			await page.locator(".drop-line").waitFor();
			await page.keyboard.press("Escape");
		});
		t.equal(await page.locator(".drop-line").count(), 0);
		const { layers } = (await documentOf(page)).slides[0] as unknown as { layers: object[] };
		t.equal(layers.length, 3);
	},
);

t.test(
	"a text of the old list becomes a child; from right to left it leaves again",
	{ skip },
	async (t) => {
		const { page, service } = await openWith(t, browser!, {
			slides: [
				{
					dir: "rtl",
					textBlocks: [
						{ text: "مرحبا", name: "Words", x: 60, y: 300, fontSize: 24, textColor: "#E63946" },
					],
					layers: [stackOf("column")],
				},
			],
		});
		await drawn(page);
		const words = '.box:has(> [aria-label="Text: Words"])';
		const b = await middleOf(page, "B");
		await dragOnSlide(page, middle(await placeOf(page, words)), [b[0], b[1] - 28]);
		await until(page, "d.textBlocks.length === 0 && d.layers[0].children[1].type === 'text'");
		await drawn(page);
		const answer = await fetch(`${service.url}/api/measure`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify(await documentOf(page)),
		});
		const { warnings } = (await answer.json()) as { warnings: { code: string }[] };
		t.same(
			warnings.filter(({ code }) => code === "field_ignored"),
			[],
			"no place is left that the stack would ignore",
		);
		const inside = await placeOf(page, words);
		await dragOnSlide(page, middle(inside), [110, 340]);
		await until(page, "d.layers.length === 2 && d.layers[1].x > 200");
		await drawn(page);
		const outside = await placeOf(page, words);
		t.ok(Math.abs(outside.x + outside.width / 2 - 110) < 6, `${outside.x}`);
		t.ok(Math.abs(outside.width - inside.width) < 0.5);
	},
);

t.test("the list of layers keeps the same rules", { skip }, async (t) => {
	const { page } = await openWith(t, browser!, slideOf([stackOf("row"), FREE]));
	await drawn(page);
	const row = (name: string) =>
		page
			.locator(".layers .row")
			.filter({ has: page.locator(".layer-name", { hasText: name }) })
			.first();
	const box = (await row("Stack").boundingBox())!;
	await row("Free").dragTo(row("Stack"), { targetPosition: { x: 60, y: box.height / 2 } });
	await until(page, "d.layers.length === 1 && d.layers[0].children.length === 4");
	await until(page, "!('x' in d.layers[0].children[3]) && !('y' in d.layers[0].children[3])");
});
