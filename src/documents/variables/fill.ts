/** Fills values into a document that was read as a plan. */
import type { Fault, Issue } from "../../base/issue.js";
import { LIMITS } from "../../contract/limits.js";
import { isLeftOut } from "../../engine/scene/omitted.js";
import { COLOR_STEPS, escapedHtml, readNumber } from "../expressions/functions.js";
import {
	ExpressionError,
	isList,
	isMap,
	OutOfSteps,
	printed,
	Steps,
	shownValue,
	type Value,
} from "../expressions/value.js";
import { fieldValue, goesWhenEmpty, takesList, takesValue } from "./field-kinds.js";
import { onColor } from "./on-color.js";
import { noteOrigin } from "./origins.js";
import { listed, missing, type Part, type Placeholder, UNCLOSED } from "./placeholders.js";
import { escaped, type Members, pathOf, put, type Way } from "./places.js";
import {
	type DocumentPlan,
	mayRepeat,
	type ObjectPlan,
	type Plan,
	type RepeatPlan,
	type TextPlan,
} from "./plan.js";
import { type Names, Repeated, Scope } from "./scope.js";
import { isObject, type Values } from "./values.js";

/** The document cannot be filled in: it would be too large. */
class TooLarge extends Error {
	override readonly name = "TooLarge";
}

/** How a document is filled in. */
export interface FillOptions {
	/** Values by name: texts, numbers, lists. */
	readonly values: Values;
	/** Values of `{{brand.…}}` for which no variable is given. */
	readonly brand: ReadonlyMap<string, string>;
	/** Characters that all strings together may have. */
	readonly maxLength: number;
	/** In a template, rich text is escaped, false is empty, and what is left out is removed. */
	readonly isTemplate?: boolean;
	/** The slides, if only common layers are filled in. */
	readonly slides?: unknown;
	/** Number of platforms, for each of which common layers count. */
	readonly platforms?: number;
}

/** A document with its values filled in. */
export interface Filled {
	/** Without `variables`; parts without placeholders are shared with the plan. */
	readonly document: Members;
	/** Common layers by the index of a slide, if they are different on each. */
	readonly commons: readonly unknown[] | undefined;
	/** Common layers that keep `{{slide}}` and `{{slides}}`, if no more is done with the numbers. */
	readonly numbered?: unknown;
	/** Steps that its expressions took. */
	readonly steps: number;
}

/** Why a document was not filled in. */
export interface NotFilled {
	readonly issues: readonly Issue[];
	/** The document without what is wrong, so that the rest of it can be checked. */
	readonly rest?: Members;
}

/** @returns the document, or everything that is wrong */
export function fill(plan: DocumentPlan, options: FillOptions): Filled | NotFilled {
	const filling = new Filling(plan, options);
	try {
		const filled = filling.run();
		if (options.isTemplate !== true) filling.findUnused();
		const { issues } = filling;
		return issues.length > 0 ? { issues, rest: filled.document } : filled;
	} catch (error) {
		if (!(error instanceof TooLarge || error instanceof OutOfSteps)) throw error;
		return { issues: [...filling.issues, { path: filling.path, message: error.message }] };
	}
}

const isRepeated = (plan: Plan): plan is ObjectPlan & { readonly repeat: RepeatPlan } =>
	plan.kind === "object" && plan.repeat !== undefined;

/** Where something is filled in. */
interface At {
	readonly scope: Scope;
	/** Language tag of the nearest element that has one. */
	readonly lang: string;
}

const DEFAULT_LANGUAGE = "en";

class Filling {
	readonly #plan: DocumentPlan;
	readonly #options: FillOptions;
	readonly #isTemplate: boolean;
	readonly #steps = new Steps();
	#membersLeft: number;
	#charactersLeft: number;
	readonly issues: Issue[] = [];
	/** The string that is being filled in. */
	#way: Way | undefined;
	/** Whether the text of a value has contained two braces. */
	#hasBraces = false;
	/** Strings whose unknown names were reported: they are the same for every item of a list. */
	readonly #reported = new Set<Plan>();

	constructor(plan: DocumentPlan, options: FillOptions) {
		this.#plan = plan;
		this.#options = options;
		this.#isTemplate = options.isTemplate === true;
		this.#charactersLeft = options.maxLength;
		// What is written counts for templates only; copies always count.
		this.#membersLeft = LIMITS.maxTemplateMembers + (this.#isTemplate ? 0 : plan.members);
	}

