/** Documents for the scenarios: each call makes one with unique texts. */

let serial = 0;

const textBlocks = (name: string) => [
	{
		richText: `Save <b>more</b>, spend <i>less</i>: the quiet way to <u>get ahead</u>, ${name}`,
		fontSize: 34,
		x: 30,
		y: 40,
		width: 345,
	},
	{
		text: `Small steps, every day, and nobody notices until it is done. ${name}`,
		fontSize: 22,
		style: "shadow",
		x: 30,
		y: 230,
		width: 345,
	},
];

/** One slide with two text blocks: takes tens of milliseconds to render. */
export function lightDocument(name = `No. ${++serial}`) {
	return {
		platform: "photo-feed-post",
		slides: [{ backgroundColor: "#16324F", textBlocks: textBlocks(name) }],
	};
}

/** A carousel of such slides: takes seconds to render. @param slides 1 to 20 */
export function heavyDocument(slides = 20, name = `No. ${++serial}`) {
	return {
		platform: "photo-feed-post",
		mode: "carousel",
		slides: Array.from({ length: slides }, (_, i) => ({
			backgroundColor: i % 2 === 0 ? "#16324F" : "#3A1C4A",
			textBlocks: textBlocks(`${name}, slide ${i + 1}`),
		})),
	};
}
