/** The variables of a document as they were sent. */
import type { Issue } from "../../base/issue.js";
import { LIMITS } from "../../contract/limits.js";
import type { Value } from "../expressions/value.js";
import { escaped, type Members } from "./places.js";

export const isObject = (value: unknown): value is Members =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** The values of variables, or of the fields of an item, by name. */
export type Values = ReadonlyMap<string, Value>;

/**
 * Reads variables.
 * @param variables values by name
 * @param base JSON pointer of the document
 * @returns undefined if they are no object or too many, which the schema reports
 */
export function valuesOf(
	variables: unknown,
	base: string,
): { readonly values: Map<string, Value>; readonly issues: readonly Issue[] } | undefined {
	if (!isObject(variables)) return undefined;
	const names = Object.keys(variables);
	if (names.length > LIMITS.maxVariables) return undefined;
	const reader = new ValueReader();
	const values = new Map<string, Value>();
	for (const name of names) {
		const path = `${base}/variables/${escaped(name)}`;
		if (name.length > LIMITS.maxVariableNameLength)
			reader.add(path, `must have at most ${LIMITS.maxVariableNameLength} characters`, {
				maxLength: LIMITS.maxVariableNameLength,
			});
		values.set(name, reader.read(variables[name], path));
	}
	return { values, issues: reader.issues };
}

/** Turns JSON into values, within the limits of one document. */
export class ValueReader {
	readonly issues: Issue[] = [];
	#itemsLeft: number = LIMITS.maxListItems;
	#membersLeft: number = LIMITS.maxVariableMembers;

	add(path: string, message: string, more: object = {}): null {
		if (this.issues.length < LIMITS.maxIssuesListed) this.issues.push({ path, message, ...more });
		return null;
	}

	/** @returns null, with an issue, for a value that is too large */
	read(json: unknown, path: string, depth = 1): Value {
		if (typeof json !== "object" || json === null) {
			const isScalar = json === null || typeof json !== "number" || Number.isFinite(json);
			return isScalar ? (json as Value) : this.add(path, "must be a finite number");
		}
		if (depth > LIMITS.maxVariableDepth)
			return this.add(path, `is nested more than ${LIMITS.maxVariableDepth} levels deep`, {
				maxDepth: LIMITS.maxVariableDepth,
			});
		if (Array.isArray(json)) {
			this.#itemsLeft -= json.length;
			if (this.#itemsLeft < 0)
				return this.add(
					path,
					`brings the lists of the variables to more than ${LIMITS.maxListItems} items`,
					{ maxItems: LIMITS.maxListItems },
				);
			return json.map((item, i) => this.read(item, `${path}/${i}`, depth + 1));
		}
		const names = Object.keys(json);
		this.#membersLeft -= names.length;
		if (this.#membersLeft < 0)
			return this.add(
				path,
				`brings the objects in the variables to more than ${LIMITS.maxVariableMembers} members`,
				{ maximum: LIMITS.maxVariableMembers },
			);
		return new Map(
			names.map((name) => [
				name,
				this.read((json as Members)[name], `${path}/${escaped(name)}`, depth + 1),
			]),
		);
	}
}

/** A value as JSON. */
export const jsonOf = (value: Value): unknown =>
	typeof value === "object" && value !== null
		? Array.isArray(value)
			? value.map(jsonOf)
			: Object.fromEntries([...(value as Values)].map(([name, one]) => [name, jsonOf(one)]))
		: value;
