/** What the names in a document mean. */
import { isList, isMap, printed, type Value } from "../expressions/value.js";
import { BRAND_VARIABLES } from "./brand-values.js";
import { type Placeholder, REPEAT_NAMES } from "./placeholders.js";
import type { Values } from "./values.js";

/** Fields of an item, or variables, some of which are HTML. */
export class Fields extends Map<string, Value> {
	/** Names of richText. */
	readonly html = new Set<string>();
}

/** The item for which a layer or slide is copied. */
export class Repeated {
	/** What is repeated, as it was written. */
	readonly list: string;
	readonly item: Value;
	/** Counted from 0. */
	readonly index: number;
	readonly count: number;
	/** The repeat around it. */
	readonly outer: Repeated | undefined;
	#members: ReadonlyMap<string, Value> | undefined;

	constructor(list: string, items: readonly Value[], index: number, outer: Repeated | undefined) {
		this.list = list;
		this.item = items[index]!;
		this.index = index;
		this.count = items.length;
		this.outer = outer;
	}

	/** item, index, count, first, last, and the same of the repeat around it as outer. */
	member(name: string): Value | undefined {
		switch (name) {
			case "item":
				return this.item;
			case "index":
				return this.index + 1;
			case "count":
				return this.count;
			case "first":
				return this.index === 0;
			case "last":
				return this.index === this.count - 1;
			case "outer":
				return this.outer?.members;
			default:
				return undefined;
		}
	}

	/** All of them, for expressions such as outer.item. */
	get members(): ReadonlyMap<string, Value> {
		this.#members ??= new Map(
			[...REPEAT_NAMES].flatMap((name) => {
				const value = this.member(name);
				return value === undefined ? [] : [[name, value] as const];
			}),
		);
		return this.#members;
	}

	/** For messages: "row 3 of items". */
	get place(): string {
		const around = this.outer === undefined ? "" : ` in ${this.outer.place}`;
		return `row ${this.index + 1} of ${this.list}${around}`;
	}
}

/** The number of a slide, and the number of slides, in common layers. */
export interface SlideNumbers {
	readonly slide: Value;
	readonly slides: Value;
}

/** The value of a name as it stands alone. */
export interface Named {
	readonly value: Value;
	readonly isHtml: boolean;
}

const plain = (value: Value): Named => ({ value, isHtml: false });

/** What all places of a document can name. */
export interface Names {
	readonly variables: Values;
	/** Values of `{{brand.…}}`. */
	readonly brand: ReadonlyMap<string, string>;
	/** Black or white, whichever contrasts more with a colour; null for other texts. */
	readonly textOn: (color: string) => string | null;
}

/** The names at one place of a document. */
export class Scope {
	readonly #names: Names;
	readonly repeated: Repeated | undefined;
	readonly #numbers: SlideNumbers | undefined;

	constructor(
		names: Names,
		{ repeated, numbers }: { readonly repeated?: Repeated; readonly numbers?: SlideNumbers } = {},
	) {
		this.#names = names;
		this.repeated = repeated;
		this.#numbers = numbers;
	}

	/** The scope of one copy. */
	inside(repeated: Repeated): Scope {
		const numbers = this.#numbers;
		return new Scope(this.#names, { repeated, ...(numbers && { numbers }) });
	}

	/** The value of a name in an expression; undefined if there is no such name. */
	readonly lookup = (name: string): Value | undefined => {
		if (this.#numbers !== undefined && (name === "slide" || name === "slides"))
			return this.#numbers[name];
		const { repeated } = this;
		if (repeated !== undefined && (name === "item" || name === "index"))
			return repeated.member(name);
		const value = this.#names.variables.get(name) ?? repeated?.member(name);
		if (value !== undefined) return value;
		if (name === "brand") return this.#brandMembers();
		if (name === "vars") return this.#names.variables;
		return this.#names.variables.has(name) ? null : undefined;
	};

	/**
	 * The value of a placeholder that is a name or has the form of one: speakers.1.name counts from
	 * 1, x.on is the text colour on x.
	 * @returns undefined if it is not
	 */
	named({ content, isPath }: Pick<Placeholder, "content" | "isPath">): Named | undefined {
		const item = this.repeated?.item ?? null;
		if (content.startsWith("item.") && this.repeated !== undefined) {
			const name = content.slice("item.".length);
			if (isMap(item) && item.has(name)) return fieldOf(item, name);
		}
		if (this.#names.variables.has(content)) return fieldOf(this.#names.variables, content);
		const value = this.lookup(content) ?? this.#names.brand.get(content);
		if (value !== undefined) return plain(value);
		if (!isPath) return undefined;
		if (content.endsWith(".on")) {
			const ground = this.named({ content: content.slice(0, -".on".length), isPath });
			const color = ground && printed(ground.value);
			if (color !== undefined) return plain(this.#names.textOn(color));
		}
		const [root = "", ...members] = content.split(".");
		const holder = this.lookup(root);
		if (holder === undefined || members.length === 0 || !this.isKnown([root, ...members]))
			return undefined;
		return memberOf(holder, members);
	}

	/** Whether an expression may use a name. */
	isKnown([root = "", member]: readonly string[]): boolean {
		if (root === "brand" && member !== undefined && this.lookup("brand") === this.#brandMap)
			return Object.hasOwn(BRAND_VARIABLES, `brand.${member}`);
		return this.lookup(root) !== undefined;
	}

	#brandMap: ReadonlyMap<string, Value> | undefined;
	#brandMembers(): ReadonlyMap<string, Value> {
		this.#brandMap ??= new Map(
			[...this.#names.brand].map(([name, value]) => [
				name.slice("brand.".length),
				this.#names.variables.get(name) ?? value,
			]),
		);
		return this.#brandMap;
	}
}

function fieldOf(fields: ReadonlyMap<string, Value>, name: string): Named {
	const isHtml = fields instanceof Fields && fields.html.has(name);
	return { value: fields.get(name)!, isHtml };
}

/** A member at any depth, in which lists count from 1. */
function memberOf(holder: Value, [name = "", ...rest]: readonly string[]): Named | undefined {
	let found: Named;
	if (holder === null) return plain(null);
	if (isMap(holder)) found = holder.has(name) ? fieldOf(holder, name) : plain(null);
	else if (isList(holder) && /^[1-9]\d{0,2}$/.test(name))
		found = plain(holder[Number(name) - 1] ?? null);
	else return undefined;
	return rest.length === 0 ? found : memberOf(found.value, rest);
}
