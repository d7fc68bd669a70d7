/** The document's platforms, and which one is shown. */
import { computed, signal } from "@preact/signals";
import type { Design } from "./design.js";
import { edit } from "./history.js";
import { contract, previewSize } from "./schema.js";
import { shown } from "./state.js";
import { capital, isKey, t } from "./texts/texts.js";

/** The platform of a document that does not specify one. */
const DEFAULT_PLATFORM = "short-video-carousel";

/** The platform selected for viewing; the document may no longer have it. */
const wanted = signal("");

/** The platforms of a document with several; empty for a single platform. */
export const severalOf = ({ platforms }: Design): readonly string[] =>
	Array.isArray(platforms) ? platforms.filter((one): one is string => typeof one === "string") : [];

/** The platforms of the current document, if it has several. */
export const several = computed(() => severalOf(shown.value));

/** The platform that is shown; undefined if the document uses the service's default. */
export const platformAtWork = computed(() => {
	const [first] = several.value;
	if (first === undefined) return shown.value.platform;
	return several.value.includes(wanted.value) ? wanted.value : first;
});

/** Shows the document on one of its platforms. */
export function showPlatform(id: string): void {
	wanted.value = id;
}

/** The document for one of its platforms; unchanged if it has a single one. */
export function onPlatform(design: Design, id: string | undefined): Design {
	const { platforms, ...rest } = design;
	return severalOf(design).length === 0 || id === undefined ? design : { ...rest, platform: id };
}

/** The display name of a platform. */
export function platformName(id: string): string {
	const key = `platform.${id}`;
	if (isKey(key)) return t(key);
	return capital(contract.value?.platforms[id]?.name ?? id);
}

/** Maximum networks that are named beside a platform. */
const MAX_USES = 3;

/** What networks call pictures of a platform. */
export const usesOf = (id: string): readonly string[] =>
	(contract.value?.platforms[id]?.usedFor ?? []).slice(0, MAX_USES);

/** A platform's name with the network that is best known for it. */
export function fullPlatformName(id: string): string {
	const [use] = usesOf(id);
	return use === undefined ? platformName(id) : `${platformName(id)} · ${use}`;
}

/**
 * Sets the document's platforms.
 * @param ids one or more
 */
export function choosePlatforms(ids: readonly string[]): void {
	const before = shown.peek();
	const { width, height } = previewSize(platformAtWork.peek(), before.size);
	// A custom size starts with the current size.
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

/** The platforms of the current document, one or several. */
export const chosenPlatforms = (): readonly string[] =>
	several.value.length > 0 ? several.value : [shown.value.platform ?? DEFAULT_PLATFORM];
