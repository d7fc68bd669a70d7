/** The structure tree of a PDF, which screen readers read in order (ISO 32000-1, 14.7 and 14.8). */
import type { PageLink, PageTag } from "../../../engine/pdf-page.js";
import { type PdfReference, PdfText, type PdfValue, type PdfWriter } from "./writer.js";

/** A clickable area with its annotation. */
export interface StructureLink extends PageLink {
	readonly annotation: PdfReference;
}

export class Structure {
	readonly #writer: PdfWriter;
	readonly #language: string;
	readonly #root: PdfReference;
	readonly #whole: PdfReference;
	readonly #slides: PdfReference[] = [];
	/** By number, the elements of a page's marked content, or the element of an annotation. */
	readonly #parents: PdfValue[] = [];
	#count = 0;

	/** @param language of the document, BCP 47 */
	constructor(writer: PdfWriter, language: string) {
		this.#writer = writer;
		this.#language = language;
		this.#root = writer.ref({ Type: "StructTreeRoot" });
		this.#whole = writer.ref({ S: "Document", P: this.#root });
	}

	/**
	 * Adds the elements of a page.
	 * @param links their annotations get their number in the parent tree
	 * @returns the number of the page in the parent tree
	 */
	add(page: PdfReference, tags: readonly PageTag[], links: readonly StructureLink[] = []): number {
		const slide = this.#writer.ref({ S: "Sect", P: this.#whole, Pg: page });
		const kids: PdfValue[] = [];
		const elements: PdfReference[] = [];
		const marked: PdfReference[] = [];
		const add = (parent: PdfReference, siblings: PdfValue[], data: Record<string, PdfValue>) => {
			const element = this.#writer.ref({ P: parent, Pg: page, ...data });
			siblings.push(element);
			elements.push(element);
			return element;
		};
		let list: OpenList | undefined;
		// What the next elements are in: the slide or a link.
		let place: Place = { element: slide, kids, end: Number.POSITIVE_INFINITY };
		const waiting = [...links];
		const moveTo = (mark: number) => {
			if (mark >= place.end) {
				place.kids.push(place.annotation!);
				place = { element: slide, kids, end: Number.POSITIVE_INFINITY };
				list = undefined;
			}
			while (waiting[0] !== undefined && waiting[0].from <= mark) {
				const { to, annotation } = waiting.shift()!;
				const inside: PdfValue[] = [];
				const element = add(slide, kids, { S: "Link", K: inside });
				annotation.data.StructParent = this.#count;
				this.#parents.push(this.#count++, element);
				list = undefined;
				const reference = { Type: "OBJR", Obj: annotation, Pg: page };
				if (to <= mark) inside.push(reference);
				else place = { element, kids: inside, end: to, annotation: reference };
			}
		};
		for (const [mark, tag] of tags.entries()) {
			moveTo(mark);
			const { role, lang, said, alt, box } = tag;
			const own = {
				S: role,
				K: mark,
				...(lang !== undefined && lang !== this.#language && { Lang: new PdfText(lang) }),
				...(said !== undefined && { ActualText: new PdfText(said) }),
				...(alt !== undefined && { Alt: new PdfText(alt) }),
				...(box && { A: { O: "Layout", BBox: box } }),
			};
			if (tag.list === undefined || tag.item === undefined) {
				list = undefined;
				marked.push(add(place.element, place.kids, own));
				continue;
			}
			if (list?.number !== tag.list) {
				const items: PdfReference[] = [];
				const element = add(place.element, place.kids, { S: "L", K: items });
				list = { number: tag.list, element, items, item: undefined };
			}
			if (list.item?.number !== tag.item) {
				const parts: PdfReference[] = [];
				const element = add(list.element, list.items, { S: "LI", K: parts });
				list.item = { number: tag.item, element, parts, body: undefined };
			}
			const { item } = list;
			if (item.body && role === "LBody") {
				(item.body.data.K as number[]).push(mark);
				marked.push(item.body);
				continue;
			}
			const element = add(item.element, item.parts, { ...own, K: [mark] });
			if (role === "LBody") item.body = element;
			marked.push(element);
		}
		moveTo(tags.length);
		slide.data.K = kids;
		for (const element of elements) element.end();
		slide.end();
		this.#slides.push(slide);
		const number = this.#count++;
		this.#parents.push(number, marked);
		return number;
	}

	/** @returns the root; nothing can be added afterwards */
	end(): PdfReference {
		this.#whole.data.K = this.#slides;
		this.#whole.end();
		this.#root.data.K = this.#whole;
		this.#root.data.ParentTree = { Nums: this.#parents };
		this.#root.end();
		return this.#root;
	}
}

interface Place {
	readonly element: PdfReference;
	readonly kids: PdfValue[];
	/** The tag that is not in it any more. */
	readonly end: number;
	/** Of a link. */
	readonly annotation?: PdfValue;
}

interface OpenList {
	readonly number: number;
	readonly element: PdfReference;
	readonly items: PdfReference[];
	item:
		| {
				readonly number: number;
				readonly element: PdfReference;
				readonly parts: PdfReference[];
				body: PdfReference | undefined;
		  }
		| undefined;
}
