/** Words that begin with a capital letter only where they begin a sentence; others are names. */
const COMMON_WORD = /^(?:A|An|Expected|Has|Makes|More|Must|The|Width)\b/;
const VERB = /^(?:has|makes|must)\b/;

/**
 * What is wrong with a field, as it follows the field's path in a message.
 * @param sentence without a full stop
 */
export function asClause(sentence: string): string {
	const inner = COMMON_WORD.test(sentence)
		? sentence.charAt(0).toLowerCase() + sentence.slice(1)
		: sentence;
	return VERB.test(inner) ? inner : `is invalid: ${inner}`;
}
