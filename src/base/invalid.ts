import { type ErrorCode, ServiceError } from "./errors.js";
import type { Issue } from "./issue.js";

/**
 * Characters of all issues of one error as JSON. Issues repeat names of the client, which may be
 * very long.
 */
const MAX_ISSUES_LENGTH = 16_384;
/** Characters of the message. */
const MAX_MESSAGE_LENGTH = 600;

/**
 * A 400 that lists what is wrong; its message is the first issue. An issue that is too long loses
 * what was allowed, or is left out.
 */
export function invalid(code: ErrorCode, issues: readonly Issue[]): ServiceError {
	const [first] = issues;
	const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
	return new ServiceError(code, {
		...(first && {
			message: sentence(`${first.path || "The body"} ${cut(first.message)}${more}`),
		}),
		details: { issues: bounded(issues) },
	});
}

const sentence = (text: string): string => (text.endsWith("?") ? text : `${text}.`);

const cut = (text: string): string =>
	text.length <= MAX_MESSAGE_LENGTH ? text : `${text.slice(0, MAX_MESSAGE_LENGTH)}…`;

function bounded(issues: readonly Issue[]): Issue[] {
	const listed: Issue[] = [];
	let left = MAX_ISSUES_LENGTH;
	for (const issue of issues) {
		const message = cut(issue.message);
		const short = { path: issue.path, message };
		const fitting = [{ ...issue, message }, short].find(
			(one) => JSON.stringify(one).length <= left,
		);
		if (fitting === undefined) break;
		left -= JSON.stringify(fitting).length;
		listed.push(fitting);
	}
	return listed;
}
