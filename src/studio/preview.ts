/** The picture of the slide at work, and the boxes on it, kept up with the document. */
import { batch, computed, effect, signal } from "@preact/signals";
import { stepsOf } from "../json/pointer.js";
import { ApiError, type Finding, post } from "./api.js";
import { type Design, type Element, elementsOf, pointerOf, type Ref } from "./design.js";
import { previewSize } from "./schema.js";
import { broken, draft, shown, slideIndex, templateSlides } from "./state.js";
import { t } from "./texts/texts.js";

export interface Rectangle {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** A rectangle in preview pixels, turned about its centre. */
export interface Box extends Rectangle {
	readonly rotation: number;
}

/** A line of a text, as far as the page needs it. */
interface Line {
	readonly height: number;
}

/** An element as it was laid out. */
export interface MeasuredElement {
	readonly box: Box;
	readonly fontSize?: number;
	readonly lines?: readonly Line[];
	readonly truncated?: boolean;
}

interface MeasuredLayer extends MeasuredElement {
	readonly type: string;
	readonly path: string;
	readonly children?: readonly MeasuredLayer[];
}

export interface MeasuredSlide {
	readonly slide: number;
	readonly textBlocks: readonly MeasuredElement[];
	readonly imageOverlays: readonly MeasuredElement[];
	readonly layers: readonly MeasuredLayer[];
	readonly safeArea: Rectangle;
	readonly stepper: { readonly box: Box } | null;
	readonly alt: string;
}

interface Measure {
	readonly slides: readonly MeasuredSlide[];
	readonly warnings: readonly Finding[];
	readonly previewWidth: number;
	readonly previewHeight: number;
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
/** What the service found wrong with the last document, and what it warned of. */
export const refusals = signal<readonly Finding[]>([]);
export const warnings = signal<readonly Finding[]>([]);
/** Where things lie, for all slides. */
export const measured = signal<readonly MeasuredSlide[]>([]);
/** Size of the slides that were measured; null before the first. */
const measuredSize = signal<{ width: number; height: number; platform: string } | null>(null);

/** Size of the slide at work in preview pixels: as measured, before that as the contract has it. */
export const canvasSize = computed<{ readonly width: number; readonly height: number }>(() => {
	const size = measuredSize.value;
	return size !== null && size.platform === platformKey(shown.value)
		? size
		: previewSize(shown.value.platform, shown.value.size);
});

/** What the size of a slide depends on. */
const platformKey = ({ platform, size, template, platforms }: Design): string =>
	JSON.stringify([platform, size, template, platforms]);

/** What was measured of the slide at work. */
export const measuredSlide = computed(() =>
	measured.value.find((one) => one.slide === slideIndex.value + 1),
);

/** The document that was measured. */
const measuredDesign = signal<Design | null>(null);

/** What was measured, by the places that the elements had then. */
const placed = computed<ReadonlyMap<Ref, MeasuredElement>>(() => {
	const found = new Map<Ref, MeasuredElement>();
	const slide = measuredSlide.value;
	if (slide === undefined) return found;
	for (const list of ["imageOverlays", "textBlocks"] as const)
		slide[list].forEach((element, index) => {
			found.set(`/slides/${slideIndex.value}/${list}/${index}`, element);
		});
	const visit = (layers: readonly MeasuredLayer[]) => {
		for (const layer of layers) {
			found.set(pointerOf(stepsOf(layer.path)), layer);
			visit(layer.children ?? []);
		}
	};
	visit(slide.layers);
	return found;
});

/** What an element says; long strings, which are pictures, by their beginning and length. */
const signature = (element: Element): string =>
	JSON.stringify(element, (_, value: unknown) =>
		typeof value === "string" && value.length > 200
			? `${value.length} ${value.slice(0, 80)}`
			: value,
	);

/**
 * What was measured, by the place in the document as it is now: elements that were put in another
 * order since keep their boxes.
 */
export const elements = computed<ReadonlyMap<Ref, MeasuredElement>>(() => {
	const before = measuredDesign.value;
	const now = shown.value;
	const measure = placed.value;
	if (before === null || before === now || measure.size === 0) return measure;
	const old = new Map<string, Ref[]>();
	for (const { ref, element } of elementsOf(before, slideIndex.value)) {
		const key = signature(element);
		old.set(key, [...(old.get(key) ?? []), ref]);
	}
	const found = new Map<Ref, MeasuredElement>();
	for (const { ref, element } of elementsOf(now, slideIndex.value)) {
		const same = old.get(signature(element)) ?? [];
		// One that has changed is still where it was; of equal ones each has its own.
		const was = same.includes(ref) ? ref : (same.shift() ?? ref);
		const box = measure.get(was);
		if (box !== undefined) found.set(ref, box);
	}
	return found;
});

/** Where elements are that were moved since: measuring comes a moment later. */
export const ahead = signal<ReadonlyMap<Ref, Box>>(new Map());

/** The box of an element; undefined for one that is not drawn. */
export const boxOf = (ref: Ref): Box | undefined =>
	ahead.value.get(ref) ?? elements.value.get(ref)?.box;

/** Forgets what was said of a document that is gone. */
export function forget(): void {
	refusals.value = [];
	warnings.value = [];
	failure.value = "";
}

/** Quiet time before a change is drawn. Milliseconds. */
const PAUSE_MS = 40;
/** A drawing that takes longer makes way for a newer one. Milliseconds. */
const PATIENCE_MS = 600;
/** Between tries while the service cannot be reached. Milliseconds. */
const AGAIN_MS = 3_000;

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
			const reached = await draw(design, slide, current.signal);
			current = undefined;
			if (!reached && next === undefined) {
				next = { design, slide };
				clearTimeout(timer);
				timer = setTimeout(() => void run(), AGAIN_MS);
				return;
			}
		}
	};
	let first = true;
	effect(() => {
		next = { design: shown.value, slide: slideIndex.value };
		clearTimeout(timer);
		timer = setTimeout(
			() => {
				if (current && performance.now() - since > PATIENCE_MS) current.abort();
				void run();
			},
			first ? 0 : PAUSE_MS,
		);
		first = false;
	});
}

