/** Which font files of an operator can be used, and why others cannot. */
import t from "tap";
import { inspectFont } from "../../../../src/engine/text/fonts/inspect.js";
import { otf } from "../../../helpers/fonts.js";

const GOOD = otf({ family: "Box", weight: 700 });
const never = () => {
	throw new Error("is not packed");
};

/** The font with some of its bytes replaced. */
function changed(from: Buffer, to: Buffer): Buffer {
	const font = Buffer.from(GOOD);
	const at = font.indexOf(from);
	if (at < 0) throw new Error("the font has no such bytes");
	to.copy(font, at);
	return font;
}
const numbers = (...values: number[]) => {
	const bytes = Buffer.alloc(values.length * 4);
	for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, i * 4);
	return bytes;
};

t.test("a font is described by its tables", async (t) => {
	const { coverage, ...facts } = inspectFont(GOOD, never);
	t.strictSame(facts, {
		family: "Box",
		weight: [700, 700],
		variable: false,
		italic: false,
		slant: null,
		opticalSize: null,
	});
	t.ok(coverage.length > 0);
	t.same(inspectFont(otf({ family: "Old", weight: 3 }), never).weight, [300, 300]);
});

t.test("a font that draws nothing is refused", async (t) => {
	const noOutlines = changed(Buffer.from("CFF "), Buffer.from("xxxx"));
	t.throws(() => inspectFont(noOutlines, never), {
		name: "FontFault",
		message: "has no outlines to draw (glyf, CFF or CFF2)",
	});
	// The letters as control characters: groups of `cmap` have a first and a last one, and a glyph.
	const letters = changed(numbers(0x41, 0x5a, 2), numbers(0x01, 0x1a, 2));
	const all = Buffer.from(letters);
	numbers(0x1b, 0x1b, 1).copy(all, all.indexOf(numbers(0x20, 0x20, 1)));
	t.throws(() => inspectFont(all, never), { message: "has no characters" });
	// What is left is the space.
	t.throws(() => inspectFont(letters, never), { message: "has no outlines to draw" });
});

/** The head of a WOFF2 file, and how many bytes it says that it unpacks to. */
function packed(unpackedBytes: number, length = 48): Buffer {
	const head = Buffer.alloc(length);
	head.write("wOF2", 0, "latin1");
	head.writeUInt32BE(unpackedBytes, 16);
	return head;
}

t.test("a WOFF2 file is unpacked to one font, and to no more than it may have", async (t) => {
	t.equal(inspectFont(packed(GOOD.length), () => GOOD).family, "Box");
	t.throws(() => inspectFont(packed(1, 40), never), { message: "is a broken WOFF2 font" });
	t.throws(() => inspectFont(packed(1), never), { message: "is a broken WOFF2 font" });
	t.throws(() => inspectFont(packed(134_217_729), () => GOOD), {
		message: "unpacks to more than 134217728 bytes",
	});
	t.throws(() => inspectFont(packed(12), () => Buffer.from("ttcf and more")), {
		message: "is a WOFF2 file that does not contain exactly one font",
	});
});
