/** Prepares the pictures of a slide: decoded and cropped, or kept as vectors for vector formats. */
import type { Bitmap } from "../images/bitmap.js";
import { type ImageNeed, type PreparedImage, prepareImage } from "../images/prepare.js";
import { sniffImage } from "../images/sniff.js";
import { prepareVector } from "../images/vector.js";
import { bitmapKey, type Progress, type SlideImages } from "../job.js";
import type { ReadyPicture } from "../layers/paint-item.js";
import type { LayerPicture } from "../layers/pictures.js";
import { described, picture, turned } from "../paint/build.js";
import type { GroupNode } from "../paint/node.js";
import { vectorPicture } from "../paint/vector-picture.js";
import type { ShownImage } from "../report/picture-warnings.js";
import { backgroundNeed, visibleOverlays } from "../scene/image-needs.js";
import { fromOutput, isUnscaled, type OutputScale } from "../scene/output-scale.js";
import type { Scene } from "../scene/scene.js";
import { IMAGE_STAGE } from "../stage.js";
import type { FontLibrary } from "../text/fonts/library.js";
import type { KeptPictures } from "./kept-pictures.js";
import type { EntryNodes } from "./paint-order.js";
import type { SlidePrice } from "./slide-price.js";

/** What preparing pictures needs, and its callbacks. */
export interface PictureWork {
	readonly images: SlideImages;
	readonly progress: Progress;
	/** Called when another thread has begun to decode. */
	readonly decoding: () => void;
	readonly price: SlidePrice;
	/** Fonts for text in vector pictures. */
	readonly fonts: FontLibrary;
	/** Number of threads that may decode one picture. */
	readonly threads: number;
	/** From pixels of the slide to those of the image. */
	readonly scale: OutputScale;
	/** Cache of prepared pictures for the next slides. */
	readonly kept?: KeptPictures | undefined;
	/** Whether vector sources stay vectors. */
	readonly vectors: boolean;
	/** Whether the image is so large that each picture on it may need much memory and time. */
	readonly large: boolean;
	/** Cost of each pixel of a picture embedded in a large vector image. Nanoseconds. */
	readonly embeddedPixel: number;
}

export interface SlidePictures {
	/** Covers the slide. */
	readonly background: Bitmap | GroupNode | null;
	/** The pictures of `imageOverlays`. */
	readonly overlays: readonly EntryNodes[];
	/** The pictures of layers and paints, by the JSON pointers of the fields that name them. */
	readonly layers: ReadonlyMap<string, ReadyPicture>;
	/** The pictures that were prepared, for warnings about them. */
	readonly shown: readonly ShownImage[];
}

/**
 * Decodes the slide's pictures. The foreground is drawn in the meantime, still in the image stage,
 * because decoding is what may hang or crash.
 * @param wanted pictures of layers that are laid out
 * @throws ServiceError remote_image_failed, too_complex
 */
export async function preparePictures(
	scene: Scene,
	wanted: readonly LayerPicture[],
	work: PictureWork,
): Promise<SlidePictures> {
	const shown: ShownImage[] = [];
	const get = async (need: ImageNeed, src: string, x: number, y: number) => {
		const image = await prepare(need, src, x, y, work);
		shown.push({ need, image });
		return "node" in image ? image.node : image;
	};
	const { price, large, vectors, images } = work;
	const hold = ({ path, region }: ImageNeed) => price.hold(path, region.width * region.height * 4);
	const isKept = (src: string) => {
		const bytes = images.sources.get(src);
		return vectors && bytes !== undefined && sniffImage(bytes) === "svg";
	};
	const spendLarge = ({ path, region }: ImageNeed, src: string) => {
		if (large && !isKept(src)) price.spend(path, region.width * region.height * work.embeddedPixel);
	};
	// On slides of normal size, `imageOverlays` are not counted: thirty need at most 250 MB.
	const holdLarge = (need: ImageNeed, src: string) => {
		if (large && !isKept(src)) hold(need);
		spendLarge(need, src);
	};
	const need = backgroundNeed(scene, work.scale);
	if (need && scene.image) holdLarge(need, scene.image.src);
	const background = need && scene.image ? await get(need, scene.image.src, 0, 0) : null;
	const overlays: EntryNodes[] = [];
	// One at a time, because all their pixels together may exceed the memory of a process.
	for (const { overlay, part, need } of visibleOverlays(scene, work.scale)) {
		if (!large && need.filter != null && need.filter.blur > 0) hold(need);
		holdLarge(need, overlay.src);
		const image = await get(need, overlay.src, part.x, part.y);
		const { x, y, width, height, rotation } = overlay.box;
		const turn = { rotation, centerX: x + width / 2, centerY: y + height / 2 };
		const node =
			"kind" in image ? turned([image], turn, image.bounds) : picture(image, { ...part, ...turn });
		overlays.push({ index: overlay.index, nodes: [described(node, overlay.alt)] });
	}
	const layers = new Map<string, ReadyPicture>();
	for (const { path, src, visible, fills } of wanted) {
		const { need, part } = visible;
		hold(need);
		spendLarge(need, src);
		const own = fills ? { ...work, vectors: false } : work;
		const image = await prepare(need, src, part.x, part.y, own);
		shown.push({ need, image });
		layers.set(path, { visible, image: "node" in image ? image.node : image });
	}
	return { background, overlays, layers, shown };
}

/** @param x left edge of the picture on the slide, pixels */
async function prepare(
	need: ImageNeed,
	src: string,
	x: number,
	y: number,
	{ images, progress, decoding, price, threads, kept, vectors, scale, fonts }: PictureWork,
): Promise<PreparedImage | VectorImage> {
	const ready = images.bitmaps.get(bitmapKey(src, need));
	if (ready) return ready;
	const bytes = images.sources.get(src);
	if (!bytes) throw new Error(`the source of ${need.path} was not sent along`);
	const vector = sniffImage(bytes) === "svg";
	progress(IMAGE_STAGE, need.path, vector);
	const spend = (nanoseconds: number) => price.spend(need.path, nanoseconds);
	const asPixels = (tell: typeof spend) =>
		prepareImage(bytes, need, { decoding, spend: tell, threads, fonts });
	const image =
		(vector && vectors ? await asVector(bytes, need, x, y, spend, scale, fonts) : undefined) ??
		(await (kept ? kept.get(bytes, need, spend, asPixels) : asPixels(spend)));
	// From here on, time is no longer spent on the picture but on the text.
	if (vector) progress("layout");
	return image;
}

async function asVector(
	bytes: Uint8Array,
	need: ImageNeed,
	x: number,
	y: number,
	spend: (nanoseconds: number) => void,
	scale: OutputScale,
	fonts: FontLibrary,
): Promise<VectorImage | undefined> {
	const vector = await prepareVector(bytes, need, fonts);
	if (vector === undefined) return undefined;
	const node = await vectorPicture(vector, x * scale.x, y * scale.y);
	if (node === undefined) return undefined;
	spend(vector.price);
	return { node: inSlide(node, scale), notes: vector.notes };
}

/** Converts from pixels of the image to those of the slide. */
const inSlide = (node: GroupNode, scale: OutputScale): GroupNode =>
	isUnscaled(scale)
		? node
		: {
				kind: "group",
				children: [node],
				matrix: [1 / scale.x, 0, 0, 1 / scale.y, 0, 0],
				bounds: fromOutput(node.bounds, scale),
			};

/** A picture from a vector source that stays a vector. */
interface VectorImage extends Pick<PreparedImage, "source" | "notes"> {
	readonly node: GroupNode;
}
