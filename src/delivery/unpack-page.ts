import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { PdfPage } from "../render/pdf-page.js";

const Length = Type.Integer({ minimum: 0, maximum: 200_000_000 });
const Side = Type.Integer({ minimum: 1, maximum: 20_000 });
const Alpha = Type.Number({ minimum: 0, maximum: 1 });

const PictureSchema = Type.Object({
	digest: Type.String({ pattern: "^[\\w-]{22}$" }),
	width: Side,
	height: Side,
	coding: Type.Union([Type.Literal("jpeg"), Type.Literal("png")]),
	pixels: Type.Union([
		Type.Literal("rgb"),
		Type.Literal("alpha"),
		Type.Object({ palette: Type.String({ pattern: "^([0-9a-f]{6}){1,256}$" }) }),
	]),
	mask: Type.Optional(Type.Integer({ minimum: 0 })),
	smooth: Type.Boolean(),
	length: Length,
});
const HeadSchema = Type.Object({
	width: Side,
	height: Side,
	content: Length,
	opacities: Type.Array(Alpha, { maxItems: 100_000 }),
	pictures: Type.Array(PictureSchema, { maxItems: 1_000 }),
});

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
