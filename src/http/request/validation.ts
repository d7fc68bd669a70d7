import { KindGuard } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import type { FastifySchemaCompiler } from "fastify";
import type { Issue } from "../../contract/issue.js";
import { withoutNulls } from "../../contract/schema.js";
import { type ErrorCode, ServiceError } from "../../errors/errors.js";
import { expandVariables } from "../../variables/expand.js";
import { listIssues } from "./issues.js";
import { coerceQuery } from "./query.js";

/** A 400 that lists what is wrong. */
export function invalid(code: ErrorCode, issues: readonly Issue[]): ServiceError {
	const [first] = issues;
	const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
	return new ServiceError(code, {
		...(first && { message: `${first.path || "The body"} ${first.message}${more}.` }),
		details: { issues },
	});
}

/** Where variables are put in. */
export interface VariablesOptions {
	readonly documentAt?: "" | "/document" | undefined;
	readonly maxLength?: number | undefined;
}

function putIn(
	body: unknown,
	documentAt: "" | "/document",
	maxLength = Number.POSITIVE_INFINITY,
): Issue[] {
	if (documentAt === "") return expandVariables(body, "", maxLength);
	const { document } = (body ?? {}) as { document?: unknown };
	return expandVariables(document, documentAt, maxLength);
}

/**
 * Validates with compiled TypeBox schemas, exactly as they are written:
 * nothing is coerced in a body, no default filled in, and nothing removed but
 * null, which stands for an absent field. The values of a query string are all
 * strings: those that the schema wants as integers are read as such.
 * @param code code of the 400
 * @param variables.documentAt JSON pointer of the document whose variables are put in first; undefined: there is none
 * @param variables.maxLength characters that its strings may have then
 */
export function validatorCompiler(
	code: ErrorCode,
	{ documentAt, maxLength }: VariablesOptions = {},
): FastifySchemaCompiler<unknown> {
	return ({ schema, httpPart }) => {
		if (!KindGuard.IsSchema(schema)) throw new Error("a route's schema is not a TypeBox schema");
		const isQuery = httpPart === "querystring" && KindGuard.IsObject(schema);
		const check = TypeCompiler.Compile(schema);
		return (data: unknown) => {
			const value = isQuery ? coerceQuery(schema, data) : data;
			if (documentAt !== undefined && httpPart === "body") {
				const issues = putIn(value, documentAt, maxLength);
				if (issues.length > 0) return { error: invalid(code, issues) };
			}
			if (!check.Check(value)) return { error: invalid(code, listIssues(check, value)) };
			return { value: withoutNulls(value) };
		};
	};
}
