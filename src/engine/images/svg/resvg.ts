/** The only calls of resvg, and the message for what it cannot draw. */
import {
	type BBox,
	type RenderedImage,
	Resvg,
	type ResvgRenderOptions,
	renderAsync,
} from "@resvg/resvg-js";
import { ServiceError } from "../../../base/errors.js";

/**
 * Fonts are off, because texts are outlines. The empty `crop` crops nothing; if it were unset,
 * resvg-js would copy the result pixel by pixel to crop it to its own size, which takes a twentieth
 * of the processor time of a text slide.
 */
const OPTIONS = {
	font: { loadSystemFonts: false },
	crop: { left: 0, top: 0, right: 0, bottom: 0 },
	logLevel: "off",
} as const satisfies ResvgRenderOptions;

/**
 * Draws markup at its own size.
 * @param imageOf the bytes of an image, by its URL; resvg looks up http(s) URLs only, and never
 * fetches one
 * @throws ServiceError too_complex, without a path, if resvg cannot draw it
 */
export const drawSvg = (
	markup: string,
	imageOf?: (href: string) => Buffer | undefined,
): RenderedImage =>
	guarded(() => {
		const resvg = new Resvg(markup, OPTIONS);
		if (imageOf !== undefined)
			for (const href of resvg.imagesToResolve() as string[]) {
				const image = imageOf(href);
				if (image) resvg.resolveImage(href, image);
			}
		return resvg.render();
	});

/** Like `drawSvg`, in a thread and without images. */
export const drawSvgAside = (markup: string): Promise<RenderedImage> =>
	renderAsync(markup, OPTIONS).catch(refuse);

/** The box around everything that markup paints; undefined if it paints nothing. */
export const inkOfSvg = (markup: string): BBox | undefined =>
	guarded(() => new Resvg(markup, OPTIONS).getBBox());

function guarded<T>(call: () => T): T {
	try {
		return call();
	} catch (error) {
		return refuse(error);
	}
}

function refuse(cause: unknown): never {
	throw new ServiceError("too_complex", {
		message: "The slide contains something that cannot be drawn.",
		cause,
	});
}
