/** Texts that fit in one size together: on all slides, in blocks and layers, in every kind of request. */
import t from "tap";
import { startApp } from "../helpers/app.js";

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
