/**
 * Unusual characters and punctuation that users enter: fancy text, forms by language, line ends.
 */
import type { TextBlock } from "../../../src/contract/render-request.js";
import { document, type FidelityDocument, plain, rich } from "./document.js";

const fancy: FidelityDocument[] = [
	plain("fancy mathematical letters", "𝐁𝐨𝐥𝐝 𝑰𝒕𝒂𝒍 𝓢𝓬𝓻𝓲𝓹𝓽 𝔉𝔯𝔞𝔨 𝕯𝖔𝖚 𝔻𝕓𝕝 𝚖𝚘𝚗𝚘 𝗦𝗮𝗻𝘀 𝘪𝘵 𝟙𝟚𝟛", {
		width: 360,
	}),
	plain("fancy circles and squares", "Ⓐⓑⓒ 🅐🅑🅒 🄰🄱🄲 ①②③ ⑴⑵ ⓿ ❶❷ ➀ ㊀㊙ Ｆｕｌｌ ｗｉｄｅ ⊕", {
		width: 360,
	}),
	plain("fancy small capitals", "ꜱᴍᴀʟʟ ᴄᴀᴘɪᴛᴀʟꜱ ˢᵘᵖᵉʳˢᶜʳⁱᵖᵗ ᴬᴮᴰ ₛᵤᵦₛ ₀₁₂ uʍop ǝpᴉsdn ɐʇɹoɯ", {
		width: 360,
	}),
	plain("fancy lines by marks", "s̶t̶r̶i̶k̶e̶ u̲n̲d̲e̲r̲ d̳o̳u̳ o̅v̅e̅r̅ s̷l̷a̷s̷h̷ t̴i̴l̴d̴e̴ a͜b a͡b", { width: 360 }),
	plain("fancy ornaments", "꧁༺ name ༻꧂ ꒰ hi ꒱ 𓆩♡𓆪 𖤐 𝄞 ⸝⸝ ☽ ♛ ✧ ⋆ ˚ ｡ ❥ ୨୧ ⌗ ⟡", { width: 360 }),
	plain("fancy faces", "ʕ•ᴥ•ʔ ᵔᴗᵔ ಠ_ಠ ( ͡° ͜ʖ ͡°) ¯\\_(ツ)_/¯ (╯°□°)╯︵ ┻━┻ ᐢ..ᐢ (づ｡◕‿‿◕｡)づ", {
		width: 360,
	}),
	plain("half-width kana with marks", "ﾊﾟﾝﾃﾞｶﾞｽ (ﾟ∀ﾟ) ｷﾀ━(ﾟ∀ﾟ)━!! ﾊﾞｯﾁﾘ ｳﾞ", { width: 360 }),
	plain("blanks", "a\u3164b\n\u3164\nc\u1160d e\uffa0f", { width: 360 }),
	plain("emoji made text", "☕\ufe0e ❤\ufe0e ☀\ufe0e ✂\ufe0e ☎\ufe0e ♥\ufe0e", { width: 360 }),
	plain("emoji that no font has as text", "😀\ufe0e ✅\ufe0e ⏰\ufe0e", { width: 360 }),
	plain("marks on Latin, Greek and Cyrillic", "x̂ m̋ ǒ̧ ẍ̣ q̃ n̥̊ ω̄ ᾱ̔ ρ̌ и̂ ю̈ б̀ я́ ѳ̑ a̐ e̊᷄ ȍ o͘ ɛ̃ ɔ̀", {
		width: 360,
	}),
	plain("phonetic", "ˈɪntəˌnæʃənəl fəˈnɛtɪk ɬ ɮ ʘ ǃ ǂ ʄ ɧ ɕ ʑ d͡ʒ t͡ɕ ŋ̊ ẽ ɨ̞ ˥˩ ꜛ", { width: 360 }),
];

const HAN = "骨直角次海令返遍，刃户晚“说”。";
const inFour = (name: string, text: string): FidelityDocument =>
	document(
		name,
		...["ja", "ko", "zh-Hans", "zh-Hant"].map(
			(lang, i): TextBlock => ({ text, lang, fontSize: 24, x: 20, y: 20 + 92 * i, width: 365 }),
		),
	);

