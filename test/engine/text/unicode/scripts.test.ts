import t from "tap";
import { resolveScripts } from "../../../../src/engine/text/unicode/scripts.js";

const scripts = (text: string) => resolveScripts(text).join(" ");

t.test(
	"characters without a script take the one before them, at the start the one after",
	async (t) => {
		t.equal(scripts("a, б."), "Latn Latn Latn Cyrl Cyrl");
		t.equal(scripts("1. س"), "Arab Arab Arab Arab");
		t.equal(scripts("e\u0301"), "Latn Latn", "marks too");
		t.equal(scripts("𠮷。"), "Hani Hani Hani", "both halves of a surrogate pair");
	},
);

t.test("a closing bracket has the script of its opening one", async (t) => {
	t.equal(scripts("ש(a)"), "Hebr Hebr Latn Hebr");
	t.equal(scripts("(a б)"), "Latn Latn Latn Cyrl Latn");
	t.equal(scripts("a)б"), "Latn Latn Cyrl", "without a partner it is like other punctuation");
});

t.test("punctuation has the script of its text, also of a script that is rare", async (t) => {
	t.equal(scripts("ܐ."), "Syrc Syrc");
	t.same(resolveScripts("𞤢,"), ["Adlm", "Adlm", "Adlm"]);
	t.equal(scripts("ᏣᎳ!"), "Cher Cher Cher");
});

t.test("without any known script there is none", async (t) => {
	t.same(resolveScripts("12!"), ["", "", ""]);
	t.same(resolveScripts("𐎀!"), ["", "", ""], "Ugaritic is left to HarfBuzz");
	t.same(resolveScripts(""), []);
});

t.test("ten thousand brackets end soon", async (t) => {
	t.equal(resolveScripts("(".repeat(5_000) + "]".repeat(5_000)).length, 10_000);
});
