/**
 * One slide as a page of a PDF. The render process makes it, and the HTTP process puts it into the
 * document. The format is
 *
 *     u32 length of the head | head (JSON) | content | words | codes | content of each group | data of each picture
 */
import type { BlendMode } from "./paint/blend-mode.js";

export interface PagePicture {
	/** Digest of the picture, the same on every page: 22 characters of base64url. */
	readonly digest: string;
	/** Pixels. */
	readonly width: number;
	readonly height: number;
	/** A JPEG, or rows of pixels with the filters of PNG, deflated. */
	readonly coding: "jpeg" | "png";
	/** The type of a pixel: RGB, an opacity, or an index into these colours (RGB in hexadecimal). */
	readonly pixels: "rgb" | "alpha" | { readonly palette: string };
	/** Index of the picture with its opacity, which must come before this one. */
	readonly mask?: number;
	/** Whether it has a low resolution, and is scaled up smoothly. */
	readonly smooth: boolean;
	/** Bytes. */
	readonly length: number;
}

/** The graphics state for the following operators. */
export interface PageState {
	/** 0 to 1. */
	readonly opacity?: number;
	readonly blend?: BlendMode;
	/** A group of the page that is used as a mask, by opacity or by luminance. */
	readonly mask?: { readonly group: number; readonly by: "alpha" | "luminance" };
}

/** A gradient in its own space. */
export interface PageGradient {
	/** From that space to the space of the content that uses it. */
	readonly matrix: readonly number[];
	/** Ends of a line (4), or two circles (6). */
	readonly coords: readonly number[];
	/** Its grey values are the opacity of another gradient. */
	readonly colors: "rgb" | "gray";
	readonly stops: readonly { readonly at: number; readonly color: readonly number[] }[];
}

/** Operators that are painted as a group, which may use everything before it on the page. */
export interface PageGroup {
	/** The box around it: x, y, x and y. */
	readonly box: readonly number[];
	/** It is a mask, so its colours are grey. */
	readonly colors: "rgb" | "gray";
}

/**
 * Maximum number of tags per page, because the process that writes the document makes an object of
 * each.
 */
export const MAX_PAGE_TAGS = 500;

/**
 * The meaning of a part of a page for people who cannot see it. Its index among the tags is its
 * marked-content id in the words.
 */
export interface PageTag {
	/** Paragraph, picture, and the label and body of a list item. */
	readonly role: "P" | "Figure" | "Lbl" | "LBody";
	/** BCP 47; default: the language of the document. */
	readonly lang?: string;
	/** Its text, if not all its words run from left to right. */
	readonly said?: string;
	/** Alternative text of a picture. */
	readonly alt?: string;
	/**
	 * Box of a picture: left, bottom, right and top, in points from the lower left corner of the
	 * page.
	 */
	readonly box?: readonly number[];
	/** Number of the item on the page, and of its list. */
	readonly item?: number;
	readonly list?: number;
}

/** A clickable area. */
export interface PageLink {
	/** Printable ASCII. */
	readonly url: string;
	readonly label: string;
	/** Its corners: x and y of each, in points from the lower left corner of the page. */
	readonly corners: readonly number[];
	/** The tags of what it contains: the first, and the one after the last. */
	readonly from: number;
	readonly to: number;
}

/** Points in an export pixel: PDF has 72 points in an inch, CSS 96 pixels. */
export const POINTS_PER_PIXEL = 0.75;

/** The content of the page, marked as decoration, and the invisible text over it. */
export interface PageWords {
	/**
	 * Deflated operators in the space of the page. They name the content Slide and the font of the
	 * text T; its codes have 2 bytes.
	 */
	readonly content: Uint8Array;
	/** Deflated CMap from codes to text; empty if there are no codes. */
	readonly codes: Uint8Array;
	/** Widths of the codes from 1 on, thousandths of an em. */
	readonly widths: readonly number[];
	/** In reading order. */
	readonly tags: readonly PageTag[];
	/** In reading order; none contains another. */
	readonly links: readonly PageLink[];
}

/** A page, taken apart. */
export interface PdfPage {
	/** Size in export pixels. */
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
