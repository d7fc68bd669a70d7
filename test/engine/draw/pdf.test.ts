import { readFileSync } from "node:fs";
import t from "tap";
import { pathOperators } from "../../../src/engine/draw/pdf/operators.js";
import { PagePictures } from "../../../src/engine/draw/pdf/pictures.js";
import { PageResources } from "../../../src/engine/draw/pdf/resources.js";
import { PdfWriter } from "../../../src/engine/draw/pdf/writer.js";
import { emojiNode } from "../../../src/engine/svg/text/emoji-node.js";
import { fontsFolder } from "../../../src/engine/text/fonts/manifest.js";

t.test("path data becomes absolute lines and cubic curves", async (t) => {
	const same = (data: string, operators: string) => t.equal(pathOperators(data).trim(), operators);
	same("M1 2L3 4H5V6Z", "1 2 m 3 4 l 5 4 l 5 6 l h");
	same("m1,2 3,4-5-6z m1 1l1 0", "1 2 m 4 6 l -1 0 l h 2 3 m 3 3 l");
	same("M0 0c1 1 2 1 3 0s2-1 3 0", "0 0 m 1 1 2 1 3 0 c 4 -1 5 -1 6 0 c");
	same("M0 0S1 1 2 0", "0 0 m 0 0 1 1 2 0 c");
	same("M0 0Q3 3 6 0T12 0", "0 0 m 2 2 4 2 6 0 c 8 -2 10 -2 12 0 c");
	same("M0 0a0 5 0 0 1 3 4", "0 0 m 3 4 l");
	same(".5.5.25-1e1", "");
	same("M.5.5.25-1e1", "0.5 0.5 m 0.25 -10 l");
	same("M0 0L1", "");
	same("M0 0L1 2 nonsense", "0 0 m 1 2 l");
	same("", "");
	same("M1 1M2 2M3 3L4 4", "3 3 m 4 4 l");
});

t.test("what is only filled is not closed, unless it goes on from its start", async (t) => {
	const same = (data: string, operators: string) =>
		t.equal(pathOperators(data, 3, false).trim(), operators);
	same("M0 0L4 0L4 4L0 0Z", "0 0 m 4 0 l 4 4 l");
	same("M0 0L4 0L4 4ZM9 9L8 8", "0 0 m 4 0 l 4 4 l 9 9 m 8 8 l");
	same("M0 0L4 0L4 4L0 0ZL9 9", "0 0 m 4 0 l 4 4 l 0 0 l h 9 9 l");
});

t.test("an arc stays on its ellipse", async (t) => {
	// Flags without spaces; the first is a quarter of a circle about (0, 10).
	for (const [data, cx, cy] of [
		["M0 0a10 10 0 0110 10", 0, 10],
		["M0 0A10 10 0 1 0 10 10", 0, 10],
		["M-10 5a10 10 0 1 1 20 0", 0, 5],
	] as const) {
		const numbers = pathOperators(data)
			.match(/-?[\d.]+/g)!
			.map(Number);
		for (let at = 2; at + 5 < numbers.length; at += 6) {
			const [x0, y0] = [numbers[at - 2]!, numbers[at - 1]!];
			const [x1, y1, x2, y2, x, y] = numbers.slice(at, at + 6) as number[];
			for (const s of [0, 0.25, 0.5, 0.75, 1]) {
				const mix = (a: number, b: number, c: number, d: number) =>
					(1 - s) ** 3 * a + 3 * (1 - s) ** 2 * s * b + 3 * (1 - s) * s * s * c + s ** 3 * d;
				const reach = Math.hypot(mix(x0, x1!, x2!, x!) - cx, mix(y0, y1!, y2!, y!) - cy);
				t.ok(Math.abs(reach - 10) < 0.01, `${data}: ${reach}`);
			}
		}
	}
});

t.test("every emoji can be written down, with balanced groups", async (t) => {
	const index = readFileSync(new URL("emoji/index.txt", fontsFolder), "latin1");
	const resources = new PageResources();
	const writer = new PdfWriter(resources, new PagePictures(90));
	let count = 0;
	for (const line of index.trimEnd().split("\n")) {
		for (const key of line.split(" ").filter((_, i) => i >= 2 && i % 2 === 0)) {
			const content = await writer.write(emojiNode(key, 0, 100, 100, true));
			if (/NaN|undefined/.test(content)) t.fail(key);
			if (content.match(/\bq\b/g)?.length !== content.match(/\bQ\b/g)?.length) t.fail(key);
			if (!/\bf\b/.test(content)) t.fail(`${key} is empty`);
			count++;
		}
	}
	t.ok(count > 3_000, `${count} emoji`);
	t.ok(resources.states.every(({ opacity = 0 }) => opacity > 0 && opacity < 1));
});
