/**
 * Scores for a match of an index term and a query term, in the order that people expect: concepts
 * of the word from our table, the exact name, a whole tag, a word of the name, then the rest.
 */
export const FIELD_SCORES = {
	/** A phrase of the table of concepts; the score decreases with the position in its list. */
	concept: 104,
	/** The whole name as one word. */
	name: 100,
	/** An alias. */
	alias: 88,
	/** A whole tag. */
	tag: 50,
	/** A word of the name: half to the full score, by its share of the name. */
	nameWord: 46,
	/** A word of an alias or of a tag of several words, and the category. */
	part: 16,
} as const;
export type Field = keyof typeof FIELD_SCORES;
export const FIELDS = Object.keys(FIELD_SCORES) as Field[];

/** Completed and corrected words have lower scores than the word itself. */
export const PREFIX_WEIGHT = 0.55;
export const CORRECTION_WEIGHT = 0.9;

/** Score of the second, third, … icon of a family, as a share of its score alone. */
const FAMILY_WEIGHTS = [1, 0.8, 0.66, 0.56];
/** Modifiers of special icons, which rank lower unless they are requested. */
const MODIFIERS: ReadonlySet<string> = new Set(
	"bolt cancel check code cog copy dashed discount dollar dot dotted down edit exclamation export heart import minus off pause pin plus question search share slash star up x".split(
		" ",
	),
);
const MODIFIER_WEIGHT = 0.8;
const OFF_WEIGHT = 0.35;
const FILLED_WEIGHT = 0.86;

/**
 * How plain the icon is, from 0 to 1. Icons that are crossed out or have a badge come after the
 * plain one, unless the query asks for them.
 * @param nameWords words of the icon's name
 * @param asked words of the query
 */
export function plainness(nameWords: readonly string[], asked: ReadonlySet<string>): number {
	let weight = 1;
	nameWords.forEach((word, index) => {
		if (asked.has(word)) return;
		if (word === "off" || word === "slash") weight *= OFF_WEIGHT;
		else if (index > 0 && MODIFIERS.has(word)) weight *= MODIFIER_WEIGHT;
	});
	return weight;
}

/** Score of a filled icon relative to its outline. */
export function fillWeight(nameWords: readonly string[], asked: ReadonlySet<string>): number {
	return nameWords.includes("filled") && !asked.has("filled") ? FILLED_WEIGHT : 1;
}

export interface Scored {
	readonly id: string;
	/** The family of near duplicates: the same motif in another set, filled, or numbered. */
	readonly family: string;
	readonly score: number;
}

/**
 * Sorted by score, with lower scores for further icons of a family, so that a page shows many
 * motifs. Equal scores have a fixed order.
 */
export function diversify<T extends Scored>(found: readonly T[]): T[] {
	const order = (a: Scored, b: Scored) =>
		b.score - a.score || a.id.length - b.id.length || (a.id < b.id ? -1 : 1);
	const seen = new Map<string, number>();
	return [...found]
		.sort(order)
		.map((icon) => {
			const before = seen.get(icon.family) ?? 0;
			seen.set(icon.family, before + 1);
			const weight = FAMILY_WEIGHTS[Math.min(before, FAMILY_WEIGHTS.length - 1)] ?? 1;
			return { icon, id: icon.id, family: icon.family, score: icon.score * weight };
		})
		.sort(order)
		.map(({ icon }) => icon);
}
