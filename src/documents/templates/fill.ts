/** Fills values into the document of a template. */
import type { Fault } from "../../base/issue.js";
import { LIMITS } from "../../contract/limits.js";
import { isLeftOut } from "../../engine/scene/omitted.js";
import { fieldValue, goesWhenEmpty } from "../variables/field-kinds.js";
import { placeholdersOf } from "../variables/placeholders.js";
import { type Members, put } from "../variables/places.js";
import { isObject } from "../variables/values.js";
import type { ItemValues, Scope, Value } from "./scope.js";

/** Placeholders in one string. */
const MAX_PLACEHOLDERS = 1_000;
/** Lists whose items may be repeated or left out. */
const REPEATING: ReadonlySet<string> = new Set(["slides", "layers", "children", "behind", "front"]);

/** Whether items of this list may have `repeat`. */
export const mayRepeat = (list: string): boolean => REPEATING.has(list);

/** The document became larger than the largest one that can be rendered. */
export class TooLarge extends Error {
	override readonly name = "TooLarge";
	readonly fault: Fault;

	constructor(message: string) {
		super(message);
		this.fault = { message };
	}
}

/** The location of a string, on which the meaning of its placeholders depends. */
interface Place {
	/** Name of the field; for a value in a list, the name of the list. */
	readonly field: string;
	/** Values of the item for which this is a copy. */
	readonly item: ItemValues | undefined;
	/** In common layers, the slide number and the number of slides stay placeholders. */
	readonly inCommon: boolean;
}

const HTML: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};
const escapedHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => HTML[char]!);

/** Fills values into the document of a checked template. Its budgets limit the time. */
export class Filling {
	readonly #scope: Scope;
	#membersLeft: number = LIMITS.maxTemplateMembers;
	#charactersLeft: number;

	/** @param maxLength characters that all strings together may have */
	constructor(scope: Scope, maxLength: number) {
		this.#scope = scope;
		this.#charactersLeft = maxLength;
	}

	/**
	 * @returns a copy without the layers and slides that are left out
	 * @throws TooLarge
	 */
	document(document: Members): Members {
		return this.#object(document, { field: "", item: undefined, inCommon: false });
	}

	#object(source: Members, place: Place): Members {
		const result: Members = {};
		for (const key of Object.keys(source)) {
			if (key === "repeat" && mayRepeat(place.field)) continue;
			const inCommon = place.inCommon || (place.field === "" && key === "common");
			const value = this.#value(source[key], { ...place, field: key, inCommon });
			if (value !== undefined) put(result, key, value);
		}
		return result;
	}

	/** @returns undefined if the field is removed */
	#value(source: unknown, place: Place): unknown {
		if (--this.#membersLeft < 0)
			throw new TooLarge(
				`makes the template larger than ${LIMITS.maxTemplateMembers} values; use fewer items`,
			);
		if (typeof source === "string") return this.#string(source, place);
		if (Array.isArray(source)) return this.#list(source, place);
		return isObject(source) ? this.#object(source, place) : source;
	}

	#list(source: readonly unknown[], place: Place): unknown[] {
		if (!mayRepeat(place.field))
			return source.flatMap((member) => this.#value(member, place) ?? []);
		const members: unknown[] = [];
		for (const member of source) {
			for (const item of this.#copiesOf(member, place)) {
				const value = this.#value(member, { ...place, item });
				if (!isObject(value) || !isLeftOut(conditionsOf(value))) members.push(value);
			}
		}
		return members;
	}

	/** The items to copy: without repeat one, for the item that it is already in. */
	#copiesOf(member: unknown, { item }: Place): readonly (ItemValues | undefined)[] {
		if (!isObject(member) || typeof member.repeat !== "string") return [item];
		return this.#scope.itemsOf(member.repeat) ?? [];
	}

	#string(source: string, place: Place): unknown {
		if (!source.includes("{{")) return this.#counted(source);
		const { parts } = placeholdersOf(source, MAX_PLACEHOLDERS) ?? { parts: [source] };
		const texts = parts.map((part) =>
			typeof part === "string" ? part : this.#placeholder(part.name, place),
		);
		const text = this.#counted(texts);
		if (parts.length !== 1 || typeof parts[0] === "string") return text;
		if (text === "" && goesWhenEmpty(place.field)) return undefined;
		return fieldValue(place.field, text);
	}

	#placeholder(name: string, { field, item, inCommon }: Place): string {
		if (inCommon && (name === "slide" || name === "slides")) return `{{${name}}}`;
		const value: Value = this.#scope.get(name, item) ?? { text: "" };
		return field === "richText" && value.isHtml !== true ? escapedHtml(value.text) : value.text;
	}

	/** The text of parts, which are counted before they are joined. */
	#counted(parts: string | readonly string[]): string {
		const list = typeof parts === "string" ? [parts] : parts;
		for (const { length } of list) this.#charactersLeft -= length;
		if (this.#charactersLeft < 0)
			throw new TooLarge("makes the template too long after variables are filled in");
		return typeof parts === "string" ? parts : parts.join("");
	}
}

/** The conditions of a layer or slide that are strings; the schema refuses others. */
function conditionsOf({ showIf, hideIf }: Members) {
	return {
		...(typeof showIf === "string" && { showIf }),
		...(typeof hideIf === "string" && { hideIf }),
	};
}
