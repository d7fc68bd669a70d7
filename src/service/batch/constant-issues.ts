import type { ServiceError } from "../../base/errors.js";
import { invalid } from "../../base/invalid.js";
import type { Issue } from "../../base/issue.js";
import type { Members } from "../../documents/variables/places.js";
import { isObject } from "../../documents/variables/values.js";

/**
 * Refuses a batch if a row cannot be resolved because of something that is the same in all rows.
 * @param error of the row
 * @param document of the batch, as it was sent
 * @param variables of the row
 * @throws ServiceError invalid_render_request
 */
export function refuseConstant(error: ServiceError, document: Members, variables: Members): void {
	const { issues = [] } = error.details as { issues?: readonly Issue[] };
	const constant = issues.filter(({ path }) => isConstant(path, document, variables));
	if (constant.length === 0) return;
	throw invalid(
		error.code,
		constant.map((issue) => ({ ...issue, path: `/document${issue.path}` })),
	);
}

/** Whether the value at a path of the filled document is in the document itself, in every row. */
function isConstant(path: string, document: Members, variables: Members): boolean {
	if (path === "") return false;
	const names = path
		.slice(1)
		.split("/")
		.map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
	if (names[0] === "variables" && Object.hasOwn(variables, names[1] ?? "")) return false;
	let value: unknown = document;
	for (const [i, name] of names.entries()) {
		if (Array.isArray(value)) {
			// With repeated members, the indices are others.
			if (value.some((item) => isObject(item) && item.repeat != null)) return false;
			value = value[Number(name)];
		} else if (isObject(value)) value = Object.hasOwn(value, name) ? value[name] : undefined;
		else return false;
		// A required field that is missing, in an object that is there.
		if (value === undefined) return i === names.length - 1 && i > 0;
	}
	return !JSON.stringify(value).includes("{{");
}
