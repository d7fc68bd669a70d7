/** The user's own images: scaled to the slide's size and embedded as data URLs. */
import type { JsonPath } from "../base/json-pointer.js";
import { embedded } from "./embedded.js";
import { canvasSize } from "./preview.js";
import { contract } from "./schema.js";
import { design } from "./state.js";
import { t } from "./texts/texts.js";

/** Maximum characters of one image. */
const MOST = 700_000;
/** Minimum characters to which an image is reduced: less would look bad. */
const LEAST = 50_000;
/** Size of a request body, if the contract does not say it. */
const BODY_BYTES = 2_097_152;

/** An image that fits into a document. */
export interface OwnPicture {
	readonly src: string;
	/** Width divided by height. */
	readonly ratio: number;
}

/** A changed value of the document. */
export type Change = readonly [JsonPath, unknown];

/** Own images that fit into the document together with those that are there. */
export interface FittingPictures {
	readonly pictures: readonly OwnPicture[];
	/** Smaller versions of images that are in the document. */
	readonly others: readonly Change[];
	/** Why a file was left out; "" if none was. */
	readonly trouble: string;
}

/**
 * Reads image files. If all images of the document together would be too large for a request, the
 * largest ones are reduced.
 */
export async function ownPictures(chosen: readonly Blob[]): Promise<FittingPictures> {
	const pictures: OwnPicture[] = [];
	let trouble = "";
	for (const file of chosen)
		try {
			pictures.push(await ownPicture(file));
		} catch (error) {
			trouble = (error as Error).message;
		}
	const there = embedded(design.peek());
	const lengths = [...there.keys(), ...pictures.map(({ src }) => src)].map(({ length }) => length);
	const most = shareOf(lengths, room(there));
	if (most === Number.POSITIVE_INFINITY) return { pictures, others: [], trouble };
	if (most < LEAST) return { pictures: [], others: [], trouble: t("file.noRoom") };
	const others: Change[] = [];
	for (const [src, paths] of there) {
		if (src.length <= most) continue;
		const smaller = await reduced(src, most);
		others.push(...paths.map((path): Change => [path, smaller]));
	}
	const fitting: OwnPicture[] = [];
	for (const picture of pictures)
		fitting.push(
			picture.src.length <= most ? picture : { ...picture, src: await reduced(picture.src, most) },
		);
	return { pictures: fitting, others, trouble };
}

/** Characters that all images of a document may have together. */
function room(there: ReadonlyMap<string, readonly JsonPath[]>): number {
	const body = contract.peek()?.limits.maxBodyBytes ?? BODY_BYTES;
	let images = 0;
	for (const [src, paths] of there) images += src.length * paths.length;
	const rest = new TextEncoder().encode(JSON.stringify(design.peek())).length - images;
	// Some room for further texts and layers.
	return body * 0.94 - rest - 40_000;
}

/** The length to which images must be cut so that all fit; infinite if they do. */
function shareOf(lengths: readonly number[], room: number): number {
	if (lengths.reduce((sum, length) => sum + length, 0) <= room) return Number.POSITIVE_INFINITY;
	let left = room;
	const sorted = lengths.toSorted((a, b) => a - b);
	for (const [index, length] of sorted.entries()) {
		const share = left / (sorted.length - index);
		if (length > share) return Math.floor(share);
		left -= length;
	}
	return Number.POSITIVE_INFINITY;
}

/**
 * The first version of each image, as large as the slide, while the page is open: every reduction
 * starts from it, so that images do not get worse each time.
 */
const firstVersions = new Map<string, Blob>();

/** A data URL as one of at most so many characters. */
async function reduced(src: string, most: number): Promise<string> {
	const first = firstVersions.get(src) ?? (await (await fetch(src)).blob());
	return (await ownPicture(first, most, first)).src;
}

/**
 * Scales a file to at most the slide's export size.
 * @param room maximum characters of the data URL, if less than usual
 * @param first the first version, if the file is one
 * @throws Error if the browser cannot decode the file, or if it is too large at every tried size
 */
async function ownPicture(file: Blob, room = MOST, first?: Blob): Promise<OwnPicture> {
	const most = Math.min(MOST, room);
	if (file.type === "image/svg+xml") {
		const src = await dataUrl(file);
		if (src.length <= most) return { src, ratio: await ratioOf(src) };
	}
	const bitmap = await createImageBitmap(file).catch(() => {
		throw new Error(t("file.notPicture"));
	});
	const { width, height } = canvasSize.value;
	const side = Math.max(width, height) / 0.375;
	let whole = first;
	let scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
	for (let attempt = 0; attempt < 10; attempt++) {
		const canvas = new OffscreenCanvas(
			Math.max(1, Math.round(bitmap.width * scale)),
			Math.max(1, Math.round(bitmap.height * scale)),
		);
		canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
		// A lower quality is less visible than fewer pixels, up to a point.
		const quality = Math.max(0.6, 0.88 - 0.1 * attempt);
		const blob = await canvas.convertToBlob({ type: "image/webp", quality });
		whole ??= blob;
		const src = await dataUrl(blob);
		if (src.length <= most) {
			firstVersions.set(src, whole);
			return { src, ratio: bitmap.width / bitmap.height };
		}
		if (quality <= 0.7) scale *= Math.max(0.5, Math.min(0.85, Math.sqrt(most / src.length)));
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
