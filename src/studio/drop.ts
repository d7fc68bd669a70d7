/** Files and assets dropped onto the slide; copy, cut and paste. */
import { signal } from "@preact/signals";
import { add, addWith, outermost, remove } from "./canvas/place.js";
import { type Design, type Element, elementAt, isDesign, type Ref, typeOf } from "./design.js";
import { ownPictures } from "./files.js";
import { load, loadText } from "./history.js";
import { imageAt, setPicture, sourceOf } from "./library.js";
import { type Asset, DRAGGED, place } from "./panel/assets.js";
import { showPlatform } from "./platforms.js";
import { boxOf, canvasSize, forget, type Rectangle } from "./preview.js";
import { linkedDesign } from "./share.js";
import { fillPictures, pictureSlotAt, slotBoxes } from "./slots.js";
import { design, notice, select, selection, slideIndex, templateSlides, writing } from "./state.js";
import { samplesOf, type Template } from "./templates.js";
import { t } from "./texts/texts.js";
import { declared } from "./variables.js";

interface Point {
	readonly x: number;
	readonly y: number;
}

/** Offset between images that are added together, so that all are visible. Preview pixels. */
const CASCADE = 24;
/** Adds the user's images to the slide as one undo step, skipping those that cannot be read. */
async function placeFiles(files: readonly Blob[], at?: Point): Promise<void> {
	notice.value = t("picture.reading");
	const { pictures, others, trouble } = await ownPictures(files);
	if (design.peek().template !== undefined) {
		const sources = pictures.map(({ src }) => src);
		if (sources.length > 0) await fillPictures(sources, at && pictureSlotAt(at), others);
		if (trouble !== "") notice.value = trouble;
		return;
	}
	const under = at && pictures.length === 1 ? imageAt(at) : undefined;
	if (under) {
		setPicture(sourceOf(under.ref), pictures[0]!.src, others);
		select(under.ref);
		notice.value = t("picture.replaced");
		return;
	}
	const size = canvasSize.value;
	const middle = at ?? { x: size.width / 2, y: size.height / 2 };
	const added = pictures.map(({ src, ratio }, index) => {
		const width = Math.round(Math.min(size.width * 0.6, size.height * 0.6 * ratio));
		const height = Math.round(width / ratio);
		const by = index * CASCADE;
		return {
			type: "image",
			src,
			x: Math.round(middle.x + by - width / 2),
			y: Math.round(middle.y + by - height / 2),
			width,
			height,
		};
	});
	if (added.length > 0) addWith(others, ...added);
	const count = added.length;
	notice.value = trouble || t(count > 1 ? "pictures.placed" : "picture.placed", { count });
}

/** The document of a template file, with its samples as variables; undefined for any other value. */
function templateIn(
	value: unknown,
): { readonly document: Design; readonly variables: Template["variables"] } | undefined {
	const { document, variables, platforms, id } = (value ?? {}) as Partial<Template> & {
		readonly document?: unknown;
	};
	if (typeof id !== "string" || !isDesign(document) || variables === undefined) return undefined;
	const [platform] = platforms ?? [];
	return {
		document: {
			...(platform !== undefined && { platform }),
			...document,
			variables: samplesOf({ variables } as Template),
		},
		variables,
	};
}

/** Opens a document or a template from a file. @returns false if the file is not a document */
export async function openDocument(file: Blob): Promise<boolean> {
	try {
		const value: unknown = JSON.parse(await file.text());
		const template = templateIn(value);
		if (template === undefined && !isDesign(value)) return false;
		forget();
		declared.value = template?.variables ?? {};
		load(template?.document ?? value);
		notice.value = t("file.opened");
		return true;
	} catch {
		return false;
	}
}

/** Handles the user's files: opens a document, or adds images to the slide. */
export async function acceptFilesAt(files: Iterable<File>, at?: Point): Promise<void> {
	const pictures: File[] = [];
	for (const file of files) {
		const isJson = file.type === "application/json" || file.name.endsWith(".json");
		if (!isJson) pictures.push(file);
		else if (!(await openDocument(file))) notice.value = t("file.notDesign");
	}
	if (pictures.length > 0) await placeFiles(pictures, at);
}

/** Opens the design of a Studio link or an image link. @returns false for any other text */
export async function openLink(link: string): Promise<boolean> {
	const linked = await linkedDesign(link.trim());
	if (linked === undefined) return false;
	forget();
	loadText(linked.text);
	if (linked.platform !== undefined) showPlatform(linked.platform);
	const { slide } = linked;
	// The template's slide count is not known until it is measured; assume that the slide exists.
	const { slides } = design.peek();
	if (slides === undefined) templateSlides.value = Math.max(templateSlides.peek(), slide + 1);
	if (slides === undefined || slide < slides.length) slideIndex.value = slide;
	notice.value = t("file.opened");
	return true;
}

/** Where a dragged picture would go: the picture that it replaces, or the whole slide. */
export const dropArea = signal<Rectangle | null>(null);

function areaAt(at: Point): Rectangle {
	const slot = slotBoxes.peek().findLast(({ slot: { id } }) => id === pictureSlotAt(at)?.id)?.box;
	const size = canvasSize.peek();
	return slot ?? imageAt(at)?.box ?? { x: 0, y: 0, width: size.width, height: size.height };
}

