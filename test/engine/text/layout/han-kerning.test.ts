import t from "tap";
import type { HanForm } from "../../../../src/engine/text/fonts/manifest.js";
import { hanPunctuation } from "../../../../src/engine/text/layout/han-kerning.js";
import { isNarrower, PUNCTUATION } from "../../../helpers/trimmed-pairs.js";

const trimmed = (text: string, han: HanForm = "jp") =>
	[...hanPunctuation(text, han).trimmed].map((flag, i) => (flag ? text[i] : "")).join("");
const shared = (text: string, han: HanForm = "sc") =>
	[...hanPunctuation(text, han).shared].map((flag, i) => (flag ? text[i] : "")).join("");

t.test("of two full-width signs that meet blank side to blank side, one is trimmed", async (t) => {
	t.equal(trimmed("「字」、"), "」", "closing before a comma");
	t.equal(trimmed("（（字））"), "（）", "the inner opening, the first closing");
	t.equal(trimmed("。「字"), "「", "an opening after a stop");
	t.equal(trimmed("・「字」・"), "「」", "beside a middle dot");
	t.equal(trimmed("(（字）)"), "（）", "beside narrow brackets");
	t.equal(trimmed("字：「字；（字"), "「（", "an opening after a colon");
	t.equal(trimmed("说：“你好”。", "sc"), "“”", "curly quotes between Han");
});

t.test("Western punctuation, middle dots and single marks keep their width", async (t) => {
	t.equal(trimmed("「字」。字、字（字）字"), "」");
	t.equal(trimmed("字！「字：」？"), "");
	t.equal(trimmed("说：“hello” (a)", "jp"), "", "the Japanese font has Western quotes");
	t.equal(trimmed("“a” (b), c."), "");
	t.equal(trimmed(""), "");
	t.equal(trimmed("字，」", "tc"), "", "a dot in the middle keeps its square");
});

t.test("all pairs are as wide as in Chromium, in four languages", async (t) => {
	for (const han of ["sc", "tc", "jp", "kr"] as const) {
		for (const first of PUNCTUATION) {
			for (const second of PUNCTUATION) {
				const { trimmed } = hanPunctuation(`字${first}${second}字`, han);
				const count = trimmed.reduce((sum, flag) => sum + flag, 0);
				if (count !== (isNarrower(han, first, second) ? 1 : 0)) t.fail(`${han} ${first}${second}`);
			}
		}
	}
	t.ok(isNarrower("sc", "：", "「"));
});

t.test("shared punctuation is full-width between Han, and in pairs", async (t) => {
	t.equal(shared("他说“你好”，然后……"), "“”……");
	t.equal(shared("他说“hello”。"), "“”", "quotes go by what is outside");
	t.equal(shared("the word “中文” is—here…"), "");
	t.equal(shared("维克多·雨果——作家"), "·——");
	t.equal(shared("“你好”"), "“”", "alone");
	t.equal(shared("it’s 5–6 o’clock"), "");
	t.equal(shared("그는 “漢字”라고", "kr"), "", "Korean has Western quotes");
	t.equal(shared("𠀋“𠀋”𠀋"), "“”", "beyond the first plane");
});
