/** A post in each bundled family in addition to Inter, 405 x 506.25 preview pixels. */
import type { Layer } from "../../src/contract/document/layers.js";
import type { Slide } from "../../src/contract/render-request.js";

type Fields = Omit<Extract<Layer, { type: "text" }>, "type">;

/** A text in a font family; each post uses one family. */
const voice =
	(font: string, textColor: string) =>
	(fields: Fields): Layer => ({ type: "text", font, textColor, ...fields });

const column = (children: Layer[], more: object = {}): Layer => ({
	...{ type: "stack", x: 36, right: 36, y: 44, bottom: 44, align: "stretch" },
	...more,
	children,
});

const serif = voice("Playfair Display", "#3B2414");
const heavy = voice("Sofia Sans Extra Condensed", "#FFF7E0");
const round = voice("Nunito", "#134E4A");
const hand = voice("Caveat", "#1F2937");
const mono = voice("JetBrains Mono", "#E2E8F0");
const rule = (fill: string): Layer => ({ type: "shape", shape: "rectangle", height: 1, fill });

export const POSTS: readonly Slide[] = [
	{
		backgroundColor: "#F6EDE1",
		layers: [
			column(
				[
					serif({
						text: "Trattoria Lucia",
						fontSize: 15,
						weight: 600,
						letterSpacing: 0.16,
						textTransform: "uppercase",
						align: "center",
						textColor: "#9A5B34",
					}),
					{
						...{ type: "stack", gap: 18, align: "stretch" },
						children: [
							serif({
								richText: "Slow food for <i>long</i> evenings",
								fontSize: 54,
								weight: 700,
								lineHeight: 1.08,
								letterSpacing: -0.015,
								align: "center",
								textWrap: "balance",
							}),
							rule("#C9A27E"),
							serif({
								text: "Handmade pasta, wood fire and a cellar of two hundred wines",
								fontSize: 18,
								weight: 400,
								lineHeight: 1.4,
								align: "center",
								textWrap: "balance",
							}),
						],
					},
					serif({
						richText: "Via Roma 12 · open from 18:00",
						fontSize: 15,
						weight: 500,
						align: "center",
						textColor: "#9A5B34",
					}),
				],
				{ justify: "space-between" },
			),
		],
	},
	{
		background: { type: "linear", angle: 160, stops: [{ color: "#B91C1C" }, { color: "#EA580C" }] },
		layers: [
			column(
				[
					heavy({
						text: "Starts on Monday",
						fontSize: 30,
						weight: 700,
						textTransform: "uppercase",
						letterSpacing: 0.06,
						textColor: "#FED7AA",
					}),
					{
						...{ type: "stack", align: "stretch" },
						children: [
							heavy({
								text: "Half",
								fontSize: 124,
								weight: 900,
								lineHeight: 0.84,
								textTransform: "uppercase",
							}),
							heavy({
								text: "price",
								fontSize: 124,
								weight: 900,
								lineHeight: 0.84,
								textTransform: "uppercase",
							}),
							heavy({
								text: "week",
								fontSize: 124,
								weight: 900,
								lineHeight: 0.84,
								textTransform: "uppercase",
								textFill: "transparent",
								textStroke: { color: "#FFF7E0", width: 2 },
							}),
						],
					},
					heavy({
						richText: "12–18 March<br>All stores and online",
						fontSize: 28,
						weight: 700,
						lineHeight: 1.1,
					}),
				],
				{ justify: "space-between" },
			),
		],
	},
	{
		backgroundColor: "#CCFBF1",
		layers: [
			column(
				[
					round({
						text: "Three small habits for calmer mornings",
						fontSize: 35,
						weight: 900,
						lineHeight: 1.12,
						letterSpacing: -0.01,
						textWrap: "balance",
					}),
					{
						...{ type: "stack", padding: 24, borderRadius: 28, background: "#FFFFFF" },
						children: [
							round({
								richText:
									"<ul><li>A glass of water before the first coffee</li><li>Ten minutes without a screen</li><li>One line in a notebook</li></ul>",
								...{ fontSize: 19, weight: 700, lineHeight: 1.35 },
								list: { marker: "check", color: "#0D9488", indent: 32 },
							}),
						],
					},
					round({
						text: "Save this for tomorrow",
						fontSize: 17,
						weight: 700,
						textColor: "#FFFFFF",
						background: "#0D9488",
						padding: [10, 20, 10, 20],
						borderRadius: 999,
						alignSelf: "start",
					}),
				],
				{ justify: "space-between" },
			),
		],
	},
	{
		backgroundColor: "#FEF3C7",
		layers: [
			column(
				[
					hand({ text: "Dear neighbours,", fontSize: 40, weight: 700 }),
					hand({
						richText:
							"we bake on Saturday and always make <u>too much</u>. Come by for a slice of <mark>plum cake</mark>, the kettle is on from three.",
						...{
							fontSize: 33,
							weight: 500,
							lineHeight: 1.25,
							highlightColor: "#FDE047",
							textWrap: "pretty",
						},
					}),
					{ type: "stack", grow: 1, children: [] },
					hand({
						text: "Ida & Tom",
						fontSize: 46,
						weight: 700,
						textColor: "#B45309",
						align: "end",
						rotation: -4,
					}),
					hand({ text: "number 14, the blue door", fontSize: 24, weight: 500, align: "end" }),
				],
				{ gap: 16 },
			),
		],
	},
	{
		backgroundColor: "#0F172A",
		layers: [
			column(
				[
					mono({ text: "release 4.0", fontSize: 15, weight: 600, textColor: "#38BDF8" }),
					mono({
						text: "Builds are now twice as fast",
						fontSize: 38,
						weight: 800,
						lineHeight: 1.15,
						letterSpacing: -0.03,
					}),
					{
						...{
							type: "stack",
							padding: 20,
							gap: 8,
							borderRadius: 14,
							background: "#1E293B",
							border: { width: 1, color: "#334155" },
						},
						children: [
							mono({
								richText: '<span style="color:#64748B">$</span> npm create fast@4',
								fontSize: 17,
								weight: 500,
							}),
							mono({ text: "before    41.8 s", fontSize: 17, weight: 400, textColor: "#94A3B8" }),
							mono({ text: "after     19.2 s", fontSize: 17, weight: 700, textColor: "#4ADE80" }),
						],
					},
					mono({
						text: "Changelog in the first comment",
						fontSize: 14,
						weight: 500,
						textColor: "#94A3B8",
					}),
				],
				{ justify: "space-between" },
			),
		],
	},
];
