/**
 * Golden pictures: each `name.json` beside this file's source holds a request
 * and a slide number, each `name.png` what it must look like. A mismatch writes
 * actual and difference to golden-failures/. To accept new pictures, look at
 * them, then run with UPDATE_GOLDENS=1: that run still fails, the next passes.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import pixelmatch from "pixelmatch";
import sharp from "sharp";
import t from "tap";
import { packageRoot } from "../../src/runtime/package-root.js";
import { startApp } from "../helpers/app.js";
import { goldenCases, goldenFile, readGolden } from "../helpers/golden.js";

const failures = new URL("golden-failures/", packageRoot);
const update = process.env.UPDATE_GOLDENS === "1";
/**
 * Share of pixels that may differ visibly: decoders and rasterisers may take
 * other SIMD paths on another processor, which moves single edge pixels.
 */
const TOLERATED_SHARE = 0.0005;

const decode = async (png: Buffer) => {
	const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
	return { data, width: info.width, height: info.height };
};

t.test("golden documents give the same bytes as before", async (t) => {
	const { app } = await startApp(t);
	const cases = goldenCases();
	t.ok(cases.length > 40, "the cases are found");
	for (const { name, slide, request } of cases) {
		await t.test(name, async (t) => {
			const answer = await app.inject({
				method: "POST",
				url: `/api/render.png?slide=${slide}`,
				payload: request,
			});
			t.equal(answer.statusCode, 200, answer.statusCode === 200 ? "drawn" : answer.body);
			const actual = answer.rawPayload;
			if (update) {
				writeFileSync(
					goldenFile(name),
					await sharp(actual).png({ compressionLevel: 9 }).toBuffer(),
				);
				t.fail("the golden picture was written anew: look at it and run again");
				return;
			}
			const drawn = await decode(actual);
			const expected = await decode(await readGolden(name));
			t.same([drawn.width, drawn.height], [expected.width, expected.height], "same size");
			const difference = Buffer.alloc(drawn.data.length);
			const count = pixelmatch(drawn.data, expected.data, difference, drawn.width, drawn.height, {
				threshold: 0.05,
				includeAA: true,
			});
			const share = count / (drawn.width * drawn.height);
			if (share > TOLERATED_SHARE) {
				mkdirSync(failures, { recursive: true });
				writeFileSync(new URL(`${name}.actual.png`, failures), actual);
				const { width, height } = drawn;
				await sharp(difference, { raw: { width, height, channels: 4 } }).toFile(
					new URL(`${name}.diff.png`, failures).pathname,
				);
			}
			t.ok(share <= TOLERATED_SHARE, `${count} pixels differ`);
		});
	}
});
