import { along, mix } from "../color.js";
import { poly, ridge, smooth } from "../curves.js";
import { type Artwork, num, type Point } from "../drawing.js";
import { skyline, stars } from "./sky.js";

/** Ranges of mountains that pale into the mist. */
export function mountains(
	sky: readonly [string, string],
	far: string,
	near: string,
	sun?: string,
): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		d.ground(
			d.linear([
				[0, sky[0]],
				[0.62, sky[1]],
			]),
		);
		if (sun !== undefined) {
			const center = { x: width * 0.64, y: height * 0.36 };
			d.glow(center, u * 62, sun, 0.6);
			d.circle(center, u * 9, { fill: mix(sun, "#ffffff", 0.55) });
		}
		const ranges = 6;
		for (let i = 0; i < ranges; i++) {
			const share = i / (ranges - 1);
			const level = height * (0.5 + share * 0.37);
			const color = mix(far, near, share ** 1.15);
			const outline = skyline(d, ridge(random, 128, 0.55), level, u * (13 - share * 3));
			d.path(outline, {
				fill: d.linear(
					[
						[0, color],
						[1, mix(color, sky[1], 0.75 * (1 - share * 0.75))],
					],
					{ x: 0, y: level / height - 0.12 },
					{ x: 0, y: level / height + 0.16 },
				),
			});
		}
		d.glow({ x: width * 0.25, y: height * 0.78 }, u * 45, sky[1], 0.32);
		const birds: string[] = [];
		const flock = { x: width * 0.3, y: height * 0.27 };
		for (let k = 0; k < 6; k++) {
			const p = { x: flock.x + random(-11, 11) * u, y: flock.y + random(-5, 5) * u };
			const w = u * random(0.9, 1.7);
			birds.push(
				`M${num(p.x - w)} ${num(p.y - w * 0.3)}q${num(w * 0.6)} ${num(-w * 0.5)} ${num(w)} ${num(w * 0.4)}q${num(w * 0.4)} ${num(-w * 0.9)} ${num(w)} ${num(-w * 0.4)}`,
			);
		}
		d.path(birds.join(""), {
			stroke: near,
			strokeWidth: u * 0.26,
			strokeOpacity: 0.6,
			cap: "round",
		});
		d.grain(random, 0.8);
	};
}

/** Hills in flat bands under a large low sun. */
export function sunset(
	sky: readonly string[],
	sun: readonly [string, string],
	hills: readonly [string, string],
): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		d.ground(d.linear(sky.map((c, i) => [(i / (sky.length - 1)) * 0.75, c] as const)));
		const center = { x: width * 0.5, y: height * 0.5 };
		for (const [r, o] of [
			[46, 0.07],
			[36, 0.09],
			[28, 0.12],
		] as const)
			d.circle(center, u * r, { fill: sun[0], opacity: o });
		d.circle(center, u * 21, {
			fill: d.linear(
				[
					[0, sun[0]],
					[1, sun[1]],
				],
				{ x: 0, y: 0.5 - (u * 21) / height },
				{ x: 0, y: 0.5 + (u * 21) / height },
			),
		});
		const layers = 6;
		for (let i = 0; i < layers; i++) {
			const share = i / (layers - 1);
			const level = height * (0.58 + share * 0.36);
			const points: Point[] = [];
			const phase = random(0, 6);
			for (let k = -1; k <= 9; k++)
				points.push({
					x: (k / 8) * width,
					y: level + Math.sin(k * random(0.7, 1.1) + phase) * u * 4.6 + random(-1.5, 1.5) * u,
				});
			const color = mix(hills[0], hills[1], share);
			d.path(`${smooth(points)}V${num(height + 2)}H${num(-width / 8)}Z`, {
				fill: d.linear(
					[
						[0, mix(color, sun[0], 0.2 * (1 - share))],
						[1, color],
					],
					{ x: 0, y: level / height - 0.05 },
					{ x: 0, y: level / height + 0.1 },
				),
			});
		}
		d.grain(random);
	};
}

