/**
 * A document whose strings were parsed once, to be filled in many times: for each row of a batch,
 * each item of a list, each slide of common layers.
 */
import type { Fault, Issue } from "../../base/issue.js";
import { COMMON_LISTS } from "../../contract/document/children.js";
import { LIMITS } from "../../contract/limits.js";
import { columnOf } from "./columns.js";
import {
	type Part,
	PathPlaceholder,
	type Placeholder,
	PlaceholderReader,
	type Placeholders,
} from "./placeholders.js";
import { type Members, pathOf, type Way } from "./places.js";

/** Placeholders in all strings of a document. */
const MAX_PLACEHOLDERS = 20_000;
/** Levels of a document that are read; the schema refuses the others. */
const MAX_DEPTH = 64;
/** Members of an object or a list; valid documents have a fifth of it. */
const MAX_MEMBERS = 1_000;

/** Lists whose items may be repeated. */
const REPEATING: ReadonlySet<string> = new Set(["slides", "layers", "children", ...COMMON_LISTS]);

/** Whether items of this list may have `repeat`. */
export const mayRepeat = (list: string): boolean => REPEATING.has(list);

/** A string with placeholders. */
export interface TextPlan {
	readonly kind: "text";
	readonly way: Way;
	/** Name of the field; for a value in a list, the name of the list. */
	readonly field: string;
	readonly inList: boolean;
	readonly parts: readonly Part[];
	readonly unclosed: boolean;
}

/** A value without placeholders, which all fillings share. */
export interface ConstantPlan {
	readonly kind: "constant";
	readonly value: unknown;
	/** Its values, and the characters of its strings. */
	readonly members: number;
	readonly characters: number;
}

export interface ListPlan {
	readonly kind: "list";
	readonly field: string;
	readonly items: readonly Plan[];
}

export interface ObjectPlan {
	readonly kind: "object";
	readonly members: readonly (readonly [key: string, plan: Plan])[];
	/** What it is repeated for, if anything. */
	readonly repeat: RepeatPlan | undefined;
	/** Its language, if it has one. */
	readonly lang: Plan | undefined;
}

/** The list for whose items a layer or slide is copied. */
export interface RepeatPlan {
	readonly way: Way;
	/** As it was written. */
	readonly written: unknown;
	/** The name or expression; undefined if it is not a list by its form. */
	readonly list: Placeholder | undefined;
}

export type Plan = TextPlan | ConstantPlan | ListPlan | ObjectPlan;

/** What is read in a document. */
export interface PlanOptions {
	/** JSON pointer of the document. */
	readonly base: string;
	/** Whether a variable has this name. */
	readonly isName?: (name: string) => boolean;
	/** Without variables, only the slide numbers in common layers are placeholders. */
	readonly numbersOnly?: boolean;
	/** Values that the document may have. */
	readonly maxMembers?: number;
}

/** A mistake that keeps a document from being read. */
class TooMuch extends Error {
	override readonly name = "TooMuch";
	readonly issue: Issue;

	constructor(issue: Issue) {
		super(issue.message);
		this.issue = issue;
	}
}

export class DocumentPlan {
	/** The document without its common layers and its variables. */
	readonly document: ObjectPlan;
	readonly common: Plan | undefined;
	/** The names that are placeholders by themselves. */
	readonly asked: ReadonlySet<string>;
	/**
	 * The names in each placeholder that is not just names and dots; it may still be the name of a
	 * variable, such as first-name.
	 */
	readonly expressions: ReadonlyMap<string, readonly string[]>;
	/** Names that it uses as values or lists. */
	readonly roots: ReadonlySet<string>;
	/** What is before the first dot of names such as speakers.1.name. */
	readonly heads: ReadonlySet<string>;
	/** Whether it may use any variable. */
	readonly readsAll: boolean;
	/** Whether the common layers are different on each slide. */
	readonly commonVaries: boolean;
	/** Whether they calculate with the number of the slide. */
	readonly commonCalculates: boolean;
	readonly hasRepeats: boolean;
	/** Values in it. */
	readonly members: number;
	/** JSON pointer of the document. */
	readonly base: string;

