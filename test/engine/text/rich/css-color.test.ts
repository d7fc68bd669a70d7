import t from "tap";
import { parseCssColor } from "../../../../src/engine/text/rich/css-color.js";

/** "r,g,b,a" as Chromium 156 paints the colour, or null for what it refuses. */
const CASES: Readonly<Record<string, string | null>> = {
	red: "255,0,0,1",
	"  RED ": "255,0,0,1",
	"r\\65 d": "255,0,0,1",
	"/**/red": "255,0,0,1",
	transparent: "0,0,0,0",
	rebeccapurple: "102,51,153,1",
	CanvasText: "0,0,0,1",
	"#abc": "170,187,204,1",
	"#ABC8": "170,187,204,0.533",
	"#aabbcc80": "170,187,204,0.502",
	"rgb(1,2,3)": "1,2,3,1",
	"rgb(1 2 3 / 50%)": "1,2,3,0.5",
	"rgba(300,-5,3.6,.5)": "255,0,4,0.5",
	"rgb(10%,20%,30%)": "26,51,77,1",
	"rgb(10% 20 none)": "26,20,0,1",
	"rgb(1,2,3": "1,2,3,1",
	"hsl(120,50%,50%)": "64,191,64,1",
	"hsl(.5turn 50 50 / .25)": "64,191,191,0.25",
	"hsl(-120 150% 50%)": "0,0,255,1",
	"hwb(120 20% 30%)": "51,179,51,1",
	"hwb(120 60% 70%)": "118,118,118,1",
	"lab(50% 20 30)": "161,105,69,1",
	"lch(50 30 40)": "162,103,87,1",
	"oklab(50% 25% -25%)": "129,69,154,1",
	"oklch(.7 .4 150)": "0,214,0,1",
	"color(srgb 1.5 -.5 0)": "255,0,0,1",
	"color(display-p3 .2 .5 .7)": "0,130,183,1",
	"color(xyz-d50 .2 .3 .4 / none)": "0,168,189,0",
	"lab(100% 80 60)": "255,179,144,1",
	"lab(0 80 60)": "87,0,0,1",
	"lch(0 80 40)": "73,0,0,1",
	"oklch(1 .3 30)": "255,151,119,1",
	"oklch(0 .3 30)": "22,1,0,1",
	"hsl(0 240% 13%)": "66,0,0,1",
	"rgb(calc(10 * 2) 3 4)": "20,3,4,1",
	"rgb(calc(1/0) 0 0)": "255,0,0,1",
	"rgb(1 2 3 / calc(.5))": "1,2,3,0.5",
	"rgb(from red r g calc(b + 20))": "255,0,20,1",
	"color-mix(in srgb, red, blue)": "128,0,128,1",
	"color-mix(in srgb, red)": null,
	"rgb(1 2 3 / var(--a))": null,
	"rgb(random(1, 2) 0 0)": null,
	"rgb(infinity 0 0)": null,
	currentcolor: null,
	"": null,
	inherit: null,
	"#ab": null,
	"#abcde": null,
	abc: null,
	"red blue": null,
	"red;": null,
	"rgb(1,2 3)": null,
	"rgb(1,2,3/.5)": null,
	"rgb(1 2 3 .5)": null,
	"rgb(10%,20,30%)": null,
	"rgb(none,2,3)": null,
	"rgb(1,2)": null,
	"rgb(1,2,3,4,5)": null,
	"rgb(1,2,3,)": null,
	"rgb (1,2,3)": null,
	"rgb(1deg,2,3)": null,
	"rgb(1,2,3))": null,
	"rgb(1.,2,3)": null,
	"hsl(120,50,50)": null,
	"hwb(120,20%,30%)": null,
	"lch(50 30 40%)": null,
	"color(srgb 1 .5)": null,
	"color(foo 1 1 1)": null,
	"url(#a)": null,
	"rgb(1,2,3)!important": null,
	'red"/><image href="/etc/hostname"/>': null,
	constructor: null,
};

t.test("colours as Chromium reads them", async (t) => {
	for (const [value, expected] of Object.entries(CASES)) {
		const color = parseCssColor(value);
		const found = color && [color.r, color.g, color.b, Number(color.a.toFixed(3))].join(",");
		t.equal(found, expected, value);
	}
});

t.test("hostile values are refused in no time", async (t) => {
	for (const value of [
		`rgb(${" ".repeat(250)}1`,
		`rgb(${"hypot(1,".repeat(9)}1`,
		`rgb(${" ".repeat(100)}1`,
		"rgb(from ".repeat(12_000),
		"(".repeat(100_000),
		`#${"a".repeat(100_000)}`,
		"/*".repeat(60),
		"\\".repeat(127),
		`rgb(1 2 3 / ${"9".repeat(100)}x)`,
	]) {
		const before = process.cpuUsage();
		t.equal(parseCssColor(value), null);
		const { user, system } = process.cpuUsage(before);
		t.ok(user + system < 500_000, "microseconds");
	}
});
