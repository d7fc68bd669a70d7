import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { LIMITS } from "../../../contract/limits.js";
import { BLEND_MODES } from "../../../engine/paint/blend-mode.js";
import { MAX_PAGE_TAGS, type PdfPage } from "../../../engine/pdf-page.js";

const Length = Type.Integer({ minimum: 0, maximum: 200_000_000 });
const Side = Type.Integer({ minimum: 1, maximum: 20_000 });
const Share = Type.Number({ minimum: 0, maximum: 1 });
const Numbers = (minItems: number, maxItems: number) =>
	Type.Array(Type.Number({ minimum: -1e9, maximum: 1e9 }), { minItems, maxItems });
const Colors = Type.Union([Type.Literal("rgb"), Type.Literal("gray")]);
const Position = Type.Integer({ minimum: 0, maximum: 100_000 });

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
const StateSchema = Type.Object({
	opacity: Type.Optional(Share),
	blend: Type.Optional(Type.Union(BLEND_MODES.map((mode) => Type.Literal(mode)))),
	mask: Type.Optional(
		Type.Object({
			group: Position,
			by: Type.Union([Type.Literal("alpha"), Type.Literal("luminance")]),
		}),
	),
});
const GradientSchema = Type.Object({
	matrix: Numbers(6, 6),
	coords: Type.Union([Numbers(4, 4), Numbers(6, 6)]),
	colors: Colors,
	stops: Type.Array(
		Type.Object({ at: Share, color: Type.Array(Share, { minItems: 1, maxItems: 3 }) }),
		{
			minItems: 1,
			maxItems: 1_000,
		},
	),
});
const GroupSchema = Type.Object({ box: Numbers(4, 4), colors: Colors, length: Length });
/** Characters of a text, including emoji, rich text and changes of case. */
const MAX_SAID = 10 * LIMITS.maxTextLength;
/** A link whose characters are all percent-encoded. */
const MAX_URL = 12 * LIMITS.maxHrefLength;
const TagSchema = Type.Object({
	role: Type.Union([
		Type.Literal("P"),
		Type.Literal("Figure"),
		Type.Literal("Lbl"),
		Type.Literal("LBody"),
	]),
	lang: Type.Optional(Type.String({ maxLength: LIMITS.maxLanguageTagLength })),
	said: Type.Optional(Type.String({ maxLength: MAX_SAID })),
	alt: Type.Optional(Type.String({ maxLength: LIMITS.maxAltLength })),
	box: Type.Optional(Numbers(4, 4)),
	item: Type.Optional(Position),
	list: Type.Optional(Position),
});
const LinkSchema = Type.Object({
	url: Type.String({ pattern: "^(?:https?://|mailto:|tel:)[\\x21-\\x7e]+$", maxLength: MAX_URL }),
	label: Type.String({ maxLength: MAX_SAID }),
	corners: Numbers(8, 8),
	from: Type.Integer({ minimum: 0, maximum: MAX_PAGE_TAGS }),
	to: Type.Integer({ minimum: 0, maximum: MAX_PAGE_TAGS }),
});
const WordsSchema = Type.Object({
	content: Length,
	codes: Length,
	widths: Type.Array(Type.Integer({ minimum: 0, maximum: 1_000_000 }), { maxItems: 65_535 }),
	tags: Type.Array(TagSchema, { maxItems: MAX_PAGE_TAGS }),
	links: Type.Array(LinkSchema, { maxItems: LIMITS.maxLayersPerSlide }),
});
const HeadSchema = Type.Object({
	width: Side,
	height: Side,
	content: Length,
	words: WordsSchema,
	states: Type.Array(StateSchema, { maxItems: 100_000 }),
	gradients: Type.Array(GradientSchema, { maxItems: 100_000 }),
	groups: Type.Array(GroupSchema, { maxItems: 10_000 }),
	pictures: Type.Array(PictureSchema, { maxItems: 1_000 }),
});

/** @throws Error if the bytes are not a valid page: the render process handled hostile input */
export function unpackPage(bytes: Buffer): PdfPage {
	const headEnd = 4 + bytes.readUInt32LE(0);
	const head: unknown = JSON.parse(bytes.toString("utf8", 4, headEnd));
	if (!Value.Check(HeadSchema, head)) throw new Error("an invalid page");
	let at = headEnd;
	const take = (length: number) => {
		at += length;
		if (at > bytes.length) throw new Error("a page that ends early");
		return bytes.subarray(at - length, at);
	};
	const { content, words, groups, pictures, ...rest } = head;
	if (rest.states.some(({ mask }) => mask && mask.group >= groups.length))
		throw new Error("a page without its mask");
	return {
		...rest,
		content: take(content),
		words: { ...words, content: take(words.content), codes: take(words.codes) },
		groups: groups.map(({ length, ...meta }) => ({ meta, content: take(length) })),
		pictures: pictures.map((meta) => ({ meta, data: take(meta.length) })),
	};
}
