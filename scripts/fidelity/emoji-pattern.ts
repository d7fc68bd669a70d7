/** A property of strings: it needs the flag v, which the compiler's target does not know. */
const RECOMMENDED = "\\p{RGI_Emoji}";

/** Every emoji sequence that Unicode recommends for general interchange. */
export const EMOJI = new RegExp(RECOMMENDED, "gv");