	private constructor(source: Members, options: PlanOptions) {
		const { base, isName, numbersOnly = false } = options;
		const reader = numbersOnly
			? { read: numbersIn }
			: new PlaceholderReader(MAX_PLACEHOLDERS, isName);
		const reading = new Reading(reader, options);
		const { common, variables: _, ...document } = source;
		this.base = base;
		this.document = reading.object(numbersOnly ? {} : document, {
			way: undefined,
			field: "",
			inCommon: false,
			depth: 0,
		});
		const way = { key: "common", to: undefined };
		this.common =
			common === undefined
				? undefined
				: reading.value(common, { way, field: "common", inCommon: true, depth: 1 });
		({
			asked: this.asked,
			expressions: this.expressions,
			roots: this.roots,
			heads: this.heads,
			readsAll: this.readsAll,
			commonVaries: this.commonVaries,
			commonCalculates: this.commonCalculates,
			hasRepeats: this.hasRepeats,
			members: this.members,
		} = reading);
	}

	/**
	 * @param document parsed JSON, not validated yet; the plan shares its parts
	 * @returns an issue if the document exceeds the limits of a valid one
	 */
	static of(document: Members, options: PlanOptions): DocumentPlan | Issue {
		try {
			return new DocumentPlan(document, options);
		} catch (error) {
			if (error instanceof TooMuch) return error.issue;
			throw error;
		}
	}

	/** The names of variables that it uses, as far as they are written. */
	get names(): readonly string[] {
		return [...new Set([...this.asked, ...[...this.expressions.values()].flat()])];
	}

	/** Whether a variable of this name has an effect. */
	uses(name: string): boolean {
		return (
			this.readsAll ||
			this.asked.has(name) ||
			this.expressions.has(name) ||
			this.asked.has(`${name}.on`) ||
			this.heads.has(name) ||
			this.roots.has(columnOf(name)?.list ?? name)
		);
	}

	/** Whether it uses values of the brand. */
	get usesBrand(): boolean {
		return this.roots.has("brand") || this.heads.has("brand");
	}
}

/** Where a value is. */
interface At {
	readonly way: Way | undefined;
	/** Name of the field; for a value in a list, the name of the list. */
	readonly field: string;
	readonly inCommon: boolean;
	readonly depth: number;
}

const NUMBERS: ReadonlySet<string> = new Set(["slide", "slides"]);

/** Reads the values of one document. */
class Reading {
	readonly #base: string;
	readonly #reader: Pick<PlaceholderReader, "read">;
	readonly #numbersOnly: boolean;
	readonly #maxMembers: number;
	readonly asked = new Set<string>();
	readonly expressions = new Map<string, string[]>();
	readonly roots = new Set<string>();
	readonly heads = new Set<string>();
	readsAll = false;
	commonVaries = false;
	commonCalculates = false;
	hasRepeats = false;
	members = 0;

	constructor(
		reader: Pick<PlaceholderReader, "read">,
		{ base, numbersOnly = false, maxMembers = Number.POSITIVE_INFINITY }: PlanOptions,
	) {
		this.#base = base;
		this.#reader = reader;
		this.#numbersOnly = numbersOnly;
		this.#maxMembers = maxMembers;
	}

