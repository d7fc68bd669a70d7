/** Reports the use of a photo when a design is exported, as photo collections require. */
import { post } from "./api.js";
import { design } from "./state.js";

/** Download locations to report, by the photo's URL in the document. */
const locations = new Map<string, string>();
const reported = new Set<string>();

/** Remembers the download location of an added photo. */
export function placedPhoto(renderUrl: string, downloadLocation: string): void {
	locations.set(renderUrl, downloadLocation);
}

/** Called on export: reports the photos in the design, each only once. */
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