const languages: FidelityDocument[] = [
	inFour("Han forms in four languages", HAN),
	inFour("Han punctuation in four languages", "「字」、（字）。字：「字」；（字）——字……字・字！？"),
	document(
		"Han form of neighbours",
		{ text: "骨直角 東京", fontSize: 30, x: 20, y: 20 },
		{ text: "ひらがな", fontSize: 30, x: 20, y: 100 },
	),
	document(
		"Cyrillic of three languages",
		...["sr", "mk", "bg", "ru"].map(
			(lang, i): TextBlock => ({
				...{
					richText: "бгдпт <i>бгдпт вжзийклптцшщю</i>",
					lang,
					fontSize: 22,
					x: 20,
					y: 20 + 80 * i,
				},
			}),
		),
	),
	plain("Urdu in Nastaliq", "تمام انسان آزاد اور حقوق و عزت کے اعتبار سے برابر پیدا ہوئے ہیں۔", {
		lang: "ur",
		width: 320,
	}),
	plain("Romanian and Marathi letters", "ș ț Ş Ţ şţ पल्ल शल", { lang: "mr", width: 320 }),
];

const lines: FidelityDocument[] = [
	plain("brackets after colons", "他说：「你好」；「再见」。注：（一）甲；（二）乙：《书》", {
		width: 200,
	}),
	plain(
		"brackets after colons, traditional",
		"他說：「你好」；「再見」。註：（一）甲；（二）乙：《書》",
		{
			width: 200,
		},
	),
	plain("Chinese quotes break", "他说“你好”然后走了“bye”她说‘好的’就这样ok“真的”吗", {
		width: 150,
	}),
	plain("Chinese ellipses and dashes", "维克多·雨果——作家……他说——“是的……”然后·停下", {
		width: 200,
	}),
	plain("tabs, right to left", "أ\tب\tج\nطويل جدا\tس\tذيل\n\tفي الداخل", {
		width: 360,
		fontSize: 22,
	}),
	plain("kerning at line ends", "To Ty VA AV. Wa, Yo Te LT fT “T” AT VAT Po. Y. T, AVA LY WAY", {
		width: 103,
		fontSize: 30,
	}),
	plain("soft hyphens that do not fit", "hyphen\u00adation hy\u00adphen\u00adation ex\u00adtra", {
		width: 104,
	}),
	plain("Khmer and its words", "មនុស្សទាំងអស់កើតមកមានសេរីភាពនិងសមភាព", { width: 190 }),
	plain("Lao and its words", "ສະບາຍດີທຸກຄົນມີຄວາມສຸກແລະຄວາມປອດໄພທຸກຄົນ", { width: 150 }),
	rich(
		"rich paragraphs and lists",
		"<p>para one</p><p>para two</p><ul><li>first</li><li>second <b>bold</b></li></ul><ol><li>one</li><li>two</li></ol>end",
		{ width: 300 },
	),
	rich("rich lists, right to left", "<p>فقرة</p><ul><li>أول</li><li>ثان</li></ul>", { width: 300 }),
];

const looks: FidelityDocument[] = [
	plain("dark emoji on a dark ground", "✔️ ➕ ™️ 🖤 ⬛ ✖️", { fontSize: 44, width: 360 }),
	{
		name: "dark emoji on a light ground",
		platform: "photo-feed-square",
		slide: {
			backgroundColor: "#f4f1de",
			textBlocks: [
				{ text: "✔️ ➕ ™️ 🖤 ⬛ ✖️", fontSize: 44, textColor: "#111111", x: 20, y: 20, width: 360 },
			],
		},
	},
	plain("highlight of nearly equal lines", "Nearly equal\nlines meetin\nand a short", {
		style: "highlight",
		textColor: "#111111",
		fontSize: 40,
	}),
	plain("highlight with emoji", "Grounds 🔥 of\nemoji 🖤 too", {
		style: "highlight",
		textColor: "#111111",
		fontSize: 40,
	}),
	plain("highlight of Khmer", "ភាសាខ្មែរ ស្រ្តី\nគ្រឿង", {
		style: "highlight",
		textColor: "#111111",
		fontSize: 40,
	}),
];

export const CHARACTER_DOCUMENTS: readonly FidelityDocument[] = [
	...fancy,
	...languages,
	...lines,
	...looks,
];
