import { KindGuard, type TObject } from "@sinclair/typebox";
import type { FastifySchemaCompiler } from "fastify";
import type { ErrorCode } from "../../base/errors.js";
import { invalid } from "../../base/invalid.js";
import type { Issue } from "../../base/issue.js";
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
			if (!("issues" in checked)) return checked;
			const { issues } = checked;
			return { error: invalid(code, isQuery ? issues.map((one) => inQuery(one, schema)) : issues) };
		};
	};
}

/** What does in a document what the parameters of other services do. */
const INSTEAD: Readonly<Record<string, string>> = {
	width: '"scale" in the body, or "platform": "custom" with "size"',
	height: '"scale" in the body, or "platform": "custom" with "size"',
	w: '"scale" in the body, or "platform": "custom" with "size"',
	h: '"scale" in the body, or "platform": "custom" with "size"',
	format: '"format" in the body of POST /api/render, or a path such as /api/render.jpeg',
};

/** An issue of a query, which says that it is not about the body. */
function inQuery({ path, message, ...more }: Issue, { properties }: TObject): Issue {
	const name = path.slice(1);
	if (Object.hasOwn(properties, name))
		return { path, message: `in the query ${message}`, ...more, in: "query" };
	const known = Object.keys(properties);
	const takes = known.length === 0 ? "none" : `only ${known.join(", ")}`;
	const instead = Object.hasOwn(INSTEAD, name)
		? `use ${INSTEAD[name]}`
		: "the fields of a document belong in the body";
	const text = `is not a query parameter of this endpoint, which takes ${takes}; ${instead}`;
	return { path, message: text, ...more, allowed: known, in: "query" };
}
