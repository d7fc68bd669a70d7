/** Texts of the page in the user's language. English is bundled; others are loaded on demand. */
import { signal } from "@preact/signals";
import en from "./en.json" with { type: "json" };

export type TextKey = keyof typeof en;
/** A translation; missing texts are shown in English. {name} is replaced. */
type Texts = Readonly<Partial<Record<TextKey | VariableKey, string>>>;
/** A label of a bundled template's variable: in English it is itself. */
type VariableKey = `label.${string}`;

/** Languages by BCP 47 code, each with its own name. */
export const LANGUAGES = {
	en: "English",
	de: "Deutsch",
	es: "Español",
	fr: "Français",
	ja: "日本語",
	ar: "العربية",
} as const;
export type Language = keyof typeof LANGUAGES;

const LOADERS: Readonly<Partial<Record<Language, () => Promise<{ readonly default: Texts }>>>> = {
	de: () => import("./de.json"),
	es: () => import("./es.json"),
	fr: () => import("./fr.json"),
	ja: () => import("./ja.json"),
	ar: () => import("./ar.json"),
};

const KEEP = "post-image-language";
export const language = signal<Language>("en");
const catalog = signal<Texts>({});

/**
 * A text of the page.
 * @param values replacements for {name}
 */
export function t(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
	const text: string = catalog.value[key] ?? en[key];
	return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Whether a text with this key exists. */
export const isKey = (name: string): name is TextKey => Object.hasOwn(en, name);

/** Names that are the same in every language. */
const NAMES: Readonly<Record<string, string>> = {
	code128: "Code 128",
	dataUrl: "Data URL",
	datamatrix: "Data Matrix",
	ean13: "EAN-13",
	ean8: "EAN-8",
	jpeg: "JPEG",
	png: "PNG",
	svg: "SVG",
	upca: "UPC-A",
	url: "URL",
	webp: "WebP",
};

/** "launchStory" as readable words. */
export const words = (name: string) => name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();

/**
 * The display name of a field or value.
 * @param name as in the document
 */
export function label(group: "field" | "value", name: string): string {
	const key = `${group}.${name}`;
	if (isKey(key)) return t(key);
	return group === "field" ? words(name) : (NAMES[name] ?? name.replaceAll("-", " "));
}

/** The name of a bundled template, or the given one. */
export function templateName(id: string, name: string): string {
	const key = `template.${id}`;
	return isKey(key) ? t(key) : name;
}

/** The label of a template's variable; those of the operator's templates are not translated. */
export const variableLabel = (text: string): string => catalog.value[`label.${text}`] ?? text;

/** A language, for example zh-Hans. */
const LANGUAGE_CODE = /^[a-z]{2,3}(?:-[A-Z]\w+)?$/;

/**
 * The display name of a choice of a template's variable, if the choices are directions or languages;
 * others are words of the design.
 */
export function optionName(options: readonly string[], option: string): string {
	if (options.every((one) => ["auto", "ltr", "rtl"].includes(one)))
		return capital(label("value", option));
	if (!options.every((one) => LANGUAGE_CODE.test(one))) return option;
	const names = new Intl.DisplayNames(language.value, { type: "language" });
	return capital(names.of(option) ?? option);
}

/** A text with a capital letter. */
export const capital = (text: string): string =>
	text.charAt(0).toLocaleUpperCase(language.value) + text.slice(1);

/** Changes the language and saves the choice. */
export async function speak(code: Language): Promise<void> {
	catalog.value = (await LOADERS[code]?.())?.default ?? {};
	language.value = code;
	const root = globalThis.document.documentElement;
	root.lang = code;
	root.dir = code === "ar" ? "rtl" : "ltr";
	try {
		localStorage.setItem(KEEP, code);
	} catch {
		// Storage is not available: the choice is not saved.
	}
}

/** The saved language, or else the first available one of the browser's. */
export function preferred(): Language {
	let kept: string | null = null;
	try {
		kept = localStorage.getItem(KEEP);
	} catch {
		// Storage is not available.
	}
	const wanted = [kept ?? "", ...navigator.languages].map((tag) => tag.split("-")[0] ?? "");
	return wanted.find((code): code is Language => Object.hasOwn(LANGUAGES, code)) ?? "en";
}
