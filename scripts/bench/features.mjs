/**
 * Documents with one feature each. Colours, sizes and places are random; a seed repeats them. Only
 * features that takumi has too are here.
 * @typedef {import("./client.mjs").Call} Call
 * @typedef {import("./image-server.mjs").ImageServer} ImageServer
 * @typedef {() => number} Random 0 to 1
 * @typedef {{ readonly width: number, readonly height: number }} Size of a canvas, export pixels
 */

/** Preview pixels per export pixel. */
const PREVIEW = 0.375;

/** A generator of numbers from 0 to 1 (mulberry32). @param {number} seed @returns {Random} */
export function generator(seed) {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let t = Math.imul(state ^ (state >>> 15), state | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
	};
}

const WORDS =
	"quiet copper morning river linen harbour seven paper window amber kettle orchard lantern velvet field signal garden market bicycle summer".split(
		" ",
	);

/**
 * Random values, in preview pixels.
 * @param {Random} random
 * @param {Size} size
 */
function chooser(random, { width, height }) {
	const between = (/** @type {number} */ least, /** @type {number} */ most) =>
		least + random() * (most - least);
	const whole = (/** @type {number} */ least, /** @type {number} */ most) =>
		Math.round(between(least, most));
	const channel = () => whole(0, 255).toString(16).padStart(2, "0");
	const color = () => `#${channel()}${channel()}${channel()}`;
	const opacity = () => Number(between(0.3, 0.8).toFixed(2));
	const translucent = () => `${color()}${whole(80, 200).toString(16).padStart(2, "0")}`;
	const [w, h] = [width * PREVIEW, height * PREVIEW];
	/** A box that covers a quarter to half of the slide. */
	const box = () => {
		const [bw, bh] = [Math.round(w * between(0.5, 0.75)), Math.round(h * between(0.5, 0.7))];
		return { x: whole(10, w - bw - 10), y: whole(10, h - bh - 10), width: bw, height: bh };
	};
	const small = () => ({
		x: whole(0, w - 80),
		y: whole(0, h - 60),
		width: whole(20, 80),
		height: whole(16, 60),
	});
	const words = (/** @type {number} */ count) =>
		Array.from({ length: count }, () => WORDS[whole(0, WORDS.length - 1)]).join(" ");
	const shadow = () => ({
		x: whole(-6, 6),
		y: whole(4, 14),
		blur: whole(16, 40),
		color: color(),
		opacity: opacity(),
	});
	const angle = () => whole(8, 80);
	return { between, whole, color, opacity, translucent, box, small, words, shadow, angle, w, h };
}
/** @typedef {ReturnType<typeof chooser>} Chooser */

const rectangle = (/** @type {object} */ fields) => ({
	type: "shape",
	shape: "rectangle",
	...fields,
});
const stack = (/** @type {object} */ fields, /** @type {object[]} */ children = []) => ({
	type: "stack",
	...fields,
	children,
});
const absolute = (/** @type {object} */ layer) => ({ ...layer, position: "absolute" });
/** @param {Chooser} c @param {object} fields */
const text = (c, fields) => ({
	type: "text",
	text: c.words(2),
	fontSize: 24,
	lineHeight: 1.2,
	textColor: c.color(),
	...fields,
});
/** @param {Chooser} c @param {number} count */
const stops = (c, count) => Array.from({ length: count }, () => ({ color: c.color() }));
/** @param {Chooser} c @param {number} [count] */
const linear = (c, count = 2) => ({
	type: "linear",
	angle: c.whole(0, 359),
	stops: stops(c, count),
});
/** @param {Chooser} c @param {object} fields */
const card = (c, fields = {}) => ({
	...stack({ ...c.box(), borderRadius: c.whole(8, 32), background: c.color(), ...fields }),
});

/**
 * What each slide paints on its background.
 * @type {Record<string, (c: Chooser, images: ImageServer) => object[]>}
 */
