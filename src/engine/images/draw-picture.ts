import { blurBitmap } from "../pixels/blur.js";
import { insetBox, type Sides } from "../shapes/box.js";
import { innerRadii, scaleRadii } from "../shapes/rounded-rectangle.js";
import type { FontLibrary } from "../text/fonts/library.js";
import { type Bitmap, hasTransparency, isOneColor, toRgba } from "./bitmap.js";
import { type Border, borderMarkup, widthsOf, withWidths } from "./border.js";
import { containedPart, placed } from "./contain.js";
import { type Corners, fittingCorners } from "./corners.js";
import { applyEffects } from "./effects.js";
import { type BlurPlan, planBlur } from "./filter/blur-plan.js";
import { flipped, unflipped } from "./flip.js";
import { focusedNeed, focusPrice, needsFocus } from "./focus.js";
import type { ImageNeed, PixelRect } from "./need.js";
import type { OpenImage } from "./open-image.js";
import { rasterize } from "./svg/rasterize.js";

export interface PrepareOptions {
	/** Called when a separate thread has started to decode, so that the caller can do other work. */
	readonly decoding?: () => void;
	/** Called with the cost before decoding, in nanoseconds of one core; may throw. */
	readonly spend?: (nanoseconds: number) => void;
	/** Fonts for text in an SVG. */
	readonly fonts?: FontLibrary | undefined;
	/** Threads that decode, default 1. The pixels are the same for any number. */
	readonly threads?: number;
}

/** Blurring a pixel in both directions, and scaling a pixel up. Nanoseconds. */
const BLURRED = 60;
const ENLARGED = 25;
/** Mapping the colours of a pixel. Nanoseconds. */
const MAPPED = 8;

/** Draws the picture that a need describes, from an image. */
export class PictureDrawing {
	readonly #image: OpenImage;
	readonly #options: PrepareOptions;
	/** The drawn part of the image has a single colour. */
	oneColor = false;

	constructor(image: OpenImage, options: PrepareOptions) {
		this.#image = image;
		this.#options = options;
	}

	async draw(asked: ImageNeed): Promise<Bitmap> {
		const need = asked.fit === "width" ? tileNeed(asked, this.#image.size) : asked;
		this.#options.spend?.(focusPrice(need));
		const focused = needsFocus(need)
			? await focusedNeed(this.#image.size, need, (small) => this.#drawn(small))
			: need;
		const { region, filter } = need;
		const maps = filter?.maps ?? [];
		this.#options.spend?.(region.width * region.height * maps.length * MAPPED);
		return filter != null && filter.blur > 0
			? this.#blurred(focused, filter.blur)
			: this.#shown(focused);
	}

	/** As CSS blurs an element: with its corners and border, and beyond its box. */
	async #blurred(need: ImageNeed, deviation: number): Promise<Bitmap> {
		const { border, region, filter } = need;
		const [top, right, bottom, left] = widthsOf(border ?? null);
		const width = need.boxWidth + left + right;
		const height = need.boxHeight + top + bottom;
		const plan = planBlur(width, height, region, deviation);
		const after = { ...need, color: null, radius: 0, filter: filter ?? null };
		if (plan.part === undefined) return transparent(region);
		const { geometry } = plan;
		this.#options.spend?.(
			geometry.width * geometry.height * BLURRED + region.width * region.height * ENLARGED,
		);
		const sharp = await this.#small(need, plan, plan.part, plan.boxWidth / width);
		return applyEffects(blurBitmap(toRgba(sharp), plan.blur, geometry), after, false);
	}

