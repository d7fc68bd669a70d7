import t from "tap";
import { trimmedPunctuation } from "../../src/text/han-kerning.js";

const trimmed = (text: string) =>
	[...trimmedPunctuation(text)].map((flag, i) => (flag ? text[i] : "")).join("");

t.test("of two full-width signs that meet blank side to blank side, one is trimmed", async (t) => {
	t.equal(trimmed("「字」、"), "」", "closing before a comma");
	t.equal(trimmed("（（字））"), "（）", "the inner opening, the first closing");
	t.equal(trimmed("。「字"), "「", "an opening after a stop");
	t.equal(trimmed("・「字」・"), "「」", "beside a middle dot");
	t.equal(trimmed("(（字）)"), "（）", "beside narrow brackets");
});

t.test("nothing else is trimmed", async (t) => {
	t.equal(trimmed("「字」。字、字（字）字"), "」");
	t.equal(trimmed("字！「字：」？"), "");
	t.equal(trimmed("“a” (b), c."), "");
	t.equal(trimmed(""), "");
});
