/** The rendered image and the element boxes of the current slide, updated with the document. */
import { batch, computed, effect, signal } from "@preact/signals";
import { ApiError, type Finding, post } from "./api.js";
import {
	type Box,
	type Design,
	type Element,
	elementsOf,
	entriesOf,
	placeIn,
	type Rectangle,
	type Ref,
} from "./design.js";
import { forSlide } from "./embedded.js";
import { onPlatform, platformAtWork, several, severalOf } from "./platforms.js";
import { previewSize } from "./schema.js";
import {
	ahead,
	broken,
	design,
	draft,
	freedFrom,
	screenScale,
	shown,
	slideIndex,
	templateSlides,
} from "./state.js";
import { t } from "./texts/texts.js";

export type { Box, Rectangle } from "./design.js";

/** A line of a text, with the fields that the page needs. */
interface Line {
	readonly height: number;
}

/** A measured element. */
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

/** A rendered image. */
export interface Picture {
	/** Object URL. */
	readonly url: string;
	readonly type: string;
	readonly bytes: number;
	readonly ms: number;
	/** Index of the slide, from 0. */
	readonly slide: number;
	/** Alternative text; "" for a slide without content to describe. */
	readonly alt: string;
	/** Whether it is what a download contains: while the user works, lighter pictures are shown. */
	readonly exact: boolean;
}

/** The last picture that is what a download contains. */
export const exactPicture = signal<Picture | null>(null);

/** The last successfully rendered image. */
export const picture = signal<Picture | null>(null);
/** The error message if the current document cannot be rendered. */
export const failure = signal("");
/** Validation errors of the last document. */
export const refusals = signal<readonly Finding[]>([]);
const found = signal<readonly Finding[]>([]);
/** Whether each slide is measured without the embedded images of the others. */
const isLight = computed(() => forSlide(design.value, -1) !== design.value);
/** Warnings on all platforms, if the document has several, or of all slides, if `isLight`. */
const foundAnywhere = signal<readonly Finding[]>([]);
export const warnings = computed<readonly Finding[]>(() => {
	if (several.value.length === 0) {
		if (!isLight.value) return found.value;
		// The other slides were measured without their images.
		const own = `/slides/${slideIndex.value}/`;
		const isOther = ({ path }: Finding) =>
			path.startsWith("/slides/") && !`${path}/`.startsWith(own);
		return [...found.value.filter((one) => !isOther(one)), ...foundAnywhere.value.filter(isOther)];
	}
	// For the platform rendered last, `found` is newer.
	const newest = found.value;
	const at = measuredSize.value?.id;
	return [
		...newest.map((finding) => ({ ...finding, platform: at })),
		...foundAnywhere.value.filter(
			({ platform }) =>
				platform !== undefined && platform !== at && several.value.includes(String(platform)),
		),
	];
});
/** Measurements of all slides. */
export const measured = signal<readonly MeasuredSlide[]>([]);
/** Size of the measured slides; null before the first measurement. */
const measuredSize = signal<{
	readonly width: number;
	readonly height: number;
	/** Key from `platformKey`. */
	readonly key: string;
	/** The platform that was measured. */
	readonly id: string | undefined;
} | null>(null);

/** Size of the current slide in preview pixels: measured, or until then from the schema. */
export const canvasSize = computed<{ readonly width: number; readonly height: number }>(() => {
	const size = measuredSize.value;
	return size !== null && size.key === platformKey(shown.value, platformAtWork.value)
		? size
		: previewSize(platformAtWork.value, shown.value.size);
});

/** Key of everything that the slide's size depends on. */
const platformKey = ({ size, template }: Design, platform: string | undefined): string =>
	JSON.stringify([platform, size, template]);

/** Measurement of the current slide. */
export const measuredSlide = computed(() =>
	measured.value.find((one) => one.slide === slideIndex.value + 1),
);

/** The document that was measured. */
export const measuredDesign = signal<Design | null>(null);

