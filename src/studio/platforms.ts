/** The platforms of the document: which it is made for, and which of them is shown. */
import { computed, signal } from "@preact/signals";
import type { Design } from "./design.js";
import { edit } from "./history.js";
import { contract, previewSize } from "./schema.js";
import { shown } from "./state.js";
import { t } from "./texts/texts.js";

/** What a document without a platform is drawn for. */
const DEFAULT_PLATFORM = "short-video-carousel";

/** The platform that was chosen to be shown; it may be none of the document's any more. */
const wanted = signal("");

/** The platforms of a document with several; none for one with a single platform. */
export const severalOf = ({ platforms }: Design): readonly string[] =>
	Array.isArray(platforms) ? platforms.filter((one): one is string => typeof one === "string") : [];

/** Those of the document at work. */
export const several = computed(() => severalOf(shown.value));

/** The platform whose picture is shown; undefined where the document leaves it to the service. */
export const platformAtWork = computed(() => {
	const [first] = several.value;
	if (first === undefined) return shown.value.platform;
	return several.value.includes(wanted.value) ? wanted.value : first;
});

/** Shows the document on one of its platforms. */
export function showPlatform(id: string): void {
	wanted.value = id;
}

/** The document as it is drawn for one of its platforms; the same where it has a single one. */
export function onPlatform(design: Design, id: string | undefined): Design {
	const { platforms, ...rest } = design;
	return severalOf(design).length === 0 || id === undefined ? design : { ...rest, platform: id };
}

/** What people call a platform. */
export function platformName(id: string): string {
	const name = contract.value?.platforms[id]?.name;
	if (name === undefined) return id === "custom" ? t("platform.custom") : id;
	return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/**
 * Makes the document for platforms.
 * @param ids one or more
 */
export function choosePlatforms(ids: readonly string[]): void {
	const before = shown.peek();
	const { width, height } = previewSize(platformAtWork.peek(), before.size);
	// A custom size begins with the one that was there.
	const size = before.size ?? {
		width: Math.round(width / 0.375),
		height: Math.round(height / 0.375),
	};
	const [first] = ids;
	edit([
		[["platform"], ids.length === 1 ? first : undefined],
		[["platforms"], ids.length === 1 ? undefined : ids],
		[["size"], ids.includes("custom") ? size : undefined],
	]);
}

/** The platforms of the document at work, be they one or several. */
export const chosenPlatforms = (): readonly string[] =>
	several.value.length > 0 ? several.value : [shown.value.platform ?? DEFAULT_PLATFORM];
