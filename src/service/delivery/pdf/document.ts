/**
 * Combines pages to a PDF while the client reads it: at most one page is in memory. The same pages
 * give the same bytes.
 */

import type {
	PageGradient,
	PageGroup,
	PageLink,
	PagePicture,
	PageState,
	PdfPage,
} from "../../../engine/pdf-page.js";
import { POINTS_PER_PIXEL } from "../../../engine/pdf-page.js";
import type { PdfInfo } from "./info.js";
import { InvisibleFont } from "./invisible-font.js";
import { metadata } from "./metadata.js";
import { Structure } from "./structure.js";
import { unpackPage } from "./unpack-page.js";
import { type PdfReference, PdfText, type PdfValue, PdfWriter } from "./writer.js";

const PRODUCER = "Post Image Render Service";

/** A page that waits to be read. */
export interface WaitingPage {
	/** The page in the form that `unpackPage` reads. */
	bytes(): Promise<Buffer>;
}

/** Pages as a tagged, accessible PDF (PDF/UA-1). */
export async function* pdfDocument(
	pages: AsyncIterable<WaitingPage>,
	{ title, language }: PdfInfo,
): AsyncGenerator<Buffer> {
	const writer = new PdfWriter();
	const book: Book = {
		writer,
		tree: writer.plainRef({ Type: "Pages" }),
		pages: [],
		pictures: new Map(),
		font: new InvisibleFont(writer),
		structure: new Structure(writer, language),
	};
	for await (const waiting of pages) {
		const page = unpackPage(await waiting.bytes());
		for (const _ of addPage(book, page)) yield* writer.take();
		yield* writer.take();
	}
	Object.assign(book.tree.data, { Count: book.pages.length, Kids: book.pages });
	book.tree.end();
	book.font.end();
	const producer = new PdfText(PRODUCER);
	const info = writer.plainRef({
		Title: new PdfText(title),
		Producer: producer,
		Creator: producer,
	});
	info.end();
	const catalog = writer.plainRef({
		Type: "Catalog",
		Pages: book.tree,
		Lang: new PdfText(language),
		MarkInfo: { Marked: true },
		StructTreeRoot: book.structure.end(),
		ViewerPreferences: { DisplayDocTitle: true },
		Metadata: metadata(writer, { title, language }),
	});
	catalog.end();
	writer.end(catalog, info);
	yield* writer.take();
}

/** Objects that all pages of a document share. */
interface Book {
	readonly writer: PdfWriter;
	/** The parent of all pages. */
	readonly tree: PdfReference;
	readonly pages: PdfReference[];
	/** By digest. */
	readonly pictures: Map<string, PdfReference>;
	readonly font: InvisibleFont;
	readonly structure: Structure;
}