/** Measured elements of a slide by their refs at the time of measurement. */
function placedOn(index: number): ReadonlyMap<Ref, MeasuredElement> {
	const found = new Map<Ref, MeasuredElement>();
	const slide = measured.value.find((one) => one.slide === index + 1);
	// Measurements of another platform do not apply to this one.
	if (slide === undefined || measuredSize.value?.id !== platformAtWork.value) return found;
	for (const list of ["imageOverlays", "textBlocks"] as const)
		slide[list].forEach((element, at) => {
			found.set(`/slides/${index}/${list}/${at}`, element);
		});
	const document = measuredDesign.value ?? shown.peek();
	const visit = (layers: readonly MeasuredLayer[], list: Ref) => {
		const sources = sourcesOf(document, list, layers);
		for (const layer of layers) {
			const ref = sources.get(placeIn(layer.path).index);
			if (ref === undefined) continue;
			found.set(ref, layer);
			visit(layer.children ?? [], `${ref}/children`);
		}
	};
	const lists = new Set(slide.layers.map(({ path }) => placeIn(path).list));
	for (const list of lists)
		visit(
			slide.layers.filter(({ path }) => placeIn(path).list === list),
			list,
		);
	return found;
}

const placed = computed(() => placedOn(slideIndex.value));

/** Measured elements of the slides that are not shown, while the document is as it was measured. */
const placedElsewhere = computed(
	() =>
		new Map(
			measuredDesign.value === shown.value
				? measured.value.flatMap(({ slide }) => [...placedOn(slide - 1)])
				: [],
		),
);

/**
 * The elements that layers were made of, by the indexes of the layers: a repeated element makes
 * several, of which the first stands for it.
 */
function sourcesOf(
	document: Design,
	list: Ref,
	layers: readonly MeasuredLayer[],
): ReadonlyMap<number, Ref> {
	const entries = entriesOf(document, list);
	const most = 1 + Math.max(-1, ...layers.map(({ path }) => placeIn(path).index));
	const countOf = ({ repeat }: Element): number => {
		if (typeof repeat !== "string") return 1;
		const items = document.variables?.[repeat];
		return Array.isArray(items) ? items.length : Math.max(1, most - entries.length + 1);
	};
	const found = new Map<number, Ref>();
	let at = 0;
	for (const { ref, element } of entries) {
		found.set(at, ref);
		at += countOf(element);
	}
	return found;
}

/** Key of an element's content; long strings (images) are shortened to length and beginning. */
function signature(element: Element): string {
	const known = signatures.get(element);
	if (known !== undefined) return known;
	const made = JSON.stringify(element, (_, value: unknown) =>
		typeof value === "string" && value.length > 200
			? `${value.length} ${value.slice(0, 80)}`
			: value,
	);
	signatures.set(element, made);
	return made;
}
/** A gesture changes a few elements; the others stay the same objects. */
const signatures = new WeakMap<Element, string>();

/** Measured elements by their current refs: reordered elements keep their boxes. */
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
		// A changed element keeps its old position; identical elements are assigned one each.
		const was = same.includes(ref) ? ref : (same.shift() ?? ref);
		const box = measure.get(was);
		if (box !== undefined) found.set(ref, box);
	}
	return found;
});

/** The measurement of an element of any slide; undefined if it is not rendered or not yet measured. */
export const measureOf = (ref: Ref): MeasuredElement | undefined =>
	elements.value.get(ref) ?? placedElsewhere.value.get(ref);

/** The box of an element; undefined if it is not rendered. */
export const boxOf = (ref: Ref): Box | undefined =>
	ahead.value.get(ref) ?? elements.value.get(ref)?.box;

/** Clears the findings of a replaced document. */
export function forget(): void {
	refusals.value = [];
	freedFrom.value = null;
	found.value = [];
	foundAnywhere.value = [];
	failure.value = "";
}

/** Delay before a change is rendered. Milliseconds. */
const PAUSE_MS = 40;
/**
 * A request that takes longer is aborted in favour of a newer one, but never two in a row: on a busy
 * service nothing would be shown until the user pauses. Milliseconds.
 */
