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
	{ family: "Anton", weights: [400], italic: false, variable: false },
	{ family: "Archivo Black", weights: [400], italic: false, variable: false },
	{ family: "Alfa Slab One", weights: [400], italic: false, variable: false },
	{ family: "Unbounded", weights: [400, 600, 800, 900], italic: false, variable: false },
	{ family: "Fraunces", weights: [400, 600, 700, 900], italic: true, variable: false },
	{ family: "Instrument Serif", weights: [400], italic: true, variable: false },
	{ family: "Space Grotesk", weights: [400, 500, 600, 700], italic: false, variable: false },
	{ family: "Fredoka", weights: [400, 500, 600, 700], italic: false, variable: false },
	{ family: "Lalezar", weights: [400], italic: false, variable: false },
	{
		family: "Cairo",
		weights: [200, 300, 400, 500, 600, 700, 800, 900],
		italic: false,
		variable: true,
	},
	{ family: "Reem Kufi", weights: [400, 500, 600, 700], italic: false, variable: true },
	{ family: "Dela Gothic One", weights: [400], italic: false, variable: false },
	{ family: "Shippori Mincho", weights: [700], italic: false, variable: false },
];
