/** Texts that fit in one size together: on all slides, in blocks and layers, in every kind of request. */
import t from "tap";
import type { LinkResponse } from "../../src/contract/links.js";
import { startApp } from "../helpers/app.js";
import { LINK_KEY } from "../helpers/links.js";

const LONG = "A far longer headline that needs much more room than the other";
const block = { x: 20, y: 20, width: 360, height: 90, fontSize: 70, fit: "shrink" } as const;
const text = (words: string, fitGroup?: string) => ({
	...block,
	text: words,
	...(fitGroup && { fitGroup }),
});
const layer = (words: string, fitGroup?: string) => ({ type: "text", ...text(words, fitGroup) });

interface Measured {
	readonly slides: readonly {
		readonly textBlocks: readonly { readonly fontSize: number }[];
		readonly layers: readonly {
			readonly fontSize: number;
			readonly contentScale?: number;
			readonly children?: Measured["slides"][0]["layers"];
		}[];
	}[];
}

t.test("with the service", async (t) => {
	const { post } = await startApp(t);
	const measure = async (body: object): Promise<Measured> => {
		const answer = await post("/api/measure", body);
		t.equal(answer.status, 200);
		return (await answer.json()) as Measured;
	};
	const alone = (await measure({ slides: [{ textBlocks: [text(LONG)] }] })).slides[0]!
		.textBlocks[0]!.fontSize;

	await t.test("texts of two slides have one size", async (t) => {
		const slides = [{ textBlocks: [text("Short", "h")] }, { textBlocks: [text(LONG, "h")] }];
		const measured = await measure({ mode: "carousel", slides });
		for (const slide of measured.slides) t.equal(slide.textBlocks[0]!.fontSize, alone);
	});

	await t.test("blocks, layers, children of stacks and common layers share a group", async (t) => {
		const stack = { type: "stack", x: 20, y: 20, width: 360, height: 90 };
		const child = { type: "text", text: LONG, fontSize: 70, fit: "shrink", fitGroup: "h" };
		const measured = await measure({
			mode: "carousel",
			common: { front: [layer("Everywhere", "h")] },
			slides: [
				{ textBlocks: [text("Short", "h")] },
				{ layers: [layer("Short", "h"), layer("Short", "other")] },
				{ layers: [{ ...stack, children: [child] }] },
			],
		});
		const [blocks, layers, stacks] = measured.slides;
		const sizes = [
			blocks!.textBlocks[0]!,
			blocks!.layers[0]!,
			layers!.layers[0]!,
			stacks!.layers[0]!.children![0]!,
		].map(({ fontSize }) => fontSize);
		t.same(new Set(sizes).size, 1, String(sizes));
		t.ok(sizes[0]! < 70);
		t.equal(layers!.layers[1]!.fontSize, 70);
	});

	await t.test("mode single draws its slide in the size of all of them", async (t) => {
		const first = { textBlocks: [text("Short", "h")] };
		const draw = async (path: string, body: object) => {
			const answer = await post(path, { stepperStyle: "none", ...body });
			t.equal(answer.status, 200);
			return Buffer.from(await answer.arrayBuffer());
		};
		const other = { textBlocks: [text(LONG, "h")] };
		const together = await draw("/api/render.png", { mode: "single", slides: [first, other] });
		const small = { textBlocks: [{ ...text("Short"), fontSize: alone }] };
		t.same(together, await draw("/api/render.png", { mode: "single", slides: [small] }));
		t.notSame(together, await draw("/api/render.png", { mode: "single", slides: [first] }));
	});

	await t.test("stacks share their scale on all slides, apart from texts", async (t) => {
		const card = (words: string, fitGroup?: string) => ({
			...{ type: "stack", x: 20, y: 20, width: 300, height: 110, fit: "shrink", minScale: 0.3 },
			...(fitGroup && { fitGroup }),
			children: [
				{ type: "text", text: words, fontSize: 60 },
				{ type: "text", text: "Below", fontSize: 40 },
			],
		});
		const scales = async (...slides: object[][]) => {
			const body = { mode: "carousel", slides: slides.map((layers) => ({ layers })) };
			const measured = await measure(body);
			return measured.slides.map(({ layers }) => layers[0]!);
		};
		const [single, small] = await scales([card("Short")], [card(LONG)]);
		t.ok(single!.contentScale! < 1 && single!.contentScale! > 0.8);
		t.ok(small!.contentScale! < 0.6);
		t.equal(small!.children![1]!.fontSize, Math.round(40e3 * small!.contentScale!) / 1e3);
		const grouped = await scales([card("Short", "h")], [card(LONG, "h")], [layer("Short", "h")]);
		t.equal(grouped[0]!.contentScale, small!.contentScale);
		t.equal(grouped[2]!.fontSize, 70);
		const post = { ...card("Short", "h"), height: undefined, maxHeight: 110 };
		const [hugged] = await scales([post], [card(LONG, "h")]);
		t.equal(hugged!.contentScale, small!.contentScale);
	});

	await t.test("a group may have the name of anything in JavaScript", async (t) => {
		for (const name of ["__proto__", "constructor", "toString"]) {
			const slides = [{ textBlocks: [text("Short", name)] }, { textBlocks: [text(LONG, name)] }];
			const measured = await measure({ mode: "carousel", slides });
			for (const slide of measured.slides) t.equal(slide.textBlocks[0]!.fontSize, alone, name);
		}
	});

	await t.test("texts without fit, and without words, do not count", async (t) => {
		const empty = { ...text("", "h"), minFontSize: 8 };
		const plain = { ...text(LONG, "h"), fit: "none" as const };
		const measured = await measure({
			mode: "carousel",
			slides: [{ textBlocks: [text("Short", "h")] }, { textBlocks: [empty, plain] }],
		});
		t.equal(measured.slides[0]!.textBlocks[0]!.fontSize, 70);
	});
});

