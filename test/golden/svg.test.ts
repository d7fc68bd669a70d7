/**
 * The SVG of a slide stands alone and shows what the PNG shows: drawn by resvg
 * from the text of the document, without fonts, files or network.
 */
import { Resvg } from "@resvg/resvg-js";
import pixelmatch from "pixelmatch";
import sharp from "sharp";
import t from "tap";
import { unpremultiply } from "../../src/engine/images/unpremultiply.js";
import { startApp } from "../helpers/app.js";
import { goldenCases, readGolden } from "../helpers/golden.js";

/**
 * Share of pixels that may differ visibly. The PNG's shadows are scaled up by
 * another filter, and upright pictures are blended without resampling.
 */
const TOLERATED_SHARE = 0.002;

t.test("SVG documents look as the golden pictures", async (t) => {
	const { app } = await startApp(t);
	for (const { name, slide, request } of goldenCases()) {
		await t.test(name, async (t) => {
			// mode single draws the first slide; only carousels tell their place.
			const index = request.mode === "carousel" ? slide - 1 : 0;
			const answer = await app.inject({
				method: "POST",
				url: "/api/render",
				// What only lossy formats take is left out.
				payload: { ...request, format: "svg", quality: null, maxBytes: null },
			});
			t.equal(answer.statusCode, 200);
			const { svg, width, height } = answer.json().images[index];
			t.notMatch(svg, /href="(?!data:image\/png;base64,)/, "nothing is referred to outside");
			t.notMatch(svg, /<(text|script|style|foreignObject|image xlink:href="(?!data:))\b/);
			t.notMatch(svg, /\sid="(?!p[0-9a-f]{16}")/, "ids are digests: equal ones name equal things");
			const drawn = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
			t.same([drawn.width, drawn.height], [width, height]);
			const golden = await sharp(await readGolden(name))
				.ensureAlpha()
				.raw()
				.toBuffer();
			const count = pixelmatch(unpremultiply(drawn.pixels), golden, undefined, width, height, {
				threshold: 0.1,
			});
			t.ok(count / (width * height) <= TOLERATED_SHARE, `${count} pixels differ`);
		});
	}
});
