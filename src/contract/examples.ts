import { svg } from "./example-art.js";
import { LAYER_EXAMPLES } from "./layer-examples.js";
import { LAYOUT_EXAMPLES } from "./layout-examples.js";
import type { RenderRequest } from "./render-request.js";

const gradient = (from: string, to: string, shapes = ""): string =>
	svg(
		405,
		506,
		`<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs><rect width="405" height="506" fill="url(#g)"/>${shapes}`,
	);

const NIGHT = gradient(
	"#312E81",
	"#0B1026",
	'<circle cx="350" cy="70" r="130" fill="#FFFFFF" fill-opacity="0.06"/><circle cx="30" cy="470" r="170" fill="#FFFFFF" fill-opacity="0.05"/>',
);
const SUNSET = svg(
	405,
	720,
	'<defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#FF5F6D"/><stop offset="0.6" stop-color="#FF8E53"/><stop offset="1" stop-color="#FFC371"/></linearGradient></defs><rect width="405" height="720" fill="url(#g)"/><circle cx="203" cy="560" r="120" fill="#FFF3D6" fill-opacity="0.55"/><path d="M0 600 C90 560 150 640 240 600 S360 570 405 600 V720 H0 Z" fill="#7A2E4D"/><path d="M0 650 C100 610 180 690 270 645 S370 630 405 650 V720 H0 Z" fill="#4A1C3A"/>',
);
const PAPER = svg(
	405,
	405,
	'<rect width="405" height="405" fill="#F6F1E7"/><circle cx="375" cy="40" r="110" fill="#F0D9B5"/><circle cx="20" cy="395" r="90" fill="#D9E4D0"/>',
);
const FOREST = gradient(
	"#0C513F",
	"#062A21",
	'<path d="M0 380 L90 250 L170 350 L260 210 L405 400 V506 H0 Z" fill="#FFFFFF" fill-opacity="0.06"/>',
);
const PREVIEW = svg(
	450,
	236,
	'<rect width="450" height="236" fill="#F6F1E7"/><path d="M330 0 H450 V236 H300 C360 160 300 90 330 0 Z" fill="#0C513F"/><circle cx="392" cy="86" r="34" fill="#FFC600"/><path d="M340 150 C370 120 410 120 450 146 V236 H308 C322 206 324 170 340 150 Z" fill="#0A3F32"/>',
);
const COFFEE = svg(
	120,
	120,
	'<g fill="none" stroke="#6B3E26" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"><path d="M22 52 H82 V76 A26 26 0 0 1 56 102 H48 A26 26 0 0 1 22 76 Z"/><path d="M82 58 H90 A14 14 0 0 1 90 86 H81"/><path d="M38 38 C30 28 46 24 38 12"/><path d="M60 38 C52 28 68 24 60 12"/></g>',
);
const CHART = svg(
	345,
	180,
	'<g fill="#FFFFFF" fill-opacity="0.14"><rect x="0" y="44" width="345" height="2"/><rect x="0" y="88" width="345" height="2"/><rect x="0" y="132" width="345" height="2"/></g><g fill="#FFC600"><rect x="15" y="128" width="45" height="48" rx="6"/><rect x="83" y="106" width="45" height="70" rx="6"/><rect x="151" y="84" width="45" height="92" rx="6"/><rect x="219" y="52" width="45" height="124" rx="6"/></g><rect x="287" y="12" width="45" height="164" rx="6" fill="#FF6B35"/><rect x="0" y="176" width="345" height="4" rx="2" fill="#FFFFFF"/>',
);
const ROCKET = svg(
	24,
	24,
	'<g fill="none" stroke="#000000" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="M4.5 16.5c-1.5 1.26-2 5-2 5s3.74-.5 5-2c.71-.84.7-2.13-.09-2.91a2.18 2.18 0 0 0-2.91-.09z"/><path d="m12 15-3-3a22 22 0 0 1 2-3.95A12.88 12.88 0 0 1 22 2c0 2.72-.78 7.5-6 11a22.35 22.35 0 0 1-4 2z"/><path d="M9 12H4s.55-3.03 2-4c1.62-1.08 5 0 5 0"/><path d="M12 15v5s3.03-.55 4-2c1.08-1.62 0-5 0-5"/></g>',
);

