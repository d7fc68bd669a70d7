/** One slide for each image in docs/layers.md, 450 x 236.25 preview pixels. */
import type { Layer } from "../../src/contract/document/layers.js";
import type { Slide } from "../../src/contract/render-request.js";

const INK = "#1E293B";
const [BLUE, ORANGE, GREEN] = ["#2563EB", "#F97316", "#10B981"];
const SUNRISE = {
	type: "linear" as const,
	angle: 120,
	stops: [{ color: "#F97316" }, { color: "#DB2777" }],
};

const slide = (...layers: Layer[]): Slide => ({ backgroundColor: "#F1F5F9", layers });

const label = (text: string): Layer => ({
	type: "text",
	text,
	fontSize: 11,
	weight: 600,
	textColor: INK,
});

/** An example with its field as the caption. */
const cell = (text: string, shown: Layer): Layer => ({
	type: "stack",
	grow: 1,
	basis: 0,
	align: "center",
	gap: 10,
	children: [shown, label(text)],
});

const rows = (...lines: Layer[][]): Slide =>
	slide({
		type: "stack",
		x: 16,
		right: 16,
		y: 0,
		height: "100%",
		justify: "space-evenly",
		align: "stretch",
		children: lines.map((children): Layer => ({ type: "stack", direction: "row", children })),
	});

const box = (text: string, width: number, height: number, background = BLUE): Layer => ({
	...bar(text, background),
	width,
	height,
});

/** A box whose size depends on other fields. */
const bar = (text: string, background: string): Layer => ({
	type: "stack",
	align: "center",
	justify: "center",
	borderRadius: 6,
	background,
	children: text === "" ? [] : [{ type: "text", text, fontSize: 12, weight: 700 }],
});

type Stack = Extract<Layer, { type: "stack" }>;
type Shape = Extract<Layer, { type: "shape" }>;

/** A frame for a stack that demonstrates a field. */
const frame = (
	fields: Partial<Stack>,
	children: Layer[] = [box("1", 26, 20), box("2", 26, 30, ORANGE), box("3", 26, 24, GREEN)],
): Layer => ({
	type: "stack",
	direction: "row",
	width: 128,
	height: 66,
	gap: 4,
	padding: 5,
	border: { width: 1, color: "#94A3B8", dash: [4, 3] },
	borderRadius: 6,
	...fields,
	children,
});

const shape = (kind: Shape["shape"], fields: Partial<Shape> = {}): Layer => ({
	type: "shape",
	shape: kind,
	width: 58,
	height: 58,
	fill: BLUE,
	...fields,
});

const card = (fields: Partial<Stack>): Layer => ({
	type: "stack",
	width: 84,
	height: 58,
	background: "#FFFFFF",
	...fields,
});

/** A row of stacks, each with a different value of a field. */
const stacks = (field: string, values: readonly unknown[], fields: Partial<Stack> = {}): Layer[] =>
	values.map((value) =>
		cell(`${field}: ${value}`, frame({ ...fields, [field]: value } as Partial<Stack>)),
	);

