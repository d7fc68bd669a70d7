import t from "tap";
import { lineBreaks } from "../../../../src/engine/text/unicode/line-break.js";
import { unicodeLineBreaks } from "../../../../src/engine/text/unicode/line-break-rules.js";
import { processorTime } from "../../../helpers/processor-time.js";
import { unicodeTestLines } from "../../../helpers/unicode-test-file.js";

interface Case {
	readonly text: string;
	/** Index and whether a line may break there. */
	readonly breaks: readonly (readonly [number, boolean])[];
	readonly line: string;
}

function readCase(line: string): Case {
	let text = "";
	const breaks: [number, boolean][] = [];
	for (const part of line.split(/\s+/)) {
		if (part === "×" || part === "÷") breaks.push([text.length, part === "÷"]);
		else text += String.fromCodePoint(Number.parseInt(part, 16));
	}
	return { text, breaks, line };
}

const cases = unicodeTestLines("LineBreakTest-17.0.0.txt").map(readCase);

function holds({ breaks }: Case, found: Uint8Array): boolean {
	return breaks.every(([index, expected]) => found[index]! > 0 === expected);
}

/** The text with "|" where a line may break and "¶" where it must, the end left out. */
function marked(text: string, options: { readonly chinese?: boolean } = {}): string {
	const breaks = lineBreaks(text, options);
	let result = "";
	for (let i = 0; i < text.length; i++) result += ["", "|", "¶"][breaks[i]!]! + text[i];
	return result;
}

t.test("UAX #14: every case of Unicode's LineBreakTest.txt", async (t) => {
	t.equal(cases.length, 19_338);
	const failed = cases.filter(
		(each) => !holds(each, unicodeLineBreaks(each.text, { smallKana: "NS" })),
	);
	t.same(
		failed.map(({ line }) => line),
		[],
	);
});

t.test("as a browser breaks: differs from UAX #14 only where Chromium does", async (t) => {
	const failed = cases.filter((each) => !holds(each, lineBreaks(each.text)));
	const unexplained = failed.filter(({ text, breaks }) => {
		const found = lineBreaks(text);
		return breaks.some(([index, expected]) => {
			if (found[index]! > 0 === expected) return false;
			const before = text[index - 1]!;
			const after = text[index]!;
			const space = /[ \t\n]/.test(before) || /[ \t\n]/.test(after);
			const latin = before <= "\u00ff" && after <= "\u00ff";
			const smallKana = /[\u3041-\u30ff\u31f0-\u31ff\uff67-\uff70]/.test(text);
			const dictionary = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/.test(before + after);
			return !space && !latin && !smallKana && !dictionary;
		});
	});
	t.same(
		unexplained.map(({ line }) => line),
		[],
	);
	t.equal(cases.length - failed.length, 16_714, "the others: spaces, pairs of Latin-1, small kana");
});

t.test("pairs of ASCII characters", async (t) => {
	t.equal(marked("a?b"), "a?|b");
	t.equal(marked("https://example.com/a/b?c=d&e"), "https://example.com/a/b?|c=d&e");
	t.equal(marked("and/or 24/7 C++"), "and/or |24/7 |C++");
	t.equal(marked("well-known"), "well-|known");
	t.equal(marked("x -1 ABC-1234 10-20"), "x |-1 |ABC-|1234 |10-|20");
	t.equal(marked('say "hi" (now)!'), 'say |"hi" |(now)!');
	t.equal(marked("50%(a)"), "50%|(a)");
	t.equal(marked("$1,234.56 f(x)"), "$1,234.56 |f(x)");
});

t.test("spaces: after the last of them, whatever follows", async (t) => {
	t.equal(marked("a  b"), "a  |b");
	t.equal(marked("oui !"), "oui |!");
	t.equal(marked("a\tb"), "a\t|b");
	t.equal(marked("12\u00a0km"), "12\u00a0km");
	t.equal(marked("a\u202fb\u2060c"), "a\u202fb\u2060c");
});

