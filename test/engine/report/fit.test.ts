/**
 * Texts of all scripts that are to fit stay in their box, or a warning says
 * so. FIT_RUNS sets how many are tried; `npm run fit` tries 10,000.
 */
import fc from "fast-check";
import t from "tap";
import type { TextBlock } from "../../../src/contract/render-request.js";
import { measureSlide } from "../../../src/engine/report/measure-slide.js";
import type { PlainText } from "../../../src/engine/scene/plain.js";
import { openFontLibrary } from "../../../src/engine/text/fonts/library.js";
import { nastyText } from "../../helpers/nasty-text.js";
import { rareScriptSamples, SCRIPT_SAMPLES } from "../../helpers/script-samples.js";

const fonts = await openFontLibrary();
const samples = [...Object.values(SCRIPT_SAMPLES), ...rareScriptSamples().map(([, text]) => text)];

const text = fc.oneof(
	{
		weight: 3,
		arbitrary: fc
			.array(fc.constantFrom(...samples), { minLength: 1, maxLength: 3 })
			.map((parts) => parts.join(" ")),
	},
	{
		weight: 2,
		arbitrary: fc
			.tuple(fc.constantFrom(...samples), fc.nat(80))
			.map(([sample, length]) => sample.slice(0, length + 1)),
	},
	{ weight: 1, arbitrary: nastyText(200) },
	{ weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 60 }) },
);
const block: fc.Arbitrary<TextBlock & PlainText> = fc.record(
	{
		text,
		x: fc.constant(20),
		y: fc.constant(20),
		fit: fc.constant("shrink" as const),
		width: fc.integer({ min: 10, max: 380 }),
		height: fc.integer({ min: 10, max: 380 }),
		fontSize: fc.integer({ min: 8, max: 240 }),
		lineHeight: fc.double({ min: 1, max: 3, noNaN: true }),
		weight: fc.constantFrom(400, 500, 600, 700, 800, 900),
		align: fc.constantFrom("start", "center", "end", "left", "right"),
		verticalAlign: fc.constantFrom("top", "middle", "bottom"),
		maxLines: fc.integer({ min: 1, max: 10 }),
		style: fc.constantFrom("bold", "shadow", "outline", "highlight"),
	},
	{ requiredKeys: ["text", "x", "y", "fit", "width", "height"] },
);

/** What ink may reach out of a box without a warning: letters lean, grounds and contours go round them. Em. */
const LEANING = { bold: 0.15, shadow: 0.15, outline: 0.19, highlight: 0.43 };

t.test("what is to fit stays in its box, or a warning says so", async (t) => {
	let shrunk = 0;
	await fc.assert(
		fc.asyncProperty(block, async (given) => {
			const { measured, warnings } = await measureSlide(
				{
					slide: { textBlocks: [given] },
					slideIndex: 0,
					slideCount: 1,
					platform: "photo-feed-square",
					stepperColor: "#D4AF37",
					mode: "single",
					stepperStyle: "none",
				},
				fonts,
			);
			const { lines, ink, fontSize, truncated } = measured.textBlocks[0]!;
			const codes = warnings.map(({ code }) => code);
			if (fontSize < (given.fontSize ?? 36)) shrunk++;
			const height = lines.reduce((sum, line) => sum + line.height, 0);
			const width = lines.reduce((most, line) => Math.max(most, line.width), 0);
			const slack = 0.6;
			const linesLeave = height > given.height! + slack || width > given.width! + slack;
			const reach = LEANING[given.style ?? "bold"] * fontSize + slack;
			const inkLeaves =
				ink !== null &&
				(ink.x < 20 - reach ||
					ink.y < 20 - reach ||
					ink.x + ink.width > 20 + given.width! + reach ||
					ink.y + ink.height > 20 + given.height! + reach);
			if ((linesLeave || inkLeaves) && !codes.includes("text_overflows_box"))
				throw new Error("it leaves its box and nothing says so");
			if (truncated && !codes.includes("text_truncated")) throw new Error("cut in silence");
			const broken = lines.some((line) => line.broken);
			if (broken && (fontSize > 8.1 || !codes.includes("word_broken")))
				throw new Error(`a word is broken at ${fontSize}`);
		}),
		{ numRuns: Number(process.env.FIT_RUNS ?? 300), seed: 20_260_101 },
	);
	t.ok(shrunk > 0, `${shrunk} were made smaller`);
});