export const LAYER_PICTURES: Readonly<Record<string, Slide>> = {
	place: slide(
		{ ...box("x: 20, y: 20", 110, 50), x: 20, y: 20 },
		{ ...box("right: 20, y: 20", 110, 50, ORANGE), right: 20, y: 20 },
		{ ...bar("x: 20, right: 20, bottom: 90", GREEN), height: 44, x: 20, right: 20, bottom: 90 },
		{ ...box('width: "50%", bottom: 20', 0, 50, "#7C3AED"), width: "50%", x: 20, bottom: 20 },
		{ ...bar("aspectRatio: 2", "#DB2777"), height: 56, aspectRatio: 2, right: 20, bottom: 15 },
	),
	look: rows([
		cell("rotation: 12", { ...box("", 70, 50), rotation: 12 }),
		cell("opacity: 0.4", { ...box("", 70, 50), opacity: 0.4 }),
		cell("blendMode: multiply", {
			type: "stack",
			width: 90,
			height: 56,
			children: [
				shape("ellipse", { position: "absolute", x: 0, width: 56, height: 56, fill: "#38BDF8" }),
				shape("ellipse", {
					position: "absolute",
					x: 34,
					width: 56,
					height: 56,
					fill: "#FACC15",
					blendMode: "multiply",
				}),
			],
		}),
	]),
	box: rows(
		[
			cell("background: a paint", card({ background: SUNRISE })),
			cell("padding: [8, 18, 8, 18]", {
				type: "text",
				text: "Order now",
				fontSize: 15,
				weight: 700,
				padding: [8, 18, 8, 18],
				background: BLUE,
				borderRadius: 999,
			}),
			cell("border: { width, color }", card({ border: { width: 4, color: BLUE } })),
		],
		[
			cell("border.dash: [6, 4]", card({ border: { width: 3, color: BLUE, dash: [6, 4] } })),
			cell("borderRadius: [24, 0, …]", card({ borderRadius: [24, 0, 24, 0] })),
			cell(
				"shadow: { y, blur }",
				card({ borderRadius: 10, shadow: { y: 6, blur: 14, opacity: 0.3 } }),
			),
		],
	),
	clip: rows(
		[false, true].map((clip) =>
			cell(
				`clip: ${clip}`,
				card({
					width: 130,
					height: 90,
					borderRadius: 24,
					clip,
					border: { width: 2, color: "#94A3B8" },
					children: [
						shape("ellipse", {
							position: "absolute",
							x: 60,
							y: -30,
							width: 100,
							height: 100,
							fill: SUNRISE,
						}),
					],
				}),
			),
		),
	),
	paints: rows([
		cell('"#2563EB"', shape("ellipse")),
		cell("linear, angle: 120", shape("ellipse", { fill: SUNRISE })),
		cell(
			"radial, cx, cy: 30",
			shape("ellipse", {
				fill: {
					type: "radial",
					cx: 30,
					cy: 30,
					stops: [{ color: "#A5F3FC" }, { color: "#0E7490" }],
				},
			}),
		),
	]),
	shapes: rows(
		[
			cell("rectangle", shape("rectangle", { borderRadius: 8 })),
			cell("ellipse", shape("ellipse")),
			cell("line", shape("line", { stroke: { color: BLUE, width: 4 } })),
			cell("arrow", shape("arrow", { stroke: { color: BLUE, width: 4 } })),
			cell("triangle", shape("triangle")),
		],
		[
			cell("polygon", shape("polygon", { sides: 6 })),
			cell("star", shape("star")),
			cell("arc", shape("arc", { sweep: 120 })),
			cell("arc, thickness", shape("arc", { sweep: 270, thickness: 10 })),
			cell(
				"path, viewBox",
				shape("path", {
					path: "M12 21 C-8 8 6 -4 12 6 C18 -4 32 8 12 21 Z",
					viewBox: [0, 0, 24, 24],
				}),
			),
		],
	),
	stroke: rows([
		cell("width: 4", shape("rectangle", { fill: "#FFFFFF", stroke: { color: BLUE, width: 4 } })),
		cell(
			"dash: [8, 5]",
			shape("ellipse", { fill: "#FFFFFF", stroke: { color: BLUE, width: 3, dash: [8, 5] } }),
		),
		cell("cap: round", shape("line", { stroke: { color: BLUE, width: 10, cap: "round" } })),
		cell(
			"join: round",
			shape("star", { fill: "#FFFFFF", stroke: { color: BLUE, width: 6, join: "round" } }),
		),
	]),
	direction: rows(
		stacks("direction", ["row", "row-reverse"]),
		stacks("direction", ["column", "column-reverse"], { width: 60, height: 90 }),
	),
	align: rows(stacks("align", ["start", "center", "end"]), [
		cell(
			"align: stretch",
			frame(
				{ align: "stretch" },
				[BLUE, ORANGE, GREEN].map(
					(color): Layer => ({ type: "stack", width: 26, background: color, borderRadius: 6 }),
				),
			),
		),
		cell(
			"align: baseline",
			frame({ align: "baseline" }, [
				{ type: "text", text: "Big", fontSize: 34, textColor: BLUE },
				{ type: "text", text: "small", fontSize: 15, textColor: ORANGE },
			]),
		),
		cell(
			"wrap: true",
			frame(
				{ wrap: true },
				[1, 2, 3, 4].map((n) => box(String(n), 36, 22)),
			),
		),
	]),
	justify: rows(
		stacks("justify", ["start", "center", "end"]),
		stacks("justify", ["space-between", "space-around", "space-evenly"]),
	),
	grow: rows(
		[
			cell(
				"grow: 1 on 2",
				frame({}, [
					box("1", 26, 30),
					{ ...box("2", 26, 30, ORANGE), grow: 1 },
					box("3", 26, 30, GREEN),
				]),
			),
			cell(
				"basis: 0, grow: 1 on all",
				frame(
					{},
					[BLUE, ORANGE, GREEN].map(
						(color, i): Layer => ({ ...box(String(i + 1), 26, 30, color), grow: 1, basis: 0 }),
					),
				),
			),
			cell(
				"alignSelf: end on 3",
				frame({}, [
					box("1", 26, 30),
					box("2", 26, 30, ORANGE),
					{ ...box("3", 26, 30, GREEN), alignSelf: "end" },
				]),
			),
		],
		[
			cell("gap: 16", frame({ gap: 16 })),
			cell(
				"position: absolute on 3",
				frame({}, [
					box("1", 26, 30),
					box("2", 26, 30, ORANGE),
					{ ...box("3", 26, 22, GREEN), position: "absolute", right: -8, y: -8 },
				]),
			),
			cell(
				"shrink: 1 on all",
				frame(
					{},
					[1, 2, 3].map((n): Layer => ({ ...box(String(n), 70, 30), shrink: 1 })),
				),
			),
		],
	),
	rtl: {
		...slide({
			type: "stack",
			x: 30,
			right: 90,
			y: 40,
			direction: "row",
			align: "center",
			gap: 18,
			padding: [16, 40, 16, 16],
			background: "#FFFFFF",
			borderRadius: [30, 6, 6, 30],
			children: [
				box("1", 60, 60),
				{
					type: "stack",
					children: [
						{ type: "text", text: "شقة بإطلالة على البحر", fontSize: 24, textColor: INK },
						{ type: "text", text: "ثلاث غرف نوم", fontSize: 16, weight: 500, textColor: "#475569" },
					],
				},
			],
		}),
		dir: "rtl",
	},
	barcodes: rows([
		cell("qr", {
			type: "barcode",
			kind: "qr",
			data: "https://example.com/menu",
			width: 120,
			height: 120,
		}),
		cell("datamatrix", {
			type: "barcode",
			kind: "datamatrix",
			data: "LOT-4711",
			width: 90,
			height: 90,
		}),
		cell("ean13", {
			type: "barcode",
			kind: "ean13",
			data: "4006381333931",
			width: 150,
			height: 80,
		}),
	]),
};
