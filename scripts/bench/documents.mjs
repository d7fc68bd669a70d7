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
 * The bundled template `sale-price` with a brand and a photo, and the same picture as layers with
 * absolute coordinates, sizes and colours.
 * @param {ImageServer} images
 */
export const sale = (images) => ({
	template() {
		const body = {
			template: "sale-price",
			platform: "photo-feed-square",
			brand: "brand-b",
			variables: {
				photo: images.photo(),
				product: "The Sunday teapot",
				detail: `Glazed by hand, ${number()}`,
				price: "€29",
				oldPrice: "€45",
				occasion: "Spring sale",
				button: "Shop now",
				until: "Until Sunday night",
			},
		};
		return { path: "/api/render.png", body };
	},
	absolute() {
		const slide = { backgroundColor: "#FAF6EE", layers: saleLayers(images.photo()) };
		return { path: "/api/render.png", body: { platform: "photo-feed-square", slides: [slide] } };
	},
});

/** @param {string} photo */
function saleLayers(photo) {
	const [green, paper, ink] = ["#0C513F", "#FAF6EE", "#1B1F1D"];
	const text = (
		/** @type {string} */ words,
		/** @type {[number, number, number, number]} */ [x, y, width, height],
		/** @type {object} */ fields,
	) => ({ type: "text", text: words, x, y, width, height, lineHeight: 1.2, ...fields });
	const tag = {
		type: "stack",
		x: 253,
		y: 116.1,
		width: 128,
		height: 144,
		rotation: 5,
		children: [
			{
				type: "shape",
				shape: "path",
				position: "absolute",
				x: 0,
				y: 0,
				width: 128,
				height: 144,
				path: "M52 0H108Q114 0 118 4L156 42Q160 46 160 52V168Q160 180 148 180H12Q0 180 0 168V52Q0 46 4 42L42 4Q46 0 52 0ZM80 18A9 9 0 0 0 80 36A9 9 0 0 0 80 18Z",
				viewBox: [0, 0, 160, 180],
				fill: green,
				shadow: { y: 8, blur: 20, color: "#000000", opacity: 0.3 },
			},
			text("€45", [49.322, 47, 29.356, 18], {
				position: "absolute",
				fontSize: 15,
				weight: 600,
				textColor: "#FFFFFF",
			}),
			{
				type: "shape",
				shape: "line",
				position: "absolute",
				x: 45.322,
				y: 55,
				width: 37.356,
				height: 2,
				rotation: -8,
				stroke: { color: "#FFFFFF", width: 2 },
			},
			text("€29", [8, 65, 112, 56], {
				position: "absolute",
				font: "Sofia Sans Extra Condensed",
				fontSize: 56,
				weight: 900,
				lineHeight: 1,
				align: "center",
				verticalAlign: "middle",
				textColor: "#FFFFFF",
				tabularNumbers: true,
			}),
		],
	};
	return [
		{ type: "image", src: photo, x: 0, y: 0, width: 405, height: 248.1 },
		text("Spring sale", [24, 24, 95.063, 27.6], {
			fontSize: 13,
			weight: 700,
			textColor: paper,
			background: ink,
			padding: [6, 12, 6, 12],
			borderRadius: 999,
		}),
		tag,
		text("The Sunday teapot", [24, 274.1, 357, 28.6], {
			fontSize: 26,
			weight: 800,
			lineHeight: 1.1,
			letterSpacing: -0.02,
			textColor: ink,
		}),
		text(`Glazed by hand, ${number()}`, [24, 308.7, 357, 18.9], {
			fontSize: 14,
			weight: 500,
			lineHeight: 1.35,
			textColor: ink,
			opacity: 0.8,
		}),
		{
			type: "shape",
			shape: "rectangle",
			x: 24,
			y: 343.6,
			width: 130.036,
			height: 37.4,
			borderRadius: 999,
			fill: green,
		},
		text("Shop now", [42, 353.6, 70.037, 17.4], {
			fontSize: 14.5,
			weight: 700,
			textColor: "#FFFFFF",
		}),
		{
			type: "shape",
			shape: "arrow",
			x: 120.036,
			y: 357.3,
			width: 18,
			height: 10,
			stroke: { color: "#FFFFFF", width: 2, cap: "round" },
		},
		text("Until Sunday night", [266.12, 354.175, 114.881, 16.25], {
			fontSize: 13,
			weight: 600,
			lineHeight: 1.25,
			textColor: ink,
		}),
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
