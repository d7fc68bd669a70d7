/** Export: downloads, links and the clipboard. */
import { ApiError, post } from "./api.js";
import { elementsOf, nameOf } from "./design.js";
import { platformAtWork, several } from "./platforms.js";
import { design, notice, slideCount, slideIndex, source } from "./state.js";
import { loadTemplates, type Template, templates } from "./templates.js";
import { t } from "./texts/texts.js";
import { reportUses } from "./usage.js";

/** Downloads: one slide as an image, or all slides in one file. */
export const DOWNLOADS = [
	{ extension: "png", all: false, name: "PNG" },
	{ extension: "jpeg", all: false, name: "JPEG" },
	{ extension: "webp", all: false, name: "WebP" },
	{ extension: "svg", all: false, name: "SVG" },
	{ extension: "pdf", all: true, name: "PDF" },
	{ extension: "zip", all: true, name: "ZIP" },
] as const;

/** Renders and downloads. */
export async function download(extension: string, all: boolean): Promise<void> {
	try {
		const number = slideIndex.value + 1;
		// A ZIP contains all platforms, each in a folder; other files contain one platform.
		const platform =
			several.value.length > 0 && extension !== "zip" ? platformAtWork.value : undefined;
		const query = new URLSearchParams({
			...(!all && { slide: String(number) }),
			...(platform !== undefined && { platform }),
		});
		const answer = await post(`/api/render.${extension}?${query}`, design.value);
		const part = [!all && slideCount.peek() > 1 && number, platform].filter(Boolean).join("-");
		save(await answer.blob(), fileName(extension, part));
		reportUses();
	} catch (error) {
		notice.value = error instanceof ApiError ? error.message : t("unreachable");
	}
}

/** The longest name of a design in a file name. */
const MAX_NAME = 40;

/** A file name made of the design's first words. @param part added to the name */
export function fileName(extension: string, part = ""): string {
	const { template, variables = {} } = design.peek();
	const first =
		template === undefined
			? elementsOf(design.peek(), 0)
					.map(({ element }) => element)
					.filter(({ type, text, richText }) => type === "text" || text != null || richText != null)
					.map(nameOf)
					.find((name) => /\p{L}{2}/u.test(name))
			: (Object.values(variables).find(
					(value) => typeof value === "string" && /^(?!data:|\/|#|https?:).*\p{L}{2}/u.test(value),
				) as string | undefined);
	const name = (first ?? template ?? "")
		.replace(/[^\p{L}\p{N}]+/gu, "-")
		.slice(0, MAX_NAME)
		.replace(/^-+|-+$/g, "")
		.toLowerCase();
	return `${[name || "post", part].filter(Boolean).join("-")}.${extension}`;
}

/** Downloads a file. */
export function save(file: Blob, name: string): void {
	const url = URL.createObjectURL(file);
	Object.assign(globalThis.document.createElement("a"), { href: url, download: name }).click();
	setTimeout(() => URL.revokeObjectURL(url), 60_000);
	notice.value = t("file.ready", { name });
}

/** Downloads the document, which can be opened here or sent to the service. */
export function saveDocument(): void {
	save(new Blob([source.value], { type: "application/json" }), fileName("json"));
}

/** Copies text and shows a notice. */
export async function copy(text: string, what: string): Promise<void> {
	try {
		await navigator.clipboard.writeText(text);
		notice.value = t("copied", { what });
		reportUses();
	} catch {
		notice.value = t("copy.forbidden");
	}
}

const meta = (name: string) => globalThis.document.querySelector(`meta[name="${name}"]`);

/** Whether the service gives pictures by link. */
export const offersLinks = (): boolean =>
	meta("signed-links") !== null || meta("open-templates") !== null;

/**
 * A signed link to the current slide; undefined if signed links are disabled.
 * @param open variables that its query may set
 */
export async function signedLink(open?: readonly string[]): Promise<string | undefined> {
	if (meta("signed-links") === null) return undefined;
	try {
		const answer = await post("/api/links", {
			document: design.value,
			slide: slideIndex.value + 1,
			open,
		});
		const { urls } = (await answer.json()) as { urls: string[] };
		// One URL for each platform, in the document's order.
		return urls[Math.max(0, several.value.indexOf(platformAtWork.value ?? ""))];
	} catch {
		return undefined;
	}
}

/**
 * A link to the picture of a template, with its values as parameters that can be changed: plain if
 * the service has opened the template to anyone and the URL can hold the whole design, otherwise
 * signed.
 * @returns undefined if the design has no template, or the service offers neither
 */
export async function valuesLink(): Promise<string | undefined> {
	const { template, variables = {}, brand, platform, format = "png", ...rest } = design.value;
	if (typeof template !== "string") return undefined;
	await loadTemplates().catch(() => undefined);
	const declared = templates.value.find(({ id }) => id === template)?.variables ?? {};
	const isGiven = ([, value]: Entry) => value !== undefined && value !== null && value !== "";
	const given = Object.entries(variables).filter(isGiven);
	const isOpen = ([name]: Entry) => !FIXED_TYPES.has(declared[name]?.type ?? "");
	const plain = () => {
		const own = Object.entries({
			_brand: brand,
			_platform: platformAtWork.value ?? platform,
			_slide: slideIndex.value > 0 ? slideIndex.value + 1 : undefined,
		});
		const query = queryOf([...own.filter(isGiven), ...given.flatMap(columnsOf)]);
		return `${location.origin}/t/${template}.${format}${query}`;
	};
	const opened = meta("open-templates")?.getAttribute("content")?.split(",");
	const isListed = opened?.some((id) => id === "*" || id === template) ?? false;
	const isWhole =
		Object.keys(rest).every((name) => name === "platforms") &&
		given.flatMap(columnsOf).every(([name]) => isPlain(declared, name));
	if (isListed && isWhole) return plain();
	const open = Object.keys(declared).filter((name) => isOpen([name, undefined]));
	const link = open.length === 0 ? undefined : await signedLink(open);
	if (link === undefined) return isListed ? plain() : undefined;
	const query = queryOf(given.filter(isOpen));
	return link.includes("?") ? `${link}${query.replace("?", "&")}` : `${link}${query}`;
}

type Entry = [name: string, value: unknown];

/** Types of variables that a parameter cannot set, or only to few values. */
const FIXED_TYPES = new Set(["image", "list", "richText"]);

/** Whether a parameter can set a variable, or a field of a list, to any value. */
function isPlain(declared: Template["variables"], name: string): boolean {
	const [list = name, , field = ""] = name.split(".");
	const { type, fields } = declared[list] ?? {};
	return !FIXED_TYPES.has((type === "list" ? fields?.[field]?.type : type) ?? "list");
}

/** The parameters of a value: one for each field of the items of a list. */
const columnsOf = ([name, value]: Entry): Entry[] =>
	Array.isArray(value)
		? value.flatMap((item, i) =>
				Object.entries((item ?? {}) as object).flatMap(([field, one]): Entry[] =>
					one === null || one === "" ? [] : [[`${name}.${i + 1}.${field}`, one]],
				),
			)
		: [[name, value]];

/** In the order of the one URL that a picture has. */
function queryOf(entries: readonly Entry[]): string {
	const query = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]));
	query.sort();
	return query.size === 0 ? "" : `?${String(query).replaceAll("+", "%20")}`;
}