t.test("a link to one slide draws it in the size of its document", async (t) => {
	const { post } = await startApp(t, { LINK_KEYS: LINK_KEY });
	const slides = [{ textBlocks: [text("Short", "h")] }, { textBlocks: [text(LONG, "h")] }];
	const bytesOf = async (answer: Response) => {
		t.equal(answer.status, 200);
		return Buffer.from(await answer.arrayBuffer());
	};
	for (const mode of ["carousel", "single"]) {
		const document = { mode, stepperStyle: "none", slides };
		const { urls } = (await (await post("/api/links", { document })).json()) as LinkResponse;
		const posted = await bytesOf(await post("/api/render.png?slide=1", document));
		t.ok((await bytesOf(await fetch(urls[0]!))).equals(posted), mode);
		const alone = await post("/api/render.png", { ...document, slides: slides.slice(0, 1) });
		t.notOk(posted.equals(await bytesOf(alone)), `${mode}: the other slide counts`);
	}
});

t.test("each row of a batch has sizes of its own", async (t) => {
	const { post } = await startApp(t);
	const document = {
		mode: "carousel",
		stepperStyle: "none",
		slides: [{ textBlocks: [text("{{a}}", "h")] }, { textBlocks: [text("{{b}}", "h")] }],
	};
	const rows = [
		{ a: "Short", b: "Brief" },
		{ a: "Short", b: LONG },
		{ a: "Short", b: "Brief" },
	];
	const answer = await post("/api/batch", { document, rows });
	const lines = (await answer.text())
		.trimEnd()
		.split("\n")
		.map(
			(line) => JSON.parse(line) as { readonly images: readonly { readonly dataUrl: string }[] },
		);
	const firsts = lines.map(({ images }) => images[0]!.dataUrl);
	t.equal(firsts[0], firsts[2]);
	t.not(firsts[0], firsts[1], "the long text of the second row makes its short one smaller");
	for (const [i, variables] of rows.entries()) {
		const posted = await post("/api/render", { ...document, variables });
		t.equal(((await posted.json()) as (typeof lines)[0]).images[0]!.dataUrl, firsts[i]);
	}
});
