/** The picture of the slide at work, and the boxes on it, kept up with the document. */
import { effect, signal } from "@preact/signals";
import { ApiError, type Finding, post } from "./api.js";
import type { Design } from "./design.js";
import { refusals, warnings } from "./editor/marks.js";
import { broken, draft, shown, slideIndex } from "./state.js";

/** A rectangle in preview pixels, turned about its centre. */
export interface Box {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
	readonly rotation: number;
}

export interface MeasuredSlide {
	readonly slide: number;
	readonly textBlocks: readonly { readonly box: Box; readonly fontSize: number }[];
	readonly imageOverlays: readonly { readonly box: Box }[];
	readonly stepper: { readonly box: Box } | null;
	readonly alt: string;
}

/** A picture as the service drew it. */
export interface Picture {
	/** Object URL. */
	readonly url: string;
	readonly type: string;
	readonly bytes: number;
	readonly ms: number;
	/** Slide that it shows, from 0. */
	readonly slide: number;
	/** Alternative text; "": it shows nothing that the document says. */
	readonly alt: string;
}

/** The last good picture. */
export const picture = signal<Picture | null>(null);
/** What the service says of the document at work, when it cannot be drawn. */
export const failure = signal("");
/** Where things lie, for all slides. */
export const measured = signal<readonly MeasuredSlide[]>([]);

/** Quiet time before a change is drawn. Milliseconds. */
const PAUSE_MS = 40;
/** A drawing that takes longer makes way for a newer one. Milliseconds. */
const PATIENCE_MS = 600;

/** Path of the endpoint that answers one slide in the document's format. */
export const slideEndpoint = (format: unknown): string =>
	`/api/render.${["jpeg", "webp", "svg"].includes(String(format)) ? format : "png"}`;

/** Draws after each change; one drawing is on its way at a time, and the newest document is next. */
export function watchPreview(): void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	let next: { design: Design; slide: number } | undefined;
	let current: AbortController | undefined;
	let since = 0;
	const run = async () => {
		while (next !== undefined && current === undefined) {
			const { design, slide } = next;
			next = undefined;
			current = new AbortController();
			since = performance.now();
			await draw(design, slide, current.signal);
			current = undefined;
		}
	};
	effect(() => {
		next = { design: shown.value, slide: slideIndex.value };
		clearTimeout(timer);
		timer = setTimeout(() => {
			if (current && performance.now() - since > PATIENCE_MS) current.abort();
			void run();
		}, PAUSE_MS);
	});
}

async function draw(design: Design, slide: number, signal: AbortSignal): Promise<void> {
	const began = performance.now();
	try {
		const [answer, measures] = await Promise.all([
			post(`${slideEndpoint(design.format)}?slide=${slide + 1}`, design, signal),
			post("/api/measure", design, signal).then((measure) => measure.json()),
		]);
		const blob = await answer.blob();
		const { slides, warnings: said } = measures as {
			slides: MeasuredSlide[];
			warnings: Finding[];
		};
		if (picture.value) URL.revokeObjectURL(picture.value.url);
		picture.value = {
			url: URL.createObjectURL(blob),
			type: blob.type,
			bytes: blob.size,
			ms: Math.round(performance.now() - began),
			slide,
			alt: slides[slide]?.alt ?? "",
		};
		measured.value = slides;
		warnings.value = said;
		refusals.value = [];
		failure.value = "";
	} catch (error) {
		if ((error as Error).name === "AbortError") return;
		// Marks of a document that is gone would stand in the wrong place.
		if (draft.value === null && !broken.value)
			refusals.value = error instanceof ApiError ? error.issues : [];
		failure.value = error instanceof ApiError ? error.message : "The service cannot be reached.";
	}
}