/** Example posts that need no network and can be sent as they are. */
export const EXAMPLES = {
	habitsCarousel: {
		platform: "short-video-carousel",
		mode: "carousel",
		brand: "brand-a",
		stepperStyle: "dots",
		slides: [
			{
				backgroundColor: "#0B1026",
				image: NIGHT,
				textBlocks: [
					{ text: "SWIPE TO READ", fontSize: 14, textColor: "#F0D060", x: 30, y: 90, width: 345 },
					{
						richText: 'Three habits that <span style="color:#F0D060">actually</span> stick',
						fontSize: 50,
						x: 30,
						y: 122,
						width: 345,
					},
					{
						text: "Small, daily, and easier than you think.",
						fontSize: 20,
						style: "shadow",
						textColor: "#F5F5F5",
						x: 30,
						y: 388,
						width: 300,
					},
				],
			},
			{
				backgroundColor: "#0B1026",
				image: NIGHT,
				textBlocks: [
					{ text: "1", fontSize: 120, textColor: "#D4AF37", x: 30, y: 60, width: 120 },
					{ text: "Start with two minutes", fontSize: 40, x: 30, y: 212, width: 345 },
					{
						richText:
							"A habit must be <b>started</b> before it can be improved. Two minutes is enough to begin.",
						fontSize: 20,
						style: "shadow",
						textColor: "#F5F5F5",
						x: 30,
						y: 326,
						width: 345,
					},
				],
			},
			{
				backgroundColor: "#0B1026",
				image: NIGHT,
				textBlocks: [
					{ emoji: "🔥", fontSize: 84, x: 30, y: 84 },
					{ text: "Never miss twice", fontSize: 44, x: 30, y: 206, width: 345 },
					{
						text: "Save this for later",
						fontSize: 22,
						style: "highlight",
						textColor: "#000000",
						highlightColor: "#D4AF37",
						x: 38,
						y: 356,
						width: 320,
					},
				],
			},
		],
	},
	launchStory: {
		platform: "short-video-story",
		brand: "custom",
		slides: [
			{
				backgroundColor: "#FF5F6D",
				image: SUNSET,
				imageOverlays: [
					{
						src: ROCKET,
						name: "rocket",
						x: 152,
						y: 110,
						width: 100,
						height: 100,
						rotation: 8,
						color: "#FFFFFF",
					},
				],
				textBlocks: [
					{ text: "We are live!", fontSize: 56, style: "outline", x: 40, y: 246, width: 345 },
					{
						text: "The new app is in the store today.",
						fontSize: 24,
						style: "shadow",
						x: 40,
						y: 336,
						width: 320,
					},
					{
						emoji: "👇",
						text: "Link in bio",
						fontSize: 24,
						style: "highlight",
						textColor: "#FFFFFF",
						highlightColor: "#4A1C3A",
						x: 112,
						y: 520,
						width: 220,
					},
				],
			},
		],
	},
	squareQuote: {
		platform: "photo-feed-square",
		brand: "custom",
		slides: [
			{
				backgroundColor: "#F6F1E7",
				image: PAPER,
				imageOverlays: [{ src: COFFEE, name: "coffee cup", x: 30, y: 30, width: 76, height: 76 }],
				textBlocks: [
					{
						richText: "Good ideas start with <i>slow</i> mornings.",
						fontSize: 42,
						textColor: "#2B2118",
						x: 30,
						y: 124,
						width: 345,
					},
					{
						text: "Anna's Kitchen",
						fontSize: 18,
						style: "highlight",
						textColor: "#FFFFFF",
						highlightColor: "#6B3E26",
						x: 38,
						y: 342,
						width: 300,
					},
				],
			},
		],
	},
	recipePost: {
		platform: "photo-feed-post",
		mode: "carousel",
		brand: "brand-b",
		stepperStyle: "pills",
		slides: [
			{
				backgroundColor: "#0C513F",
				textBlocks: [
					{ emoji: "🍋", fontSize: 96, x: 34, y: 50 },
					{
						text: "Lemon pasta in 15 minutes",
						fontSize: 48,
						style: "highlight",
						textColor: "#000000",
						highlightColor: "#FFC600",
						x: 44,
						y: 190,
						width: 320,
					},
				],
			},
			{
				backgroundColor: "#FFF8E1",
				textBlocks: [
					{ text: "You need", fontSize: 44, textColor: "#0C513F", x: 34, y: 52, width: 337 },
					{
						text: "200 g spaghetti\n2 lemons\n60 g parmesan\n40 g butter\nblack pepper",
						fontSize: 26,
						style: "bold",
						textColor: "#000000",
						x: 34,
						y: 134,
						width: 337,
					},
					{
						richText: "Serves <mark>two</mark>",
						fontSize: 24,
						textColor: "#000000",
						highlightColor: "#FFC600",
						x: 34,
						y: 352,
						width: 337,
					},
				],
			},
		],
	},
	hiringPost: {
		platform: "professional-post",
		brand: "brand-b",
		slides: [
			{
				backgroundColor: "#0C513F",
				imageOverlays: [
					{
						src: svg(200, 200, '<circle cx="100" cy="100" r="100" fill="#FFC600"/>'),
						x: 340,
						y: -120,
						width: 220,
						height: 220,
						opacity: 0.9,
					},
					{
						src: svg(200, 200, '<circle cx="100" cy="100" r="100" fill="#FF6B35"/>'),
						x: 370,
						y: 350,
						width: 150,
						height: 150,
						opacity: 0.85,
					},
				],
				textBlocks: [
					{ text: "WE'RE HIRING", fontSize: 18, textColor: "#FFC600", x: 40, y: 60, width: 260 },
					{ text: "Senior Product Designer", fontSize: 46, x: 40, y: 96, width: 350 },
					{
						richText: "Remote in Europe &middot; <b>4-day week</b>",
						fontSize: 20,
						style: "shadow",
						x: 40,
						y: 236,
						width: 330,
					},
					{
						text: "Apply by 30 June",
						fontSize: 20,
						style: "highlight",
						textColor: "#000000",
						highlightColor: "#FFC600",
						x: 48,
						y: 330,
						width: 290,
					},
				],
			},
		],
	},
	reportCarousel: {
		platform: "professional-portrait",
		mode: "carousel",
		brand: "brand-b",
		stepperStyle: "bars",
		slides: [
			{
				backgroundColor: "#062A21",
				image: FOREST,
				textBlocks: [
					{ text: "ANNUAL REPORT", fontSize: 16, textColor: "#FFC600", x: 30, y: 110, width: 345 },
					{ text: "Growth you can see", fontSize: 56, style: "shadow", x: 30, y: 142, width: 345 },
					{
						text: "The year in two slides",
						fontSize: 22,
						textColor: "#FFFFFF",
						x: 30,
						y: 366,
						width: 345,
					},
				],
			},
			{
				backgroundColor: "#062A21",
				image: FOREST,
				imageOverlays: [
					{ src: CHART, name: "revenue chart", x: 30, y: 232, width: 345, height: 180 },
				],
				textBlocks: [
					{
						richText: '<span style="color:#FFC600">+64%</span> revenue',
						fontSize: 44,
						x: 30,
						y: 60,
						width: 345,
					},
					{
						text: "Five years, each one better than the last.",
						fontSize: 22,
						style: "shadow",
						x: 30,
						y: 138,
						width: 330,
					},
				],
			},
		],
	},
	saleStory: {
		platform: "photo-feed-story",
		mode: "carousel",
		brand: "custom",
		stepperStyle: "line",
		slides: [
			{
				backgroundColor: "#111827",
				imageOverlays: [
					{
						src: gradient("#F472B6", "#7C3AED"),
						name: "card",
						x: 40,
						y: 120,
						width: 325,
						height: 380,
						borderRadius: 32,
					},
				],
				textBlocks: [
					{
						text: "-30%",
						fontSize: 104,
						style: "outline",
						x: 56,
						y: 160,
						width: 300,
						rotation: -6,
					},
					{ text: "Summer sale", fontSize: 42, x: 72, y: 330, width: 280 },
					{
						richText: "Until <u>Sunday</u>, <s>€89</s> €62",
						fontSize: 24,
						style: "shadow",
						x: 72,
						y: 400,
						width: 270,
					},
					{
						emoji: "🛍️",
						text: "Shop now",
						fontSize: 26,
						style: "highlight",
						textColor: "#111827",
						highlightColor: "#FFFFFF",
						x: 112,
						y: 552,
						width: 240,
					},
				],
			},
			{
				backgroundColor: "#7C3AED",
				textBlocks: [
					{ text: "Free shipping over €50", fontSize: 52, x: 40, y: 220, width: 325 },
					{
						text: "In stores and online",
						fontSize: 24,
						style: "shadow",
						x: 40,
						y: 430,
						width: 325,
					},
				],
			},
		],
	},
	linkPreview: {
		platform: "link-preview",
		format: "jpeg",
		maxBytes: 300_000,
		slides: [
			{
				backgroundColor: "#F6F1E7",
				image: PREVIEW,
				textBlocks: [
					{
						text: "Engineering notes",
						fontSize: 15,
						style: "highlight",
						textColor: "#FFFFFF",
						highlightColor: "#0C513F",
						x: 40,
						y: 34,
						width: 240,
					},
					{
						richText:
							'What we learned from <span style="color:#C2410C">a year</span> without meetings',
						fontSize: 31,
						textColor: "#1C1917",
						x: 36,
						y: 72,
						width: 290,
					},
					{
						text: "blog.example · 8 minutes",
						fontSize: 13,
						style: "highlight",
						textColor: "#57534E",
						highlightColor: "transparent",
						x: 37,
						y: 202,
						width: 240,
					},
				],
			},
		],
	},
	...LAYOUT_EXAMPLES,
	...LAYER_EXAMPLES,
} satisfies Record<string, RenderRequest>;

/** The example that the render-schema endpoint lists first. */
export const EXAMPLE_NAME = "squareQuote" satisfies keyof typeof EXAMPLES;
