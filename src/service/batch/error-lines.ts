import { errorBody, type ServiceError } from "../../base/errors.js";

/** Maximum number of characters of one error line, and of all detailed lines of a batch. */
const MAX_LINE = 4_096;
const MAX_DETAILS = 262_144;
/** Maximum number of characters of the message on a line without details. */
const MAX_MESSAGE = 200;

/**
 * Writes the lines of failed rows. The first ones have all details. If a thousand rows fail in the
 * same way, later lines are short, so that the response is not many times larger than the request.
 */
export class ErrorLines {
	#left = MAX_DETAILS;

	/** @param row counted from 1 */
	line(row: number, error: ServiceError): string {
		const whole = `${JSON.stringify({ row, ...errorBody(error) })}\n`;
		if (whole.length <= Math.min(MAX_LINE, this.#left)) {
			this.#left -= whole.length;
			return whole;
		}
		const { code, message } = error;
		const short = message.length <= MAX_MESSAGE ? message : `${message.slice(0, MAX_MESSAGE)}…`;
		return `${JSON.stringify({ row, error: { code, message: short, details: {} } })}\n`;
	}
}
