/** Pictures that are still being decoded: what lies below them can already be painted. */
import type { Bitmap } from "../images/bitmap.js";
import type { ReadyPicture } from "../layers/paint-item.js";
import type { Step } from "./plan.js";
import { type Drawing, isVectorCall, type Layer } from "./rasterize.js";
import type { SlidePictures } from "./slide-pictures.js";
import type { SlideWork } from "./slide-work.js";

export interface ComingPictures {
	/** As they will be; their pixels must not be read before they have arrived. */
	readonly pictures: SlidePictures;
	/**
	 * Waits until they are decoded.
	 * @returns the decoded pictures
	 * @throws ServiceError too_complex, remote_image_failed
	 */
	arrive(): Promise<SlidePictures>;
}

/**
 * The pictures of a slide of layers, before they are decoded: planning needs only their sizes.
 * Without this, a card of 25 layers with one picture takes a fifth longer.
 * @returns undefined if there are none, or if what is painted depends on their pixels
 */
export function comingPictures({
	scene,
	wanted,
	pictures,
	withoutSources,
}: SlideWork): ComingPictures | undefined {
	if (withoutSources || wanted.length === 0) return undefined;
	if (scene.image !== null || scene.overlays.length > 0) return undefined;
	if (wanted.some(({ decidesPaint }) => decidesPaint)) return undefined;
	const bitmaps = new Map<string, ComingBitmap>();
	const layers = new Map<string, ReadyPicture>();
	for (const { path, visible } of wanted) {
		const { width, height } = visible.need.region;
		const image = new ComingBitmap(width, height);
		bitmaps.set(path, image);
		layers.set(path, { visible, image });
	}
	return {
		pictures: { background: null, overlays: [], layers, shown: [] },
		async arrive() {
			const decoded = await pictures;
			for (const [path, { image }] of decoded.layers)
				if (!("kind" in image)) bitmaps.get(path)?.arrive(image);
			return decoded;
		},
	};
}

/** Whether a step paints no picture. */
export const isWithoutPictures = (step: AnyStep): boolean =>
	step.kind === "call" ? isVectorCall(step) : PLAIN.has(step.kind);

type AnyStep = Step | Layer | Drawing;
/** All other kinds may contain a picture. */
const PLAIN: ReadonlySet<AnyStep["kind"]> = new Set<AnyStep["kind"]>([
	"box",
	"letters",
	"shade",
	"turned-shade",
	"layer",
	"drawing",
]);

/** A bitmap of known size whose pixels arrive later. */
class ComingBitmap implements Bitmap {
	readonly width: number;
	readonly height: number;
	#decoded: Bitmap | undefined;

	constructor(width: number, height: number) {
		this.width = width;
		this.height = height;
	}

	get channels(): 3 | 4 {
		return this.#pixels.channels;
	}
	get data(): Uint8Array {
		return this.#pixels.data;
	}

	arrive(decoded: Bitmap): void {
		if (decoded.width !== this.width || decoded.height !== this.height)
			throw new Error(
				`a picture has ${decoded.width} × ${decoded.height} pixels instead of ${this.width} × ${this.height}`,
			);
		this.#decoded = decoded;
	}

	get #pixels(): Bitmap {
		if (this.#decoded === undefined) throw new Error("pixels were read before they were decoded");
		return this.#decoded;
	}
}
