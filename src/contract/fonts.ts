/** A family that a text block can name. */
export interface FontFamilyInfo {
	readonly family: string;
	/** CSS weights that it has, ascending; of a variable one its hundreds. */
	readonly weights: readonly number[];
	/** It has a face for italics; others are slanted. */
	readonly italic: boolean;
	/** Its weight is an axis: every weight between the least and the greatest is drawn as asked. */
	readonly variable: boolean;
}

/** The family that texts are set in unless they or their brand name another. */
export const DEFAULT_FONT = "Inter";

export const BUILT_IN_FONTS: readonly FontFamilyInfo[] = [
	{
		family: DEFAULT_FONT,
		weights: [400, 500, 600, 700, 800, 900],
		italic: true,
		variable: false,
	},
	{
		family: "Playfair Display",
		weights: [400, 500, 600, 700, 800, 900],
		italic: true,
		variable: false,
	},
	{
		family: "Sofia Sans Extra Condensed",
		weights: [400, 500, 600, 700, 800, 900],
		italic: false,
		variable: false,
	},
	{
		family: "Nunito",
		weights: [400, 500, 600, 700, 800, 900],
		italic: true,
		variable: false,
	},
	{ family: "Caveat", weights: [400, 500, 600, 700], italic: false, variable: false },
	{
		family: "JetBrains Mono",
		weights: [400, 500, 600, 700, 800],
		italic: true,
		variable: false,
	},
];
