/** Files and assets that are dropped onto the slide, or pasted. */
import { add } from "./canvas/place.js";
import { ownPicture } from "./files.js";
import { type Asset, DRAGGED, place } from "./panel/assets.js";
import { previewSize } from "./schema.js";
import { notice, shown } from "./state.js";

interface Point {
	readonly x: number;
	readonly y: number;
}

/** Puts a picture of the reader's own on the slide. */
export async function placeFile(file: Blob, at?: Point): Promise<void> {
	const { src, ratio } = await ownPicture(file);
	const size = previewSize(shown.value.platform);
	const width = Math.round(Math.min(size.width * 0.6, size.height * 0.6 * ratio));
	const height = Math.round(width / ratio);
	const { x, y } = at ?? { x: size.width / 2, y: size.height / 2 };
	add("imageOverlays", {
		src,
		x: Math.round(x - width / 2),
		y: Math.round(y - height / 2),
		width,
		height,
	});
	notice.value = "The picture is on the slide.";
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
		const size = previewSize(shown.value.platform);
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
		if (file) placeFile(file, inside ? at : undefined).catch(complain);
	});
	page.addEventListener("paste", (event) => {
		const [file] = event.clipboardData?.files ?? [];
		if (!file?.type.startsWith("image/")) return;
		event.preventDefault();
		placeFile(file).catch(complain);
	});
}
