/** What the page knows: everything that is shown follows from these signals. */
import { computed, signal } from "@preact/signals";
import { type Box, type Design, elementAt, isDesign, type Ref, type Slide } from "./design.js";

/** The text of the document, right or wrong, as the editor has it. */
export const source = signal("");

/** The last text that was a document. */
export const design = signal<Design>({ slides: [{}] });

/** The document while an element is being dragged or written: shown, but not yet in the text. */
export const draft = signal<Design | null>(null);

/** Where elements are that were moved since they were measured, which takes a moment. */
export const ahead = signal<ReadonlyMap<Ref, Box>>(new Map());

/** What is drawn. */
export const shown = computed(() => draft.value ?? design.value);

/** The slide at work, from 0. */
export const slideIndex = signal(0);
export const slide = computed<Slide | undefined>(() => shown.value.slides?.[slideIndex.value]);

/** How many slides a template made, as the service counts them. */
export const templateSlides = signal(1);
export const slideCount = computed(() => shown.value.slides?.length ?? templateSlides.value);

/** The elements at work. */
export const selection = signal<readonly Ref[]>([]);

/** The element at work, if it is one. */
export const selected = computed(() => {
	const [ref, ...more] = selection.value;
	const element = ref !== undefined && more.length === 0 ? elementAt(shown.value, ref) : undefined;
	return element && ref !== undefined ? { ref, element } : null;
});

/** The text that is written on the slide itself now. */
export const writing = signal<Ref | null>(null);

/** Elements that the pointer passes over; kept by this page, not in the document. */
export const locked = signal<ReadonlySet<Ref>>(new Set());

/** The template that the design at work was set free from, with the values it had then. */
export const freedFrom = signal<{
	readonly template: string;
	readonly variables: Readonly<Record<string, unknown>>;
} | null>(null);

/** Whether the text cannot be read as a document now; the last good picture stays. */
export const broken = signal(false);

/** The panes that narrow screens show one at a time. */
export type Pane = "design" | "tools" | "panel";
export const pane = signal<Pane>("design");

/** What the panel with tools shows; null: it is closed (wide screens). */
export const TOOLS = ["templates", "layers", "photos", "icons", "emoji", "json"] as const;
export type Tool = (typeof TOOLS)[number];
export const tool = signal<Tool | null>("layers");

/** What the panel beside the slide shows. */
export type PanelTab = "fields" | "checks";
export const panelTab = signal<PanelTab>("fields");

/** A sentence for everybody, read out by screen readers. */
export const notice = signal("");

/** Opens a tool, on narrow screens in place of the slide. */
export function openTool(name: Tool): void {
	tool.value = name;
	pane.value = "tools";
}

/** Selects elements; their properties are shown. */
export function select(...refs: readonly Ref[]): void {
	const before = selection.value;
	if (refs.length === before.length && refs.every((ref, index) => ref === before[index])) return;
	selection.value = refs;
	if (refs.length > 0) panelTab.value = "fields";
}

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
	const count = value.slides?.length ?? templateSlides.value;
	if (slideIndex.value >= count) slideIndex.value = count - 1;
	const there = selection.value.filter(
		(ref) => elementAt(value, ref) !== undefined && isOnSlide(ref, slideIndex.value),
	);
	if (there.length < selection.value.length) selection.value = there;
}

/** Whether an element is seen on a slide. */
export const isOnSlide = (ref: Ref, index: number): boolean =>
	ref.startsWith("/common/") || ref.startsWith(`/slides/${index}/`);

/** Goes to a slide; nothing on it is selected. */
export function goToSlide(index: number): void {
	slideIndex.value = Math.max(0, Math.min(index, slideCount.value - 1));
	select();
}
