/**
 * The font of the invisible text: each code is an empty glyph that is as wide as the visible
 * letters.
 */
import { deflateSync } from "node:zlib";
import type { PageWords } from "../../../engine/pdf-page.js";
import { ASCENT, DESCENT, EMPTY_FONT } from "./empty-font.js";
import { type PdfReference, PdfText, type PdfWriter } from "./writer.js";

const NAME = "Invisible";

/** The font program and what all pages share; each page has its own codes. */
export class InvisibleFont {
	readonly #writer: PdfWriter;
	#shared: { readonly descriptor: PdfReference; readonly glyphs: PdfReference } | undefined;
	#codes = 0;

	constructor(writer: PdfWriter) {
		this.#writer = writer;
	}

	/** The font of one page. */
	ofPage({ codes, widths }: PageWords): PdfReference {
		const { descriptor, glyphs } = this.#share();
		this.#codes = Math.max(this.#codes, widths.length);
		const map = this.#writer.ref({ Filter: "FlateDecode" });
		map.end(codes);
		const descendant = this.#writer.ref({
			Type: "Font",
			Subtype: "CIDFontType2",
			BaseFont: NAME,
			CIDSystemInfo: {
				Registry: new PdfText("Adobe"),
				Ordering: new PdfText("Identity"),
				Supplement: 0,
			},
			FontDescriptor: descriptor,
			CIDToGIDMap: glyphs,
			W: [1, widths],
		});
		descendant.end();
		const font = this.#writer.ref({
			Type: "Font",
			Subtype: "Type0",
			BaseFont: NAME,
			Encoding: "Identity-H",
			DescendantFonts: [descendant],
			ToUnicode: map,
		});
		font.end();
		return font;
	}

	/** Every code is the same empty glyph. After this, no more fonts can be created. */
	end(): void {
		if (this.#shared === undefined) return;
		const map = Buffer.alloc(2 * (this.#codes + 1));
		for (let code = 1; code <= this.#codes; code++) map[2 * code + 1] = 1;
		this.#shared.glyphs.end(deflateSync(map, { level: 9 }));
	}

	#share() {
		if (this.#shared) return this.#shared;
		const file = this.#writer.ref({ Filter: "FlateDecode", Length1: EMPTY_FONT.length });
		file.end(deflateSync(EMPTY_FONT, { level: 9 }));
		const descriptor = this.#writer.ref({
			Type: "FontDescriptor",
			FontName: NAME,
			// Its codes are not those of a Latin alphabet.
			Flags: 4,
			FontBBox: [0, DESCENT, 1000, ASCENT],
			ItalicAngle: 0,
			Ascent: ASCENT,
			Descent: DESCENT,
			CapHeight: 728,
			StemV: 80,
			FontFile2: file,
		});
		descriptor.end();
		this.#shared = { descriptor, glyphs: this.#writer.ref({ Filter: "FlateDecode" }) };
		return this.#shared;
	}
}