const LAYERS = {
	"one box": (c) => [rectangle({ ...c.box(), fill: c.color() })],
	"translucent box": (c) => [rectangle({ ...c.box(), fill: c.translucent() })],
	"round box": (c) => [rectangle({ ...c.box(), fill: c.color(), borderRadius: c.whole(20, 60) })],
	ellipse: (c) => [{ ...rectangle({ ...c.box(), fill: c.color() }), shape: "ellipse" }],
	"rotated box": (c) => [rectangle({ ...c.box(), fill: c.color(), rotation: c.angle() })],
	"rotated translucent box": (c) => [
		rectangle({ ...c.box(), fill: c.translucent(), borderRadius: 24, rotation: c.angle() }),
	],
	"linear gradient": (c) => [rectangle({ ...c.box(), fill: linear(c) })],
	"gradient of eight stops": (c) => [rectangle({ ...c.box(), fill: linear(c, 8) })],
	"radial gradient": (c) => [
		rectangle({ ...c.box(), fill: { type: "radial", cx: 50, cy: 50, stops: stops(c, 3) } }),
	],
	"gradient with alpha": (c) => [
		rectangle({
			...c.box(),
			fill: { type: "linear", angle: 180, stops: [{ color: "#00000000" }, { color: c.color() }] },
		}),
	],
	"rotated gradient": (c) => [
		rectangle({ ...c.box(), fill: linear(c), borderRadius: 24, rotation: c.angle() }),
	],
	"black shadow": (c) => [card(c, { shadow: { ...c.shadow(), color: "#000000" } })],
	"coloured shadow": (c) => [card(c, { shadow: c.shadow() })],
	"sharp shadow": (c) => [card(c, { shadow: { ...c.shadow(), blur: 0, x: 8 } })],
	"wide shadow": (c) => [card(c, { shadow: { ...c.shadow(), blur: 90 } })],
	"narrow shadow": (c) => [card(c, { shadow: { ...c.shadow(), blur: 3 } })],
	"rotated shadow": (c) => [card(c, { shadow: c.shadow(), rotation: c.angle() })],
	"translucent card with shadow": (c) => [
		card(c, { shadow: c.shadow(), background: c.translucent() }),
	],
	"shadow in a group of opacity": (c) => [
		stack({ x: 0, y: 0, width: c.w, height: c.h, opacity: c.opacity() }, [
			absolute(card(c, { shadow: c.shadow() })),
		]),
	],
	"group of opacity": (c) => {
		const { width, height, ...place } = c.box();
		return [
			stack({ ...place, width, height, opacity: c.opacity() }, [
				absolute(rectangle({ x: 0, y: 0, width, height: height / 2, fill: c.color() })),
				absolute(
					rectangle({ x: 20, y: 20, width: width - 40, height: height - 40, fill: c.color() }),
				),
			]),
		];
	},
	"rotated group of opacity": (c) => {
		const { width, height, ...place } = c.box();
		return [
			stack({ ...place, width, height, opacity: c.opacity(), rotation: c.angle() }, [
				absolute(rectangle({ x: 0, y: 0, width, height: height / 2, fill: c.color() })),
				absolute(text(c, { x: 20, y: 20, fontSize: 40 })),
			]),
		];
	},
	multiply: (c) => [
		rectangle({ ...c.box(), fill: c.color() }),
		rectangle({ ...c.box(), fill: c.color(), blendMode: "multiply" }),
	],
	"soft light": (c) => [
		rectangle({ ...c.box(), fill: c.color() }),
		rectangle({ ...c.box(), fill: linear(c), blendMode: "soft-light" }),
	],
	hue: (c) => [
		rectangle({ ...c.box(), fill: linear(c) }),
		rectangle({ ...c.box(), fill: c.color(), blendMode: "hue" }),
	],
	"clip with text": (c) => [
		stack({ ...c.box(), borderRadius: 40, clip: true, background: c.color() }, [
			absolute(text(c, { x: -10, y: -10, fontSize: 90 })),
		]),
	],
	"clipped picture": (c, images) => {
		const { width, height, ...place } = c.box();
		return [
			stack({ ...place, width, height, borderRadius: 40, clip: true }, [
				absolute({ type: "image", src: images.photo(), x: 0, y: 0, width, height }),
			]),
		];
	},
	"clipped rotated picture": (c, images) => {
		const { width, height, ...place } = c.box();
		return [
			stack({ ...place, width, height, borderRadius: 40, clip: true }, [
				absolute({
					...{ type: "image", src: images.photo(), x: 0, y: 0, width, height },
					rotation: c.angle(),
				}),
			]),
		];
	},
	"round picture": (c, images) => [
		{ type: "image", src: images.photo(), ...c.box(), borderRadius: 40 },
	],
	"rotated picture": (c, images) => [
		{ type: "image", src: images.photo(), ...c.box(), rotation: c.angle() },
	],
	"picture with alpha": (c, images) => [{ type: "image", src: images.pngLogo(), ...c.box() }],
	"WebP picture": (c, images) => [{ type: "image", src: images.webp(), ...c.box() }],
	"10 boxes": (c) => manyBoxes(c, 10),
	"40 boxes": (c) => manyBoxes(c, 40),
	"150 boxes": (c) => manyBoxes(c, 150),
	"10 shadows": (c) => manyShadows(c, 10),
	"40 shadows": (c) => manyShadows(c, 40),
	"150 shadows": (c) => manyShadows(c, 150),
	"10 texts": (c) => manyTexts(c, 10),
	"40 texts": (c) => manyTexts(c, 40),
	"150 texts": (c) => manyTexts(c, 150),
	"40 letters": (c) => [text(c, { x: 20, y: 20, width: c.w - 40, text: c.words(6), fontSize: 40 })],
	"2,000 letters": (c) => [
		text(c, { x: 20, y: 20, width: c.w - 40, text: c.words(300), fontSize: 12, weight: 600 }),
	],
	"rotated text": (c) => [
		text(c, {
			x: 40,
			y: 120,
			width: c.w - 80,
			text: c.words(8),
			fontSize: 30,
			rotation: c.angle(),
		}),
	],
	"translucent text": (c) => [
		text(c, { ...{ x: 20, y: 40, width: c.w - 40 }, text: c.words(8), opacity: c.opacity() }),
	],
	"text stroke": (c) => [
		text(c, {
			...{ x: 20, y: 40, width: c.w - 40, text: c.words(6), fontSize: 44 },
			textStroke: { color: c.color(), width: 1.5 },
		}),
	],
	"text gradient": (c) => [
		text(c, {
			...{ x: 20, y: 40, width: c.w - 40, text: c.words(6), fontSize: 44 },
			textFill: linear(c),
		}),
	],
	border: (c) => [card(c, { border: { color: c.color(), width: c.whole(2, 8) } })],
};

