/** Documents whose slides docs/layers.md shows side by side. */
import type { Layer } from "../../src/contract/document/layers.js";
import type { RenderRequest } from "../../src/contract/render-request.js";

const INK = "#1E293B";
const GROUND = "#F1F5F9";
const text = (content: string, fontSize: number, more: object = {}): Layer => ({
	type: "text",
	text: content,
	fontSize,
	textColor: INK,
	...more,
});
const framed = (content: string, color: string, more: Partial<Layer>): Layer =>
	({
		type: "stack",
		x: 0,
		y: 0,
		width: "100%",
		height: "100%",
		align: "center",
		justify: "center",
		border: { width: 4, color, dash: [14, 10] },
		borderRadius: 16,
		children: [text(content, 32, { align: "center", textColor: color })],
		...more,
	}) as Layer;

const still = { stepperStyle: "none" } as const;

/** A card with or without an old price. */
const price = (was: string): RenderRequest => ({
	...still,
	platform: "photo-feed-square",
	variables: { price: "€ 24", was },
	slides: [
		{
			background: GROUND,
			layers: [
				{
					type: "stack",
					x: 40,
					right: 40,
					y: 0,
					height: "100%",
					justify: "center",
					gap: 16,
					children: [
						text("Linen sheet", 40),
						text("{{price}}", 34, {
							textColor: "#FFFFFF",
							background: "#B91C1C",
							padding: [8, 18, 8, 18],
							borderRadius: 12,
						}),
						text("was {{was}}", 26, { weight: 500, showIf: "{{was}}" }),
						text("Free delivery", 26, { weight: 500 }),
					],
				},
			],
		},
	],
});

const arrangement = (platform: NonNullable<RenderRequest["platform"]>): RenderRequest => ({
	...still,
	platform,
	slides: [
		{
			background: GROUND,
			layers: [
				{
					type: "shape",
					shape: "rectangle",
					x: 0,
					y: 0,
					width: "30%",
					height: "100%",
					fill: "#F97316",
					only: ["landscape"],
				},
				{
					type: "shape",
					shape: "rectangle",
					x: 0,
					y: 0,
					width: "100%",
					height: "50%",
					fill: "#2563EB",
					only: ["square", "portrait"],
				},
				{
					type: "shape",
					shape: "ellipse",
					x: "10%",
					y: "15%",
					width: "80%",
					aspectRatio: 1,
					fill: "#10B981",
					only: ["story"],
				},
				text("Same document", 30, { right: 24, y: "62%" }),
			],
		},
	],
});

export const LAYER_SHEETS: Readonly<Record<string, readonly RenderRequest[]>> = {
	within: (["photo-feed-story", "short-video-story"] as const).map((platform) => ({
		...still,
		platform,
		slides: [
			{
				background: GROUND,
				layers: [framed('within: "safeArea"', "#2563EB", { within: "safeArea" })],
			},
		],
	})),
	only: [
		arrangement("link-preview"),
		arrangement("photo-feed-square"),
		arrangement("photo-feed-story"),
	],
	"show-if": [price("€ 32"), price("")],
	common: [
		{
			...still,
			platform: "photo-feed-square",
			mode: "carousel",
			common: {
				behind: [
					{
						type: "shape",
						shape: "ellipse",
						x: "45%",
						y: "-20%",
						width: "80%",
						aspectRatio: 1,
						fill: "#FDE68A",
					},
				],
				front: [
					{
						type: "stack",
						x: 32,
						right: 32,
						bottom: 32,
						direction: "row",
						justify: "space-between",
						children: [text("Bakery Sol", 24), text("{{slide}} / {{slides}}", 24)],
					},
				],
			},
			slides: ["Mix", "Rest", "Bake"].map((word) => ({
				background: GROUND,
				layers: [text(word, 80, { x: 32, y: 120 })],
			})),
		},
	],
};