	value(value: unknown, at: At, inList = false): Plan {
		if (++this.members > this.#maxMembers)
			this.#refuse(undefined, { message: `must have at most ${this.#maxMembers} values` });
		if (typeof value === "string") return this.#string(value, at, inList);
		if (typeof value !== "object" || value === null || at.depth >= MAX_DEPTH)
			return { kind: "constant", value, members: 1, characters: 0 };
		const plan = Array.isArray(value)
			? this.#list(value, at)
			: this.object(value as Members, at, inList);
		const inner = plan.kind === "list" ? plan.items : plan.members.map(([, member]) => member);
		if (("repeat" in plan && plan.repeat !== undefined) || !inner.every(isConstant)) return plan;
		const total = (of: "members" | "characters") => inner.reduce((sum, one) => sum + one[of], 0);
		return {
			kind: "constant",
			value,
			members: 1 + total("members"),
			characters: total("characters"),
		};
	}

	object(source: Members, at: At, inList = false): ObjectPlan {
		const mayCopy = inList && mayRepeat(at.field) && !this.#numbersOnly;
		const keys = this.#bounded(Object.keys(source), at);
		const member = (key: string) =>
			this.value(source[key], {
				way: { key, to: at.way },
				field: key,
				inCommon: at.inCommon,
				depth: at.depth + 1,
			});
		const repeat = mayCopy && Object.hasOwn(source, "repeat") ? source.repeat : undefined;
		return {
			kind: "object",
			members: keys
				.filter((key) => !(mayCopy && key === "repeat"))
				.map((key) => [key, member(key)] as const),
			repeat: repeat == null ? undefined : this.#repeat(repeat, { key: "repeat", to: at.way }, at),
			lang: typeof source.lang === "string" ? member("lang") : undefined,
		};
	}

	#list(list: readonly unknown[], at: At): ListPlan {
		this.#bounded(list, at);
		const items = list.map((item, i) =>
			this.value(item, { ...at, way: { key: String(i), to: at.way }, depth: at.depth + 1 }, true),
		);
		return { kind: "list", field: at.field, items };
	}

	#bounded<T>(members: readonly T[], { way }: At): readonly T[] {
		if (members.length > MAX_MEMBERS)
			this.#refuse(way, { message: `has more than ${MAX_MEMBERS} members` });
		return members;
	}

	#string(text: string, at: At, inList: boolean): Plan {
		if (!text.includes("{{") || (this.#numbersOnly && !at.inCommon))
			return { kind: "constant", value: text, members: 1, characters: text.length };
		const way = at.way!;
		const read = this.#reader.read(text);
		if ("message" in read) return this.#refuse(undefined, read);
		for (const part of read.parts) if (typeof part !== "string") this.#use(part, at);
		return { kind: "text", way, field: at.field, inList, ...read };
	}

	#repeat(written: unknown, way: Way, at: At): RepeatPlan {
		this.hasRepeats = true;
		if (typeof written !== "string") return { way, written, list: undefined };
		const read = this.#reader.read(written.includes("{{") ? written : `{{${written}}}`);
		if ("message" in read) return this.#refuse(undefined, read);
		const [list = ""] = read.parts;
		const isOne = read.parts.length === 1 && typeof list !== "string" && !read.unclosed;
		if (!isOne) return { way, written, list: undefined };
		this.#use(list, { ...at, way }, true);
		return { way, written, list };
	}

	#use(
		{ content, isPath, references, readsAll }: Placeholder,
		{ way, inCommon }: At,
		isList = false,
	): void {
		this.readsAll ||= readsAll;
		const names: string[] = [];
		if (!isPath) this.expressions.set(content, names);
		for (const { path } of references) {
			const [root = ""] = path;
			if (inCommon && NUMBERS.has(root)) {
				this.commonVaries = true;
				this.commonCalculates ||= isList || content !== root;
				continue;
			}
			// The dots of a name that stands alone may be part of it.
			const isName = path.join(".") === content && !isList;
			if (isPath) this.asked.add(isName ? content : root);
			else names.push(root);
			(isName && path.length > 1 ? this.heads : this.roots).add(root);
		}
		if (this.asked.size > LIMITS.maxVariables)
			this.#refuse(way, {
				message: `makes the document use more than ${LIMITS.maxVariables} variables`,
				maximum: LIMITS.maxVariables,
			});
	}

	#refuse(way: Way | undefined, fault: Fault): never {
		throw new TooMuch({ path: pathOf(way, this.#base), ...fault });
	}
}

/** `{{slide}}` and `{{slides}}`, which are not variables in common layers. */
const NUMBER = /\{\{\s*(slides?)\s*\}\}/;

/** The slide numbers in a string of a document without variables. */
function numbersIn(text: string): Placeholders {
	const pieces = text.split(NUMBER);
	const parts = pieces.map((piece, i) => (i % 2 === 0 ? piece : new PathPlaceholder(piece)));
	return { parts: parts.filter((part) => part !== ""), unclosed: false };
}

const isConstant = (plan: Plan): plan is ConstantPlan => plan.kind === "constant";
