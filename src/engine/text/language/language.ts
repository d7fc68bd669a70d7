/** What a language tag, or the text itself, determines about the drawing of a text. */
import type { HanForm } from "../fonts/manifest.js";
import { HanEvidence } from "./han-use.js";

export interface Language {
	/** BCP 47 tag for shaping and line breaking; "" if unknown. */
	readonly tag: string;
	/** The forms of Han characters. */
	readonly han: HanForm;
	/** The text is Chinese, so curly quotes are treated like brackets when lines are broken. */
	readonly chinese?: boolean;
	/** A family with the letters of this language has priority. */
	readonly prefer?: "nastaliq" | "cyrillic";
}

/** Primary subtags of the Chinese languages, ISO 639. */
const CHINESE = /^(?:zh|cmn|yue|wuu|nan|hak|gan|hsn|cdo|lzh)$/;
const TRADITIONAL = /^(?:hant|tw|hk|mo)$/;
const SIMPLIFIED = /^(?:hans|cn|sg|my)$/;
const CYRILLIC = /^(?:sr|mk|bg)$/;

/** The Han forms of a tag; "chinese" if the tag does not determine the script. */
function formOf(tag: string): HanForm | "chinese" | undefined {
	const [primary = "", ...rest] = tag.toLowerCase().split("-");
	if (primary === "ja") return "jp";
	if (primary === "ko") return "kr";
	if (!CHINESE.test(primary)) return undefined;
	// The script has priority over the region: zh-Hans-HK is simplified.
	for (const pattern of [/^hant$/, /^hans$/, TRADITIONAL, SIMPLIFIED])
		if (rest.some((part) => pattern.test(part)))
			return TRADITIONAL.test(rest.find((part) => pattern.test(part))!) ? "tc" : "sc";
	return primary === "yue" ? "tc" : "chinese";
}

function preferenceOf(tag: string): Pick<Language, "prefer"> {
	const [primary = "", ...rest] = tag.toLowerCase().split("-");
	if (primary === "ur" || rest.includes("aran")) return { prefer: "nastaliq" };
	return CYRILLIC.test(primary) ? { prefer: "cyrillic" } : {};
}

/** A text of a slide, with its `lang` if it has one. */
export interface TaggedText {
	readonly text: string;
	readonly lang?: string | null | undefined;
}

/**
 * The languages of the texts of one slide. The language of a text is its `lang`; otherwise it
 * depends on kana, hangul, or characters that only one Chinese script uses; otherwise on the whole
 * slide, so that neighbours have the same forms.
 */
export function slideLanguages(texts: readonly TaggedText[]): Language[] {
	const evidence = texts.map(({ text }) => new HanEvidence().add(text));
	const tagged = texts.map(({ lang }) => (lang ? formOf(lang) : undefined));
	const whole = new HanEvidence();
	for (const [index, { text }] of texts.entries()) if (!tagged[index]) whole.add(text);
	const neighbour = tagged.find((form) => form !== undefined && form !== "chinese");
	const common = whole.sure ?? (neighbour as HanForm | undefined) ?? whole.likely;
	return texts.map(({ lang }, index) => {
		const asked = tagged[index];
		const own = evidence[index]!;
		const says = (lang ?? "").toLowerCase().split("-")[0]!;
		const han = asked === "chinese" ? own.chinese : (asked ?? own.sure ?? common);
		const chinese = lang ? CHINESE.test(says) : own.hasHan && (han === "sc" || han === "tc");
		return { tag: lang ?? "", han, ...(chinese && { chinese }), ...preferenceOf(lang ?? "") };
	});
}
