/** Ways out of the page: files, links, the clipboard. */
import { ApiError, post } from "./api.js";
import { elementsOf, nameOf } from "./design.js";
import { design, notice, slideIndex, source } from "./state.js";
import { t } from "./texts/texts.js";
import { reportUses } from "./usage.js";

/** What can be downloaded: one slide as an image, all of them as a file. */
export const DOWNLOADS = [
	{ extension: "png", all: false, name: "PNG" },
	{ extension: "jpeg", all: false, name: "JPEG" },
	{ extension: "webp", all: false, name: "WebP" },
	{ extension: "svg", all: false, name: "SVG" },
	{ extension: "pdf", all: true, name: "PDF" },
	{ extension: "zip", all: true, name: "ZIP" },
] as const;

/** Draws and saves. */
export async function download(extension: string, all: boolean): Promise<void> {
	try {
		const slide = all ? "" : `?slide=${slideIndex.value + 1}`;
		const answer = await post(`/api/render.${extension}${slide}`, design.value);
		const name = all ? `slides.${extension}` : `slide-${slideIndex.value + 1}.${extension}`;
		save(await answer.blob(), name);
		reportUses();
	} catch (error) {
		notice.value = error instanceof ApiError ? error.message : t("unreachable");
	}
}

/** Hands a file over. */
export function save(file: Blob, name: string): void {
	const url = URL.createObjectURL(file);
	Object.assign(globalThis.document.createElement("a"), { href: url, download: name }).click();
	setTimeout(() => URL.revokeObjectURL(url), 60_000);
	notice.value = t("file.ready", { name });
}

/** Saves the document itself, to be opened here again or sent to the service. */
export function saveDocument(): void {
	save(new Blob([source.value], { type: "application/json" }), "design.json");
}

/** Saves the design as a template file for TEMPLATES_DIR; its variables become those of the template. */
export function saveTemplate(): void {
	const { variables = {}, slides, common, ...rest } = design.value;
	const first = elementsOf(design.value, 0).find(({ element }) => nameOf(element) !== "");
	const name = (first && nameOf(first.element)) || "Design";
	const id =
		name
			.toLowerCase()
			.normalize("NFD")
			.replace(/[^a-z0-9]+/g, "-")
			.replace(/^-+|-+$/g, "")
			.slice(0, 60) || "design";
	const { platform = "short-video-carousel", ...fields } = rest;
	const template = {
		id,
		name,
		description: name,
		tags: [],
		platforms: [platform],
		variables: Object.fromEntries(
			Object.entries(variables).map(([key, sample]) => [
				key,
				{ type: "text", label: key, sample, required: false },
			]),
		),
		examples: [{ name: "typical", variables }],
		document: { ...fields, ...(common && { common }), slides },
	};
	const text = `${JSON.stringify(template, null, 2)}\n`;
	save(new Blob([text], { type: "application/json" }), `${id}.json`);
}

/** Copies text and says so. */
export async function copy(text: string, what: string): Promise<void> {
	try {
		await navigator.clipboard.writeText(text);
		notice.value = t("copied", { what });
		reportUses();
	} catch {
		notice.value = t("copy.forbidden");
	}
}

/** A signed link to the slide at work; undefined where the service signs none. */
export async function signedLink(): Promise<string | undefined> {
	if (!globalThis.document.querySelector('meta[name="signed-links"]')) return undefined;
	try {
		const answer = await post("/api/links", {
			document: design.value,
			slide: slideIndex.value + 1,
		});
		return ((await answer.json()) as { urls: string[] }).urls[0];
	} catch {
		return undefined;
	}
}
