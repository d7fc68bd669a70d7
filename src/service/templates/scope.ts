/** What the placeholders of a template stand for. */
import { onColor } from "../variables/on-color.js";

/** A value as text; the text of a richText variable is HTML. */
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
	 * @param values every declared variable and `brand.…`, those without a value too
	 * @param lists items of every declared list
	 */
	constructor(
		values: ReadonlyMap<string, Value>,
		lists: ReadonlyMap<string, readonly ItemValues[]>,
	) {
		this.#values = values;
		this.#lists = lists;
	}

	/** @returns undefined: there is no such list */
	itemsOf(list: string): readonly ItemValues[] | undefined {
		return this.#lists.get(list);
	}

	/**
	 * What a placeholder stands for. A list stands for how many items it has, empty without any.
	 * @param item that of the repeat which the placeholder is in
	 * @returns undefined: there is no such name
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