const PATIENCE_MS = 600;
/** Delay between attempts while the service is unreachable. Milliseconds. */
const AGAIN_MS = 3_000;

/** Path of the endpoint that returns one slide in the document's format. */
export const slideEndpoint = (format: unknown): string =>
	`/api/render.${["jpeg", "webp", "svg"].includes(String(format)) ? format : "png"}`;

/** Renders after each change: one request at a time, then the newest document. */
export function watchPreview(): void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	let next: Wanted | undefined;
	let current: AbortController | undefined;
	let since = 0;
	let wasAborted = false;
	let idle: ReturnType<typeof setTimeout> | undefined;
	let exact = new AbortController();
	const run = async () => {
		while (next !== undefined && current === undefined) {
			const now = next;
			next = undefined;
			current = new AbortController();
			since = performance.now();
			const reached = await draw(now, current.signal);
			wasAborted = current.signal.aborted;
			current = undefined;
			if (!reached && next === undefined) {
				next = now;
				clearTimeout(timer);
				timer = setTimeout(() => void run(), AGAIN_MS);
				return;
			}
			clearTimeout(idle);
			idle = setTimeout(() => {
				exact = new AbortController();
				void sharpen(now, exact.signal);
			}, EXACT_MS);
		}
	};
	let first = true;
	effect(() => {
		next = { design: shown.value, slide: slideIndex.value, platform: platformAtWork.value };
		clearTimeout(timer);
		clearTimeout(idle);
		exact.abort();
		timer = setTimeout(
			() => {
				if (current && !wasAborted && performance.now() - since > PATIENCE_MS) current.abort();
				void run();
			},
			// A gesture changes the document with every frame; a key is drawn at once.
			first || (draft.peek() === null && current === undefined) ? 0 : PAUSE_MS,
		);
		first = false;
	});
}

/** A slide to render. */
interface Wanted {
	readonly design: Design;
	/** From 0. */
	readonly slide: number;
	readonly platform: string | undefined;
}

/** A rendered and measured slide. */
interface Drawn {
	readonly picture: Picture;
	readonly measure: Measure;
}

/** Cache of the current document's slides, for instant switching between slides and platforms. */
let drawn: { readonly design: Design | null; readonly slides: Map<string, Drawn> } = {
	design: null,
	slides: new Map(),
};
/** Maximum number of cached slides. */
const MAX_DRAWN = 24;

/** Scales of a preview. */
const LIGHT = { least: 0.25, step: 0.05, quality: 80 };

/** Output fields of a preview: as many pixels as the screen shows, in the format drawn fastest. */
function lightOf({ scale }: Design): object {
	const most = typeof scale === "number" ? scale : 1;
	const wanted = Math.ceil(screenScale.peek() / LIGHT.step) * LIGHT.step;
	return {
		format: "jpeg",
		quality: LIGHT.quality,
		scale: Math.round(Math.min(most, Math.max(LIGHT.least, wanted)) * 100) / 100,
		maxBytes: undefined,
		delivery: undefined,
	};
}

const pictureOf = (
	file: Blob,
	began: number,
	slide: number,
	alt: string,
	exact: boolean,
): Picture => ({
	url: URL.createObjectURL(file),
	type: file.type,
	bytes: file.size,
	ms: Math.round(performance.now() - began),
	slide,
	alt,
	exact,
});

/** Delay before the exact picture replaces a light one. Milliseconds. */
const EXACT_MS = 500;

