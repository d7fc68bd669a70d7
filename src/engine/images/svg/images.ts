/** Pictures within an SVG. */
import { crc32, deflateSync, inflateRawSync } from "node:zlib";
import { ImageFault } from "../image-fault.js";
import type { ImageNeed } from "../need.js";
import type { OpenImage } from "../open-image.js";
import { pngChunks } from "../raster/png-chunks.js";
import { sniffImage } from "../sniff.js";
import { SVG_LIMITS, tooComplex } from "./budget.js";
import type { Drawing, EmbeddedImage, Place, PlacedImage } from "./drawing.js";
import { element as makeElement, type SvgElement } from "./element.js";
import { printNumber } from "./matrix.js";
import { describe, type Notes } from "./notes.js";
import { readLength } from "./values.js";
import type { Size } from "./viewport.js";
import type { XmlElement } from "./xml.js";

/** Opens a picture by its bytes. */
export type OpenEmbedded = (bytes: Uint8Array) => Promise<OpenImage>;

/** Chunks of a PNG with wrong checksums, and bytes of its pixels. */
const MAX_CHUNKS = 10_000;
const MAX_REPAIRED = 20_000_000;
/** Different pictures in one document. */
const MAX_IMAGES = 100;
const DATA_URL = /^data:([^,]{0,200}),/i;

/**
 * Opens the pictures in data URLs. A reference to anything else is never followed.
 * @param open undefined: pictures in pictures are not drawn
 * @throws ImageFault if a picture has too many pixels or is too complex
 */
export async function openEmbedded(
	elements: readonly XmlElement[],
	open: OpenEmbedded | undefined,
	notes: Notes,
): Promise<Map<string, EmbeddedImage>> {
	const images = new Map<string, EmbeddedImage>();
	for (const element of elements) {
		const href = element.attributes.get("href")?.trim() ?? "";
		if (href === "" || href.startsWith("#") || images.has(href)) continue;
		if (!/^data:/i.test(href)) {
			notes.add(`${element.name} outside of the file`, element);
			continue;
		}
		if (open === undefined) {
			notes.add("image in an image", element);
			continue;
		}
		if (images.size >= MAX_IMAGES) throw tooComplex(`more than ${MAX_IMAGES} images`);
		const bytes = checksummed(dataBytes(href));
		try {
			if (bytes === undefined) throw new ImageFault("not_an_image", "data URL");
			images.set(href, { image: await open(bytes), where: describe(element) });
		} catch (error) {
			// As in browsers, a picture that cannot be read is left out.
			if (!(error instanceof ImageFault) || error.reason !== "not_an_image") throw error;
			notes.add(`${element.name} whose data is not an image`, element);
		}
	}
	return images;
}

/**
 * A PNG with right checksums. As browsers, which ignore wrong ones, and unlike libvips.
 */
function checksummed(bytes: Uint8Array | undefined): Uint8Array | undefined {
	if (bytes === undefined || sniffImage(bytes) !== "png") return bytes;
	const chunks = [...pngChunks(bytes, MAX_CHUNKS)];
	const pixels = chunks.filter(({ name }) => name === "IDAT");
	if (pixels.length === 0 || pixels.every((chunk) => chunk.isIntact())) return bytes;
	const packed = Buffer.concat(pixels.map(({ data }) => bytesOf(data)));
	try {
		// Without the header and the checksum of zlib.
		const plain = inflateRawSync(packed.subarray(2), { maxOutputLength: MAX_REPAIRED });
		const repaired = chunk("IDAT", deflateSync(plain, { level: 1 }));
		const first = chunks.findIndex(({ name }) => name === "IDAT");
		const others = (from: number, to: number) =>
			chunks
				.slice(from, to)
				.filter(({ name }) => name !== "IDAT")
				.map(({ name, data }) => chunk(name, bytesOf(data)));
		return Buffer.concat([
			bytes.subarray(0, 8),
			...others(0, first),
			repaired,
			...others(first, chunks.length),
		]);
	} catch {
		return bytes;
	}
}

