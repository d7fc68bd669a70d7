/**
 * Functions that run in the page; each must stand alone. The DOM is declared as
 * far as they use it: the project is compiled without the DOM's types.
 */

interface Rect {
	readonly left: number;
	readonly right: number;
	readonly top: number;
	readonly bottom: number;
	readonly width: number;
}
interface DomNode {
	readonly nodeType: number;
	readonly data: string;
	readonly dataset: Record<string, string | undefined>;
	readonly style: Record<string, string>;
	readonly childNodes: Iterable<DomNode>;
	readonly offsetHeight: number;
	readonly firstElementChild: DomNode;
	readonly parentElement: DomNode;
	innerHTML: string;
	className: string;
	getBoundingClientRect(): Rect;
	getClientRects(): Iterable<Rect>;
	querySelector(selector: string): DomNode;
	querySelectorAll(selector: string): Iterable<DomNode>;
	prepend(node: DomNode): void;
}
interface DomRange {
	setStart(node: DomNode, offset: number): void;
	setEnd(node: DomNode, offset: number): void;
	getClientRects(): Iterable<Rect>;
}
interface Dom extends DomNode {
	readonly fonts: { readonly ready: Promise<unknown>; readonly status: string };
	readonly documentElement: DomNode;
	createRange(): DomRange;
	createElement(name: string): DomNode;
}
declare const document: Dom;
declare const getComputedStyle: (node: DomNode) => Record<string, string>;

/** A character, or "emoji", where the browser has put it; pixels of the slide. */
export interface PageCharacter {
	readonly char: string;
	/** Index of the line in its block. */
	readonly line: number;
	readonly left: number;
	readonly right: number;
	/** Undefined for an emoji. */
	readonly baseline: number | undefined;
}