/** Adds one page; yields whenever enough was written. */
function* addPage(book: Book, page: PdfPage): Generator<void> {
	const { writer, font, structure } = book;
	const { width, height, words } = page;
	const XObject: Record<string, PdfReference> = {};
	const onPage: PdfReference[] = [];
	for (const [i, { meta, data }] of page.pictures.entries()) {
		let picture = book.pictures.get(meta.digest);
		if (picture === undefined) {
			picture = writer.ref(pictureDictionary(meta, onPage));
			picture.end(data);
			book.pictures.set(meta.digest, picture);
			yield;
		}
		onPage.push(picture);
		XObject[`I${i}`] = picture;
	}
	// One for all: a group may name what stands before it on the page.
	const Resources = writer.ref({});
	const groups = page.groups.map(({ meta }) => writer.ref(groupDictionary(meta, Resources)));
	for (const [i, { content }] of page.groups.entries()) {
		groups[i]!.end(content);
		XObject[`X${i}`] = groups[i]!;
		yield;
	}
	const named = <T>(letter: string, list: readonly T[], dictionary: (one: T) => PdfValue) =>
		Object.fromEntries(list.map((one, i) => [`${letter}${i}`, dictionary(one)]));
	Object.assign(Resources.data, {
		...(onPage.length + groups.length > 0 && { XObject }),
		...(page.states.length > 0 && {
			ExtGState: named("G", page.states, (state) => stateDictionary(state, groups)),
		}),
		...(page.gradients.length > 0 && { Pattern: named("P", page.gradients, gradientDictionary) }),
	});
	Resources.end();
	const Slide = writer.ref({
		Type: "XObject",
		Subtype: "Form",
		BBox: [0, 0, width, height],
		Resources,
		Filter: "FlateDecode",
	});
	Slide.end(page.content);
	yield;
	const Contents = writer.ref({ Filter: "FlateDecode" });
	Contents.end(words.content);
	const sheet = writer.plainRef({
		Type: "Page",
		Parent: book.tree,
		MediaBox: [0, 0, width * POINTS_PER_PIXEL, height * POINTS_PER_PIXEL],
		Contents,
		Resources: {
			XObject: { Slide },
			...(words.widths.length > 0 && { Font: { T: font.ofPage(words) } }),
		},
		// Colours are blended as on a screen, whatever the default of the PDF reader is.
		Group: { S: "Transparency", CS: "DeviceRGB" },
	});
	const annotations = words.links.map((link) => writer.ref(linkDictionary(link)));
	if (words.tags.length > 0 || annotations.length > 0) {
		const links = words.links.map((link, i) => ({ ...link, annotation: annotations[i]! }));
		sheet.data.StructParents = structure.add(sheet, words.tags, links);
	}
	if (annotations.length > 0) Object.assign(sheet.data, { Annots: annotations, Tabs: "S" });
	for (const annotation of annotations) annotation.end();
	sheet.end();
	book.pages.push(sheet);
}

/** Readers without QuadPoints use the upright box around the area. */
function linkDictionary({ url, label, corners }: PageLink): Record<string, PdfValue> {
	const xs = corners.filter((_, i) => i % 2 === 0);
	const ys = corners.filter((_, i) => i % 2 === 1);
	return {
		Type: "Annot",
		Subtype: "Link",
		Rect: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
		QuadPoints: corners,
		Border: [0, 0, 0],
		// Printed, as PDF/A and PDF/UA require.
		F: 4,
		Contents: new PdfText(label),
		A: { Type: "Action", S: "URI", URI: new PdfText(url) },
	};
}

const groupDictionary = (
	{ box, colors }: PageGroup,
	Resources: PdfReference,
): Record<string, PdfValue> => ({
	Type: "XObject",
	Subtype: "Form",
	BBox: box,
	Resources,
	Group: { S: "Transparency", CS: colors === "rgb" ? "DeviceRGB" : "DeviceGray", I: true },
	Filter: "FlateDecode",
});

/** Names of blend modes are those of CSS, without hyphens and capitalised. */
const blendName = (blend: string): string =>
	blend.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

function stateDictionary(
	{ opacity, blend, mask }: PageState,
	groups: readonly PdfReference[],
): Record<string, PdfValue> {
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

function gradientDictionary({
	matrix,
	coords,
	colors,
	stops,
}: PageGradient): Record<string, PdfValue> {
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

/**
 * A colour for each position from 0 to 1: linear between two stops, and outside the colour of the
 * nearest stop.
 */
function stopsFunction(stops: PageGradient["stops"]): Record<string, PdfValue> {
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

/** @param onPage the pictures of the page so far, one of which may be the mask */
function pictureDictionary(
	meta: PagePicture,
	onPage: readonly PdfReference[],
): Record<string, PdfValue> {
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
					// 15: each row begins with the number of its PNG filter.
					DecodeParms: { Predictor: 15, Colors: colors, Columns: width },
				}),
		...(smooth && { Interpolate: true }),
		...(opacity && { SMask: opacity }),
	};
}

function colorSpace(pixels: PagePicture["pixels"]): PdfValue {
	if (pixels === "rgb") return "DeviceRGB";
	if (pixels === "alpha") return "DeviceGray";
	const last = pixels.palette.length / 6 - 1;
	return ["Indexed", "DeviceRGB", last, Buffer.from(pixels.palette, "hex")];
}
