/**
 * One slide as a page of a PDF: made where slides are drawn, put into the document
 * where the answer is written. As one run of bytes:
 *
 *     u32 length of the head | head (JSON) | content | data of each picture
 */

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

/** A page, taken apart. */
export interface PdfPage {
	/** Export pixels. */
	readonly width: number;
	readonly height: number;
	/** Deflated operators that draw in export pixels from the top left. */
	readonly content: Uint8Array;
	/** Opacities that the content names G0, G1 and so on. */
	readonly opacities: readonly number[];
	/** Pictures that the content names I0, I1 and so on. */
	readonly pictures: readonly { readonly meta: PagePicture; readonly data: Uint8Array }[];
}

export function packPage({ content, pictures, ...rest }: PdfPage): Buffer {
	const metas = pictures.map(({ meta }) => meta);
	const json = Buffer.from(JSON.stringify({ ...rest, content: content.length, pictures: metas }));
	const length = Buffer.alloc(4);
	length.writeUInt32LE(json.length);
	return Buffer.concat([length, json, content, ...pictures.map(({ data }) => data)]);
}