/** Dunes: each crest with a lit and a shaded face. */
export function dunes(
	sky: readonly [string, string],
	light: string,
	shade: string,
	sun: string,
): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		d.ground(
			d.linear([
				[0, sky[0]],
				[0.5, sky[1]],
			]),
		);
		d.glow({ x: width * 0.24, y: height * 0.22 }, u * 50, sun, 0.7);
		d.circle({ x: width * 0.24, y: height * 0.22 }, u * 7.5, { fill: mix(sun, "#ffffff", 0.5) });
		const count = 5;
		for (let i = 0; i < count; i++) {
			const share = i / (count - 1);
			const level = height * (0.44 + share * 0.38);
			const peak = width * (i % 2 === 0 ? random(0.58, 0.8) : random(0.15, 0.38));
			const rise = u * (10 + share * 9);
			const crest: Point[] = [
				{ x: -width * 0.15, y: level + u * 5 },
				{ x: peak * 0.5, y: level - rise * 0.25 },
				{ x: peak, y: level - rise },
				{ x: peak + (width - peak) * 0.45, y: level - rise * 0.15 },
				{ x: width * 1.15, y: level + u * 4 },
			];
			const pale = mix(sky[1], light, 0.45 + share * 0.55);
			const dark = mix(sky[1], shade, 0.4 + share * 0.6);
			const from = (level - rise) / height;
			d.path(`${smooth(crest)}V${num(height + 2)}H${num(-width * 0.15)}Z`, {
				fill: d.linear(
					[
						[0, mix(pale, "#ffffff", 0.12)],
						[1, mix(pale, dark, 0.55)],
					],
					{ x: 0, y: from },
					{ x: 0.15, y: from + 0.34 },
				),
			});
			const spine: Point[] = [
				crest[2] as Point,
				{ x: peak + u * 5, y: level - rise * 0.2 },
				{ x: peak - u * 5, y: level + rise * 0.8 },
				{ x: peak + u * 13, y: level + rise * 2 },
				{ x: peak + u * 4, y: height + u * 6 },
			];
			const right = smooth([crest[2] as Point, crest[3] as Point, crest[4] as Point]).slice(1);
			const back = smooth([...spine].reverse()).replace(/^M/, "L");
			d.path(`M${right}V${num(height + 6 * u)}${back}Z`, {
				fill: d.linear(
					[
						[0, dark, 0.85],
						[1, dark, 0.12],
					],
					{ x: peak / width, y: from },
					{ x: Math.min(1, peak / width + 0.35), y: from + 0.3 },
				),
			});
			if (i > 1) {
				const ripples: string[] = [];
				for (let k = 1; k < 9; k++) {
					const y = level + rise * 0.35 * k;
					ripples.push(
						smooth([
							{ x: -u, y: y + u * 2 },
							{ x: peak * 0.3, y: y - u },
							{ x: peak * 0.62, y: y + u * 1.2 },
							{ x: peak * 0.88, y: y - u * 0.4 },
						]),
					);
				}
				d.path(ripples.join(""), { stroke: dark, strokeWidth: u * 0.22, strokeOpacity: 0.16 });
			}
		}
		d.grain(random, 1.4);
	};
}

