import type { Slide } from "../../contract/render-request.js";

/**
 * What is drawn for nobody at a start: text of every kind, of a size that most have, with the
 * letters and digits of most texts, so that its code, its memory and its outlines are there.
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
