/**
 * One slide as a page of a PDF: made where slides are drawn, put into the document
 * where the answer is written. As one run of bytes:
 *
 *     u32 length of the head | head (JSON) | content | data of each picture
 */
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

const Length = Type.Integer({ minimum: 0, maximum: 200_000_000 });
const Side = Type.Integer({ minimum: 1, maximum: 20_000 });
const Alpha = Type.Number({ minimum: 0, maximum: 1 });

const PictureSchema = Type.Object({
	/** Equal for equal pictures, on any page. */
	digest: Type.String({ pattern: "^[\\w-]{22}$" }),
	/** Pixels. */
	width: Side,
	height: Side,
	/** A JPEG, or rows of pixels with the filters of PNG, deflated. */
	coding: Type.Union([Type.Literal("jpeg"), Type.Literal("png")]),
	/** What a pixel is: RGB, an opacity, or an index into these colours (RGB in hexadecimal). */
	pixels: Type.Union([
		Type.Literal("rgb"),
		Type.Literal("alpha"),
		Type.Object({ palette: Type.String({ pattern: "^([0-9a-f]{6}){1,256}$" }) }),
	]),
	/** Position of the picture, before this one, that holds its opacity. */
	mask: Type.Optional(Type.Integer({ minimum: 0 })),
	/** Whether it is coarse, and scaled up smoothly. */
	smooth: Type.Boolean(),
	/** Bytes. */
	length: Length,
});
export type PagePicture = Static<typeof PictureSchema>;

const HeadSchema = Type.Object({
	/** Export pixels. */
	width: Side,
	height: Side,
	/** Bytes of the content, deflated operators that draw in export pixels from the top left. */
	content: Length,
	/** Opacities that the content names G0, G1 and so on. */
	opacities: Type.Array(Alpha, { maxItems: 100_000 }),
	/** Pictures that the content names I0, I1 and so on. */
	pictures: Type.Array(PictureSchema, { maxItems: 1_000 }),
});
type Head = Static<typeof HeadSchema>;

/** A page, taken apart. */
export interface PdfPage {
	readonly width: number;
	readonly height: number;
	readonly content: Uint8Array;
	readonly opacities: readonly number[];
	readonly pictures: readonly { readonly meta: PagePicture; readonly data: Uint8Array }[];
}

export function packPage({ content, pictures, ...rest }: PdfPage): Buffer {
	const metas = pictures.map(({ meta }) => meta);
	const head = { ...rest, content: content.length, pictures: metas } satisfies Omit<
		Head,
		"opacities"
	> & { opacities: readonly number[] };
	const json = Buffer.from(JSON.stringify(head));
	const length = Buffer.alloc(4);
	length.writeUInt32LE(json.length);
	return Buffer.concat([length, json, content, ...pictures.map(({ data }) => data)]);
}

/** @throws Error when the bytes are no page: what drew it handled hostile input */
export function unpackPage(bytes: Buffer): PdfPage {
	const headEnd = 4 + bytes.readUInt32LE(0);
	const head: unknown = JSON.parse(bytes.toString("utf8", 4, headEnd));
	if (!Value.Check(HeadSchema, head)) throw new Error("a page of no known form");
	let at = headEnd;
	const take = (length: number) => {
		at += length;
		if (at > bytes.length) throw new Error("a page that ends early");
		return bytes.subarray(at - length, at);
	};
	const { content, pictures, ...rest } = head;
	return {
		...rest,
		content: take(content),
		pictures: pictures.map((meta) => ({ meta, data: take(meta.length) })),
	};
}