t.test("soft hyphens, zero width spaces and joiners", async (t) => {
	t.equal(marked("Donau\u00addampf"), "Donau\u00ad|dampf");
	t.equal(marked("a\u200bb"), "a\u200b|b");
	t.equal(marked("👩\u200d👩\u200d👧x👍🏽🇩🇪🇫🇷"), "👩\u200d👩\u200d👧|x|👍🏽|🇩🇪|🇫🇷");
	t.equal(marked("1️⃣2"), "1️⃣2");
});

t.test("newlines are mandatory", async (t) => {
	t.equal(marked("a\nb"), "a\n¶b");
	t.equal(marked("a\r\nb"), "a\r\n¶b");
	t.same([...lineBreaks("")], [0]);
	t.same([...lineBreaks("ab")], [0, 0, 2]);
	t.same([...lineBreaks("\n")], [0, 2]);
});

t.test("Chinese, Japanese and Korean", async (t) => {
	t.equal(marked("日本語。「あ」"), "日|本|語。|「あ」");
	t.equal(marked("ちょっと"), "ち|ょ|っ|と", "small kana are letters for CSS line-break: normal");
	t.equal(marked("ラーメン"), "ラ|ー|メ|ン", "and so is the prolonged sound mark");
	t.equal(marked("他说：“你好！”"), "他|说：|“你|好！”");
	t.equal(marked("（税込）→"), "（税|込）|→");
	t.equal(marked("他说“你好”然后"), "他|说|“你|好”|然|后", "quotes with Han at both sides");
	t.equal(marked("他说“hello”了"), "他|说“hello”了", "beside Latin they are of no direction");
	t.equal(
		marked("他说“hello”了", { chinese: true }),
		"他|说|“hello”|了",
		"but brackets in Chinese",
	);
	t.equal(marked("A“你好”B", { chinese: true }), "A“你|好”|B");
	t.equal(marked("한국어는"), "한|국|어|는");
});

t.test("Thai, Lao, Khmer, Myanmar by dictionary", async (t) => {
	t.equal(marked("ภาษาไทยเป็นภาษา"), "ภาษา|ไทย|เป็น|ภาษา");
	t.equal(marked("ພາສາລາວເປັນ"), "ພາສາ|ລາວ|ເປັນ");
	t.equal(marked("របស់ប្រទេសកម្ពុជា"), "របស់|ប្រទេស|កម្ពុជា");
	t.equal(marked("ဗမာလူမျိုးတို့၏မိခင်"), "ဗမာ|လူမျိုး|တို့၏မိခင်");
	t.equal(marked("ราคา(บาท)"), "ราคา(บาท)");
});

t.test("a long run of Thai breaks as it does in one piece", async (t) => {
	const text = "ภาษาไทยเป็นภาษาที่มีระดับเสียงของคำแน่นอนหรือวรรณยุกต์เช่นเดียวกับภาษาจีน".repeat(40);
	const words = new Intl.Segmenter("th", { granularity: "word" }).segment(text);
	const breaks = lineBreaks(text);
	t.same(
		[...breaks.keys()].filter((i) => breaks[i] === 1),
		[...words].map(({ index }) => index).filter((index) => index > 0),
	);
});

t.test("line breaks take linear time in the length of the text", async (t) => {
	const texts = [
		"a",
		"(",
		" ",
		"\u0301",
		"\u200d",
		"🇩",
		"ก",
		"ภาษา",
		"“",
		"1,",
		"日",
		"ᬓ᭄",
		"/",
		"\ud800",
	];
	for (const piece of texts) {
		const text = piece.repeat(200_000 / piece.length);
		const spent = processorTime();
		lineBreaks(text);
		t.ok(spent() < 20_000, `200,000 characters of ${JSON.stringify(piece)}`);
	}
});