/** Conifers in the fog, one row behind the other. */
export function forest(sky: readonly [string, string], far: string, near: string): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		d.ground(
			d.linear([
				[0, sky[0]],
				[0.7, sky[1]],
			]),
		);
		d.glow({ x: width * 0.55, y: height * 0.24 }, u * 58, "#ffffff", 0.6);
		const rows = 6;
		for (let row = 0; row < rows; row++) {
			const share = row / (rows - 1);
			const level = height * (0.5 + share * 0.44);
			const color = mix(far, near, share);
			const size = u * (9 + share * 20);
			let data = "";
			const feet: Point[] = [];
			const phase = random(0, 6);
			for (let x = -size; x < width + size; x += size * random(0.24, 0.46)) {
				const tall = size * random(0.75, 1.35);
				const foot = level + Math.sin((x / width) * 5 + phase) * u * 3;
				feet.push({ x, y: foot - u * 1.2 });
				data += fir(x, foot, tall, random(0.17, 0.23));
			}
			d.path(
				data + poly([{ x: -size, y: height + 2 }, ...feet, { x: width + size, y: height + 2 }]),
				{
					fill: d.linear(
						[
							[0, color],
							[1, mix(color, sky[1], 0.7 * (1 - share))],
						],
						{ x: 0, y: (level - size) / height },
						{ x: 0, y: Math.min(1.1, level / height + 0.12) },
					),
				},
			);
			if (row % 2 === 1)
				d.glow(
					{ x: width * random(0.1, 0.9), y: level + u * 3 },
					u * 40,
					sky[1],
					0.3 * (1 - share),
				);
		}
		d.grain(random, 0.8);
	};
}

/** One fir as a zigzag outline: tiers of branches that widen downwards. */
export function fir(x: number, foot: number, tall: number, breadth: number): string {
	const tiers = 5;
	let left = "";
	let right = "";
	for (let i = 0; i < tiers; i++) {
		const y = foot - tall * (1 - (i + 1) / tiers) * 0.96;
		const half = tall * breadth * ((i + 1) / tiers);
		right += `L${num(x + half)} ${num(y)}L${num(x + half * 0.5)} ${num(y - tall * 0.015)}`;
		left = `L${num(x - half * 0.5)} ${num(y - tall * 0.015)}L${num(x - half)} ${num(y)}${left}`;
	}
	return `M${num(x)} ${num(foot - tall)}${right}${left}Z`;
}

/** Towers in three depths; at night with lit windows. */
export function city(
	sky: readonly string[],
	tower: readonly [string, string],
	window: string,
	night: boolean,
): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		d.ground(d.linear(sky.map((c, i) => [(i / (sky.length - 1)) * 0.8, c] as const)));
		if (night) stars(d, random, height * 0.45, 0.45);
		const disc = { x: width * 0.7, y: height * 0.3 };
		d.glow(disc, u * 48, window, 0.42);
		d.circle(disc, u * 8, { fill: mix(window, "#ffffff", 0.65) });
		for (let depth = 0; depth < 4; depth++) {
			const share = depth / 3;
			const color = mix(tower[0], tower[1], share);
			const base = height * (0.46 + share * 0.12);
			let blocks = "";
			const lit: Point[] = [];
			for (let x = -u * 4; x < width + u * 4; ) {
				const w = u * random(6, 13);
				const top = base + u * random(0, 24) - (random() < 0.16 ? u * 12 : 0);
				blocks += `M${num(x)} ${num(height + 2)}V${num(top)}H${num(x + w)}V${num(height + 2)}Z`;
				const roof = random();
				if (roof < 0.2)
					blocks += `M${num(x + w * 0.46)} ${num(top + 1)}V${num(top - u * 7)}H${num(x + w * 0.54)}V${num(top + 1)}Z`;
				else if (roof < 0.42)
					blocks += `M${num(x + w * 0.2)} ${num(top + 1)}V${num(top - u * 2.4)}H${num(x + w * 0.8)}V${num(top + 1)}Z`;
				else if (roof < 0.55)
					blocks += `M${num(x)} ${num(top + 1)}L${num(x + w)} ${num(top - u * 4)}V${num(top + 1)}Z`;
				if (depth > 0) {
					const step = u * 1.7;
					for (let wy = top + step; wy < height * 0.97; wy += step * 1.3)
						for (let wx = x + step * 0.8; wx < x + w - step * 0.5; wx += step)
							if (random() < (night ? 0.3 : 0.12) * (1 - (wy - top) / (height * 1.1)))
								lit.push({ x: wx, y: wy });
				}
				x += w + u * random(-1, 1.4);
			}
			d.path(blocks, {
				fill: d.linear(
					[
						[0, color],
						[1, mix(color, sky[sky.length - 1] as string, 0.6 * (1 - share * 0.8))],
					],
					{ x: 0, y: base / height },
					{ x: 0, y: 1 },
				),
			});
			const size = u * 0.62;
			d.path(
				lit
					.map((p) => `M${num(p.x)} ${num(p.y)}h${num(size)}v${num(size * 1.35)}h${num(-size)}z`)
					.join(""),
				{ fill: window, opacity: 0.35 + share * 0.5 },
			);
		}
		d.grain(random, 0.8);
	};
}