	/**
	 * The part of the box that the blur reads, including the border, at the smallest scale that the
	 * blur allows.
	 * @param scale of the small box
	 */
	async #small(
		need: ImageNeed,
		{ boxWidth, boxHeight }: BlurPlan,
		part: PixelRect,
		scale: number,
	): Promise<Bitmap> {
		const radius =
			typeof need.radius === "number" ? need.radius * scale : scaleRadii(need.radius, scale);
		const border = need.border == null ? null : scaledBorder(need.border, scale);
		const frame = widthsOf(border).map(Math.round) as unknown as Sides;
		const inside = insetBox({ x: 0, y: 0, width: boxWidth, height: boxHeight }, frame);
		const inner = { left: inside.x, top: inside.y, width: inside.width, height: inside.height };
		const seen = intersection(part, inner);
		const ground = transparent(part);
		let result = ground;
		const corners = fittingCorners(radius, boxWidth, boxHeight);
		if (seen !== undefined) {
			const picture = await this.#shown({
				...need,
				boxWidth: inner.width,
				boxHeight: inner.height,
				region: { ...seen, left: seen.left - inner.left, top: seen.top - inner.top },
				radius: border === null ? radius : innerRadii(corners, border.widths),
				filter: null,
				border: null,
				opacity: 1,
			});
			result = placed(toRgba(picture), part, seen.left - part.left, seen.top - part.top);
		}
		if (border === null) return result;
		const box = { x: -part.left, y: -part.top, width: boxWidth, height: boxHeight };
		const markup = `<svg xmlns="http://www.w3.org/2000/svg" width="${part.width}" height="${part.height}">${borderMarkup(box, corners as Corners, border)}</svg>`;
		return over(rasterize(markup, part), result);
	}

	async #shown(need: ImageNeed): Promise<Bitmap> {
		if (need.fit !== "contain") return this.#covering(need);
		const part = containedPart(this.#image.size, need);
		if (part === undefined) return transparent(need.region);
		return placed(await this.#covering(part.need), need.region, part.left, part.top);
	}

	async #covering(need: ImageNeed): Promise<Bitmap> {
		const bitmap =
			need.flip == null
				? await this.#drawn(need)
				: flipped(await this.#drawn(unflipped(need, need.flip)), need.flip);
		this.oneColor = isOneColor(bitmap);
		const byLuminance =
			need.color !== null && !hasTransparency(bitmap) && !(await this.#image.hasTransparency());
		return applyEffects(bitmap, need, byLuminance);
	}

	#drawn(need: ImageNeed): Promise<Bitmap> {
		const { spend, decoding, threads = 1 } = this.#options;
		spend?.(this.#image.price(need));
		const drawing = this.#image.draw(need, threads);
		decoding?.();
		return drawing;
	}
}

/** The need of a picture that is as wide as its box: the whole picture, with its own height. */
function tileNeed(need: ImageNeed, size: OpenImage["size"]): ImageNeed {
	const { boxWidth: width, boxHeight } = need;
	const ratio = size.height / size.width;
	const height = Math.min(boxHeight, Math.max(1, Math.round(width * ratio)));
	return { ...need, fit: "cover", boxHeight: height, region: { left: 0, top: 0, width, height } };
}

const transparent = ({ width, height }: PixelRect): Bitmap => ({
	width,
	height,
	channels: 4,
	data: new Uint8Array(width * height * 4),
});

const scaledBorder = (border: Border, by: number): Border => ({
	...withWidths(border, (width) => width * by),
	dash: border.dash && [border.dash[0] * by, border.dash[1] * by],
});

function intersection(a: PixelRect, b: PixelRect): PixelRect | undefined {
	const left = Math.max(a.left, b.left);
	const top = Math.max(a.top, b.top);
	const width = Math.min(a.left + a.width, b.left + b.width) - left;
	const height = Math.min(a.top + a.height, b.top + b.height) - top;
	return width > 0 && height > 0 ? { left, top, width, height } : undefined;
}

/**
 * Composites a picture over another of the same size, both RGBA with straight alpha; the lower one
 * is changed.
 */
function over(above: Bitmap, below: Bitmap): Bitmap {
	const { data } = below;
	for (let i = 0; i < data.length; i += 4) {
		const alpha = above.data[i + 3]! / 255;
		if (alpha === 0) continue;
		const ground = (data[i + 3]! / 255) * (1 - alpha);
		const sum = alpha + ground;
		for (let channel = i; channel < i + 3; channel++)
			data[channel] = Math.round((above.data[channel]! * alpha + data[channel]! * ground) / sum);
		data[i + 3] = Math.round(sum * 255);
	}
	return below;
}
