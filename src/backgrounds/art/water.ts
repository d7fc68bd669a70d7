import { along, mix } from "../color.js";
import { poly, smooth } from "../curves.js";
import { type Artwork, num, type Point } from "../drawing.js";

/** Layered waves from edge to edge, each with a thin crest of light. */
export function waves(sky: readonly [string, string], sea: readonly string[], layers = 7): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		d.ground(
			d.linear([
				[0, sky[0]],
				[0.6, sky[1]],
			]),
		);
		d.glow({ x: width * 0.75, y: height * 0.16 }, u * 60, "#ffffff", 0.4);
		for (let layer = 0; layer < layers; layer++) {
			const share = layer / (layers - 1);
			const level = height * (0.34 + share * 0.54);
			const [length, phase] = [width / random(1.1, 2), random(0, Math.PI * 2)];
			const swell = u * random(4.5, 7.5);
			const points: Point[] = [];
			for (let i = -1; i <= 13; i++) {
				const x = (i / 12) * width;
				points.push({
					x,
					y:
						level +
						Math.sin((x / length) * Math.PI * 2 + phase) * swell +
						Math.sin((x / length) * 4.1 + phase * 2) * swell * 0.35,
				});
			}
			const color = along(sea, share);
			const top = level / height - 0.06;
			const edge = smooth(points);
			d.path(
				`${smooth(points.map((p) => ({ x: p.x, y: p.y - u * 1.1 })))}V${num(height)}H${num(-width / 12)}Z`,
				{ fill: "#00101c", opacity: 0.07 },
			);
			d.path(`${edge}V${num(height)}H${num(-width / 12)}Z`, {
				fill: d.linear(
					[
						[0, mix(color, "#ffffff", 0.14)],
						[1, mix(color, "#000000", 0.08)],
					],
					{ x: 0, y: top },
					{ x: 0.2, y: top + 0.3 },
				),
			});
			d.path(edge, { stroke: "#ffffff", strokeWidth: u * 0.22, strokeOpacity: 0.35 });
		}
		d.grain(random, 0.8);
	};
}

/** A beach from above: sand, foam in several lines, and water that deepens. */
export function shore(sand: string, shallow: string, deep: string): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		d.ground(
			d.linear(
				[
					[0, mix(sand, "#ffffff", 0.18)],
					[0.5, sand],
				],
				{ x: 0, y: 0 },
				{ x: 0.3, y: 1 },
			),
		);
		const specks = (n: number) =>
			Array.from({ length: n }, () => ({ x: random(0, width), y: random(0, height * 0.55) }));
		d.dots(specks(700), u * 0.3, mix(sand, "#5a3a1a", 0.55), 0.22);
		d.dots(specks(500), u * 0.25, "#ffffff", 0.4);
		const coast = (level: number, bend: number) => {
			const points: Point[] = [];
			for (let i = -1; i <= 9; i++)
				points.push({
					x: (i / 8) * width,
					y: height * level - ((i / 8) * 0.16 - 0.05) * height + random(-bend, bend) * u,
				});
			return points;
		};
		const close = `V${num(height * 1.2)}H${num(-width / 8)}Z`;
		d.path(smooth(coast(0.4, 2)) + close, { fill: mix(sand, "#6b4a2a", 0.3), opacity: 0.35 });
		d.path(smooth(coast(0.43, 2)) + close, { fill: mix(sand, "#6b4a2a", 0.45), opacity: 0.35 });
		const lines = [0.46, 0.53, 0.6, 0.7, 0.82, 0.95];
		lines.forEach((level, i) => {
			const points = coast(level, 2.6);
			const share = i / (lines.length - 1);
			if (i < 4) {
				const foam = smooth(points.map((p) => ({ x: p.x, y: p.y - u * (1.6 - i * 0.3) })));
				d.path(foam + close, { fill: "#ffffff", opacity: 0.9 - i * 0.17 });
				const spray: Point[] = [];
				for (let k = 0; k < 170; k++) {
					const at = random(0, points.length - 2);
					const p = points[Math.floor(at)] as Point;
					const q = points[Math.floor(at) + 1] as Point;
					const t = at % 1;
					spray.push({
						x: p.x + (q.x - p.x) * t,
						y: p.y + (q.y - p.y) * t + random(-2.4, 3.5) * u,
					});
				}
				d.dots(spray, u * 0.8, "#ffffff", 0.5 - i * 0.08);
			}
			d.path(smooth(points) + close, {
				fill: d.linear(
					[
						[0, along([mix(shallow, "#ffffff", 0.35), shallow, deep], share)],
						[1, along([shallow, deep, mix(deep, "#001a33", 0.4)], share)],
					],
					{ x: 0, y: level - 0.1 },
					{ x: 0, y: level + 0.2 },
				),
				opacity: i < 4 ? 0.75 : 0.6,
			});
		});
		const ripples: Point[][] = [];
		for (let k = 0; k < 46; k++) {
			const p = { x: random(0, width), y: height * random(0.66, 1) };
			const w = u * random(3, 9);
			ripples.push([p, { x: p.x + w / 2, y: p.y - u * random(0.4, 1) }, { x: p.x + w, y: p.y }]);
		}
		d.path(ripples.map((r) => smooth(r)).join(""), {
			stroke: "#ffffff",
			strokeWidth: u * 0.28,
			strokeOpacity: 0.3,
			cap: "round",
		});
		d.grain(random, 0.7);
	};
}

