/** The values of expressions, and the bounds of their evaluation. */
import { LIMITS } from "../../contract/limits.js";
import { shortest } from "./decimal.js";

/** Objects are Maps, so that a name never reaches a prototype. */
export type Value =
	| null
	| boolean
	| number
	| string
	| readonly Value[]
	| ReadonlyMap<string, Value>;

export const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

export const isMap = (value: Value): value is ReadonlyMap<string, Value> => value instanceof Map;

/** What is wrong with an expression, or with a value in it. */
export class ExpressionError extends Error {
	override readonly name = "ExpressionError";
	/** Counted from 1. UTF-16 units. */
	readonly column: number;

	constructor(message: string, column: number) {
		super(message);
		this.column = column;
	}
}

/** A document needs more steps than it may take. */
export class OutOfSteps extends Error {
	override readonly name = "OutOfSteps";

	constructor() {
		super(
			`needs more than ${LIMITS.maxExpressionSteps} steps for the expressions of the document; use fewer or shorter lists, or compute a value once`,
		);
	}
}

/** Characters that count as one step when a text is made. */
const CHARACTERS_OF_STEP = 64;

/** Steps for printing a number with decimals or an exponent, which takes a microsecond. */
const NUMBER_STEPS = 12;

/** The steps that a document may still take: nodes evaluated, items visited, characters made. */
export class Steps {
	#left: number = LIMITS.maxExpressionSteps;
	/** How often a step counts, for example once for each platform. */
	factor = 1;

	/** @throws OutOfSteps */
	take(steps = 1): void {
		this.#left -= steps * this.factor;
		if (this.#left < 0) throw new OutOfSteps();
	}

	/** Steps for a text that is about to be made. @throws OutOfSteps */
	takeText(characters: number): void {
		this.take(Math.ceil(characters / CHARACTERS_OF_STEP));
	}

	/** Steps for a value that is about to be printed. @throws OutOfSteps */
	takePrinted(value: Value): void {
		if (typeof value === "number" && !Number.isSafeInteger(value)) this.take(NUMBER_STEPS);
	}

	get taken(): number {
		return LIMITS.maxExpressionSteps - this.#left;
	}
}

/**
 * A value as text: numbers with at most six decimals, without exponent; null as nothing.
 * @returns undefined for lists and objects
 */
export function printed(value: Value): string | undefined {
	if (typeof value === "string") return value;
	if (value === null) return "";
	if (typeof value === "boolean") return String(value);
	return typeof value === "number" ? shortest(value) : undefined;
}

/** Conditions: null, false, "" and an empty list are false. */
export const isTrue = (value: Value): boolean =>
	value !== null && value !== false && value !== "" && !(isList(value) && value.length === 0);

/** What a value is, in a message. */
export function kindOf(value: Value): string {
	if (value === null) return "missing";
	if (isList(value)) return "a list";
	if (isMap(value)) return "an object";
	return typeof value === "string" ? "a text" : `a ${typeof value}`;
}

/** Characters of a value in a message. */
const MAX_SHOWN = 24;

/** A value in a message. */
export function shownValue(value: Value): string {
	if (typeof value !== "string") return printed(value) || kindOf(value);
	return JSON.stringify(value.length <= MAX_SHOWN ? value : `${value.slice(0, MAX_SHOWN)}…`);
}
