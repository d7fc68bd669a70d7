/** Opacity, blend modes, clips, rotations and gradients, nested in each other. */
import { BLEND_MODES } from "../../../src/engine/paint/blend-mode.js";
import {
	boxClip,
	boxPath,
	path,
	picture,
	shade,
	upright,
} from "../../../src/engine/paint/build.js";
import type { Fill } from "../../../src/engine/paint/fill.js";
import type { GroupNode, PaintNode } from "../../../src/engine/paint/node.js";
import { type Box, turnedBounds } from "../../../src/engine/scene/geometry.js";
import type { Rgba } from "../../../src/engine/text/rich/css-color.js";
import { box, type Case, css, type Picture, rgba, wavy } from "./case.js";

const rect = (x: number, y: number, width: number, height: number): Box => ({
	x,
	y,
	width,
	height,
});
const style = ({ x, y, width, height }: Box, more = "") => box(x, y, width, height, more);
/** A group whose bounds are those of a rotated box. */
const group = (
	children: readonly PaintNode[],
	bounds: Box,
	parts: Partial<GroupNode> & { rotation?: number } = {},
): GroupNode => {
	const { rotation = 0, ...rest } = parts;
	const [centerX, centerY] = [bounds.x + bounds.width / 2, bounds.y + bounds.height / 2];
	return {
		kind: "group",
		children,
		...rest,
		...(rotation !== 0 && { turn: { rotation, centerX, centerY } }),
		bounds: turnedBounds(bounds, rotation, centerX, centerY),
	};
};
const radii = (radius: number) => [radius, radius, radius, radius] as const;
const RED = rgba(226, 60, 60);
const TEAL = rgba(0, 128, 128);
const GOLD = rgba(240, 190, 40, 0.8);
const fillBox = (area: Box, color: Rgba | Fill, radius = 0) => boxPath(area, radii(radius), color);
const divBox = (area: Box, color: Rgba, radius = 0, inside = "") =>
	`<div style="${style(area, `border-radius:${radius}px;background:${css(color)}`)}">${inside}</div>`;
const image = (area: Box, { bitmap }: Picture) => picture(bitmap, upright(area));
const img = (area: Box, { url }: Picture, more = "") =>
	`<img src="${url}" style="${style(area, more)}">`;
const STAR = "M200 80L233 165L324 170L253 227L277 315L200 265L123 315L147 227L76 170L167 165Z";
const STAR_BOX = rect(76, 80, 248, 235);
const svg = (content: string, more = "") =>
	`<svg width="400" height="400" style="left:0;top:0;${more}">${content}</svg>`;
const linear = (area: Box, a: Rgba, b: Rgba): Fill => ({
	kind: "linear",
	x1: area.x,
	y1: area.y,
	x2: area.x + area.width,
	y2: area.y + area.height,
	stops: [
		{ at: 0, color: a },
		{ at: 1, color: b },
	],
});

