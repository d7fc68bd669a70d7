/**
 * Words that are capitalised only at the beginning of a sentence; other capitalised words are
 * names.
 */
const COMMON_WORD = /^(?:A|An|Expected|Has|Makes|More|Must|The|Width)\b/;
const VERB = /^(?:has|makes|must)\b/;

/**
 * Turns a sentence about a field into a clause that can follow the path of the field.
 * @param sentence without a full stop
 */
export function asClause(sentence: string): string {
	const inner = COMMON_WORD.test(sentence)
		? sentence.charAt(0).toLowerCase() + sentence.slice(1)
		: sentence;
	return VERB.test(inner) ? inner : `is invalid: ${inner}`;
}
