import t from "tap";
import { paintSurface } from "../../../src/engine/compose/paint.js";
import { canvasSurface } from "../../../src/engine/compose/surface.js";
import { BLEND_MODES, type BlendMode } from "../../../src/engine/paint/blend-mode.js";
import { fillCanvas, openCanvas } from "../../../src/engine/pixels/canvas.js";
import { releaseMemory } from "../../../src/engine/pixels/kernels.js";
import { copyOf, surfaceOf } from "../../helpers/surface.js";

type Rgb = readonly [number, number, number];
const each = (a: Rgb, b: Rgb, mix: (b: number, s: number) => number): Rgb =>
	a.map((value, i) => mix(value, b[i]!)) as unknown as Rgb;
const hardLight = (b: number, s: number) =>
	s <= 0.5 ? b * 2 * s : b + (2 * s - 1) - b * (2 * s - 1);
const softLight = (b: number, s: number) => {
	if (s <= 0.5) return b - (1 - 2 * s) * b * (1 - b);
	const d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : Math.sqrt(b);
	return b + (2 * s - 1) * (d - b);
};
const lum = ([r, g, b]: Rgb) => 0.3 * r + 0.59 * g + 0.11 * b;
const sat = (c: Rgb) => Math.max(...c) - Math.min(...c);
const clip = (c: Rgb): Rgb => {
	const l = lum(c);
	const [n, x] = [Math.min(...c), Math.max(...c)];
	let result = c;
	if (n < 0) result = result.map((v) => l + ((v - l) * l) / (l - n)) as unknown as Rgb;
	if (x > 1) result = result.map((v) => l + ((v - l) * (1 - l)) / (x - l)) as unknown as Rgb;
	return result;
};
const setLum = (c: Rgb, l: number) => clip(c.map((v) => v + l - lum(c)) as unknown as Rgb);
const setSat = (c: Rgb, s: number): Rgb => {
	const [low, range] = [Math.min(...c), sat(c)];
	return c.map((v) => (range === 0 ? 0 : ((v - low) * s) / range)) as unknown as Rgb;
};

/** The formulas of Compositing and Blending Level 1: B(Cb, Cs). */
const FORMULAS: Record<BlendMode, (b: Rgb, s: Rgb) => Rgb> = {
	normal: (_, s) => s,
	multiply: (b, s) => each(b, s, (x, y) => x * y),
	screen: (b, s) => each(b, s, (x, y) => x + y - x * y),
	overlay: (b, s) => each(b, s, (x, y) => hardLight(y, x)),
	darken: (b, s) => each(b, s, Math.min),
	lighten: (b, s) => each(b, s, Math.max),
	"color-dodge": (b, s) =>
		each(b, s, (x, y) => (x === 0 ? 0 : y === 1 ? 1 : Math.min(1, x / (1 - y)))),
	"color-burn": (b, s) =>
		each(b, s, (x, y) => (x === 1 ? 1 : y === 0 ? 0 : 1 - Math.min(1, (1 - x) / y))),
	"hard-light": (b, s) => each(b, s, hardLight),
	"soft-light": (b, s) => each(b, s, softLight),
	difference: (b, s) => each(b, s, (x, y) => Math.abs(x - y)),
	exclusion: (b, s) => each(b, s, (x, y) => x + y - 2 * x * y),
	hue: (b, s) => setLum(setSat(s, sat(b)), lum(b)),
	saturation: (b, s) => setLum(setSat(b, sat(s)), lum(b)),
	color: (b, s) => setLum(s, lum(b)),
	luminosity: (b, s) => setLum(b, lum(s)),
};

const COLORS: readonly Rgb[] = [
	[0, 0, 0],
	[1, 1, 1],
	[200 / 255, 40 / 255, 90 / 255],
	[30 / 255, 180 / 255, 220 / 255],
	[0.6, 0.6, 0.6],
	[1, 0, 0.2],
];
const ALPHAS = [1, 0.6, 0.2];
const pairs = COLORS.flatMap((below) => COLORS.map((above) => ({ below, above })));
const bytes = (colors: readonly Rgb[], alpha: number): Uint8Array =>
	Uint8Array.from(
		colors.flatMap((c) => [...c.map((v) => Math.round(255 * v * alpha)), Math.round(255 * alpha)]),
	);

for (const mode of BLEND_MODES) {
	t.test(`${mode} follows its formula on transparent and opaque ground`, async (t) => {
		const box = { x: 0, y: 0, width: pairs.length, height: 1 };
		for (const ground of [...ALPHAS, 0]) {
			for (const own of [...ALPHAS, 0]) {
				for (const opacity of [1, 0.5]) {
					const before = bytes(
						pairs.map(({ below }) => below),
						ground,
					);
					const source = bytes(
						pairs.map(({ above }) => above),
						own,
					);
					const surface = surfaceOf(box, before);
					paintSurface(surface, surfaceOf(box, source), mode, opacity);
					const data = copyOf(surface);
					releaseMemory();
					const faded = source.map((value) => Math.round(value * opacity));
					let worst = 0;
					for (let i = 0; i < box.width; i++) {
						const [ab, as] = [before[i * 4 + 3]! / 255, faded[i * 4 + 3]! / 255];
						const at = (list: Uint8Array, by: number) =>
							[0, 1, 2].map((c) =>
								by === 0 ? 0 : Math.min(1, list[i * 4 + c]! / 255 / by),
							) as unknown as Rgb;
						const [cb, cs] = [at(before, ab), at(faded, as)];
						const mixed = FORMULAS[mode](cb, cs);
						for (let c = 0; c < 3; c++) {
							const want = as * (1 - ab) * cs[c]! + as * ab * mixed[c]! + (1 - as) * ab * cb[c]!;
							worst = Math.max(worst, Math.abs(data[i * 4 + c]! - want * 255));
						}
						worst = Math.max(worst, Math.abs(data[i * 4 + 3]! - 255 * (as + ab - as * ab)));
					}
					t.ok(worst <= 0.51, `${ground} ${own} ${opacity}: ${worst}`);
				}
			}
		}
	});
}

t.test("the canvas is blended as an opaque surface, cut at its edges", async (t) => {
	const canvas = openCanvas(7, 5);
	fillCanvas(canvas, 0x336699);
	const source = () =>
		surfaceOf({ x: -2, y: 3, width: 4, height: 4 }, new Uint8Array(64).fill(128));
	paintSurface(canvasSurface(canvas), source(), "multiply", 0.75);
	const ground = Uint8Array.from({ length: 140 }, (_, i) => [0x33, 0x66, 0x99, 255][i % 4]!);
	const layer = surfaceOf({ x: 0, y: 0, width: 7, height: 5 }, ground);
	paintSurface(layer, source(), "multiply", 0.75);
	t.same(canvas.data, copyOf(layer));
});
