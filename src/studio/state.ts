/** What the page knows: everything that is shown follows from these signals. */
import { computed, signal } from "@preact/signals";
import { type Design, type ElementRef, isDesign } from "./design.js";

/** The text of the document, right or wrong, as the editor has it. */
export const source = signal("");

/** The last text that was a document. */
export const design = signal<Design>({ slides: [{}] });

/** The document while an element is being dragged: shown, but not yet written. */
export const draft = signal<Design | null>(null);

/** What is drawn. */
export const shown = computed(() => draft.value ?? design.value);

/** The slide at work, from 0. */
export const slideIndex = signal(0);
export const slide = computed(() => shown.value.slides[slideIndex.value]);

/** The element at work on that slide. */
export const selection = signal<ElementRef | null>(null);
export const selected = computed(() => {
	const ref = selection.value;
	const list = ref && slide.value?.[ref.kind];
	return (ref && list?.[ref.index]) || null;
});

/** Whether the text cannot be read as a document now; the last good picture stays. */
export const broken = signal(false);

/** The panes that narrow screens show one at a time. */
export type Pane = "design" | "json" | "panel";
export const pane = signal<Pane>("design");

/** What the side panel shows. */
export type PanelTab = "fields" | "photos" | "icons" | "emoji";
export const panelTab = signal<PanelTab>("fields");

/** A sentence for everybody, read out by screen readers. */
export const notice = signal("");

/** Takes the editor's text; it becomes the document as soon as it is one. */
export function readSource(text: string): void {
	source.value = text;
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		broken.value = true;
		return;
	}
	broken.value = !isDesign(value);
	if (!isDesign(value)) return;
	design.value = value;
	if (slideIndex.value >= value.slides.length) slideIndex.value = value.slides.length - 1;
	const ref = selection.value;
	if (ref && !value.slides[slideIndex.value]?.[ref.kind]?.[ref.index]) selection.value = null;
}

/** Goes to a slide; nothing on it is selected. */
export function goToSlide(index: number): void {
	slideIndex.value = Math.max(0, Math.min(index, design.value.slides.length - 1));
	selection.value = null;
}
