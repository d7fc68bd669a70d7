/**
 * One slide as a page of a PDF: made where slides are drawn, put into the document
 * where the answer is written. As one run of bytes:
 *
 *     u32 length of the head | head (JSON) | content | words | codes | content of each group | data of each picture
 */
import type { BlendMode } from "./paint/blend-mode.js";

export interface PagePicture {
	/** Equal for equal pictures, on any page: 22 characters of base64url. */
	readonly digest: string;
	/** Pixels. */
	readonly width: number;
	readonly height: number;
	/** A JPEG, or rows of pixels with the filters of PNG, deflated. */
	readonly coding: "jpeg" | "png";
	/** What a pixel is: RGB, an opacity, or an index into these colours (RGB in hexadecimal). */
	readonly pixels: "rgb" | "alpha" | { readonly palette: string };
	/** Position of the picture, before this one, that holds its opacity. */
	readonly mask?: number;
	/** Whether it is coarse, and scaled up smoothly. */
	readonly smooth: boolean;
	/** Bytes. */
	readonly length: number;
}

/** How what follows is painted. */
export interface PageState {
	/** 0 to 1. */
	readonly opacity?: number;
	readonly blend?: BlendMode;
	/** A group of the page that shows what is painted as far as it is opaque, or light. */
	readonly mask?: { readonly group: number; readonly by: "alpha" | "luminance" };
}

/** A gradient, in a space of its own. */
export interface PageGradient {
	/** From that space to the one of the content that names it. */
	readonly matrix: readonly number[];
	/** Ends of a line (4), or two circles (6). */
	readonly coords: readonly number[];
	/** Grey is the opacity of another gradient. */
	readonly colors: "rgb" | "gray";
	readonly stops: readonly { readonly at: number; readonly color: readonly number[] }[];
}

/** Operators that are painted as one; it may name what stands before it on the page. */
export interface PageGroup {
	/** x, y, x and y of the box around it. */
	readonly box: readonly number[];
	/** The colours of a mask are grey. */
	readonly colors: "rgb" | "gray";
}

/** Tags that a page may have: the process that writes the document makes an object of each. */
export const MAX_PAGE_TAGS = 500;

/** What a part of a page is to those who do not see it. Its position among the tags is its mark in the words. */
export interface PageTag {
	/** Paragraph, picture, and what an item of a list begins with and says. */
	readonly role: "P" | "Figure" | "Lbl" | "LBody";
	/** BCP 47; without it, that of the document. */
	readonly lang?: string;
	/** What it says, where its words do not run from left to right all. */
	readonly said?: string;
	/** Of a picture. */
	readonly alt?: string;
	/** Of a picture: left, bottom, right and top of the box around it, points from the page's lower left corner. */
	readonly box?: readonly number[];
	/** Number of the item on the page, and of its list. */
	readonly item?: number;
	readonly list?: number;
}

/** Points in an export pixel: PDF has 72 points in an inch, CSS 96 pixels. */
export const POINTS_PER_PIXEL = 0.75;

/** What the page itself consists of: its content, as decoration, and over it the invisible text. */
export interface PageWords {
	/**
	 * Deflated operators in the space of the page. They name the content Slide and the font of the
	 * text T; its codes have 2 bytes.
	 */
	readonly content: Uint8Array;
	/** Deflated CMap: what each code says; empty where there are none. */
	readonly codes: Uint8Array;
	/** Widths of the codes from 1 on, thousandths of an em. */
	readonly widths: readonly number[];
	/** In reading order. */
	readonly tags: readonly PageTag[];
}

/** A page, taken apart. */
export interface PdfPage {
	/** Export pixels. */
	readonly width: number;
	readonly height: number;
	/** Deflated operators that draw in export pixels from the top left. */
	readonly content: Uint8Array;
	readonly words: PageWords;
	/** Named G0, G1 and so on in content. */
	readonly states: readonly PageState[];
	/** Named P0, P1 and so on. */
	readonly gradients: readonly PageGradient[];
	/** Named X0, X1 and so on; operators deflated. */
	readonly groups: readonly { readonly meta: PageGroup; readonly content: Uint8Array }[];
	/** Named I0, I1 and so on. */
	readonly pictures: readonly { readonly meta: PagePicture; readonly data: Uint8Array }[];
}

/** A page as one run of bytes. @returns what `unpackPage` reads */
export function packPage({ content, words, pictures, groups, ...rest }: PdfPage): Buffer {
	const head = {
		...rest,
		content: content.length,
		words: { ...words, content: words.content.length, codes: words.codes.length },
		groups: groups.map(({ meta, content }) => ({ ...meta, length: content.length })),
		pictures: pictures.map(({ meta }) => meta),
	};
	const json = Buffer.from(JSON.stringify(head));
	const length = Buffer.alloc(4);
	length.writeUInt32LE(json.length);
	return Buffer.concat([
		length,
		json,
		content,
		words.content,
		words.codes,
		...groups.map((group) => group.content),
		...pictures.map(({ data }) => data),
	]);
}
