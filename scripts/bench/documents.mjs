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

const WHITE = "#FFFFFF";
const INK = "#1B1B2F";
const GREY = "#5B5B76";
const GOLD = "#F5A623";

/**
 * Slides of layers that use flexbox layout.
 * @param {ImageServer} images
 */
export const layered = (images) => ({
	card: {
		name: "review card, 25 layers",
		make: () =>
			single({
				background: {
					type: "linear",
					angle: 160,
					stops: [{ color: "#5B2A86" }, { color: "#1B7FBD" }],
				},
				layers: reviewCard(images.pngLogo()),
			}),
	},
	"photo-card": {
		name: "the same on a photo under a gradient",
		make: () =>
			single({
				image: images.photo(),
				layers: [
					{
						type: "shape",
						shape: "rectangle",
						x: 0,
						y: 0,
						width: 405,
						height: 506.25,
						fill: {
							type: "linear",
							angle: 180,
							stops: [{ color: "#00000000" }, { color: "#000000B3" }],
						},
					},
					...reviewCard(images.pngLogo()),
				],
			}),
	},
});
/** @typedef {keyof ReturnType<typeof layered>} LayeredId */

/** @param {string} avatar */
function reviewCard(avatar) {
	const text = (/** @type {string} */ words, /** @type {object} */ fields) => ({
		type: "text",
		text: words,
		...fields,
	});
	const pill = (/** @type {string} */ label, /** @type {object} */ fields) => ({
		type: "stack",
		direction: "row",
		padding: [10, 20, 10, 20],
		borderRadius: 999,
		...fields,
		children: [text(label, { fontSize: 15, textColor: WHITE })],
	});
	const who = {
		type: "stack",
		direction: "row",
		align: "center",
		gap: 14,
		children: [
			{
				type: "image",
				src: avatar,
				width: 64,
				height: 64,
				borderRadius: 999,
				border: { width: 3, color: GOLD },
			},
			{
				type: "stack",
				gap: 2,
				children: [
					text("Daniela Moretti", { fontSize: 20, textColor: INK }),
					text(`@daniela ${number()}`, { fontSize: 14, weight: 600, textColor: GREY }),
				],
			},
		],
	};
	const stars = {
		type: "stack",
		direction: "row",
		gap: 6,
		children: Array.from({ length: 5 }, () => ({
			type: "shape",
			shape: "star",
			points: 5,
			innerRadius: 45,
			width: 26,
			height: 26,
			fill: GOLD,
		})),
	};
	const footer = {
		type: "stack",
		direction: "row",
		alignSelf: "stretch",
		justify: "space-between",
		align: "center",
		children: [
			text("Verified buyer", { fontSize: 13, weight: 600, textColor: GREY }),
			{
				type: "stack",
				direction: "row",
				align: "center",
				gap: 6,
				children: [
					{ type: "shape", shape: "ellipse", width: 8, height: 8, fill: "#2E9E5B" },
					text("Turin, Italy", { fontSize: 13, weight: 600, textColor: GREY }),
				],
			},
		],
	};
	return [
		{
			type: "stack",
			x: 28,
			y: 70,
			width: 349,
			padding: 24,
			gap: 16,
			background: WHITE,
			borderRadius: 24,
			shadow: { x: 0, y: 12, blur: 32, color: "#000000", opacity: 0.35 },
			children: [
				who,
				stars,
				text(
					"The sofa came a day early, two people carried it up four floors, and they took the old one away. I would order again tomorrow.",
					{ fontSize: 19, weight: 600, lineHeight: 1.35, textColor: INK },
				),
				{ type: "shape", shape: "rectangle", height: 1, alignSelf: "stretch", fill: "#E3E3EC" },
				{
					type: "stack",
					direction: "row",
					children: [pill("See the sofa", { background: "#5B2A86" })],
				},
				footer,
			],
		},
	];
}

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

/** Documents for --growth, each with one varying quantity. */
export const growing = {
	/** @param {number} count */
	slides: (count) =>
		carousel(
			Array.from({ length: count }, () => ({
				backgroundColor: "#16324F",
				textBlocks: textBlocks(),
			})),
		),
	/** @param {number} count */
	blocks: (count) =>
		single({
			textBlocks: Array.from({ length: count }, (_, i) => ({
				text: `Block ${number()}`,
				fontSize: 12,
				x: 10 + (i % 3) * 130,
				y: 10 + Math.floor(i / 3) * 48,
			})),
		}),
	/** @param {number} count */
	characters: (count) => {
		const words = `${number()} the quick brown fox jumps over the lazy dog and on it goes `;
		const text = words.repeat(Math.ceil(count / words.length)).slice(0, count);
		return single({ textBlocks: [{ text, fontSize: 8, x: 5, y: 5, width: 395 }] });
	},
	/** @param {number} count @param {ImageServer} images */
	overlays: (count, images) =>
		single({
			imageOverlays: Array.from({ length: count }, (_, i) => ({
				src: images.pngLogo(),
				x: 5 + (i % 6) * 66,
				y: 5 + Math.floor(i / 6) * 66,
				width: 60,
				height: 60,
			})),
		}),
	/** @param {string} src */
	image: (src) => single({ image: src, textBlocks: textBlocks() }),
	/** Twenty slides that show one photo. @param {number} count @param {ImageServer} images */
	sharing: (count, images) => {
		const image = images.photo();
		return carousel(Array.from({ length: count }, () => ({ image })));
	},
	/** @param {number} count @param {ImageServer} images */
	largePhotos: (count, images) =>
		carousel(
			Array.from({ length: count }, () => ({
				image: images.photo("large"),
				textBlocks: textBlocks(),
			})),
		),
};
