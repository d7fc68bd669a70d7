import { along, mix } from "../color.js";
import { poly, ridge, smooth } from "../curves.js";
import { type Artwork, type Drawing, num, type Point } from "../drawing.js";
import type { Random } from "../random.js";

/** Stars of three sizes; a few of them with a halo. */
export function stars(d: Drawing, random: Random, below: number, share = 1): void {
	const area = (d.width * d.height) / 2_000_000;
	const some = (count: number) =>
		Array.from({ length: Math.round(count * area * share) }, () => ({
			x: random(0, d.width),
			y: below * random() ** 1.15,
		}));
	d.dots(some(520), d.unit * 0.2, "#ffffff", 0.5);
	d.dots(some(150), d.unit * 0.34, "#ffffff", 0.75);
	for (const p of some(20)) {
		d.circle(p, d.unit * 1.5, {
			fill: d.radial(p, d.unit * 1.5, [
				[0, "#ffffff", 0.5],
				[1, "#ffffff", 0],
			]),
		});
		d.circle(p, d.unit * 0.26, { fill: "#ffffff" });
	}
}

/** The outline of a ridge over the whole width, closed at the bottom. */
export function skyline(
	d: Drawing,
	heights: readonly number[],
	level: number,
	size: number,
): string {
	const points: Point[] = heights.map((h, i) => ({
		x: (i / (heights.length - 1)) * d.width,
		y: level - h * size,
	}));
	return poly([{ x: 0, y: d.height + 2 }, ...points, { x: d.width, y: d.height + 2 }]);
}

/** The Milky Way over dark hills. */
export function nightSky(
	sky: readonly [string, string, string],
	haze: readonly [string, string],
	moon = false,
): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		d.ground(
			d.linear([
				[0, sky[0]],
				[0.6, sky[1]],
				[1, sky[2]],
			]),
		);
		if (!moon) {
			const dust: Point[] = [];
			for (let i = 0; i <= 14; i++) {
				const t = i / 14;
				const p = { x: width * (0.1 + t * 0.85), y: height * (0.82 - t * 0.85) };
				d.glow(
					{ x: p.x + random(-6, 6) * u, y: p.y + random(-6, 6) * u },
					u * random(20, 34),
					haze[i % 2] as string,
					0.2,
				);
				for (let k = 0; k < 42; k++) {
					const spread = (random() + random() + random() - 1.5) * 26 * u;
					dust.push({
						x: p.x + spread + random(-4, 4) * u,
						y: p.y + spread * 0.5 + random(-9, 9) * u,
					});
				}
			}
			d.dots(dust, u * 0.18, "#ffffff", 0.6);
		}
		stars(d, random, height * 0.85);
		if (moon) {
			const center = { x: width * 0.7, y: height * 0.24 };
			d.glow(center, u * 55, haze[0], 0.5);
			d.circle(center, u * 11, {
				fill: d.linear(
					[
						[0, "#fffdf2"],
						[1, mix(haze[0], "#fff6dc", 0.6)],
					],
					{ x: 0.6, y: 0.15 },
					{ x: 0.8, y: 0.33 },
				),
			});
			for (const [x, y, r] of [
				[-3, -2, 2.6],
				[3.4, 2.6, 2],
				[1, -5.6, 1.3],
				[-4, 4.4, 1.6],
				[5, -2.6, 1],
			] as const)
				d.circle({ x: center.x + x * u, y: center.y + y * u }, r * u, {
					fill: mix(haze[0], "#8d8a9c", 0.5),
					opacity: 0.25,
				});
		}
		for (let layer = 0; layer < 3; layer++) {
			const level = height * (0.82 + layer * 0.065);
			d.path(skyline(d, ridge(random, 64, 0.5), level, u * (9 - layer * 2)), {
				fill: mix(sky[2], "#05060f", 0.45 + layer * 0.27),
			});
		}
		d.grain(random, 0.7);
	};
}

/** Curtains of northern light. */
export function aurora(sky: readonly [string, string], lights: readonly string[]): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		d.ground(
			d.linear([
				[0, sky[0]],
				[1, sky[1]],
			]),
		);
		stars(d, random, height * 0.8, 0.6);
		const curtains = 3;
		for (let c = 0; c < curtains; c++) {
			const color = lights[c % lights.length] as string;
			const base = height * (0.38 + c * 0.13);
			const [a, b, phase] = [random(1, 1.8), random(2.4, 4), random(0, 6)];
			const foot = (t: number) =>
				base +
				Math.sin(t * a * Math.PI + phase) * u * 13 +
				Math.sin(t * b * Math.PI + phase * 1.7) * u * 5;
			d.glow({ x: width * random(0.2, 0.8), y: base - u * 12 }, u * 52, color, 0.26);
			const rays = Math.min(52, Math.round(width / u / 2.3));
			for (let i = 0; i < rays; i++) {
				const t = (i + random(-0.3, 0.3)) / (rays - 1);
				const y = foot(t);
				const tall = u * (24 + 15 * Math.sin(t * 9 + phase) + random(0, 14));
				const w = (width / rays) * 1.7;
				const strength = 0.14 + 0.13 * (0.5 + 0.5 * Math.sin(t * 5 + phase * 3)) + random(0, 0.08);
				d.rect(t * width - w / 2, y - tall, w, tall + u * 4, {
					fill: d.linear(
						[
							[0, along(lights, (c + 1) / curtains), 0],
							[0.55, color, strength * 0.55],
							[0.88, mix(color, "#ffffff", 0.25), strength],
							[1, color, 0],
						],
						{ x: 0, y: (y - tall) / height },
						{ x: 0, y: (y + u * 4) / height },
					),
				});
			}
		}
		d.path(skyline(d, ridge(random, 64, 0.55), height * 0.86, u * 10), {
			fill: mix(sky[0], "#02040a", 0.55),
		});
		const trees: string[] = [];
		for (let x = -2; x < width / u + 2; x += random(1.4, 3.2)) {
			const [tall, at] = [u * random(5, 13), x * u];
			const foot = height * 0.94 + random(0, 2) * u;
			trees.push(
				`M${num(at - tall * 0.2)} ${num(foot)}L${num(at)} ${num(foot - tall)}L${num(at + tall * 0.2)} ${num(foot)}Z`,
			);
		}
		d.path(`${trees.join("")}M0 ${num(height * 0.935)}H${num(width)}V${num(height)}H0Z`, {
			fill: mix(sky[0], "#010208", 0.8),
		});
		d.grain(random, 0.7);
	};
}

