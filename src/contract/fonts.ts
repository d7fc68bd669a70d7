/** A font family for text blocks. */
export interface FontFamilyInfo {
	readonly family: string;
	/** CSS weights, ascending; multiples of a hundred for a variable font. */
	readonly weights: readonly number[];
	/** Whether it has an italic font; otherwise italics are slanted. */
	readonly italic: boolean;
	/** Its weight is an axis: every weight between the smallest and the largest is available. */
	readonly variable: boolean;
}

/** The family of texts for which neither the text nor the brand names one. */
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
