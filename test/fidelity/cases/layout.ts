/** Fields that position and fit a text, compared with the equivalent CSS. */
import type { TextBlock } from "../../../src/contract/render-request.js";
import { document, type FidelityDocument } from "./document.js";

const ENGLISH = "Two short lines that stand aside";
const ARABIC = "سطران قصيران يقفان جانبا";
const ALIGNMENTS = ["start", "center", "end", "left", "right"] as const;

const aligned = (name: string, text: string, block: TextBlock): FidelityDocument =>
	document(
		name,
		...ALIGNMENTS.map(
			(align, i): TextBlock => ({ x: 40, y: 10 + 78 * i, fontSize: 24, ...block, text, align }),
		),
	);

const heights = (name: string, text: string, block: TextBlock = {}): FidelityDocument =>
	document(
		name,
		{ text, fontSize: 20, width: 170, x: 20, y: 20, lineHeight: 0.8, ...block },
		{ text, fontSize: 20, width: 170, x: 215, y: 20, lineHeight: 1, ...block },
		{ text, fontSize: 20, width: 170, x: 20, y: 160, lineHeight: 1.55, ...block },
		{ text, fontSize: 20, width: 170, x: 215, y: 160, lineHeight: 3, ...block },
	);

const weights = (name: string, text: string): FidelityDocument =>
	document(
		name,
		...([400, 500, 600, 700, 800, 900] as const).map(
			(weight, i): TextBlock => ({ text, weight, fontSize: 24, x: 20, y: 20 + 60 * i, width: 365 }),
		),
	);

const vertical = (name: string, text: string): FidelityDocument =>
	document(
		name,
		...(["top", "middle", "bottom"] as const).flatMap((verticalAlign, i): TextBlock[] => [
			{ text, verticalAlign, fontSize: 20, x: 15 + 130 * i, y: 20, width: 110, height: 181 },
			{ text, verticalAlign, fontSize: 20, x: 15 + 130 * i, y: 215, width: 110, height: 30 },
		]),
	);

export const LAYOUT_DOCUMENTS: readonly FidelityDocument[] = [
	aligned("align in a width", ENGLISH, { width: 260 }),
	aligned("align in a width, right to left", ARABIC, { width: 260 }),
	aligned("align in a maxWidth", ENGLISH, { maxWidth: 237 }),
	aligned("align in a maxWidth, right to left", ARABIC, { maxWidth: 237 }),
	aligned("align of words wider than the box", "Donaudampfschifffahrt أهلا", { width: 120 }),
	aligned("align with highlight", "Two lines\nof grounds", {
		width: 260,
		style: "highlight",
		textColor: "#111111",
	}),
	document(
		"align of paragraphs in both directions",
		...ALIGNMENTS.map(
			(align, i): TextBlock => ({
				...{
					align,
					text: "English here\nوعربي هنا",
					fontSize: 22,
					x: 40,
					y: 10 + 78 * i,
					width: 300,
				},
			}),
		),
	),
	vertical("verticalAlign", "Lines in a box"),
	vertical("verticalAlign, right to left", "أسطر في صندوق"),
	heights("lineHeight", "Lines that stand near or far from each other"),
	heights("lineHeight, right to left", "أسطر تقف قريبة أو بعيدة من بعضها البعض"),
	heights("lineHeight with highlight", "Grounds grow", {
		style: "highlight",
		textColor: "#111111",
	}),
	weights("weight", "Light or heavy, 1234"),
	weights("weight, right to left", "خفيف أو ثقيل עברית ۱۲۳"),
	weights("weight of other scripts", "नमस्ते สวัสดี 漢字かな 한국 ჰე Ωμ"),
];
