import { createHash } from "node:crypto";
import t from "tap";
import { LIMITS } from "../../src/contract/limits.js";
import { plainPng } from "../helpers/hostile-rasters.js";
import {
	failureOf,
	type Row,
	slideBody,
	startVictim,
	summary,
	tryRows,
} from "../helpers/hostile-rows.js";
import { dataUrl } from "../helpers/sample-images.js";
import { samples } from "../helpers/samples.js";

const DRAWN = "200";
const PNG = dataUrl(plainPng(40, 40, { rows: 40 }));
const MAX = LIMITS.maxTextLength;
const STYLES = ["bold", "shadow", "outline", "highlight"];

const row = (name: string, slide: unknown, request: Record<string, unknown> = {}): Row => ({
	name,
	body: slideBody(slide, request),
	expected: DRAWN,
});

t.test("layers far off the slide, each kind at each place", async (t) => {
	const victim = await startVictim();
	// About two canvas sizes off is where a renderer was seen to abort.
	const places = [-100_000, -2_600, -1_300, -900, -500, 500, 900, 1_300, 1_350, 2_600, 1e9];
	const rows = places.flatMap((x) =>
		[0, 300, x].flatMap((y) => [
			row(`texts at ${x}, ${y}`, {
				textBlocks: STYLES.map((style) => ({ text: "Off the slide", style, x, y, rotation: 10 })),
			}),
			row(`pictures at ${x}, ${y}`, {
				imageOverlays: [
					{ src: PNG, x, y, opacity: 0.5 },
					{ src: PNG, x, y, rotation: 45, borderRadius: 30, color: "#00ff00" },
				],
			}),
			row(
				`a stepper at ${x}, ${y}`,
				{ counterPosition: { x, y } },
				{ mode: "carousel", stepperStyle: "bars" },
			),
		]),
	);
	await tryRows(t, victim, rows, 4);
});

t.test("texts that took a renderer's memory or time", async (t) => {
	const victim = await startVictim();
	const spans = (style: string) =>
		`<span style="${style}">a</span>`.repeat(
			Math.floor(MAX / `<span style="${style}">a</span>`.length),
		);
	const han = Array.from({ length: MAX }, (_, i) => String.fromCharCode(0x4e00 + i)).join("");
	await tryRows(
		t,
		victim,
		[
			...STYLES.flatMap((style) => [
				row(`one word, ${style}`, {
					textBlocks: [{ text: "W".repeat(MAX), style, fontSize: 240 }],
				}),
				row(`one line, ${style}`, { textBlocks: [{ text: "W".repeat(MAX), style, width: 1e308 }] }),
				row(`a letter to a line, ${style}`, {
					textBlocks: [{ text: "W".repeat(MAX), style, width: 0 }],
				}),
				row(`emoji, ${style}`, {
					textBlocks: [{ text: "😀".repeat(MAX / 2), style, fontSize: 8 }],
				}),
				row(`marks, ${style}`, { textBlocks: [{ text: `a${"\u0301".repeat(MAX - 1)}`, style }] }),
				row(`Han, ${style}`, { textBlocks: [{ text: han, style, fontSize: 8, x: 0, y: 0 }] }),
			]),
			row("many spans", { textBlocks: [{ richText: spans("color:red;background-color:blue") }] }),
			row("100 levels", {
				textBlocks: [
					{ richText: `${'<span style="color:#abc">'.repeat(100)}x${"</span>".repeat(100)}` },
				],
			}),
			row("a colour with spaces", {
				textBlocks: [{ richText: `<span style="color: rgb(${" ".repeat(250)}1">a</span>` }],
			}),
		],
		4,
	);
});

/** Thirty blocks at the largest size, each with its own style and angle. */
const blocks = (text: string) =>
	Array.from({ length: LIMITS.maxTextBlocksPerSlide }, (_, i) => ({
		text,
		style: STYLES[i % 4],
		fontSize: LIMITS.maxFontSize,
		x: (i % 5) * 60,
		y: i * 12,
		rotation: ((i * 37) % 360) - 180,
	}));

t.test("as much text as a body can carry, at 240 px", async (t) => {
	const victim = await startVictim();
	// Two megabytes are three thousand characters for each of 600 blocks, or six slides at
	// 10,000; a share of both, to be done soon.
	const short = Array(3).fill({ textBlocks: blocks("Large words ".repeat(250)) });
	const long = Array(1).fill({
		textBlocks: blocks("Large words all over ".repeat(500).slice(0, MAX)),
	});
	for (const slides of [short, long]) {
		const body = JSON.stringify({ mode: "carousel", slides });
		const failure = await failureOf(victim.post("/api/render", body));
		// What would take longer than a slide may is refused before it is drawn.
		t.ok([DRAWN, "422 too_complex"].includes(summary(failure)), summary(failure));
	}
	await victim.expectUnharmed(t, "after the masses of text");
});

t.test("five shadows of ten thousand small letters in little memory", async (t) => {
	// What is drawn for one block is let go of before the next one.
	const victim = await startVictim({ RENDER_MEMORY_MB: "700", RENDER_TIMEOUT_MS: "480000" });
	const text = Array.from({ length: MAX }, (_, i) => String.fromCharCode(33 + ((i * 7_919) % 90)));
	const block = { text: text.join(""), style: "shadow", fontSize: 8, width: 405, x: 0, y: 0 };
	const slides = [{ textBlocks: Array(5).fill(block) }];
	t.equal(summary(await failureOf(victim.post("/api/render", { slides }))), DRAWN);
	await victim.expectUnharmed(t, "after the shadows");
});

t.test("the same document gives the same bytes, whichever process draws it", async (t) => {
	const victim = await startVictim({ RENDER_PROCESSES: "3" });
	const slide = {
		backgroundColor: "#123456",
		imageOverlays: [{ src: PNG, rotation: 20, borderRadius: 9, opacity: 0.7 }],
		textBlocks: STYLES.map((style, i) => ({
			text: "Same 漢字 😀 مرحبا",
			style,
			y: 20 + i * 60,
			rotation: i * 7,
		})),
	};
	const drawn = async (format: string) => {
		const response = await victim.draw(slide, { format, platform: "photo-feed-square" });
		return createHash("sha256")
			.update(await response.text())
			.digest("hex");
	};
	for (const format of ["png", "svg"]) {
		const digests = new Set<string>();
		for (let round = 0; round < samples(10, 5); round++) {
			for (const digest of await Promise.all(Array.from({ length: 5 }, () => drawn(format)))) {
				digests.add(digest);
			}
		}
		t.equal(digests.size, 1, `always the same ${format}`);
	}
	await victim.expectUnharmed(t, "after a hundred pictures");
});