const bytesOf = (data: DataView): Buffer =>
	Buffer.from(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength);

function chunk(name: string, data: Buffer): Buffer {
	const result = Buffer.alloc(data.length + 12);
	result.writeUInt32BE(data.length, 0);
	result.write(name, 4, "latin1");
	data.copy(result, 8);
	result.writeUInt32BE(crc32(result.subarray(4, -4)), data.length + 8);
	return result;
}

/** The bytes of a data URL; undefined if it is malformed. */
function dataBytes(url: string): Uint8Array | undefined {
	const match = DATA_URL.exec(url);
	if (match === null) return undefined;
	// As in browsers, a number sign ends the data.
	const body = url.slice(match[0].length).split("#", 1)[0]!;
	if (/;\s*base64\s*$/i.test(match[1]!)) {
		const text = body
			.replace(/[\s]+/g, "")
			.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
		return /^[\w+/-]*={0,2}$/.test(text.slice(0, 100)) ? Buffer.from(text, "base64") : undefined;
	}
	try {
		return Buffer.from(decodeURIComponent(body), "utf8");
	} catch {
		return undefined;
	}
}

/** An image element as it lies in its box. */
export function writeImage(drawing: Drawing, element: XmlElement, place: Place): SvgElement[] {
	const source = drawing.images.get(element.attributes.get("href")?.trim() ?? "");
	const { style, viewport } = place;
	if (source === undefined || (style.get("visibility") ?? "visible") !== "visible") return [];
	const units = drawing.cascade.units(style);
	const { size } = source.image;
	const ratio = size.width / size.height;
	const side = (name: "width" | "height"): number | undefined => {
		const value = style.get(name);
		return value === undefined || value === "auto"
			? undefined
			: readLength(value, viewport[name], units);
	};
	const [givenWidth, givenHeight] = [side("width"), side("height")];
	const width = givenWidth ?? (givenHeight === undefined ? size.width : givenHeight * ratio);
	const height = givenHeight ?? width / ratio;
	const x = readLength(style.get("x"), viewport.width, units) ?? 0;
	const y = readLength(style.get("y"), viewport.height, units) ?? 0;
	const written = placeImage(
		drawing,
		source,
		{ x, y, width, height },
		element.attributes.get("preserveAspectRatio"),
		place,
		/pixelated|crisp/.test(style.get("image-rendering") ?? ""),
	);
	return written === undefined ? [] : [written];
}

interface ImageBox extends Size {
	readonly x: number;
	readonly y: number;
}

