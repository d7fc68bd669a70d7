import type { Slide } from "../../contract/render-request.js";

/**
 * The slide that is drawn as a warm-up: all text styles at usual sizes, with the most frequent
 * letters and digits, so that code, memory and outlines are ready.
 */
export const WARM_UP_SLIDE = {
	backgroundColor: "#16324F",
	textBlocks: [
		{
			richText: `Sphinx of <b>black quartz, judge</b> my vow, <i>pack five dozen</i> <u>liquor jugs</u>: <span style="color: #ffc600">0123456789</span>`,
			fontSize: 34,
			x: 30,
			y: 40,
			width: 345,
		},
		{
			text: "The five boxing wizards jump quickly: ABCDEFGHIJKLMNOPQRSTUVWXYZ",
			style: "shadow",
			fontSize: 22,
			x: 30,
			y: 230,
			width: 345,
		},
		{ text: "Begin today", style: "outline", fontSize: 48, x: 30, y: 380, width: 345 },
	],
} satisfies Slide;
