/** The user's own images: scaled to the slide's size and embedded as data URLs. */
import { canvasSize } from "./preview.js";
import { t } from "./texts/texts.js";

/** Maximum characters of a data URL; by default a request body is limited to 2 MB. */
const MOST = 700_000;

/** An image that fits into a document. */
export interface OwnPicture {
	readonly src: string;
	/** Width divided by height. */
	readonly ratio: number;
}

/**
 * Scales a file to at most the slide's export size.
 * @param room maximum characters of the data URL, if less than usual
 * @throws Error if the browser cannot decode the file, or if it is too large at every tried size
 */
export async function ownPicture(file: Blob, room = MOST): Promise<OwnPicture> {
	const most = Math.min(MOST, room);
	if (file.type === "image/svg+xml") {
		const markup = await file.text();
		const src = `data:image/svg+xml;base64,${btoa(String.fromCharCode(...new TextEncoder().encode(markup)))}`;
		if (src.length <= most) return { src, ratio: await ratioOf(src) };
	}
	const bitmap = await createImageBitmap(file).catch(() => {
		throw new Error(t("file.notPicture"));
	});
	const { width, height } = canvasSize.value;
	const side = Math.max(width, height) / 0.375;
	let scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
	for (let attempt = 0; attempt < 6; attempt++, scale *= 0.7) {
		const canvas = new OffscreenCanvas(
			Math.max(1, Math.round(bitmap.width * scale)),
			Math.max(1, Math.round(bitmap.height * scale)),
		);
		canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
		const type = file.type === "image/jpeg" ? "image/jpeg" : "image/webp";
		const blob = await canvas.convertToBlob({ type, quality: 0.88 });
		const src = await dataUrl(blob);
		if (src.length <= most) return { src, ratio: bitmap.width / bitmap.height };
	}
	throw new Error(t("file.tooLarge"));
}

const dataUrl = (blob: Blob): Promise<string> =>
	new Promise((resolve, reject) => {
		const reader = new FileReader();
		reader.onload = () => resolve(String(reader.result));
		reader.onerror = () => reject(new Error(t("file.unreadable")));
		reader.readAsDataURL(blob);
	});

const ratioOf = (src: string): Promise<number> =>
	new Promise((resolve) => {
		const image = new Image();
		image.onload = () => resolve(image.naturalWidth / image.naturalHeight || 1);
		image.onerror = () => resolve(1);
		image.src = src;
	});
