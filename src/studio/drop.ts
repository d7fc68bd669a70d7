/** Files and assets that are dropped onto the slide; what is copied, cut and pasted. */
import { add, outermost, remove } from "./canvas/place.js";
import { type Element, elementAt, isDesign, type Ref, typeOf } from "./design.js";
import { ownPicture } from "./files.js";
import { load, loadText } from "./history.js";
import { type Asset, DRAGGED, place } from "./panel/assets.js";
import { boxOf, canvasSize, forget } from "./preview.js";
import { linkedText } from "./share.js";
import { design, notice, selection, writing } from "./state.js";
import { t } from "./texts/texts.js";

interface Point {
	readonly x: number;
	readonly y: number;
}

/** Puts a picture of the reader's own on the slide. */
export async function placeFile(file: Blob, at?: Point): Promise<void> {
	const { src, ratio } = await ownPicture(file);
	const size = canvasSize.value;
	const width = Math.round(Math.min(size.width * 0.6, size.height * 0.6 * ratio));
	const height = Math.round(width / ratio);
	const { x, y } = at ?? { x: size.width / 2, y: size.height / 2 };
	add({
		type: "image",
		src,
		x: Math.round(x - width / 2),
		y: Math.round(y - height / 2),
		width,
		height,
	});
	notice.value = t("picture.placed");
}

/** Opens a document from a file. @returns false for one that is none */
export async function openDocument(file: Blob): Promise<boolean> {
	try {
		const value: unknown = JSON.parse(await file.text());
		if (!isDesign(value)) return false;
		forget();
		load(value);
		notice.value = t("file.opened");
		return true;
	} catch {
		return false;
	}
}

/** What a file of the reader's becomes: a design, or a picture on the slide. */
export async function acceptFile(file: File, at?: Point): Promise<void> {
	const isJson = file.type === "application/json" || file.name.endsWith(".json");
	if (!isJson) return placeFile(file, at).catch(complain);
	if (!(await openDocument(file))) notice.value = t("file.notDesign");
}

const complain = (error: Error) => {
	notice.value = error.message;
};

/** Listens on the whole page, so that a file that misses the slide does not open in its place. */
export function acceptFiles(): void {
	const page = globalThis.document;
	page.addEventListener("dragover", (event) => event.preventDefault());
	page.addEventListener("drop", (event) => {
		event.preventDefault();
		const stage = page.querySelector(".stage")?.getBoundingClientRect();
		if (!stage) return;
		const size = canvasSize.value;
		const at = {
			x: ((event.clientX - stage.left) / stage.width) * size.width,
			y: ((event.clientY - stage.top) / stage.height) * size.height,
		};
		const inside = at.x >= 0 && at.y >= 0 && at.x <= size.width && at.y <= size.height;
		const asset = event.dataTransfer?.getData(DRAGGED);
		if (asset) {
			if (inside) place(JSON.parse(asset) as Asset, at);
			return;
		}
		const [file] = event.dataTransfer?.files ?? [];
		if (file) void acceptFile(file, inside ? at : undefined);
	});
	page.addEventListener("paste", paste);
	page.addEventListener("copy", copy);
	page.addEventListener("cut", (event) => {
		if (copy(event)) remove(selection.value);
	});
}

/** Name of what the page puts on the clipboard. */
const CLIP = "post-image-elements";

/** Whether the reader is in a field, where the browser's own clipboard holds. */
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
	notice.value = t("copied.elements", { count: elements.length });
	return true;
}

/** An element with its place, wherever that came from. */
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

/** Pastes elements of this page, pictures, and words. */
function paste(event: ClipboardEvent): void {
	if (isInField(event)) return;
	const [file] = event.clipboardData?.files ?? [];
	if (file?.type.startsWith("image/")) {
		event.preventDefault();
		placeFile(file).catch(complain);
		return;
	}
	const text = event.clipboardData?.getData("text/plain").trim() ?? "";
	if (text === "") return;
	event.preventDefault();
	void pasteText(text);
}

/** Opens the design of a link, adds the elements of this page, or adds the words as a text. */
async function pasteText(text: string): Promise<void> {
	const linked = await linkedText(text);
	if (linked !== undefined) {
		forget();
		loadText(linked);
		notice.value = t("file.opened");
		return;
	}
	if (design.peek().slides === undefined) return;
	const elements = elementsIn(text);
	if (elements) add(...elements.map(aside));
	else {
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

/** A little beside its original, where that is on the same slide. */
function aside<T extends Element>(element: T): T {
	const by = (value: unknown) => (typeof value === "number" ? value + 12 : value);
	return { ...element, x: by(element.x), y: by(element.y) };
}

/** The elements that this page, or another window of it, has copied. */
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