export async function groupCases(): Promise<Case[]> {
	const photo = await wavy(300, 300);
	const cut = await wavy(240, 240, true);
	const [big, small] = [rect(50, 50, 300, 300), rect(120, 100, 240, 240)];
	const whole = rect(0, 0, 400, 400);
	const blends = BLEND_MODES.flatMap((blend): Case[] => [
		{
			name: `${blend}, picture over photo`,
			nodes: [image(big, photo), group([image(small, cut)], small, { blend })],
			html: img(big, photo) + img(small, cut, `mix-blend-mode:${blend}`),
		},
		{
			name: `${blend}, box in a transparent parent`,
			nodes: [
				image(big, photo),
				group(
					[
						fillBox(rect(20, 120, 200, 200), GOLD, 40),
						group([image(small, cut)], small, { blend }),
					],
					whole,
					{ opacity: 0.85 },
				),
			],
			html: `${img(big, photo)}<div style="${style(whole, "opacity:.85")}">${divBox(rect(20, 120, 200, 200), GOLD, 40)}${img(small, cut, `mix-blend-mode:${blend}`)}</div>`,
		},
	]);
	const place = rect(80, 100, 240, 240);
	const turnedCard = (rotation: number, inside: readonly PaintNode[]) =>
		group([fillBox(rect(60, 60, 280, 280), TEAL, 30), ...inside], rect(60, 60, 280, 280), {
			rotation,
		});
	const opacity: Case[] = [
		{
			name: "opacity, nested three times",
			nodes: [
				image(big, photo),
				group(
					[
						fillBox(rect(60, 60, 200, 200), RED, 20),
						group(
							[
								fillBox(rect(100, 100, 200, 200), TEAL, 20),
								group([image(small, cut), fillBox(rect(200, 200, 100, 100), RED, 50)], whole, {
									opacity: 0.6,
								}),
							],
							whole,
							{ opacity: 0.7 },
						),
					],
					whole,
					{ opacity: 0.8 },
				),
			],
			html: `${img(big, photo)}<div style="${style(whole, "opacity:.8")}">${divBox(rect(60, 60, 200, 200), RED, 20)}<div style="${style(whole, "opacity:.7")}">${divBox(rect(100, 100, 200, 200), TEAL, 20)}<div style="${style(whole, "opacity:.6")}">${img(small, cut)}${divBox(rect(200, 200, 100, 100), RED, 50)}</div></div></div>`,
		},
		{
			name: "opacity of one box",
			nodes: [image(big, photo), group([fillBox(small, RED, 30)], small, { opacity: 0.4 })],
			html: `${img(big, photo)}<div style="${style(small, `opacity:.4;border-radius:30px;background:${css(RED)}`)}"></div>`,
		},
		{
			name: "opacity of two outlines",
			nodes: [
				image(big, photo),
				group([path(STAR, RED, STAR_BOX), fillBox(rect(150, 150, 100, 100), TEAL)], STAR_BOX, {
					opacity: 0.5,
				}),
			],
			html: `${img(big, photo)}<div style="${style(whole, "opacity:.5")}">${svg(`<path fill="${css(RED)}" d="${STAR}"/>`)}${divBox(rect(150, 150, 100, 100), TEAL)}</div>`,
		},
		{
			name: "a blend in a plain group meets what is below",
			nodes: [
				image(big, photo),
				group(
					[
						fillBox(rect(20, 20, 160, 160), TEAL),
						group([fillBox(small, GOLD, 20)], small, { blend: "difference" }),
					],
					whole,
				),
			],
			html: `${img(big, photo)}<div style="${style(whole)}">${divBox(rect(20, 20, 160, 160), TEAL)}<div style="${style(small, `border-radius:20px;background:${css(GOLD)};mix-blend-mode:difference`)}"></div></div>`,
		},
		{
			name: "a blend in a turned group stays in it",
			nodes: [
				image(big, photo),
				turnedCard(20, [group([image(place, cut)], place, { blend: "multiply" })]),
			],
			html: `${img(big, photo)}<div style="${style(rect(60, 60, 280, 280), `transform:rotate(20deg);border-radius:30px;background:${css(TEAL)}`)}">${img(rect(20, 40, 240, 240), cut, "mix-blend-mode:multiply")}</div>`,
		},
		{
			name: "blend with opacity, vectors only",
			nodes: [
				image(big, photo),
				group([path(STAR, RED, STAR_BOX)], STAR_BOX, { blend: "screen", opacity: 0.7 }),
			],
			html:
				img(big, photo) +
				svg(`<path fill="${css(RED)}" d="${STAR}"/>`, "mix-blend-mode:screen;opacity:.7"),
		},
	];
	const clips: Case[] = [
		...[0, 24, 999].map((radius): Case => {
			const area = rect(70.5, 90.5, 220, 150);
			return {
				name: `clip, radius ${radius}, half pixels`,
				nodes: [group([image(big, photo)], area, { clip: boxClip(area, radii(radius)) })],
				html: `<div style="${style(area, `overflow:hidden;border-radius:${radius}px`)}">${img(rect(50 - 70.5, 50 - 90.5, 300, 300), photo)}</div>`,
			};
		}),
		{
			name: "clip, nested",
			nodes: [
				group(
					[
						image(big, photo),
						group([fillBox(rect(150, 150, 200, 200), RED)], rect(160, 160, 150, 150), {
							clip: boxClip(rect(160, 160, 150, 150), radii(75)),
						}),
					],
					rect(70, 70, 210, 210),
					{ clip: boxClip(rect(70, 70, 210, 210), radii(40)) },
				),
			],
			html: `<div style="${style(rect(70, 70, 210, 210), "overflow:hidden;border-radius:40px")}">${img(rect(-20, -20, 300, 300), photo)}<div style="${style(rect(90, 90, 150, 150), "overflow:hidden;border-radius:75px")}">${divBox(rect(-10, -10, 200, 200), RED)}</div></div>`,
		},
		{
			name: "clip, turned",
			nodes: [
				group([image(rect(50, 50, 300, 300), photo)], rect(100, 120, 200, 150), {
					clip: boxClip(rect(100, 120, 200, 150), radii(30)),
					rotation: -15,
				}),
			],
			html: `<div style="${style(rect(100, 120, 200, 150), "overflow:hidden;border-radius:30px;transform:rotate(-15deg)")}">${img(rect(-50, -70, 300, 300), photo)}</div>`,
		},
		{
			name: "star filled with a photo",
			nodes: [
				path(
					STAR,
					{ kind: "picture", bitmap: photo.bitmap, box: rect(50, 50, 300, 300) },
					STAR_BOX,
				),
			],
			html: img(
				big,
				photo,
				`clip-path:path('${STAR.replace(/[\d.]+ [\d.]+/g, (pair) =>
					pair
						.split(" ")
						.map((n) => Number(n) - 50)
						.join(" "),
				)}')`,
			),
		},
		{
			name: "mask by alpha",
			nodes: [
				group([image(big, photo)], big, {
					mask: {
						node: fillBox(big, linear(big, rgba(0, 0, 0, 1), rgba(0, 0, 0, 0))),
						by: "alpha",
					},
				}),
			],
			html: img(big, photo, "mask-image:linear-gradient(135deg,black,transparent)"),
		},
	];
	const turns: Case[] = [
		...[3, 45, 90, 137].map(
			(rotation): Case => ({
				name: `picture turned by ${rotation} in a group`,
				nodes: [group([image(place, { ...cut })], place, { rotation })],
				html: img(place, cut, `transform:rotate(${rotation}deg)`),
			}),
		),
		{
			name: "photo turned by 12",
			nodes: [group([image(big, photo)], big, { rotation: 12 })],
			html: img(big, photo, "transform:rotate(12deg)"),
		},
		{
			name: "photo at a third of its size, turned",
			nodes: [
				group(
					[picture(photo.bitmap, upright(rect(120, 120, 100, 100)))],
					rect(120, 120, 100, 100),
					{
						rotation: 30,
					},
				),
			],
			html: img(rect(120, 120, 100, 100), photo, "transform:rotate(30deg)"),
		},
		{
			name: "turns in turns",
			nodes: [
				turnedCard(25, [
					group([image(rect(100, 100, 240, 240), cut)], rect(100, 100, 240, 240), {
						rotation: -60,
					}),
					group([fillBox(rect(200, 90, 120, 60), GOLD, 30)], rect(200, 90, 120, 60), {
						rotation: 10,
					}),
				]),
			],
			html: `<div style="${style(rect(60, 60, 280, 280), `transform:rotate(25deg);border-radius:30px;background:${css(TEAL)}`)}">${img(rect(40, 40, 240, 240), cut, "transform:rotate(-60deg)")}<div style="${style(rect(140, 30, 120, 60), `transform:rotate(10deg);border-radius:30px;background:${css(GOLD)}`)}"></div></div>`,
		},
		{
			name: "a turned group of opacity",
			nodes: [
				image(big, photo),
				group(
					[fillBox(rect(60, 60, 280, 280), RED, 50), image(place, cut)],
					rect(60, 60, 280, 280),
					{
						rotation: 33,
						opacity: 0.5,
					},
				),
			],
			html: `${img(big, photo)}<div style="${style(rect(60, 60, 280, 280), `transform:rotate(33deg);opacity:.5;border-radius:50px;background:${css(RED)}`)}">${img(rect(20, 40, 240, 240), cut)}</div>`,
		},
		{
			name: "a coloured shade in a turned group",
			nodes: [
				group(
					[
						shade({
							alpha: { bytes: Uint8Array.of(0, 255, 128, 255) },
							columns: 2,
							rows: 2,
							color: "#008080",
							place: upright(rect(100, 100, 200, 200)),
						}),
					],
					rect(100, 100, 200, 200),
					{ rotation: 90 },
				),
			],
			html: `<canvas id="c" width="2" height="2" style="position:absolute;${style(rect(100, 100, 200, 200), "transform:rotate(90deg)")}"></canvas><script>const x=c.getContext("2d");const d=x.createImageData(2,2);d.data.set([0,128,128,0,0,128,128,255,0,128,128,128,0,128,128,255]);x.putImageData(d,0,0)</script>`,
		},
	];
	const a = rgba(255, 107, 53);
	const b = rgba(0, 78, 137);
	const gradients: Case[] = [
		...[0, 40.5, 999].map((radius): Case => {
			const area = rect(60, 40, 240, 240);
			return {
				name: `gradient, radius ${radius}`,
				nodes: [fillBox(area, linear(area, a, b), radius)],
				html: `<div style="${style(area, `border-radius:${radius}px;background:linear-gradient(135deg,${css(a)},${css(b)})`)}"></div>`,
			};
		}),
		{
			name: "radial gradient, half pixels, fading",
			nodes: [
				fillBox(
					rect(60.5, 40.5, 240, 160),
					{
						kind: "radial",
						cx: 0,
						cy: 0,
						r: 1,
						stops: [
							{ at: 0, color: a },
							{ at: 1, color: { ...a, a: 0 } },
						],
						matrix: [120 * Math.SQRT2, 0, 0, 80 * Math.SQRT2, 180.5, 120.5],
					},
					30,
				),
			],
			html: `<div style="${style(rect(60.5, 40.5, 240, 160), `border-radius:30px;background:radial-gradient(${css(a)},${css({ ...a, a: 0 })})`)}"></div>`,
		},
		{
			name: "boxes at parts of pixels",
			nodes: [0.25, 0.5, 0.75].map((part, i) =>
				fillBox(rect(40 + part, 30 + 110 * i + part, 300.5, 90.25), TEAL, 20 * i),
			),
			html: svg(
				[0.25, 0.5, 0.75]
					.map(
						(part, i) =>
							`<rect x="${40 + part}" y="${30 + 110 * i + part}" width="300.5" height="90.25" rx="${20 * i}" fill="${css(TEAL)}"/>`,
					)
					.join(""),
			),
		},
	];
	return [...opacity, ...clips, ...turns, ...gradients, ...blends];
}