/** @returns whether the service answered */
async function draw(design: Design, slide: number, signal: AbortSignal): Promise<boolean> {
	const began = performance.now();
	try {
		const [answer, measure] = await Promise.all([
			post(`${slideEndpoint(design.format)}?slide=${slide + 1}`, design, signal),
			post("/api/measure", design, signal).then((answer) => answer.json() as Promise<Measure>),
		]);
		const blob = await answer.blob();
		batch(() => {
			if (picture.value) URL.revokeObjectURL(picture.value.url);
			picture.value = {
				url: URL.createObjectURL(blob),
				type: blob.type,
				bytes: blob.size,
				ms: Math.round(performance.now() - began),
				slide,
				alt: measure.slides[slide]?.alt ?? "",
			};
			// A box is ahead until what was measured has caught up with it.
			if (shown.peek() === design) ahead.value = new Map();
			measured.value = measure.slides;
			measuredDesign.value = design;
			measuredSize.value = {
				width: measure.previewWidth,
				height: measure.previewHeight,
				platform: platformKey(design),
			};
			templateSlides.value = measure.slides.length;
			warnings.value = measure.warnings;
			refusals.value = [];
			failure.value = "";
		});
	} catch (error) {
		if ((error as Error).name === "AbortError") return true;
		// Marks of a document that is gone would be in the wrong place.
		if (draft.value === null && !broken.value)
			refusals.value = error instanceof ApiError ? error.issues : [];
		failure.value = error instanceof ApiError ? error.message : t("unreachable");
		return error instanceof ApiError;
	}
	return true;
}
