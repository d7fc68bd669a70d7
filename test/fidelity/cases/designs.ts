/** Small designs that combine rows, columns, wrapping and stretching. */
import type { Layer } from "../../../src/contract/document/layers.js";
import type { LayersCase } from "./document.js";

const star = (fill = "#F5B301"): Layer => ({
	type: "shape",
	shape: "star",
	width: 22,
	height: 22,
	fill,
});
const text = (value: string, fontSize: number, more: object = {}): Layer => ({
	type: "text",
	text: value,
	fontSize,
	textColor: "#1D2A33",
	weight: 500,
	...more,
});

const card: Layer = {
	type: "stack",
	x: 30,
	right: 30,
	y: 40,
	padding: [24, 30, 24, 16],
	gap: 14,
	background: "#FFFFFF",
	borderRadius: [30, 6, 30, 6],
	shadow: { y: 12, blur: 32, opacity: 0.25 },
	children: [
		{
			type: "stack",
			direction: "row",
			gap: 4,
			children: [star(), star(), star(), star(), star("#D7D2C8")],
		},
		text("The footer follows the text, however long the text may be.", 26, { weight: 700 }),
		{ type: "shape", shape: "rectangle", width: 60, height: 3, fill: "#E85D4A" },
		{
			type: "stack",
			direction: "row",
			gap: 12,
			align: "center",
			children: [
				{
					type: "shape",
					shape: "ellipse",
					width: 44,
					height: 44,
					fill: "#4FC3F7",
					stroke: { color: "#123456", width: 3 },
				},
				{
					type: "stack",
					gap: 2,
					children: [text("Dana Levi", 18, { weight: 700 }), text("Haifa", 14)],
				},
				{ type: "stack", grow: 1 },
				text("Read on", 16, {
					background: "#0C513F",
					textColor: "#FFFFFF",
					padding: [8, 18, 8, 18],
					borderRadius: 999,
				}),
			],
		},
	],
};

const tags: Layer = {
	type: "stack",
	direction: "row",
	wrap: true,
	gap: 10,
	x: 20,
	y: 20,
	width: 360,
	children: "flexbox wraps its children when the line is full of them".split(" ").map((word) =>
		text(word, 22, {
			background: "#E3F2FD",
			border: { width: 2, color: "#1565C0" },
			borderRadius: 12,
			padding: [4, 12, 4, 12],
		}),
	),
};

const columns: Layer = {
	type: "stack",
	direction: "row",
	x: 20,
	y: 60,
	width: "90%",
	height: 240,
	gap: 12,
	align: "stretch",
	children: ["#0C513F", "#D4AF37", "#C2185B"].map(
		(color, i): Layer => ({
			type: "stack",
			grow: 1,
			basis: 0,
			padding: 12,
			background: color,
			justify: "space-between",
			borderRadius: 16,
			children: [
				text(String(10 ** i), 30, { textColor: "#FFFFFF" }),
				{
					type: "shape",
					shape: "arc",
					width: 70,
					height: 70,
					thickness: 14,
					sweep: 90 * (i + 1),
					fill: "#FFFFFF",
					alignSelf: "end",
				},
			],
		}),
	),
};

const baseline: Layer = {
	type: "stack",
	direction: "row",
	x: 20,
	y: 120,
	gap: 8,
	align: "baseline",
	background: "#FFFFFF",
	padding: 12,
	children: [
		text("$", 24),
		text("49", 80, { weight: 800 }),
		text("a month", 18),
		{ type: "shape", shape: "rectangle", width: 20, height: 30, fill: "#C2185B" },
	],
};

export const designCases: readonly LayersCase[] = Object.entries({
	card,
	tags,
	columns,
	baseline,
}).map(([name, layer]) => ({
	name: `design ${name}`,
	slide: { background: "#ECE6DA", layers: [layer] },
}));
