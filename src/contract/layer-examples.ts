import type { Layer } from "./document/layers.js";
import type { RenderRequest } from "./render-request.js";

const STARS = Array.from(
	{ length: 5 },
	(): Layer => ({ type: "shape", shape: "star", width: 24, height: 24, fill: "#E8A317" }),
);

/** A number next to a ring that shows it as a share. */
const figure = (value: string, label: string, share: number, color: string): Layer => ({
	type: "stack",
	direction: "row",
	align: "center",
	alignSelf: "stretch",
	gap: 18,
	padding: [14, 18, 14, 18],
	borderRadius: 20,
	background: "#3C38A0",
	children: [
		{
			type: "stack",
			width: 56,
			height: 56,
			children: [ring(360, "#6D6ABF"), ring(Math.round(share * 360), color)],
		},
		{
			type: "stack",
			children: [
				{ type: "text", text: value, fontSize: 28, lineHeight: 1.15 },
				{ type: "text", text: label, fontSize: 16, weight: 500, textColor: "#DDE3FF" },
			],
		},
	],
});

const ring = (sweep: number, fill: string): Layer => ({
	type: "shape",
	shape: "arc",
	position: "absolute",
	width: 56,
	height: 56,
	thickness: 8,
	sweep,
	fill,
});

/** Example posts made of layers: cards and buttons that fit their text, figures, a QR code. */
export const LAYER_EXAMPLES = {
	productCard: {
		platform: "photo-feed-post",
		slides: [
			{
				backgroundColor: "#FBD3BE",
				background: {
					type: "linear",
					angle: 150,
					stops: [{ color: "#FFE3D3" }, { color: "#F7B89C" }],
				},
				layers: [
					{
						type: "shape",
						name: "sun",
						shape: "ellipse",
						x: 230,
						y: -70,
						width: 260,
						height: 260,
						fill: "#FFFFFF",
						opacity: 0.35,
					},
					{
						type: "stack",
						name: "card",
						x: 28,
						right: 28,
						y: 56,
						bottom: 56,
						gap: 14,
						padding: 28,
						background: "#FFFFFF",
						borderRadius: 28,
						shadow: { y: 14, blur: 36, color: "#7A2E12", opacity: 0.22 },
						children: [
							{
								type: "text",
								name: "badge",
								text: "NEW",
								fontSize: 13,
								letterSpacing: 0.12,
								textColor: "#B23A12",
								background: "#FFE7DB",
								padding: [6, 12, 6, 12],
								borderRadius: 999,
							},
							{
								type: "text",
								text: "A bakery box for your Sunday morning",
								fontSize: 36,
								lineHeight: 1.1,
								textColor: "#2B1810",
							},
							{
								type: "text",
								text: "Six rolls, one loaf and a jar of jam. Baked at night, at your door by eight in the morning.",
								fontSize: 17,
								weight: 500,
								lineHeight: 1.35,
								textColor: "#6B4A3C",
							},
							{
								type: "stack",
								name: "footer",
								direction: "row",
								align: "center",
								justify: "space-between",
								alignSelf: "stretch",
								grow: 1,
								children: [
									{
										type: "stack",
										alignSelf: "end",
										children: [
											{
												type: "text",
												text: "from",
												fontSize: 14,
												weight: 500,
												textColor: "#6B4A3C",
											},
											{
												type: "text",
												text: "€ 24",
												fontSize: 34,
												lineHeight: 1.05,
												textColor: "#2B1810",
											},
										],
									},
									{
										type: "stack",
										name: "button",
										alignSelf: "end",
										direction: "row",
										align: "center",
										gap: 8,
										padding: [13, 20, 13, 22],
										borderRadius: 999,
										background: "#B23A12",
										children: [
											{ type: "text", text: "Order a box", fontSize: 17, weight: 700 },
											{
												type: "image",
												src: "lucide:arrow-right",
												width: 18,
												height: 18,
												color: "#FFFFFF",
											},
										],
									},
								],
							},
						],
					},
				],
			},
		],
	},
	customerReview: {
		platform: "photo-feed-square",
		slides: [
			{
				background: "#F4F1EA",
				layers: [
					{
						type: "stack",
						x: 32,
						right: 32,
						y: 32,
						bottom: 32,
						gap: 18,
						padding: 28,
						justify: "center",
						background: "#FFFFFF",
						border: { width: 1.5, color: "#E5DDCF" },
						borderRadius: 24,
						children: [
							{ type: "stack", name: "rating", direction: "row", gap: 5, children: STARS },
							{
								type: "text",
								text: "“We sent the first invoice ten minutes after we signed up. Nobody had to explain anything.”",
								fontSize: 25,
								weight: 600,
								lineHeight: 1.3,
								textColor: "#1F2933",
							},
							{
								type: "stack",
								name: "author",
								direction: "row",
								align: "center",
								gap: 12,
								children: [
									{
										type: "stack",
										width: 52,
										height: 52,
										align: "center",
										justify: "center",
										borderRadius: 999,
										border: { width: 3, color: "#E8A317" },
										background: {
											type: "linear",
											angle: 135,
											stops: [{ color: "#0F766E" }, { color: "#134E4A" }],
										},
										children: [{ type: "text", text: "MK", fontSize: 18, weight: 700 }],
									},
									{
										type: "stack",
										children: [
											{
												type: "text",
												text: "Mira Kovač",
												fontSize: 17,
												weight: 700,
												textColor: "#1F2933",
											},
											{
												type: "text",
												text: "Owner, Studio North",
												fontSize: 14,
												weight: 500,
												textColor: "#52606D",
											},
										],
									},
								],
							},
						],
					},
				],
			},
		],
	},
	threeFigures: {
		platform: "professional-portrait",
		mode: "carousel",
		stepperStyle: "none",
		common: {
			front: [
				{
					type: "stack",
					name: "footer",
					x: 36,
					right: 36,
					bottom: 32,
					direction: "row",
					justify: "space-between",
					children: [
						{
							type: "text",
							text: "Annual report",
							fontSize: 14,
							weight: 600,
							textColor: "#C7D2FE",
						},
						{
							type: "text",
							text: "{{slide}} / {{slides}}",
							fontSize: 14,
							weight: 600,
							textColor: "#C7D2FE",
						},
					],
				},
			],
		},
		slides: [
			{
				background: {
					type: "radial",
					cx: 85,
					cy: 5,
					stops: [{ color: "#4F46E5" }, { color: "#1E1B4B" }],
				},
				layers: [
					{
						type: "stack",
						x: 36,
						right: 36,
						y: 40,
						bottom: 84,
						gap: 12,
						justify: "space-between",
						children: [
							{
								type: "text",
								text: "Our best year in three figures",
								fontSize: 38,
								lineHeight: 1.12,
							},
							figure("84 %", "of customers renewed", 0.84, "#34D399"),
							figure("58 %", "of orders from new regions", 0.58, "#FBBF24"),
							figure("25 %", "less energy per parcel", 0.25, "#F472B6"),
						],
					},
				],
			},
			{
				background: {
					type: "radial",
					cx: 15,
					cy: 95,
					stops: [{ color: "#4F46E5" }, { color: "#1E1B4B" }],
				},
				layers: [
					{
						type: "stack",
						x: 36,
						right: 36,
						y: 40,
						bottom: 84,
						align: "center",
						justify: "center",
						gap: 22,
						children: [
							{
								type: "barcode",
								kind: "qr",
								data: "https://example.com/report",
								width: 150,
								height: 150,
							},
							{ type: "text", text: "Read the full report", fontSize: 32, align: "center" },
							{
								type: "text",
								text: "example.com/report",
								fontSize: 17,
								weight: 700,
								textColor: "#052E16",
								background: "#34D399",
								padding: [12, 24, 12, 24],
								borderRadius: 999,
							},
						],
					},
				],
			},
		],
	},
} satisfies Record<string, RenderRequest>;
