/** Header of binary answers with the alternative text. */
export const ALT_HEADER = "x-image-alt";

/** Half of a surrogate pair, which UTF-8 cannot encode. */
const LONE = /\p{Surrogate}/gu;
/** Longest value of the header. Bytes. */
const MAX_LENGTH = 1_536;

/**
 * The alternative text as an extended value (RFC 8187): UTF-8''Caf%C3%A9. A text that is too long
 * for a header is cut between characters.
 */
export function altHeader(alt: string): string {
	let value = "UTF-8''";
	for (const character of alt.replace(LONE, "\ufffd")) {
		const encoded = encodeURIComponent(character).replace(
			/['()*]/g,
			(mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
		);
		if (value.length + encoded.length > MAX_LENGTH) break;
		value += encoded;
	}
	return value;
}
