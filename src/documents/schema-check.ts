import type { TSchema } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import type { Issue } from "../base/issue.js";
import { onDemand } from "../base/on-demand.js";
import { withoutNulls } from "../contract/schema.js";
import { listIssues } from "./issues.js";

/** A value that matches its schema, or what is wrong with it. */
export type Checked<T> = { readonly value: T } | { readonly issues: readonly Issue[] };

/**
 * Validates values with a TypeBox schema exactly as it is: converts nothing, fills in no default,
 * and removes nothing but null, which means an absent field. The schema is compiled with the first
 * value, which takes tens of milliseconds for that of a document.
 */
export function schemaCheck<T>(schema: TSchema): (value: unknown) => Checked<T> {
	const compiled = onDemand(() => TypeCompiler.Compile(schema));
	return (value) => {
		const check = compiled();
		if (!check.Check(value)) return { issues: listIssues(check, value) };
		return { value: withoutNulls(value) as T };
	};
}
