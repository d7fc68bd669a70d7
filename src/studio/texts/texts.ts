/** The words of the page, in the reader's language. English is in the page; the others are loaded when asked for. */
import { signal } from "@preact/signals";
import { en, type Texts } from "./en.js";

export type TextKey = keyof typeof en;

/** Languages by their code (BCP 47), with the name that their speakers give them. */
export const LANGUAGES = {
	en: "English",
	de: "Deutsch",
	es: "Español",
	ja: "日本語",
	ar: "العربية",
} as const;
export type Language = keyof typeof LANGUAGES;

const LOADERS: Readonly<Partial<Record<Language, () => Promise<{ readonly texts: Texts }>>>> = {
	de: () => import("./de.js"),
	es: () => import("./es.js"),
	ja: () => import("./ja.js"),
	ar: () => import("./ar.js"),
};

const KEEP = "post-image-language";
export const language = signal<Language>("en");
const catalog = signal<Texts>({});

/**
 * A text of the page.
 * @param values put in place of {name}
 */
export function t(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
	const text: string = catalog.value[key] ?? en[key];
	return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Whether there is a text by that name. */
const isKey = (name: string): name is TextKey => Object.hasOwn(en, name);

/** Names that are written the same in every language. */
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

/** "launchStory" as people write it. */
export const words = (name: string) => name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();

/**
 * What people call a field, or one of its values.
 * @param name as the document has it
 */
export function label(group: "field" | "value", name: string): string {
	const key = `${group}.${name}`;
	if (isKey(key)) return t(key);
	return group === "field" ? words(name) : (NAMES[name] ?? name.replaceAll("-", " "));
}

/** Changes the language, and keeps it for the next visit. */
export async function speak(code: Language): Promise<void> {
	catalog.value = (await LOADERS[code]?.())?.texts ?? {};
	language.value = code;
	const root = globalThis.document.documentElement;
	root.lang = code;
	root.dir = code === "ar" ? "rtl" : "ltr";
	try {
		localStorage.setItem(KEEP, code);
	} catch {
		// A browser that keeps nothing asks again.
	}
}

/** The language that was chosen before, or else the first of the reader's that there is. */
export function preferred(): Language {
	let kept: string | null = null;
	try {
		kept = localStorage.getItem(KEEP);
	} catch {
		// Nothing is kept.
	}
	const wanted = [kept ?? "", ...navigator.languages].map((tag) => tag.split("-")[0] ?? "");
	return wanted.find((code): code is Language => Object.hasOwn(LANGUAGES, code)) ?? "en";
}