/** The open sea at the hour when the sun stands on the horizon. */
export function seascape(
	sky: readonly string[],
	sea: readonly [string, string],
	sun: string,
): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		const horizon = height * 0.58;
		const center = { x: width * 0.5, y: horizon - u * 7 };
		d.ground(sea[0]);
		d.rect(0, 0, width, horizon + 1, {
			fill: d.linear(
				sky.map((c, i) => [i / (sky.length - 1), c] as const),
				{ x: 0, y: 0 },
				{ x: 0, y: 0.58 },
			),
		});
		d.glow(center, u * 70, sun, 0.75);
		d.circle(center, u * 13, {
			fill: d.linear(
				[
					[0, mix(sun, "#ffffff", 0.7)],
					[1, sun],
				],
				{ x: 0, y: 0.45 },
				{ x: 0, y: 0.6 },
			),
		});
		for (let i = 0; i < 7; i++) {
			const y = horizon * random(0.25, 0.9);
			const [x, w] = [random(-0.2, 0.9) * width, u * random(30, 70)];
			d.rect(x, y, w, u * random(0.6, 1.7), { fill: "#ffffff", opacity: 0.13 }, u);
			d.rect(x + w * 0.25, y - u * 1.2, w * 0.5, u * 1, { fill: "#ffffff", opacity: 0.1 }, u);
		}
		d.rect(0, horizon, width, height - horizon, {
			fill: d.linear(
				[
					[0, sea[0]],
					[1, sea[1]],
				],
				{ x: 0, y: 0.58 },
				{ x: 0, y: 1 },
			),
		});
		for (let row = 0; row < 34; row++) {
			const share = row / 33;
			const y = horizon + u * 0.8 + (height - horizon) * share ** 1.4;
			const spread = u * (11 + share * 26);
			const glint = spread * random(0.35, 1) * (1 - share * 0.45);
			const x = center.x + random(-0.4, 0.4) * spread;
			const thick = u * (0.35 + share * 0.95);
			d.rect(
				x - glint,
				y,
				glint * 2,
				thick,
				{ fill: mix(sun, "#ffffff", 0.45), opacity: 0.75 - share * 0.5 },
				thick / 2,
			);
			for (let k = 0; k < 2; k++) {
				const w = u * random(4, 12) * (0.5 + share);
				d.rect(
					random(-0.05, 1) * width,
					y + random(-1, 1) * u,
					w,
					thick * 0.6,
					{ fill: random() < 0.5 ? "#ffffff" : sea[1], opacity: 0.16 },
					thick / 3,
				);
			}
		}
		d.path(
			poly(
				[
					{ x: 0, y: horizon },
					{ x: width, y: horizon },
				],
				false,
			),
			{ stroke: "#ffffff", strokeWidth: u * 0.15, strokeOpacity: 0.35 },
		);
		d.grain(random, 0.8);
	};
}