	get path(): string {
		return pathOf(this.#way, this.#plan.base);
	}

	/** @throws TooLarge, OutOfSteps */
	run(): Filled {
		const { values, brand, platforms = 1 } = this.#options;
		const colors = new Map<string, string | null>();
		const textOn = (color: string) => {
			let text = colors.get(color);
			if (text === undefined) {
				this.#steps.take(COLOR_STEPS);
				text = onColor(color) ?? null;
				colors.set(color, text);
			}
			return text;
		};
		const names = { variables: values, brand, textOn };
		const scope = new Scope(names);
		const { common, commonVaries } = this.#plan;
		const document = this.#object(this.#plan.document, { scope, lang: DEFAULT_LANGUAGE });
		const lang = typeof document.lang === "string" ? document.lang : DEFAULT_LANGUAGE;
		this.#steps.factor = platforms;
		if (common === undefined || !commonVaries) {
			if (common !== undefined) put(document, "common", this.#value(common, { scope, lang }));
			return { document, commons: undefined, steps: this.#steps.taken };
		}
		const { slides: all = this.#options.slides } = document;
		const slides: readonly unknown[] = Array.isArray(all)
			? all.slice(0, LIMITS.maxCarouselSlides)
			: [];
		const shown = slides.map((slide) => !isObject(slide) || !isLeftOut(conditionsOf(slide)));
		const total = shown.filter(Boolean).length;
		let slide = 0;
		const commons = shown.map((isShown) => {
			if (!isShown) return undefined;
			const numbers = { slide: ++slide, slides: total };
			return this.#value(common, { scope: new Scope(names, { numbers }), lang });
		});
		const first = commons.find((one) => one !== undefined);
		if (first !== undefined) put(document, "common", first);
		const numbered = this.#plan.commonCalculates
			? undefined
			: this.#numbered(common, { names, lang });
		return { document, commons, steps: this.#steps.taken, numbered };
	}

	/** @returns undefined if the text of a value could be read as a placeholder */
	#numbered(
		common: Plan,
		{ names, lang }: { readonly names: Names; readonly lang: string },
	): unknown {
		const numbers = { slide: "{{slide}}", slides: "{{slides}}" };
		this.#hasBraces = false;
		const numbered = this.#value(common, { scope: new Scope(names, { numbers }), lang });
		return this.#hasBraces ? undefined : numbered;
	}

	/** Reports variables that nothing in the document uses. */
	findUnused(): void {
		const plan = this.#plan;
		for (const name of this.#options.values.keys())
			if (!plan.uses(name) && this.issues.length < LIMITS.maxIssuesListed)
				this.issues.push({
					path: `${plan.base}/variables/${escaped(name)}`,
					message: "is not used in any string of the document",
					allowed: listed(plan.names),
				});
	}

	/** @returns undefined if the field is removed @throws TooLarge, OutOfSteps */
	#value(plan: Plan, at: At): unknown {
		switch (plan.kind) {
			case "constant":
				this.#count(plan.members, plan.characters);
				return plan.value;
			case "text":
				this.#count(1, 0);
				return this.#text(plan, at);
			case "object":
				return this.#object(plan, at);
			default: {
				this.#count(1, 0);
				// After these, members have other indices than in the document as it was sent.
				const moves = this.#isTemplate || plan.items.some(isRepeated);
				return plan.items.flatMap((item, index) => {
					const copies = this.#copies(item, plan.field, at, index);
					if (moves && !isRepeated(item))
						for (const copy of copies) noteOrigin(copy, { index, repeated: undefined });
					return copies;
				});
			}
		}
	}

	#object(plan: ObjectPlan, at: At): Members {
		this.#count(1, 0);
		const lang = plan.lang && this.#value(plan.lang, at);
		const inner = typeof lang === "string" && lang !== "" ? { ...at, lang } : at;
		const result: Members = {};
		for (const [key, member] of plan.members) {
			const value = this.#value(member, inner);
			if (value !== undefined) put(result, key, value);
		}
		return result;
	}

	/** The copies of a member of a list: one, unless it is repeated. In a list, nothing is removed. */
	#copies(plan: Plan, list: string, at: At, index: number): unknown[] {
		if (!isRepeated(plan)) {
			const value = this.#value(plan, at) ?? null;
			return this.#isTemplate && mayRepeat(list) && isRemoved(value) ? [] : [value];
		}
		const { repeat } = plan;
		const items = this.#itemsOf(repeat, at);
		const copies: unknown[] = [];
		for (let i = 0; i < items.length; i++) {
			this.#steps.take();
			const repeated = new Repeated(String(repeat.written), items, i, at.scope.repeated);
			const value = this.#object(plan, { ...at, scope: at.scope.inside(repeated) });
			noteOrigin(value, { index, repeated });
			if (!isRemoved(value)) copies.push(value);
			if (this.issues.length >= LIMITS.maxIssuesListed) break;
		}
		return copies;
	}

	/** What a layer or slide is repeated for; empty, with an issue, if it is not a list. */
	#itemsOf({ list, way, written }: RepeatPlan, at: At): readonly Value[] {
		this.#way = way;
		if (list === undefined) {
			this.#report(at, {
				message: `must be the name of a list, a path such as item.rows, or one placeholder that gives a list or a whole number`,
			});
			return [];
		}
		const unknown = this.#unknownNames([list], at.scope);
		if (unknown.size > 0) {
			this.#report(at, this.#missing(unknown));
			return [];
		}
		const { value } = this.#evaluated(list, at) ?? { value: null };
		if (value === null || value === "") return [];
		const isCount = typeof value === "number" && Number.isInteger(value) && value >= 0;
		const length = isList(value) ? value.length : isCount ? value : undefined;
		if (length === undefined) {
			const isText = typeof value === "string" && readNumber(value) !== null;
			const hint = isText ? `; write {{number(${list.content})}}` : "";
			this.#report(at, {
				message: `must be a list or a whole number, but ${String(written)} is ${shownValue(value)}${hint}`,
			});
			return [];
		}
		if (length > LIMITS.maxListItems) {
			this.#report(at, {
				message: `must have at most ${LIMITS.maxListItems} items; it has ${length}`,
				maxItems: LIMITS.maxListItems,
			});
			return [];
		}
		return isList(value) ? value : Array.from({ length }, (_, i) => i);
	}

	/** The value of a string; undefined if the field is removed. */
	#text(plan: TextPlan, at: At): unknown {
		const { parts, unclosed, way } = plan;
		this.#way = way;
		const unknown = this.#unknownNames(parts, at.scope);
		if (unknown.size > 0 || unclosed) {
			if (!this.#reported.has(plan)) {
				this.#report(at, unknown.size > 0 ? this.#missing(unknown) : UNCLOSED);
				// The other placeholders may be wrong, too.
				for (const part of parts)
					if (typeof part !== "string" && this.#unknownNames([part], at.scope).size === 0)
						this.#evaluated(part, at);
			}
			this.#reported.add(plan);
			return "";
		}
		const [first = ""] = parts;
		if (parts.length === 1 && typeof first !== "string") return this.#whole(plan, first, at);
		let text = "";
		for (const part of parts) {
			const piece = typeof part === "string" ? part : this.#printed(part, plan, at);
			this.#count(0, piece.length);
			text += piece;
		}
		return text;
	}

	/** The value of a string that is exactly one placeholder: it takes the type of its field. */
	#whole(plan: TextPlan, part: Placeholder, at: At): unknown {
		const { field, inList } = plan;
		const found = this.#evaluated(part, at);
		const value = found?.value ?? null;
		if (isList(value) && takesList(field)) return this.#scalars(value, at);
		if (found !== undefined && this.#isTyped(found, field)) return value;
		const text = found === undefined ? "" : this.#textOf(found, plan, at);
		this.#count(0, text.length);
		if (text !== "") return fieldValue(field, text);
		if (inList) return takesValue(field, "") ? "" : null;
		return goesWhenEmpty(field) ? undefined : "";
	}

	/** Whether a number or boolean is the value of a field; names mean what they always meant. */
	#isTyped({ value, isName }: Evaluated, field: string): boolean {
		if (typeof value === "string" || !takesValue(field, value)) return false;
		return !isName || !(takesValue(field, "") || (this.#isTemplate && value === false));
	}

	/** The items of a list for a field that takes one. */
	#scalars(list: readonly Value[], at: At): unknown[] {
		this.#count(list.length, 0);
		return list.map((item, i) => {
			if (!isList(item) && !isMap(item)) return item;
			this.#report(at, {
				message: `must be a list of numbers or texts, but item ${i} is ${isMap(item) ? "an object" : "a list"}`,
			});
			return null;
		});
	}

	#printed(part: Placeholder, plan: TextPlan, at: At): string {
		const found = this.#evaluated(part, at);
		return found === undefined ? "" : this.#textOf(found, plan, at);
	}

	/** A value as text; with an issue if it has none. */
	#textOf({ value, isName, isHtml, part }: Evaluated, { field }: TextPlan, at: At): string {
		const isCondition = field === "showIf" || field === "hideIf";
		let text: string | undefined;
		// The name of a list stands for its length, as in conditions.
		if (isList(value))
			text = isName || isCondition ? (value.length === 0 ? "" : String(value.length)) : undefined;
		else if (isMap(value)) text = isCondition ? "true" : undefined;
		else if (isName && typeof value === "number") text = String(value);
		else if (isName && this.#isTemplate && value === false) text = "";
		else {
			this.#steps.takePrinted(value);
			text = printed(value);
		}
		if (text === undefined) {
			const hint = isList(value)
				? `write join(${part.content}, ", ")`
				: `write ${part.content}.name`;
			this.#report(at, {
				message: `{{${part.content}}} is ${isList(value) ? "a list" : "an object"}; ${hint}`,
				column: 1,
			});
			return "";
		}
		if (text.includes("{{") && part.content !== "slide" && part.content !== "slides")
			this.#hasBraces = true;
		return this.#isTemplate && field === "richText" && !isHtml ? escapedHtml(text) : text;
	}

	/** @returns undefined, with an issue, if the expression fails */
	#evaluated(part: Placeholder, { scope, lang }: At): Evaluated | undefined {
		this.#steps.take();
		const named = scope.named(part);
		if (named !== undefined)
			return { value: named.value, isHtml: named.isHtml, isName: true, part };
		const at = { scope, lang };
		try {
			const { expression } = part;
			if (expression instanceof ExpressionError) throw expression;
			const value = expression.evaluate({ steps: this.#steps, lang, lookup: scope.lookup });
			return { value, isName: false, isHtml: false, part };
		} catch (error) {
			if (!(error instanceof ExpressionError)) throw error;
			const { message, column } = error;
			this.#report(at, { message: `{{${shortened(part.content)}}} ${message}`, column });
			return undefined;
		}
	}

	/** Names in placeholders that mean nothing here, and where in an expression they are. */
	#unknownNames(parts: readonly Part[], scope: Scope): ReadonlyMap<string, number | undefined> {
		const unknown = new Map<string, number | undefined>();
		for (const part of parts) {
			if (typeof part === "string" || scope.named(part) !== undefined) continue;
			const { references, content } = part;
			for (const { path, column } of references) {
				if (scope.isKnown(path)) continue;
				const isWhole = references.length === 1 && path.join(".") === content;
				const name = isWhole ? content : path[0]!;
				if (!unknown.has(name)) unknown.set(name, isWhole ? undefined : column);
			}
		}
		return unknown;
	}

	#missing(unknown: ReadonlyMap<string, number | undefined>): Fault {
		const [column] = unknown.values();
		const fault = missing(new Set(unknown.keys()), [...this.#options.values.keys()]);
		return column === undefined ? fault : { ...fault, column };
	}

	#report({ scope }: At, fault: Fault): void {
		if (this.issues.length >= LIMITS.maxIssuesListed) return;
		const { repeated } = scope;
		const message = repeated === undefined ? fault.message : `${fault.message} (${repeated.place})`;
		this.issues.push({ path: this.path, ...fault, message });
	}

	/** Counts values and characters before they are made. @throws TooLarge */
	#count(members: number, characters: number): void {
		this.#membersLeft -= members;
		this.#charactersLeft -= characters;
		if (this.#charactersLeft < 0)
			throw new TooLarge("makes the document too long after variables are filled in");
		if (this.#membersLeft < 0)
			throw new TooLarge(
				`makes the document larger than ${LIMITS.maxTemplateMembers} values; use fewer items`,
			);
	}
}

/** The value of a placeholder. */
interface Evaluated {
	readonly value: Value;
	readonly isHtml: boolean;
	/** Whether it is a name, which means what it always meant; otherwise, it is an expression. */
	readonly isName: boolean;
	readonly part: Placeholder;
}

/** Characters of an expression in a message. */
const MAX_SHOWN = 60;
const shortened = (content: string) =>
	content.length <= MAX_SHOWN ? content : `${content.slice(0, MAX_SHOWN)}…`;

/** Whether a member of a list is a layer or slide that its conditions leave out. */
const isRemoved = (value: unknown): boolean => isObject(value) && isLeftOut(conditionsOf(value));

/** The conditions of a layer or slide that are strings; the schema refuses others. */
function conditionsOf({ showIf, hideIf }: Members) {
	return {
		...(typeof showIf === "string" && { showIf }),
		...(typeof hideIf === "string" && { hideIf }),
	};
}
