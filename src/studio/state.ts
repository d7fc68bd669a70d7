/** The state of the page as signals; everything shown derives from them. */
import { computed, signal } from "@preact/signals";
import { type Box, type Design, elementAt, isDesign, type Ref, type Slide } from "./design.js";

/** The source text in the editor, valid or not. */
export const source = signal("");

/** The last valid document. */
export const design = signal<Design>({ slides: [{}] });

/** The document while an element is dragged or edited: shown, but not yet written to the text. */
export const draft = signal<Design | null>(null);

/** Expected boxes of elements that were moved since the last measurement. */
export const ahead = signal<ReadonlyMap<Ref, Box>>(new Map());

/** The document that is rendered. */
export const shown = computed(() => draft.value ?? design.value);

/** Index of the current slide, from 0. */
export const slideIndex = signal(0);
export const slide = computed<Slide | undefined>(() => shown.value.slides?.[slideIndex.value]);

/** Number of slides of a template, as reported by the service. */
export const templateSlides = signal(1);
export const slideCount = computed(() => shown.value.slides?.length ?? templateSlides.value);

/** The selected elements. */
export const selection = signal<readonly Ref[]>([]);

/** The selected element, if it is a single one. */
export const selected = computed(() => {
	const [ref, ...more] = selection.value;
	const element = ref !== undefined && more.length === 0 ? elementAt(shown.value, ref) : undefined;
	return element && ref !== undefined ? { ref, element } : null;
});

/** The text that is being edited on the slide. */
export const writing = signal<Ref | null>(null);

/** Elements that ignore the pointer; not stored in the document. */
export const locked = signal<ReadonlySet<Ref>>(new Set());

/** The template from which the current design was detached, with its variables at that time. */
export const freedFrom = signal<{
	readonly template: string;
	readonly variables: Readonly<Record<string, unknown>>;
} | null>(null);

/** Whether the text is not a valid document; the last rendered image stays visible. */
export const broken = signal(false);

/** Screen pixels per export pixel: a preview needs no more. */
export const screenScale = signal(1);

/** The panes that narrow screens show one at a time. */
export type Pane = "design" | "tools" | "panel";
export const pane = signal<Pane>("design");

/** Tools of the side panel; null: closed (wide screens only). */
export const TOOLS = ["templates", "layers", "photos", "icons", "emoji", "json"] as const;
export type Tool = (typeof TOOLS)[number];
export const tool = signal<Tool | null>("layers");

/** Closes an open tool where it is shown over the panel. */
export function uncoverPanel(): void {
	if (matchMedia("(min-width: 801px) and (max-width: 1100px)").matches) tool.value = null;
}

/** Tabs of the panel beside the slide. */
export type PanelTab = "fields" | "checks";
export const panelTab = signal<PanelTab>("fields");

/** A status message, also read by screen readers. */
export const notice = signal("");

/** Opens a tool; on narrow screens it replaces the slide. */
export function openTool(name: Tool): void {
	tool.value = name;
	pane.value = "tools";
}

/** Selects elements and shows their properties. */
export function select(...refs: readonly Ref[]): void {
	const before = selection.value;
	if (refs.length === before.length && refs.every((ref, index) => ref === before[index])) return;
	selection.value = refs;
	if (refs.length > 0) panelTab.value = "fields";
}

/** Sets the source text; the document is updated if the text is valid. */
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
	const count = value.slides?.length ?? templateSlides.value;
	if (slideIndex.value >= count) slideIndex.value = count - 1;
	const there = selection.value.filter(
		(ref) => elementAt(value, ref) !== undefined && isOnSlide(ref, slideIndex.value),
	);
	if (there.length < selection.value.length) selection.value = there;
}

/** Whether an element is visible on a slide. */
export const isOnSlide = (ref: Ref, index: number): boolean =>
	ref.startsWith("/common/") || ref.startsWith(`/slides/${index}/`);

/** Shows a slide and clears the selection. */
export function goToSlide(index: number): void {
	slideIndex.value = Math.max(0, Math.min(index, slideCount.value - 1));
	select();
}