/** The point of the slide under the pointer. Preview pixels; undefined outside of the slide. */
function pointOnSlide({ clientX, clientY }: DragEvent): Point | undefined {
	const stage = globalThis.document.querySelector(".stage")?.getBoundingClientRect();
	if (!stage) return undefined;
	const { width, height } = canvasSize.value;
	const at = {
		x: ((clientX - stage.left) / stage.width) * width,
		y: ((clientY - stage.top) / stage.height) * height,
	};
	return at.x >= 0 && at.y >= 0 && at.x <= width && at.y <= height ? at : undefined;
}

/**
 * Listens on the whole page, so that a file dropped beside the slide is not opened by the browser.
 */
export function acceptFiles(): void {
	const page = globalThis.document;
	page.addEventListener("dragover", (event) => {
		event.preventDefault();
		const { types = [] } = event.dataTransfer ?? {};
		const isPicture = types.includes("Files") || types.includes(DRAGGED);
		const at = isPicture ? pointOnSlide(event) : undefined;
		dropArea.value = at === undefined ? null : areaAt(at);
	});
	page.addEventListener("dragleave", ({ relatedTarget }) => {
		if (relatedTarget === null) dropArea.value = null;
	});
	page.addEventListener("dragend", () => (dropArea.value = null));
	page.addEventListener("drop", (event) => {
		event.preventDefault();
		dropArea.value = null;
		const at = pointOnSlide(event);
		const asset = event.dataTransfer?.getData(DRAGGED);
		if (asset) {
			if (at) place(JSON.parse(asset) as Asset, at);
			return;
		}
		void acceptFilesAt([...(event.dataTransfer?.files ?? [])], at);
	});
	page.addEventListener("paste", paste);
	page.addEventListener("copy", copy);
	page.addEventListener("cut", (event) => {
		if (copy(event)) remove(selection.value);
	});
}

/** JSON property that marks elements on the clipboard. */
const CLIP = "post-image-elements";

/** How often the last copied elements are on a slide, by its index. */
const timesPasted = new Map<number, number>();

/** Whether the focus is in a field, which uses the browser's own clipboard. */
function isInField(event: Event): boolean {
	const [target] = event.composedPath() as globalThis.Element[];
	return (
		writing.peek() !== null ||
		target?.closest?.("input, textarea, select, dialog, pre, .cm-content, [contenteditable]") !=
			null
	);
}

/** @returns whether elements were copied */
function copy(event: ClipboardEvent): boolean {
	const refs = outermost(selection.peek());
	if (refs.length === 0 || isInField(event)) return false;
	const elements = refs.flatMap((ref): Element[] => {
		const element = elementAt(design.peek(), ref);
		return element ? [portable(ref, element)] : [];
	});
	event.clipboardData?.setData("text/plain", JSON.stringify({ [CLIP]: elements }));
	event.preventDefault();
	timesPasted.clear();
	timesPasted.set(slideIndex.peek(), 1);
	notice.value = t("copied.elements", { count: elements.length });
	return true;
}

/** An element with an explicit position, even if it had a default one. */
function portable(ref: Ref, element: Element): Element {
	const box = boxOf(ref);
	const { position: _position, ...rest } = element;
	return {
		...rest,
		type: typeOf(ref, element),
		...(box && element.x == null && element.right == null && { x: Math.round(box.x) }),
		...(box && element.y == null && element.bottom == null && { y: Math.round(box.y) }),
	};
}

/** Pastes elements, images or text. */
function paste(event: ClipboardEvent): void {
	if (isInField(event)) return;
	const files = [...(event.clipboardData?.files ?? [])];
	const pictures = files.filter(({ type }) => type.startsWith("image/"));
	if (pictures.length > 0) {
		event.preventDefault();
		void placeFiles(pictures);
		return;
	}
	const text = event.clipboardData?.getData("text/plain").trim() ?? "";
	if (text === "") return;
	event.preventDefault();
	void pasteText(text);
}

/** Opens the design of a link, or adds copied elements, or adds the text as a new element. */
async function pasteText(text: string): Promise<void> {
	if (await openLink(text)) return;
	if (design.peek().slides === undefined) {
		notice.value = t("slot.paste");
		return;
	}
	const elements = elementsIn(text);
	if (elements) {
		const at = slideIndex.peek();
		const times = timesPasted.get(at) ?? 0;
		timesPasted.set(at, times + 1);
		add(...elements.map((element) => aside(element, 12 * times)));
	} else {
		const { width, height } = canvasSize.peek();
		add({
			type: "text",
			text: text.slice(0, 10_000),
			x: Math.round(width * 0.1),
			y: Math.round(height * 0.4),
			width: Math.round(width * 0.8),
		});
	}
}

/** Shifts an element, so that it does not cover the original: by nothing on another slide. */
function aside<T extends Element>(element: T, distance: number): T {
	const by = (value: unknown) => (typeof value === "number" ? value + distance : value);
	return { ...element, x: by(element.x), y: by(element.y) };
}

/** Elements copied from this page or another window of it. */
function elementsIn(text: string): (Element & { type: string })[] | undefined {
	try {
		const value = (JSON.parse(text) as Record<string, unknown>)[CLIP];
		if (!Array.isArray(value)) return undefined;
		return value.filter(
			(one): one is Element & { type: string } =>
				typeof one === "object" && one !== null && typeof (one as Element).type === "string",
		);
	} catch {
		return undefined;
	}
}
