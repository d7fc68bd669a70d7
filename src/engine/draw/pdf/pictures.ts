/** Pictures of a page: photos as JPEG; flat pictures and opacities lossless. */
import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import type { Bitmap } from "../../images/bitmap.js";
import type { ShadeNode } from "../../paint/node.js";
import type { PagePicture } from "../../pdf-page.js";
import { DrawnMemory } from "../../svg/native-memory.js";
import { drawnBy } from "../../svg/soft-mask.js";

interface PagePictureData {
	readonly meta: PagePicture;
	readonly data: Uint8Array;
}

/** A picture with more colours than this counts as a photo. */
const MAX_COLORS = 256;

/** Collects the pictures of a page, each under the number that the content uses for it. */
export class PagePictures {
	readonly #quality: number;
	readonly list: PagePictureData[] = [];
	readonly #drawn = new DrawnMemory();
	readonly #numbers = new Map<Bitmap, Promise<number>>();

	/** @param quality of photographs, 1 to 100 */
	constructor(quality: number) {
		this.#quality = quality;
	}

	/** @returns the number of the picture; the same picture always has the same number */
	bitmap(bitmap: Bitmap, smooth = false): Promise<number> {
		const known = this.#numbers.get(bitmap);
		if (known) return known;
		const added = this.#addBitmap(bitmap, smooth);
		this.#numbers.set(bitmap, added);
		return added;
	}

	/** One colour of varying opacity, scaled up smoothly. */
	async shade({ alpha, columns, rows, color = "#000000" }: ShadeNode): Promise<number> {
		const mask = this.#lossless(alpha.bytes, columns, rows, "alpha", { smooth: true });
		await this.#drawn.add(drawnBy(alpha));
		const nothing = new Uint8Array(columns * rows);
		return this.#lossless(
			nothing,
			columns,
			rows,
			{ palette: color.slice(1).toLowerCase() },
			{ mask, smooth: true },
		);
	}

	async #addBitmap({ width, height, channels, data }: Bitmap, smooth: boolean): Promise<number> {
		const transparent = channels === 4;
		const mask = transparent
			? this.#lossless(alphaOf(data), width, height, "alpha", { smooth })
			: undefined;
		const part = { ...(mask !== undefined && { mask }), smooth };
		const flat = indexed(data, channels);
		if (flat) return this.#lossless(flat.indexes, width, height, { palette: flat.palette }, part);
		const { default: sharp } = await import("../../images/raster/sharp.js");
		const pixels = sharp(data, { raw: { width, height, channels } });
		const jpeg = await (transparent ? pixels.removeAlpha() : pixels)
			.jpeg({ quality: this.#quality, chromaSubsampling: "4:4:4", optimizeCoding: false })
			.toBuffer();
		return this.#add(jpeg, { width, height, coding: "jpeg", pixels: "rgb", ...part });
	}

	/** @param bytes one for each pixel */
	#lossless(
		bytes: Uint8Array,
		width: number,
		height: number,
		pixels: PagePicture["pixels"],
		part: Pick<PagePicture, "mask" | "smooth">,
	): number {
		const coded = { width, height, coding: "png", pixels, ...part } as const;
		return this.#add(deflateSync(withSubFilter(bytes, width, height), { level: 6 }), coded);
	}

	#add(data: Uint8Array, meta: Omit<PagePicture, "digest" | "length">): number {
		const { mask, ...rest } = meta;
		const behind = mask === undefined ? "" : this.list[mask]!.meta.digest;
		const hash = createHash("sha256").update(JSON.stringify(rest)).update(behind).update(data);
		const digest = hash.digest("base64url").slice(0, 22);
		const known = this.list.findIndex((one) => one.meta.digest === digest);
		if (known >= 0) return known;
		return this.list.push({ meta: { ...meta, digest, length: data.length }, data }) - 1;
	}
}

function alphaOf(data: Uint8Array): Uint8Array {
	const alpha = new Uint8Array(data.length / 4);
	for (let i = 0; i < alpha.length; i++) alpha[i] = data[i * 4 + 3]!;
	return alpha;
}

/** Applies the PNG filter Sub to rows: flat areas and soft edges become runs. */
function withSubFilter(bytes: Uint8Array, width: number, height: number): Uint8Array {
	const rows = new Uint8Array((width + 1) * height);
	for (let y = 0, to = 0; y < height; y++) {
		rows[to++] = 1;
		for (let x = 0, left = 0; x < width; x++) {
			const value = bytes[y * width + x]!;
			rows[to++] = value - left;
			left = value;
		}
	}
	return rows;
}

/**
 * The picture with a palette, or undefined if it has too many colours; transparent pixels do not
 * count as a colour.
 */
function indexed(
	data: Uint8Array,
	channels: 3 | 4,
): { indexes: Uint8Array; palette: string } | undefined {
	const numbers = new Map<number, number>();
	const indexes = new Uint8Array(data.length / channels);
	let last = -1;
	let lastIndex = 0;
	for (let i = 0, at = 0; i < indexes.length; i++, at += channels) {
		if (channels === 4 && data[at + 3] === 0) continue;
		const color = (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!;
		if (color !== last) {
			let index = numbers.get(color);
			if (index === undefined) {
				if (numbers.size === MAX_COLORS) return undefined;
				index = numbers.size;
				numbers.set(color, index);
			}
			last = color;
			lastIndex = index;
		}
		indexes[i] = lastIndex;
	}
	const palette = [...numbers.keys()].map((color) => color.toString(16).padStart(6, "0")).join("");
	return { indexes, palette: palette === "" ? "000000" : palette };
}
