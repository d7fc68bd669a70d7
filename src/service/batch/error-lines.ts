import { errorBody, type ServiceError } from "../../errors/errors.js";

/** Characters of one line, and of the lines of a batch that have details. */
const MAX_LINE = 4_096;
const MAX_DETAILS = 262_144;
/** Characters of the sentence of a line without details. */
const MAX_MESSAGE = 200;

/**
 * Writes the lines of rows that failed. The first have all there is to say; a thousand rows that fail
 * alike say it in a few words: an answer is not many times as long as its request.
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
