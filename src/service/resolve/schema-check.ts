import type { TSchema } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import type { Issue } from "../../contract/issue.js";
import { withoutNulls } from "../../contract/schema.js";
import { onDemand } from "../../runtime/on-demand.js";
import { listIssues } from "./issues.js";

/** A value that fits its schema, or what is wrong with it. */
export type Checked<T> = { readonly value: T } | { readonly issues: readonly Issue[] };

/**
 * Checks values against a TypeBox schema exactly as it is written: nothing is coerced, no default
 * filled in, and nothing removed but null, which stands for an absent field.
 * The schema is compiled with the first value, which takes tens of milliseconds for a document's.
 */
export function schemaCheck<T>(schema: TSchema): (value: unknown) => Checked<T> {
	const compiled = onDemand(() => TypeCompiler.Compile(schema));
	return (value) => {
		const check = compiled();
		if (!check.Check(value)) return { issues: listIssues(check, value) };
		return { value: withoutNulls(value) as T };
	};
}