/** Replaces a light picture by what a download contains, unless something else is shown by then. */
async function sharpen({ design, slide, platform }: Wanted, signal: AbortSignal): Promise<void> {
	const key = `${slide} ${platform}`;
	const before = drawn.design === design ? drawn.slides.get(key) : undefined;
	if (before === undefined) return;
	if (before.picture.exact) {
		exactPicture.value = before.picture;
		return;
	}
	try {
		const began = performance.now();
		const own = forSlide(onPlatform(design, platform), slide);
		const answer = await post(`${slideEndpoint(design.format)}?slide=${slide + 1}`, own, signal);
		const next = pictureOf(await answer.blob(), began, slide, before.picture.alt, true);
		if (picture.peek() !== before.picture || drawn.slides.get(key) !== before) {
			URL.revokeObjectURL(next.url);
			return;
		}
		drawn.slides.set(key, { ...before, picture: next });
		picture.value = next;
		exactPicture.value = next;
		setTimeout(() => URL.revokeObjectURL(before.picture.url), EXACT_MS);
	} catch {
		// The light picture stays.
	}
}

/** @throws ApiError, or an error of fetch */
async function drawSlide({ design, slide, platform }: Wanted, signal: AbortSignal): Promise<Drawn> {
	const key = `${slide} ${platform}`;
	const before = drawn.design === design ? drawn.slides.get(key) : undefined;
	if (before !== undefined) return before;
	const began = performance.now();
	const own = forSlide(onPlatform(design, platform), slide);
	const [file, measure] = await Promise.all([
		post(`/api/render.jpeg?slide=${slide + 1}`, { ...own, ...lightOf(design) }, signal).then(
			(answer) => answer.blob(),
		),
		post("/api/measure", own, signal).then((answer) => answer.json() as Promise<Measure>),
	]);
	const alt = measure.slides[slide]?.alt ?? "";
	const made: Drawn = { picture: pictureOf(file, began, slide, alt, false), measure };
	if (drawn.design !== design) {
		for (const old of drawn.slides.values()) URL.revokeObjectURL(old.picture.url);
		drawn = { design, slides: new Map() };
	}
	for (const [oldest, old] of drawn.slides) {
		if (drawn.slides.size < MAX_DRAWN) break;
		drawn.slides.delete(oldest);
		URL.revokeObjectURL(old.picture.url);
	}
	drawn.slides.set(key, made);
	return made;
}

/** @returns whether the service responded */
async function draw(wanted: Wanted, signal: AbortSignal): Promise<boolean> {
	const { design, platform } = wanted;
	try {
		const { picture: next, measure } = await drawSlide(wanted, signal);
		batch(() => {
			picture.value = next;
			// Expected boxes are needed only until the measurement is up to date.
			if (shown.peek() === design) ahead.value = new Map();
			measured.value = measure.slides;
			measuredDesign.value = design;
			measuredSize.value = {
				width: measure.previewWidth,
				height: measure.previewHeight,
				key: platformKey(design, platform),
				id: platform,
			};
			templateSlides.value = measure.slides.length;
			found.value = measure.warnings;
			refusals.value = [];
			failure.value = "";
		});
	} catch (error) {
		if ((error as Error).name === "AbortError") return true;
		// Errors of an outdated document would be marked in the wrong place.
		if (draft.value === null && !broken.value)
			refusals.value = error instanceof ApiError ? error.issues : [];
		failure.value = error instanceof ApiError ? error.message : t("unreachable");
		return error instanceof ApiError;
	}
	return true;
}

/** Delay before the platforms that are not shown are measured. Milliseconds. */
const OTHERS_PAUSE_MS = 500;

/** Collects the warnings of all platforms shortly after the last change. */
export function watchOtherPlatforms(): void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	let current: AbortController | undefined;
	effect(() => {
		const now = design.value;
		clearTimeout(timer);
		current?.abort();
		if (severalOf(now).length === 0 && !isLight.value) return;
		const look = async () => {
			current = new AbortController();
			const own = current.signal;
			try {
				const answer = await post("/api/measure", now, own);
				foundAnywhere.value = ((await answer.json()) as Measure).warnings;
			} catch (error) {
				// The document has changed since.
				if (own.aborted) return;
				// The shown slide may still render: this can be an error of too many images on all
				// platforms.
				if (error instanceof ApiError) refusals.value = error.issues;
				else timer = setTimeout(look, AGAIN_MS);
			}
		};
		timer = setTimeout(look, OTHERS_PAUSE_MS);
	});
}
