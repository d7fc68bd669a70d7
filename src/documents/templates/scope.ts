/** The values of a template's placeholders. */
import { onColor } from "../variables/on-color.js";

/** A value as text; for a richText variable, HTML. */
export interface Value {
	readonly text: string;
	readonly isHtml?: boolean;
}

export type ItemValues = ReadonlyMap<string, Value>;

const EMPTY: Value = { text: "" };
/** `speakers.2.name`: an item of a list, counted from 1. */
const ITEM_PATH = /^([^.]+)\.([1-9]\d{0,2})\.([^.]+)$/;

/** All values of one expansion. */
export class Scope {
	readonly #values: ReadonlyMap<string, Value>;
	readonly #lists: ReadonlyMap<string, readonly ItemValues[]>;

	/**
	 * @param values every declared variable and `brand.…`, including those without a value
	 * @param lists items of every declared list
	 */
	constructor(
		values: ReadonlyMap<string, Value>,
		lists: ReadonlyMap<string, readonly ItemValues[]>,
	) {
		this.#values = values;
		this.#lists = lists;
	}

	/** @returns undefined if there is no such list */
	itemsOf(list: string): readonly ItemValues[] | undefined {
		return this.#lists.get(list);
	}

	/**
	 * The value of a placeholder. That of a list is its number of items, or empty if there are none.
	 * @param item of the repeat that contains the placeholder
	 * @returns undefined if there is no such name
	 */
	get(name: string, item: ItemValues | undefined): Value | undefined {
		const value = item?.get(name) ?? this.#values.get(name) ?? this.#listed(name);
		if (value !== undefined || !name.endsWith(".on")) return value;
		const color = this.get(name.slice(0, -".on".length), item);
		return color && { text: color.text === "" ? "" : (onColor(color.text) ?? "") };
	}

	#listed(name: string): Value | undefined {
		const list = this.#lists.get(name);
		if (list !== undefined) return { text: list.length === 0 ? "" : String(list.length) };
		const [, of = "", number, field] = ITEM_PATH.exec(name) ?? [];
		const items = this.#lists.get(of);
		if (items === undefined) return undefined;
		return items[Number(number) - 1]?.get(`item.${field}`) ?? EMPTY;
	}
}
