/** Photographers are told of a use when a design is taken along, as their collections ask. */
import { post } from "./api.js";
import { design } from "./state.js";

/** What to report, by the URL that stands in the document. */
const locations = new Map<string, string>();
const reported = new Set<string>();

/** Remembers a photo that was placed. */
export function placedPhoto(renderUrl: string, downloadLocation: string): void {
	locations.set(renderUrl, downloadLocation);
}

/** The design leaves the page: reports the photos in it, once each. */
export function reportUses(): void {
	const text = JSON.stringify(design.value);
	for (const [renderUrl, downloadLocation] of locations) {
		if (reported.has(renderUrl) || !text.includes(JSON.stringify(renderUrl).slice(1, -1))) continue;
		reported.add(renderUrl);
		post("/api/assets/photos/track-download", { downloadLocation }).catch(() =>
			reported.delete(renderUrl),
		);
	}
}