/** Heaped clouds in soft light. */
export function clouds(sky: readonly [string, string], cloud: string, shade: string): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		d.ground(
			d.linear([
				[0, sky[0]],
				[1, sky[1]],
			]),
		);
		d.glow({ x: width * 0.8, y: height * 0.1 }, u * 70, "#ffffff", 0.55);
		for (let k = 0; k < 5; k++) {
			const [x, y, w] = [
				random(-0.1, 0.9) * width,
				random(0.06, 0.42) * height,
				u * random(24, 46),
			];
			for (let i = 0; i < 4; i++)
				d.rect(
					x + random(0, 0.4) * w,
					y + i * u * 1.2,
					w * random(0.5, 1),
					u * 1,
					{ fill: cloud, opacity: 0.28 },
					u,
				);
		}
		const banks = 5;
		for (let bank = 0; bank < banks; bank++) {
			const share = bank / (banks - 1);
			const level = height * (0.5 + share * 0.42);
			const body = mix(mix(cloud, sky[1], 0.45), cloud, share);
			const puffs: { x: number; y: number; r: number }[] = [];
			for (let x = -6; x < width / u + 6; x += random(4, 8)) {
				const r = u * random(5, 12) * (0.8 + share * 0.3);
				puffs.push({
					x: x * u,
					y: level + Math.sin(x * 0.06 + bank * 2) * u * 6 + random(-3, 3) * u,
					r,
				});
			}
			const paint = (lift: number, grow: number, fill: string, opacity: number) => {
				let data = poly([
					{ x: -u * 12, y: height + u },
					{ x: -u * 12, y: level },
					...puffs.map((p) => ({ x: p.x, y: p.y - lift })),
					{ x: width + u * 12, y: level },
					{ x: width + u * 12, y: height + u },
				]);
				for (const p of puffs) {
					const r = p.r * grow;
					data += `M${num(p.x - r)} ${num(p.y - lift)}a${num(r)} ${num(r)} 0 1 1 ${num(2 * r)} 0a${num(r)} ${num(r)} 0 1 1 ${num(-2 * r)} 0Z`;
				}
				d.path(data, { fill, opacity });
			};
			paint(u * 0.5, 1.03, shade, 0.25);
			paint(
				0,
				1,
				d.linear(
					[
						[0, mix(body, "#ffffff", 0.5)],
						[1, mix(body, shade, 0.5)],
					],
					{ x: 0, y: level / height - 0.1 },
					{ x: 0, y: level / height + 0.24 },
				),
				1,
			);
			paint(-u * 2.6, 0.82, "#ffffff", 0.12);
		}
		d.grain(random, 0.7);
	};
}

/** A flowing ribbon of fine lines. */
export function silk(ground: readonly [string, string], lines: readonly string[]): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		d.ground(
			d.linear(
				[
					[0, ground[0]],
					[1, ground[1]],
				],
				{ x: 0, y: 0 },
				{ x: 1, y: 1 },
			),
		);
		d.glow({ x: width * 0.6, y: height * 0.5 }, u * 80, lines[0] as string, 0.28);
		const [phase, drift] = [random(0, 6), random(0.8, 1.3)];
		for (let ribbon = 0; ribbon < 2; ribbon++) {
			const count = 46;
			for (let i = 0; i < count; i++) {
				const s = i / (count - 1);
				const points: Point[] = [];
				for (let k = -1; k <= 13; k++) {
					const t = k / 12;
					const twist = Math.sin(t * Math.PI * 2.2 * drift + phase + ribbon * 2.4);
					const middle =
						height * (0.36 + ribbon * 0.3) +
						Math.sin(t * Math.PI * 1.5 + phase * 0.7 + ribbon) * u * 17;
					points.push({
						x: t * width,
						y: middle + (s - 0.5) * u * 46 * twist + Math.sin(t * 7 + s * 3 + phase) * u * 2.5,
					});
				}
				d.path(smooth(points), {
					stroke: along(lines, s),
					strokeWidth: u * 0.2,
					strokeOpacity: 0.25 + 0.55 * Math.sin(s * Math.PI),
				});
			}
		}
		d.grain(random, 0.8);
	};
}