/** A picture in a box, by the rules of `preserveAspectRatio`. */
export function placeImage(
	drawing: Drawing,
	source: EmbeddedImage,
	box: ImageBox,
	preserveAspectRatio: string | undefined,
	place: Place,
	pixelated: boolean,
): SvgElement | undefined {
	if (!(box.width > 0 && box.height > 0)) return undefined;
	const words = (preserveAspectRatio ?? "").slice(0, 60).trim().split(/\s+/);
	const align = /^x(Min|Mid|Max)Y(Min|Mid|Max)$/.exec(words[0]!);
	const stretched = words[0] === "none";
	// An SVG fits into its box by its own rules.
	const slice = align !== null && words[1] === "slice" && !source.image.vector;
	const share = (word: string | undefined) => (word === "Min" ? 0 : word === "Max" ? 1 : 0.5);
	let drawn = box;
	const { size } = source.image;
	if (!stretched && !slice) {
		const scale = Math.min(box.width / size.width, box.height / size.height);
		const [width, height] = [size.width * scale, size.height * scale];
		drawn = {
			x: box.x + (box.width - width) * share(align?.[1]),
			y: box.y + (box.height - height) * share(align?.[2]),
			width,
			height,
		};
	}
	const [a, b, c, d] = place.matrix;
	// Where the size on the canvas is not known, a picture keeps its own.
	const own = Math.max(size.width / drawn.width, size.height / drawn.height);
	const across = place.detached ? own : Math.hypot(a, b);
	const down = place.detached ? own : Math.hypot(c, d);
	const pixels = (length: number, scale: number, most: number) =>
		Math.min(Math.max(1, Math.ceil(length * scale - 1e-3)), most, SVG_LIMITS.imageSide);
	const { width: canvasWidth, height: canvasHeight } = drawing.canvas;
	// More pixels than the canvas shows are of no use.
	const placed: Omit<PlacedImage, "href"> = {
		source,
		width: pixelated
			? Math.min(size.width, SVG_LIMITS.imageSide)
			: pixels(drawn.width, across, canvasWidth * 2),
		height: pixelated
			? Math.min(size.height, SVG_LIMITS.imageSide)
			: pixels(drawn.height, down, canvasHeight * 2),
		pixelated,
		cover: stretched ? undefined : { x: share(align?.[1]) * 100, y: share(align?.[2]) * 100 },
	};
	const { image } = source;
	drawing.budget.spend("nanoseconds", placed.width * placed.height * PIXEL);
	drawing.budget.spend("nanoseconds", image.price(embeddedNeed(placed)));
	drawing.budget.hold(placed.width * placed.height * BYTES);
	return makeElement("image", {
		x: printNumber(drawn.x),
		y: printNumber(drawn.y),
		width: printNumber(drawn.width),
		height: printNumber(drawn.height),
		preserveAspectRatio: "none",
		href: drawing.place(placed),
		"image-rendering": pixelated ? "optimizeSpeed" : undefined,
	});
}

/** Scaling, printing and drawing a pixel. Nanoseconds. */
const PIXEL = 150;
/** Bytes of each pixel: decoded, as a file, and in the renderer. */
const BYTES = 16;

/** What is needed of a picture. */
export function embeddedNeed({
	source,
	width,
	height,
	cover,
}: Omit<PlacedImage, "href">): ImageNeed {
	const { size } = source.image;
	// A stretched picture is made in its own ratio, and stretched when it is drawn.
	const scale = Math.max(width / size.width, height / size.height);
	const [boxWidth, boxHeight] =
		cover === undefined
			? [
					Math.min(SVG_LIMITS.imageSide, Math.max(1, Math.round(size.width * scale))),
					Math.min(SVG_LIMITS.imageSide, Math.max(1, Math.round(size.height * scale))),
				]
			: [width, height];
	return {
		path: "",
		boxWidth,
		boxHeight,
		region: { left: 0, top: 0, width: boxWidth, height: boxHeight },
		cropX: cover?.x ?? 50,
		cropY: cover?.y ?? 50,
		radius: 0,
		color: null,
		opacity: 1,
	};
}

/** A picture of one transparent pixel, for one that is damaged. */
const NOTHING = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

/**
 * Markup with the placed pictures in it, as data URLs, because the renderer looks for anything else
 * in the file system. A damaged one is left out, as in browsers.
 * @param damaged called with each of those
 */
export async function withPictures(
	markup: string,
	placed: readonly PlacedImage[],
	damaged: (image: EmbeddedImage) => void,
): Promise<string> {
	if (placed.length === 0) return markup;
	const { default: sharp } = await import("../raster/sharp.js");
	const urls = new Map<string, string>();
	for (const one of placed) {
		try {
			const { width, height, channels, data } = await one.source.image.draw(embeddedNeed(one), 1);
			const raw = { width, height, channels };
			const file = await sharp(data, { raw }).png({ compressionLevel: 1 }).toBuffer();
			urls.set(one.href, `data:image/png;base64,${file.toString("base64")}`);
		} catch (error) {
			if (!(error instanceof ImageFault) || error.reason !== "not_an_image") throw error;
			damaged(one.source);
		}
	}
	return markup.replace(
		/href="(picture:\d+)"/g,
		(_, href: string) => `href="${urls.get(href) ?? NOTHING}"`,
	);
}
