/**
 * The documents of the benchmark, as requests to our service; the peers accept the same requests.
 * Each call makes a new document: its text contains a number and its images have new URLs.
 * @typedef {import("./client.mjs").Call} Call
 * @typedef {import("./image-server.mjs").ImageServer} ImageServer
 */

let serial = 0;
const number = () => `No. ${String(++serial).padStart(6, "0")}`;

const PLATFORM = "photo-feed-post";

/** @param {object} slide @returns {Call} */
const single = (slide) => ({
	path: "/api/render.png",
	body: { platform: PLATFORM, slides: [slide] },
});
/** @param {object[]} slides @returns {Call} */
const carousel = (slides) => ({
	path: "/api/render",
	body: { platform: PLATFORM, mode: "carousel", stepperStyle: "none", slides },
});

/** Rich text, a shadow and an outline. */
const textBlocks = () => [
	{
		richText: `Save <b>more</b>, spend <i>less</i>: the <u>quiet</u> way to <span style="color: #FFC600">get ahead</span>`,
		fontSize: 34,
		x: 30,
		y: 40,
		width: 345,
	},
	{
		text: `Small steps, every day, and nobody notices until it is done. ${number()}`,
		fontSize: 22,
		style: "shadow",
		textColor: "#F5F5F5",
		x: 30,
		y: 230,
		width: 345,
	},
	{ text: `Begin today`, fontSize: 48, style: "outline", x: 30, y: 380, width: 345 },
];

/** @param {ImageServer} images */
export const documents = (images) => ({
	text: {
		name: "text slide",
		make: () => single({ backgroundColor: "#16324F", textBlocks: textBlocks() }),
	},
	photo: {
		name: "photo slide",
		make: () => single({ image: images.photo(), textBlocks: textBlocks() }),
	},
	large: {
		name: "large photo",
		make: () => single({ image: images.photo("large"), textBlocks: textBlocks() }),
	},
	carousel: {
		name: "carousel, 10 slides, 4 photos",
		make: () => photoCarousel(images),
	},
	texts: { name: "carousel, 20 text slides", make: textCarousel },
	svg: {
		name: "SVG answer",
		make: () => ({
			path: "/api/render",
			body: {
				platform: PLATFORM,
				format: "svg",
				slides: [{ backgroundColor: "#16324F", textBlocks: textBlocks() }],
			},
		}),
	},
	small: {
		name: "1,000 small requests",
		make: () => ({
			path: "/api/render.png",
			body: {
				platform: "photo-feed-square",
				slides: [
					{
						backgroundColor: "#204030",
						textBlocks: [{ text: number(), x: 40, y: 160, fontSize: 48 }],
					},
				],
			},
		}),
	},
});
/** @typedef {keyof ReturnType<typeof documents>} DocumentId */

/**
 * Ten slides with a PNG logo, an SVG logo on every other slide, and four photos.
 * @param {ImageServer} images
 */
function photoCarousel(images) {
	const logo = images.pngLogo();
	const badge = images.svgLogo();
	return carousel(
		Array.from({ length: 10 }, (_, i) => ({
			backgroundColor: "#16324F",
			...(i % 3 === 0 && { image: images.photo() }),
			imageOverlays: [
				{ src: logo, x: 330, y: 430, width: 48, height: 48 },
				...(i % 2 === 0 ? [{ src: badge, x: 270, y: 430, width: 48, height: 48 }] : []),
			],
			textBlocks: textBlocks(),
		})),
	);
}

function textCarousel() {
	return carousel(
		Array.from({ length: 20 }, (_, i) => ({
			backgroundColor: i % 2 === 0 ? "#16324F" : "#3A1C4A",
			textBlocks: [
				{ text: `Step ${i + 1}`, fontSize: 64, textColor: "#FFC600", x: 30, y: 60, width: 345 },
				{
					richText: `What <b>works</b> is what you <i>repeat</i>: ${number()}, on a good day and on a bad one.`,
					fontSize: 28,
					x: 30,
					y: 200,
					width: 345,
				},
			],
		})),
	);
}
