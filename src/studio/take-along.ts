/** Ways out of the page: files, links, the clipboard. */
import { ApiError, post } from "./api.js";
import { platformAtWork, several } from "./platforms.js";
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
		const number = slideIndex.value + 1;
		// A ZIP has a folder for each platform; anything else is of one of them.
		const platform =
			several.value.length > 0 && extension !== "zip" ? platformAtWork.value : undefined;
		const query = new URLSearchParams({
			...(!all && { slide: String(number) }),
			...(platform !== undefined && { platform }),
		});
		const answer = await post(`/api/render.${extension}?${query}`, design.value);
		const base = all ? "slides" : `slide-${number}`;
		const name = `${base}${platform === undefined ? "" : `-${platform}`}.${extension}`;
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
		const { urls } = (await answer.json()) as { urls: string[] };
		// One for each platform, in their order.
		return urls[Math.max(0, several.value.indexOf(platformAtWork.value ?? ""))];
	} catch {
		return undefined;
	}
}
