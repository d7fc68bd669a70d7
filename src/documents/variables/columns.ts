/** Lists whose values are columns of a table: speakers.1.name, menu.2.dishes.1.price. */
import { LIMITS } from "../../contract/limits.js";
import { type Members, put } from "./places.js";

/** `speakers.2.name`: a list, the number of an item, and the rest of its name. */
const COLUMN = /^([^.]+)\.([1-9]\d{0,2})(?:\.|$)/;

/** The list to which a column belongs, and the number of its item. */
export function columnOf(
	name: string,
): { readonly list: string; readonly item: number } | undefined {
	const [, list, item] = COLUMN.exec(name) ?? [];
	return list === undefined ? undefined : { list, item: Number(item) };
}

/** Whether a column would be an item too many. */
export const isBeyond = (item: number): boolean => item > LIMITS.maxListItems;

type Entry = readonly [steps: readonly string[], value: unknown];

/**
 * The list of columns as JSON. Empty cells of a table mean that an item does not exist.
 * @param columns names that begin with the name of the list, and their values
 */
export const listOf = (columns: Iterable<readonly [name: string, value: unknown]>): unknown =>
	nested([...columns].map(([name, value]) => [name.split(".").slice(1), value]));

function nested(entries: readonly Entry[]): unknown {
	const whole = entries.find(([steps]) => steps.length === 0);
	if (whole !== undefined) return whole[1];
	const groups = new Map<string, Entry[]>();
	for (const [[step = "", ...rest], value] of entries) {
		const group = groups.get(step) ?? [];
		groups.set(step, group);
		group.push([rest, value]);
	}
	const members = [...groups].map(([step, group]) => [step, nested(group)] as const);
	if (members.every(([step]) => /^[1-9]\d{0,2}$/.test(step)))
		return members
			.sort(([a], [b]) => Number(a) - Number(b))
			.flatMap(([, item]) => (isEmpty(item) ? [] : [item]));
	const object: Members = {};
	for (const [name, value] of members) put(object, name, value);
	return object;
}

/** Whether an item has no value at all. */
export function isEmpty(value: unknown): boolean {
	if (typeof value === "object" && value !== null) return Object.values(value).every(isEmpty);
	return value === undefined || value === null || value === "";
}
