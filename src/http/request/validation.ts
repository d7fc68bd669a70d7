import { KindGuard } from "@sinclair/typebox";
import type { FastifySchemaCompiler } from "fastify";
import type { ErrorCode } from "../../base/errors.js";
import { invalid } from "../../base/invalid.js";
import { coerceQuery } from "../../documents/coerce-query.js";
import { schemaCheck } from "../../documents/schema-check.js";

/**
 * Lets Fastify validate with compiled TypeBox schemas; see `schemaCheck`. Values of a query string
 * are strings; those that the schema wants as integers are converted.
 * @param code error code of the 400
 */
export function validatorCompiler(code: ErrorCode): FastifySchemaCompiler<unknown> {
	return ({ schema, httpPart }) => {
		if (!KindGuard.IsSchema(schema)) throw new Error("a route's schema is not a TypeBox schema");
		const isQuery = httpPart === "querystring" && KindGuard.IsObject(schema);
		const check = schemaCheck(schema);
		return (data: unknown) => {
			const checked = check(isQuery ? coerceQuery(schema, data) : data);
			return "issues" in checked ? { error: invalid(code, checked.issues) } : checked;
		};
	};
}