/** Puts a slide into the page, waits for its fonts, and reads where its characters are. */
export async function showSlide(input: {
	html: string;
	width: number;
	height: number;
	background: string;
}): Promise<PageCharacter[][]> {
	const slide = document.querySelector("#slide");
	slide.style.width = `${input.width}px`;
	slide.style.height = `${input.height}px`;
	slide.style.background = input.background;
	slide.innerHTML = input.html;
	do {
		// Layout asks for the fonts that the text needs.
		slide.getBoundingClientRect();
		await document.fonts.ready;
	} while (document.fonts.status !== "loaded");

	const blocks = [...slide.querySelectorAll(".block")];
	const lineHeightOf = (block: DomNode) =>
		Number.parseFloat(getComputedStyle(block).fontSize!) * 1.2;
	const lineAt = (block: DomNode, rect: Rect) =>
		Math.floor(
			((rect.top + rect.bottom) / 2 - block.getBoundingClientRect().top) / lineHeightOf(block),
		);

	/** Calls back with each character's rectangles, and once for each emoji. */
	const eachCharacter = (
		root: DomNode,
		visit: (char: string, rects: readonly Rect[], node: DomNode) => void,
	): void => {
		if (root.nodeType === 1 && root.dataset.emoji !== undefined) {
			visit("emoji", [root.getBoundingClientRect()], root);
		} else if (root.nodeType === 1) {
			for (const child of root.childNodes) eachCharacter(child, visit);
		} else {
			const range = document.createRange();
			let at = 0;
			for (const char of root.data) {
				range.setStart(root, at);
				at += char.length;
				range.setEnd(root, at);
				visit(char, [...range.getClientRects()], root);
			}
		}
	};

	/** Left and right edge of each line, without the white space that hangs at its end. */
	const lineExtents = (block: DomNode): Map<number, { left: number; right: number }> => {
		const lines = new Map<number, { left: number; right: number }>();
		let spaces: Rect[] = [];
		const include = (rect: Rect) => {
			if (rect.width === 0) return;
			const line = lineAt(block, rect);
			const known = lines.get(line) ?? rect;
			lines.set(line, {
				left: Math.min(known.left, rect.left),
				right: Math.max(known.right, rect.right),
			});
		};
		eachCharacter(block.querySelector(".content"), (char, rects) => {
			if (char === " " || char === "\t" || char === "\n") {
				spaces.push(...rects);
				return;
			}
			const line = rects.length > 0 ? lineAt(block, rects.at(-1)!) : -1;
			for (const space of spaces) if (lineAt(block, space) === line) include(space);
			spaces = [];
			for (const rect of rects) {
				const air = char === "emoji" ? rect.width * 0.08 : 0;
				include({ ...edges(rect), left: rect.left - air, right: rect.right + air });
			}
		});
		return lines;
	};
	const edges = ({ top, bottom, width }: Rect) => ({ top, bottom, width });

	for (const block of blocks) {
		if (block.dataset.fit === "true") {
			// The box is as wide as its longest line.
			const widths = [...lineExtents(block).values()].map(({ left, right }) => right - left);
			block.style.width = `${Math.ceil(Math.max(0, ...widths) * 64) / 64}px`;
		}
		if (block.dataset.highlight === "true") {
			const em = lineHeightOf(block) / 1.2;
			const box = block.getBoundingClientRect();
			const extents = lineExtents(block);
			const place = (left: number, right: number, top: number, bottom: number, radius: number) => {
				const ground = document.createElement("div");
				ground.className = "ground";
				ground.style.left = `${left - box.left}px`;
				ground.style.width = `${right - left}px`;
				ground.style.top = `${top}px`;
				ground.style.height = `${bottom - top}px`;
				ground.style.borderRadius = `${radius}px`;
				block.prepend(ground);
			};
			for (const [line, { left, right }] of extents) {
				const top = line * 1.2 * em - 0.08 * em;
				place(left - 0.28 * em, right + 0.28 * em, top, top + 1.36 * em, 0.18 * em);
				const next = extents.get(line + 1);
				if (!next) continue;
				// Where two lines meet, their edge is straight.
				const joinLeft = Math.max(left, next.left) - 0.28 * em;
				const joinRight = Math.min(right, next.right) + 0.28 * em;
				const seam = top + 1.28 * em;
				if (joinRight > joinLeft) place(joinLeft, joinRight, seam - 0.26 * em, seam + 0.26 * em, 0);
			}
		}
	}

	const ascents = new Map<string, number>();
	/** Distance from the top of a text's rectangle to its baseline, read off a probe. */
	const ascentOf = (element: DomNode): number => {
		const { fontFamily, fontSize, fontWeight, fontStyle, textRendering } =
			getComputedStyle(element);
		const key = `${fontFamily}|${fontSize}|${fontWeight}|${fontStyle}`;
		const known = ascents.get(key);
		if (known !== undefined) return known;
		const probe = document.createElement("div");
		probe.innerHTML = `<span>x</span><i style="display:inline-block"></i>`;
		Object.assign(probe.style, {
			...{ fontFamily, fontSize, fontWeight, fontStyle, textRendering },
			position: "absolute",
		});
		slide.prepend(probe);
		const ascent =
			probe.querySelector("i").getBoundingClientRect().bottom -
			probe.firstElementChild.getBoundingClientRect().top;
		(probe as unknown as { remove(): void }).remove();
		ascents.set(key, ascent);
		return ascent;
	};

	const characters = blocks.map((block) => {
		const found: PageCharacter[] = [];
		eachCharacter(block.querySelector(".content"), (char, rects, node) => {
			// At a line's start the first rectangle is empty or the hyphen of the line above.
			const rect = rects.filter(({ width }) => width > 0).at(-1) ?? rects[0];
			if (!rect) return;
			found.push({
				char,
				line: lineAt(block, rect),
				left: rect.left,
				right: rect.right,
				baseline: char === "emoji" ? undefined : rect.top + ascentOf(node.parentElement),
			});
		});
		return found;
	});

	for (const block of blocks) block.style.transform = `rotate(${block.dataset.turn}deg)`;
	return characters;
}
