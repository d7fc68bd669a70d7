import t from "tap";
import { openFontLibrary } from "../../../../src/engine/text/fonts/library.js";
import { glyphShape, inkInBand } from "../../../../src/engine/text/layout/glyph-path.js";
import { shape } from "../../../../src/engine/text/layout/shape.js";

const fonts = await openFontLibrary();
const font = fonts.load(fonts.primaryFace({ weight: 800, italic: false, han: "sc" }));
const glyph = (char: string) => shape(font, char, 0, char.length, false, 1)[0]!.id;
const SCALE = 100 / font.metrics.unitsPerEm;

t.test("a path is relative, closed and short", async (t) => {
	const path = glyphShape(font, glyph("l"), SCALE, 0).outline;
	t.match(path, /^m[-\d. ]+([lhvqcz][-\d. ]*)+z$/);
	t.notMatch(path, /\d\.\d{3}/, "at most two decimals");
	t.equal(glyphShape(font, glyph(" "), SCALE, 0).outline, "", "a space has no outline");
});

t.test("rounding does not add up: contours end where they began", async (t) => {
	const path = glyphShape(font, glyph("8"), 0.0123, 0).outline;
	for (const contour of path.split("z").filter((part) => part !== "")) {
		const numbers = contour
			.replace(/^m/, "")
			.split(/(?=[lqc])/)
			.slice(1)
			.map((part) =>
				part
					.slice(1)
					.match(/-?[\d.]+/g)!
					.map(Number),
			);
		const end = numbers.reduce(
			([x, y], values) => [x! + values.at(-2)!, y! + values.at(-1)!],
			[0, 0],
		);
		t.ok(Math.hypot(end[0]!, end[1]!) < 100 * 0.0123 * 3, `ends ${end} from its start`);
	}
});

t.test("a synthetic italic leans to the right", async (t) => {
	const upright = inkInBand(font, glyph("l"), SCALE, -70, -60)!;
	t.ok(upright.right > upright.left);
	const first = (path: string) => Number(/^m(-?[\d.]+)/.exec(path)![1]);
	t.ok(
		first(glyphShape(font, glyph("T"), SCALE, 0.25).outline) >=
			first(glyphShape(font, glyph("T"), SCALE, 0).outline),
	);
});

t.test("only letters that reach below the baseline cross an underline", async (t) => {
	t.equal(inkInBand(font, glyph("x"), SCALE, 5, 15), undefined);
	const ink = inkInBand(font, glyph("g"), SCALE, 5, 15)!;
	t.ok(ink.left >= 0 && ink.right < 80 && ink.left < ink.right);
});
