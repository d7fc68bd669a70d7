/** A day: the longest window of a provider's rate limit. */
const LONGEST = 86_400;

/**
 * Seconds of a Retry-After header, which is a number or a date (RFC 9110, 10.2.3).
 * @param otherwise seconds if the header is absent or invalid
 * @returns a whole number, 1 to a day
 */
export function retryAfterSeconds(
	header: string | undefined,
	otherwise: number,
	now: number = Date.now(),
): number {
	let seconds = otherwise;
	if (header !== undefined && /^\d{1,9}$/.test(header)) seconds = Number(header);
	else if (header !== undefined && /^[A-Z][a-z]{2,8},? [\w :-]{1,40}$/.test(header)) {
		const date = Date.parse(header);
		if (!Number.isNaN(date)) seconds = (date - now) / 1000;
	}
	return Math.min(LONGEST, Math.max(1, Math.ceil(seconds)));
}