/** @param {Chooser} c @param {number} count */
const manyBoxes = (c, count) =>
	Array.from({ length: count }, (_, i) =>
		rectangle({ ...c.small(), fill: i % 3 === 0 ? c.translucent() : c.color(), borderRadius: 6 }),
	);
/** @param {Chooser} c @param {number} count */
const manyShadows = (c, count) =>
	Array.from({ length: count }, () =>
		stack({
			...{ ...c.small(), borderRadius: 6, background: c.color() },
			shadow: { x: 0, y: 4, blur: c.whole(4, 16), color: c.color(), opacity: c.opacity() },
		}),
	);
/** @param {Chooser} c @param {number} count */
const manyTexts = (c, count) =>
	Array.from({ length: count }, () => {
		const { x, y } = c.small();
		return text(c, { x, y, fontSize: c.whole(10, 18) });
	});

/** Fields of the whole document, for features of the output. @type {Record<string, object>} */
const OUTPUTS = {
	"transparent slide": { background: "transparent" },
	"scale 2": { scale: 2 },
	JPEG: { format: "jpeg" },
	WebP: { format: "webp" },
};

/** What all of these show. @param {Chooser} c */
const mixed = (c) => [
	card(c, { shadow: c.shadow() }),
	text(c, { x: 20, y: 20, width: c.w - 40, text: c.words(10), fontSize: 24 }),
];

const SIZES = [
	[1080, 1350],
	[1080, 1080],
	[1080, 1920],
	[1200, 630],
	[1600, 900],
];

/**
 * @param {Random} random
 * @param {ImageServer} images
 * @returns {{ name: string, make: () => Call }[]} each call makes a document of new colours and places
 */
export function features(random, images) {
	const document = (/** @type {(c: Chooser) => object[]} */ layers, /** @type {any} */ output) => {
		const [width = 0, height = 0] =
			SIZES[Math.floor(random() * (output.scale ? 2 : SIZES.length))] ?? [];
		const size = { width, height };
		return () => {
			const c = chooser(random, size);
			const { background = c.color(), format = "png", ...fields } = output;
			const body = { platform: "custom", size, slides: [{ background, layers: layers(c) }] };
			return { path: `/api/render.${format}`, body: { ...body, ...fields } };
		};
	};
	return [
		...Object.entries(LAYERS).map(([name, layers]) => ({
			name,
			make: document((c) => layers(c, images), {}),
		})),
		...Object.entries(OUTPUTS).map(([name, output]) => ({ name, make: document(mixed, output) })),
	];
}
