/**
 * Functions that run in the page; each must be self-contained. Only the parts of the DOM that they
 * use are declared: the project is compiled without the DOM's types.
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
	readonly textContent: string;
	closest(selector: string): DomNode;
	className: string;
	getBoundingClientRect(): Rect;
	getClientRects(): Iterable<Rect>;
	querySelector(selector: string): DomNode;
	querySelectorAll(selector: string): Iterable<DomNode>;
	prepend(node: DomNode): void;
	append(node: DomNode): void;
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

/** A character, or "emoji", at its position in the browser. Pixels of the slide. */
export interface PageCharacter {
	readonly char: string;
	/** Index of the line in its block. */
	readonly line: number;
	readonly left: number;
	readonly right: number;
	/** Undefined for an emoji. */
	readonly baseline: number | undefined;
}

/** Shows a slide in the page, waits for its fonts, and reads the positions of its characters. */
export async function showSlide(input: {
	html: string;
	/** Images to overlay on the emoji, by their `data-emoji`. */
	pictures: Readonly<Record<string, string>>;
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
		// Layout starts loading the fonts that the text needs.
		slide.getBoundingClientRect();
		await document.fonts.ready;
	} while (document.fonts.status !== "loaded");

	const blocks = [...slide.querySelectorAll(".block")];
	// An opening bracket at the start of a line has its full width.
	for (const half of slide.querySelectorAll(".half")) {
		const [rect] = [...half.getClientRects()];
		const edge = half.closest(".layer").getBoundingClientRect().left;
		if (rect && "「（《“‘".includes(half.textContent) && rect.left - edge < 1)
			half.className = half.className.replace("half", "");
	}
	const emOf = (block: DomNode) => Number.parseFloat(getComputedStyle(block).fontSize!);
	const lineHeightOf = (block: DomNode) => Number.parseFloat(getComputedStyle(block).lineHeight!);
	const topOf = (block: DomNode) => block.querySelector(".layer").getBoundingClientRect().top;
	/** For blocks whose lines differ in height: the vertical extent of each line. */
	const unevenLines = new Map<DomNode, { top: number; bottom: number }[]>();
	const unevenLineAt = (block: DomNode, { top, bottom }: Rect) => {
		let lines = unevenLines.get(block);
		if (lines === undefined) {
			const found: { top: number; bottom: number }[] = [];
			let before = Number.POSITIVE_INFINITY;
			eachCharacter(block.querySelector(".content"), (_, rects) => {
				for (const rect of rects) {
					if (rect.width === 0) continue;
					// In left-to-right text, the position moves back at the start of a line.
					if (rect.left < before) found.push({ top: rect.top, bottom: rect.bottom });
					const line = found.at(-1)!;
					line.top = Math.min(line.top, rect.top);
					line.bottom = Math.max(line.bottom, rect.bottom);
					before = rect.left;
				}
			});
			unevenLines.set(block, found);
			lines = found;
		}
		const middle = (top + bottom) / 2;
		const distances = lines.map((line) => Math.abs((line.top + line.bottom) / 2 - middle));
		return distances.indexOf(Math.min(...distances));
	};
	const lineAt = (block: DomNode, rect: Rect) =>
		block.dataset.uneven === "true"
			? unevenLineAt(block, rect)
			: Math.floor(((rect.top + rect.bottom) / 2 - topOf(block)) / lineHeightOf(block));

	/** Calls back with the rectangles of each character, and once for each emoji. */
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

	/** Left and right edge of each line, without trailing white space. */
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
			for (const rect of rects) include(rect);
		});
		return lines;
	};

	for (const block of blocks) {
		if (block.dataset.fit === "true") {
			// The box is as wide as its longest line.
			const widths = [...lineExtents(block).values()].map(({ left, right }) => right - left);
			block.style.width = `${Math.ceil(Math.max(0, ...widths) * 64) / 64}px`;
		}
		if (block.dataset.highlight === "true") {
			const em = emOf(block);
			const lineHeight = lineHeightOf(block);
			const box = block.getBoundingClientRect();
			const place = (left: number, right: number, top: number, bottom: number) => {
				const ground = document.createElement("div");
				ground.className = "ground";
				ground.style.left = `${left - box.left}px`;
				ground.style.width = `${right - left}px`;
				ground.style.top = `${top}px`;
				ground.style.height = `${bottom - top}px`;
				block.prepend(ground);
				return ground.style;
			};
			const radius = 0.18 * em;
			// Backgrounds are at least 1.2 em high, even if the line height is smaller.
			const above = 0.08 * em + Math.max(0, 1.2 * em - lineHeight) / 2;
			const rows = [...lineExtents(block)].map(([line, { left, right }]) => ({
				left: left - 0.28 * em,
				right: right + 0.28 * em,
				top: line * lineHeight - above,
				bottom: (line + 1) * lineHeight + above,
				line,
			}));
			// Ends that nearly coincide use the longer one, in a pass down and a pass up.
			for (const order of [rows, [...rows].reverse()]) {
				for (const [i, row] of order.entries()) {
					const next = order[i + 1];
					if (!next || Math.abs(next.line - row.line) !== 1) continue;
					if (Math.abs(row.left - next.left) < radius / 2)
						row.left = next.left = Math.min(row.left, next.left);
					if (Math.abs(row.right - next.right) < radius / 2)
						row.right = next.right = Math.max(row.right, next.right);
				}
			}
			for (const [i, row] of rows.entries()) {
				const round = (side: "left" | "right", next: typeof row | undefined) => {
					if (!next || Math.abs(next.line - row.line) !== 1) return radius;
					const step = side === "left" ? next.left - row.left : row.right - next.right;
					return step > 0 ? Math.min(radius, step / 2) : 0;
				};
				const corners = [
					round("left", rows[i - 1]),
					round("right", rows[i - 1]),
					round("right", rows[i + 1]),
					round("left", rows[i + 1]),
				];
				place(row.left, row.right, row.top, row.bottom).borderRadius = corners
					.map((corner) => `${corner}px`)
					.join(" ");
				// Where the next line is shorter or longer, the inner corner is also rounded.
				const next = rows[i + 1];
				if (!next || next.line !== row.line + 1) continue;
				for (const side of ["left", "right"] as const) {
					const step = Math.abs(row[side] - next[side]);
					const r = Math.min(radius, step / 2);
					if (r === 0) continue;
					const outward = side === "left" ? -1 : 1;
					const rowIsLonger = (row[side] - next[side]) * outward > 0;
					const shorter = rowIsLonger ? next : row;
					const x = shorter[side] + (side === "left" ? -r : 0);
					const y = rowIsLonger ? row.bottom : next.top - r;
					place(x, x + r, y, y + r).background =
						`radial-gradient(circle at ${side === "left" ? "left" : "right"} ` +
						`${rowIsLonger ? "bottom" : "top"}, transparent ${r - 0.5}px, var(--highlight) ${r + 0.5}px)`;
				}
			}
		}
	}

	const ascents = new Map<string, number>();
	/** Distance from the top of a text's rectangle to its baseline, measured with a probe. */
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
			// At the start of a line, the first rectangle is empty or the hyphen of the previous line.
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

	for (const block of blocks) {
		const em = emOf(block);
		const box = block.getBoundingClientRect();
		const layers = [...block.querySelectorAll(".layer")];
		for (const emoji of layers.at(-1)!.querySelectorAll("[data-emoji]")) {
			const rect = emoji.getBoundingClientRect();
			const picture = document.createElement("div");
			const left = rect.left - box.left + 0.08 * em;
			// An emoji image extends 0.137 em below the baseline.
			const top = rect.top + ascentOf(emoji) - box.top - 0.863 * em;
			picture.innerHTML = `<svg viewBox="0 0 36 36" style="left:${left}px;top:${top}px;width:1em;height:1em">${input.pictures[emoji.dataset.emoji!]}</svg>`;
			block.append(picture.firstElementChild);
		}
	}
	for (const block of blocks) block.style.transform = `rotate(${block.dataset.turn}deg)`;
	return characters;
}
