/** Elements that start and end a line, and the markers of list items. */
import type { DomNode } from "./html.js";

/** Supported block elements. They start and end a line as in browsers, without margins. */
export const BLOCKS: ReadonlySet<string> = new Set(
	"p div li h1 h2 h3 h4 h5 h6 blockquote ul ol pre section article tr".split(" "),
);

/** Elements that are also blocks in browsers, and have no other effect here. */
const OTHER_BLOCKS = new Set(
	"address aside body center dd details dialog dir dl dt fieldset figcaption figure footer form header hgroup hr legend main menu nav optgroup option search summary table tbody tfoot thead caption".split(
		" ",
	),
);

/** Cells are on the same line, separated by a space. */
const CELLS = new Set(["td", "th"]);

export const isBlock = (name: string): boolean => BLOCKS.has(name) || OTHER_BLOCKS.has(name);
export const isCell = (name: string): boolean => CELLS.has(name);

const INTEGER = /^\s*([+-]?\d{1,9})/;

function integer(value: string | null): number | undefined {
	const match = INTEGER.exec(value ?? "");
	return match ? Number(match[1]) : undefined;
}

const BULLET = "•";

/** The text of each marker, by its name in documents. */
const NAMED: Readonly<Record<string, string>> = { disc: BULLET, check: "✓", none: "" };

/** Counts the items of open lists. */
export class ListMarkers {
	/** The number of the next item of each open list; undefined for bullets. */
	readonly #open: (number | undefined)[] = [];
	readonly #marker: string | null;

	/** @param marker of all items: disc, number, check, none or characters; null: as in browsers */
	constructor(marker: string | null = null) {
		this.#marker = marker;
	}

	/** Number of open, nested lists. */
	get depth(): number {
		return this.#open.length;
	}

	enter(list: DomNode): void {
		const numbered = this.#marker === null ? list.localName === "ol" : this.#marker === "number";
		this.#open.push(numbered ? (integer(list.getAttribute("start")) ?? 1) : undefined);
	}

	leave(): void {
		this.#open.pop();
	}

	/** The marker of an item. An item outside of a list has a bullet, as in browsers. */
	markerOf(item: DomNode): string {
		const next = this.#open.at(-1);
		if (next === undefined) return this.#bullet;
		const number = integer(item.getAttribute("value")) ?? next;
		this.#open[this.#open.length - 1] = number + 1;
		return `${number}.`;
	}

	get #bullet(): string {
		const marker = this.#marker;
		if (marker === null || marker === "number") return BULLET;
		return Object.hasOwn(NAMED, marker) ? NAMED[marker]! : marker;
	}
}

export const isList = (name: string): boolean =>
	name === "ul" || name === "ol" || name === "menu" || name === "dir";