/** The horizon of the eighties: a striped sun over a grid in perspective. */
export function synthwave(
	sky: readonly [string, string, string],
	sun: readonly [string, string],
	neon: string,
): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		const horizon = height * 0.62;
		d.ground(
			d.linear([
				[0, sky[0]],
				[0.4, sky[1]],
				[0.62, sky[2]],
			]),
		);
		stars(d, random, horizon * 0.7, 0.5);
		const center = { x: width / 2, y: horizon - u * 17 };
		const radius = u * 27;
		d.glow(center, u * 62, sun[1], 0.6);
		// The sun in slices: circle segments instead of a clip.
		const slices = 15;
		const at = (k: number) => -1 + (2 * k) / slices;
		const fill = d.linear(
			[
				[0, sun[0]],
				[1, sun[1]],
			],
			{ x: 0, y: (center.y - radius) / height },
			{ x: 0, y: (center.y + radius) / height },
		);
		for (let k = 0; k < slices; k++) {
			const [y0, y1] = [at(k), at(k + 1) - Math.max(0, (k - 5) / slices) * 0.13];
			const [x0, x1] = [Math.sqrt(Math.max(0, 1 - y0 * y0)), Math.sqrt(Math.max(0, 1 - y1 * y1))];
			const p = (x: number, y: number) =>
				`${num(center.x + x * radius)} ${num(center.y + y * radius)}`;
			const r = num(radius);
			d.path(
				`M${p(-x0, y0)}L${p(x0, y0)}A${r} ${r} 0 0 1 ${p(x1, y1 + (k < 5 ? 0.004 : 0))}L${p(-x1, y1 + (k < 5 ? 0.004 : 0))}A${r} ${r} 0 0 1 ${p(-x0, y0)}Z`,
				{ fill },
			);
		}
		for (const [color, size] of [
			[mix(sky[1], "#000000", 0.2), 14],
			[mix(sky[0], "#000000", 0.35), 9],
		] as const) {
			const heights = ridge(random, 32, 0.55).map((h, i) =>
				Math.max(0.05, Math.abs(h) * (0.25 + 1.5 * Math.abs(i / 16 - 1))),
			);
			d.path(skyline(d, heights, horizon + u * 0.5, u * size), {
				fill: color,
				stroke: neon,
				strokeWidth: u * 0.25,
				strokeOpacity: 0.7,
			});
		}
		d.rect(0, horizon, width, height - horizon, {
			fill: d.linear(
				[
					[0, mix(sky[1], "#000000", 0.35)],
					[1, mix(sky[0], "#000000", 0.35)],
				],
				{ x: 0, y: 0.62 },
				{ x: 0, y: 1 },
			),
		});
		let grid = "";
		for (let i = 0; i <= 12; i++) {
			const y = horizon + (height - horizon) * (i / 12) ** 2.2;
			grid += `M0 ${num(y)}H${num(width)}`;
		}
		for (let i = -26; i <= 26; i++)
			grid += poly(
				[
					{ x: width / 2 + i * u * 3.2, y: horizon },
					{ x: width / 2 + i * u * 22, y: height },
				],
				false,
			);
		d.path(grid, { stroke: neon, strokeWidth: u * 0.9, strokeOpacity: 0.16 });
		d.path(grid, {
			stroke: mix(neon, "#ffffff", 0.25),
			strokeWidth: u * 0.25,
			strokeOpacity: 0.85,
		});
		d.glow({ x: width / 2, y: horizon }, u * 55, along([neon, sun[1]], 0.5), 0.35);
		d.grain(random, 0.7);
	};
}
