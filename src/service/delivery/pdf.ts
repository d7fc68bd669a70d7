/**
 * Pages become a PDF, one after the other, as its reader takes them: no more than a
 * page is in memory. The same pages give the same bytes.
 */

import type {
	PageGradient,
	PageGroup,
	PagePicture,
	PageState,
	PdfPage,
} from "../../engine/pdf-page.js";
import type { PDFDocument as Document, PDFReference } from "./pdfkit.js";
import { loadPdfKit } from "./pdfkit.js";
import { unpackPage } from "./unpack-page.js";

/** Points in an export pixel: PDF has 72 points in an inch, CSS 96 pixels. */
export const POINTS_PER_PIXEL = 0.75;

const PRODUCER = "Post Image Render Service";

/** A page that waits to be read. */
export interface WaitingPage {
	/** The page as `unpackPage` reads it. */
	bytes(): Promise<Buffer>;
}

/** @param title for readers' windows; plain text */
export async function* pdfDocument(
	pages: AsyncIterable<WaitingPage>,
	title: string,
): AsyncGenerator<Buffer> {
	const PDFDocument = await loadPdfKit();
	const document = new PDFDocument({
		autoFirstPage: false,
		pdfVersion: "1.7",
		displayTitle: true,
		font: null,
		// The date makes the document's id; a time of the clock would be another at each run.
		info: { Title: title, Producer: PRODUCER, Creator: PRODUCER, CreationDate: new Date(0) },
	});
	delete document.info.CreationDate;
	// What it writes there of the title is not escaped, and says nothing that info does not.
	document.endMetadata = () => {};
	const pictures = new Map<string, PDFReference>();
	for await (const waiting of pages) {
		const page = unpackPage(await waiting.bytes());
		for (const _ of addPage(document, page, pictures)) yield* written(document);
		yield* written(document);
	}
	document.end();
	yield* written(document);
}

/** What the document has written so far. */
function* written(document: Document): Generator<Buffer> {
	for (;;) {
		const piece = document.read() as Buffer | null;
		if (piece === null) return;
		yield piece;
	}
}

/** Adds one page; yields whenever much was written. */
function* addPage(
	document: Document,
	page: PdfPage,
	known: Map<string, PDFReference>,
): Generator<void> {
	const { width, height } = page;
	const XObject: Record<string, PDFReference> = {};
	const onPage: PDFReference[] = [];
	for (const [i, { meta, data }] of page.pictures.entries()) {
		let picture = known.get(meta.digest);
		if (picture === undefined) {
			picture = document.ref(pictureDictionary(meta, onPage));
			picture.end(data);
			known.set(meta.digest, picture);
			yield;
		}
		onPage.push(picture);
		XObject[`I${i}`] = picture;
	}
	// One for all: a group may name what stands before it on the page.
	const Resources = document.ref({});
	const groups = page.groups.map(({ meta }) => document.ref(groupDictionary(meta, Resources)));
	for (const [i, { content }] of page.groups.entries()) {
		groups[i]!.end(content);
		XObject[`X${i}`] = groups[i]!;
		yield;
	}
	const named = <T>(letter: string, list: readonly T[], dictionary: (one: T) => object) =>
		Object.fromEntries(list.map((one, i) => [`${letter}${i}`, dictionary(one)]));
	Object.assign(Resources.data, {
		XObject,
		ExtGState: named("G", page.states, (state) => stateDictionary(state, groups)),
		...(page.gradients.length > 0 && { Pattern: named("P", page.gradients, gradientDictionary) }),
	});
	Resources.end();
	const drawing = document.ref({
		Type: "XObject",
		Subtype: "Form",
		BBox: [0, 0, width, height],
		Resources,
		Filter: "FlateDecode",
	});
	drawing.end(page.content);
	document.addPage({ size: [width * POINTS_PER_PIXEL, height * POINTS_PER_PIXEL], margin: 0 });
	// Colours are mixed as on a screen, whatever the reader would do by itself.
	document.page.dictionary.data.Group = { S: "Transparency", CS: "DeviceRGB" };
	document.page.xobjects.Slide = drawing;
	document.addContent(`${POINTS_PER_PIXEL} 0 0 ${POINTS_PER_PIXEL} 0 0 cm\n/Slide Do`);
}

const groupDictionary = ({ box, colors }: PageGroup, Resources: PDFReference): object => ({
	Type: "XObject",
	Subtype: "Form",
	BBox: box,
	Resources,
	Group: { S: "Transparency", CS: colors === "rgb" ? "DeviceRGB" : "DeviceGray", I: true },
	Filter: "FlateDecode",
});

/** Blend modes are called as in CSS, without hyphens and in capitals. */
const blendName = (blend: string): string =>
	blend.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

function stateDictionary(
	{ opacity, blend, mask }: PageState,
	groups: readonly PDFReference[],
): object {
	return {
		...(opacity !== undefined && { ca: opacity, CA: opacity }),
		...(blend !== undefined && { BM: blendName(blend) }),
		...(mask && {
			SMask: {
				Type: "Mask",
				S: mask.by === "alpha" ? "Alpha" : "Luminosity",
				G: groups[mask.group],
			},
		}),
	};
}

function gradientDictionary({ matrix, coords, colors, stops }: PageGradient): object {
	return {
		Type: "Pattern",
		PatternType: 2,
		Matrix: matrix,
		Shading: {
			ShadingType: coords.length === 4 ? 2 : 3,
			ColorSpace: colors === "rgb" ? "DeviceRGB" : "DeviceGray",
			Coords: coords,
			Extend: [true, true],
			Function: stopsFunction(stops),
		},
	};
}

/** From 0 to 1, a colour: straight between two stops, that of the nearest one outside of all. */
function stopsFunction(stops: PageGradient["stops"]): object {
	const [first, last] = [stops[0]!, stops.at(-1)!];
	const all = [{ ...first, at: 0 }, ...stops, { ...last, at: 1 }];
	return {
		FunctionType: 3,
		Domain: [0, 1],
		Functions: all.slice(1).map(({ color }, i) => ({
			FunctionType: 2,
			Domain: [0, 1],
			C0: all[i]!.color,
			C1: color,
			N: 1,
		})),
		Bounds: all.slice(1, -1).map(({ at }) => at),
		Encode: all.slice(1).flatMap(() => [0, 1]),
	};
}

/** @param onPage the page's pictures so far, one of which may be the mask */
function pictureDictionary(meta: PagePicture, onPage: readonly PDFReference[]): object {
	const { width, height, coding, pixels, mask, smooth } = meta;
	const colors = pixels === "rgb" ? 3 : 1;
	const opacity = mask === undefined ? undefined : onPage[mask];
	return {
		Type: "XObject",
		Subtype: "Image",
		Width: width,
		Height: height,
		BitsPerComponent: 8,
		ColorSpace: colorSpace(pixels),
		...(coding === "jpeg"
			? { Filter: "DCTDecode" }
			: {
					Filter: "FlateDecode",
					// 15: each row says which of PNG's filters it has.
					DecodeParms: { Predictor: 15, Colors: colors, Columns: width },
				}),
		...(smooth && { Interpolate: true }),
		...(opacity && { SMask: opacity }),
	};
}

function colorSpace(pixels: PagePicture["pixels"]): unknown {
	if (pixels === "rgb") return "DeviceRGB";
	if (pixels === "alpha") return "DeviceGray";
	const last = pixels.palette.length / 6 - 1;
	return ["Indexed", "DeviceRGB", last, Buffer.from(pixels.palette, "hex")];
}
