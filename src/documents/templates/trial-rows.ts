/** Values that show whether a template survives the data of others. */
import type { Template, TemplateField, TemplateVariable } from "../../contract/templates.js";

/** Values for a trial of a template. */
export interface TrialRow {
	readonly name: string;
	readonly variables: Readonly<Record<string, unknown>>;
}

/** Values of a brand that differs from the built-in ones in its font, colours and logo. */
export interface TrialBrand {
	readonly name: string;
	/** Values of `brand.…`. */
	readonly variables: Readonly<Record<string, string>>;
}

const logo = (svg: string): string =>
	`data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;

/** Six times as wide as high. */
const WIDE_LOGO = logo(
	'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 50"><circle cx="25" cy="25" r="22" fill="none" stroke="#7A1F2B" stroke-width="5"/><path d="M64 25h228" stroke="#7A1F2B" stroke-width="16"/></svg>',
);
/** Half as wide as high. */
const TALL_LOGO = logo(
	'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 100"><path d="M25 4 46 40H4Z" fill="#DFFF3C"/><path d="M8 60h34M8 84h34" stroke="#DFFF3C" stroke-width="12"/></svg>',
);

/** A serif face with a wide logo, a condensed face on a dark ground, and pale colours. */
export const TRIAL_BRANDS: readonly TrialBrand[] = [
	{
		name: "serif",
		variables: {
			"brand.color": "#7A1F2B",
			"brand.background": "#FBF5EA",
			"brand.text": "#2A1A14",
			"brand.font": "Playfair Display",
			"brand.logo": WIDE_LOGO,
			"brand.name": "Lavandier & Fils",
			"brand.handle": "@lavandier_et_fils",
		},
	},
	{
		name: "condensed",
		variables: {
			"brand.color": "#DFFF3C",
			"brand.background": "#10141A",
			"brand.text": "#F3F6EE",
			"brand.font": "Sofia Sans Extra Condensed",
			"brand.logo": TALL_LOGO,
			"brand.name": "Nordwind Athletics",
			"brand.handle": "@nordwind",
		},
	},
	{
		name: "pale",
		variables: {
			"brand.color": "#F6C8D5",
			"brand.background": "#FFFDFB",
			"brand.text": "#4A3B47",
			"brand.font": "Nunito",
			"brand.name": "Papeterie Morgenrot",
			"brand.handle": "@papeterie.morgenrot",
		},
	},
];

/** Words of a language, and what it writes where others write a price. */
interface Words {
	readonly text: string;
	readonly figure: string;
	/** How much of `maxLength` is used: a Japanese letter is as wide as two Latin ones. */
	readonly share: number;
	readonly isUpper?: boolean;
	/** For a variable that names the language. */
	readonly language?: string;
}

const ENGLISH: Words = {
	text: "Everything we planned for this season is finally ready, and you are the first to see it: fresh colours, better materials and three new places where our whole team would love to meet you and hear what you think about it. ",
	figure: "$12,890.00 / month",
	share: 1,
};
const CAPITALS: Words = { ...ENGLISH, figure: "SOLD OUT FOR NOW", isUpper: true };
const GERMAN: Words = {
	text: "Wärmespeicherheizungen, Geschwindigkeitsbegrenzungen und Öffnungszeiten: die Mitgliederversammlung des Schifffahrtsmuseums beschließt Straßenbeleuchtungsverordnungen, Lebensmittelunverträglichkeiten und Wohnungseigentümergemeinschaften. ",
	figure: "1.299.000,00 € mtl.",
	share: 1,
	language: "de",
};
const JAPANESE: Words = {
	text: "この秋いちばんのお知らせです。新しいコレクションがついに完成しました。あたらしい素材とやさしい色合いで、毎日の暮らしを少しだけ楽しくします。ぜひお近くの店舗でお確かめください。",
	figure: "¥129,800（税込）から",
	share: 0.6,
};
const ARABIC: Words = {
	text: "كل ما خططنا له هذا الموسم أصبح جاهزا أخيرا، وأنتم أول من يراه: ألوان جديدة ومواد أفضل وثلاثة أماكن يسعد فريقنا أن يستقبلكم فيها ويسمع آراءكم في كل ما صنعناه من أجلكم. ",
	figure: "١٬٢٩٩٫٠٠ ر.س شهريا",
	share: 1,
};
const SHORT: Words = { text: "New", figure: "5", share: 1 };

/** @returns the first graphemes of a text, which is repeated if it is too short */
function cut(text: string, length: number): string {
	const graphemes = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
	return Array.from({ length }, (_, i) => graphemes[i % graphemes.length])
		.join("")
		.trim();
}

/** Length of texts without a `maxLength`. */
const USUAL_LENGTH = 100;
/** Longest figure, such as a price or a date. */
const FIGURE_LENGTH = 20;
const PHOTO = "/api/assets/photos/builtin/studio-blush-portrait.svg";

interface Variant {
	readonly words: Words;
	/** Whether optional values are given, and lists have as many items as they may. */
	readonly all: boolean;
}

type Declared = TemplateVariable | TemplateField;

/** A value of a text in the words of a language, as long as it may be. */
function textOf({ maxLength = USUAL_LENGTH, sample }: Declared, { words }: Variant): string {
	const length = Math.max(1, Math.floor(maxLength * words.share));
	const isFigure =
		maxLength <= FIGURE_LENGTH && /\p{Nd}/u.test(String(sample ?? "")) && !words.isUpper;
	const text = isFigure ? words.figure : words.text;
	if (words === SHORT || isFigure) return cut(text, Math.min(length, [...text].length));
	return cut(words.isUpper ? text.toUpperCase() : text, length);
}

const isOptional = ({ required, default: standard }: Declared): boolean =>
	!(required ?? standard === undefined);

/** @param samples values of the same field elsewhere in the template */
function valueFor(declared: Declared, variant: Variant, samples: readonly unknown[]): unknown {
	const { language } = variant.words;
	if (language !== undefined && declared.type === "choice" && declared.options?.includes(language))
		return language;
	const sample = declared.sample ?? samples.find((value) => value !== undefined && value !== "");
	if (isOptional(declared) && !variant.all) return undefined;
	switch (declared.type) {
		case "text":
		case "richText":
			return textOf({ ...declared, ...(typeof sample === "string" && { sample }) }, variant);
		case "boolean":
			return variant.all;
		case "image":
			return sample ?? declared.default ?? PHOTO;
		case "list":
			return itemsOf(declared, variant, samples);
		default:
			return declared.default ?? sample ?? (declared.type === "number" ? 3 : undefined);
	}
}

function itemsOf(
	{ fields = {}, maxItems = 6, sample }: Declared,
	variant: Variant,
	samples: readonly unknown[],
): unknown[] {
	const items = [sample, ...samples].flatMap((list) => (Array.isArray(list) ? list : []));
	return Array.from({ length: variant.all ? maxItems : 1 }, (_, i) =>
		valuesOf(fields, variant, (name) => [
			items[i % Math.max(1, items.length)]?.[name],
			...items.map((item) => item[name]),
		]),
	);
}

/** The name of a font family is no text; without it, the brand's is used. */
const isFont = (name: string): boolean => /font$/i.test(name);

const valuesOf = (
	declared: Readonly<Record<string, Declared>>,
	variant: Variant,
	samples: (name: string) => readonly unknown[],
): Record<string, unknown> =>
	Object.fromEntries(
		Object.entries(declared).flatMap(([name, field]) => {
			if (isFont(name)) return [];
			const value = valueFor(field, variant, samples(name));
			return value === undefined ? [] : [[name, value]];
		}),
	);

const VARIANTS: Readonly<Record<string, Variant>> = {
	"longest texts": { words: ENGLISH, all: true },
	"capital letters": { words: CAPITALS, all: true },
	German: { words: GERMAN, all: true },
	Japanese: { words: JAPANESE, all: true },
	Arabic: { words: ARABIC, all: true },
	"longest texts, nothing optional": { words: ENGLISH, all: false },
	"German, nothing optional": { words: GERMAN, all: false },
	"one word each": { words: SHORT, all: true },
	"one word each, nothing optional": { words: SHORT, all: false },
};

/**
 * Rows with each text as long as it may be: in capitals, with German compounds, in Japanese and
 * Arabic, with all optional values and items and without any, and with one word each.
 */
export const trialRows = ({
	variables,
	examples = [],
}: Pick<Template, "variables"> & Partial<Pick<Template, "examples">>): TrialRow[] =>
	Object.entries(VARIANTS).map(([name, variant]) => ({
		name,
		variables: valuesOf(variables, variant, (field) =>
			examples.map((example) => example.variables[field]),
		),
	}));
