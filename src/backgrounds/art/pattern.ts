import { along, lift, mix } from "../color.js";
import { place, poly, scatter, smooth } from "../curves.js";
import { type Artwork, num, type Point } from "../drawing.js";
import { contours, noiseField } from "../noise.js";
import { pick } from "../random.js";

/** Squiggles, rings, triangles and dots of the eighties. */
export function memphis(ground: string, colors: readonly string[], ink: string): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		d.ground(ground);
		for (const [x, y, r, c] of [
			[0.98, 0.04, 30, 0],
			[0, 0.9, 34, 1],
		] as const)
			d.circle({ x: width * x, y: height * y }, u * r, { fill: colors[c] as string });
		const patch = { x: width * 0.74, y: height * 0.86 };
		const patchDots: Point[] = [];
		for (let i = 0; i < 9; i++)
			for (let k = 0; k < 7; k++)
				patchDots.push({ x: patch.x + i * u * 3, y: patch.y + k * u * 3 });
		d.dots(patchDots, u * 0.9, ink, 0.9);
		const lines: string[] = [];
		for (let i = 0; i < 9; i++)
			lines.push(
				poly(
					[
						{ x: -u, y: height * 0.12 + i * u * 2.4 },
						{ x: u * 16, y: height * 0.12 + i * u * 2.4 - u * 9 },
					],
					false,
				),
			);
		d.path(lines.join(""), { stroke: ink, strokeWidth: u * 0.55 });
		scatter(random, width, height, 40, u * 17, u * 2).forEach((p, i) => {
			const color = colors[i % colors.length] as string;
			const turn = random(0, Math.PI * 2);
			const at = (x: number, y: number) => place(p, turn, x * u, y * u);
			switch (i % 6) {
				case 0: {
					const wave = Array.from({ length: 7 }, (_, k) => at((k - 3) * 2, k % 2 ? 1.5 : -1.5));
					d.path(smooth(wave), { stroke: color, strokeWidth: u * 1.15, cap: "round" });
					break;
				}
				case 1: {
					const tri = (o: number) =>
						poly([at(-3.4 + o, 2.6 + o), at(3.4 + o, 2.6 + o), at(o, -3.6 + o)]);
					d.path(tri(0.7), { fill: color });
					d.path(tri(-0.2), { stroke: ink, strokeWidth: u * 0.4, cap: "round" });
					break;
				}
				case 2:
					d.circle(p, u * 3, { stroke: color, strokeWidth: u * 1.3 });
					break;
				case 3:
					d.path(poly([at(-3, 0), at(3, 0)], false) + poly([at(0, -3), at(0, 3)], false), {
						stroke: color,
						strokeWidth: u * 1.1,
						cap: "round",
					});
					break;
				case 4: {
					const [a, b] = [at(-3.6, 0), at(3.6, 0)];
					d.path(
						`M${num(a.x)} ${num(a.y)}A${num(3.6 * u)} ${num(3.6 * u)} 0 0 1 ${num(b.x)} ${num(b.y)}Z`,
						{ fill: color },
					);
					break;
				}
				default:
					d.path(poly([at(-3, -2), at(-1, 2), at(1, -2), at(3, 2)], false), {
						stroke: ink,
						strokeWidth: u * 0.75,
						cap: "round",
					});
			}
		});
		d.grain(random);
	};
}

/** Chips of stone in plaster. */
export function terrazzo(plaster: string, chips: readonly string[]): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		d.ground(plaster);
		d.glow({ x: width * 0.3, y: height * 0.2 }, u * 95, "#ffffff", 0.4);
		const chip = (p: Point, size: number) => {
			const corners = Math.floor(random(5, 8));
			const turn = random(0, 6.3);
			const points = Array.from({ length: corners }, (_, k) => {
				const angle = turn + ((k + random(-0.22, 0.22)) / corners) * Math.PI * 2;
				const r = size * random(0.66, 1.15);
				return { x: p.x + Math.cos(angle) * r * 1.15, y: p.y + Math.sin(angle) * r * 0.85 };
			});
			// Corners slightly blunt, as of ground stone.
			return points
				.map((q, k) => {
					const next = points[(k + 1) % corners] as Point;
					const t = (s: number) =>
						`${num(q.x + (next.x - q.x) * s)} ${num(q.y + (next.y - q.y) * s)}`;
					return `${k === 0 ? `M${t(0.16)}` : `Q${num(q.x)} ${num(q.y)} ${t(0.16)}`}L${t(0.84)}`;
				})
				.join("")
				.concat(
					`Q${num((points[0] as Point).x)} ${num((points[0] as Point).y)} ${num((points[0] as Point).x + ((points[1] as Point).x - (points[0] as Point).x) * 0.16)} ${num((points[0] as Point).y + ((points[1] as Point).y - (points[0] as Point).y) * 0.16)}Z`,
				);
		};
		scatter(random, width, height, 110, u * 9.4, u * 4).forEach((p, i) => {
			const color = chips[i % chips.length] as string;
			d.path(chip(p, u * random(2, 4.4)), {
				fill: mix(color, i % 2 ? "#ffffff" : "#000000", random(0, 0.1)),
			});
		});
		for (const color of chips) {
			const small = Array.from({ length: 46 }, () =>
				chip({ x: random(0, width), y: random(0, height) }, u * random(0.35, 0.9)),
			);
			d.path(small.join(""), { fill: color, opacity: 0.85 });
		}
		d.grain(random, 1.4);
	};
}

/** Paper snips falling from above, thinner towards the middle, where the words go. */
export function confetti(ground: readonly [string, string], colors: readonly string[]): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		d.ground(
			d.linear([
				[0, ground[0]],
				[1, ground[1]],
			]),
		);
		d.glow({ x: width / 2, y: height * 0.5 }, Math.max(width, height) * 0.6, lift(ground[0]), 0.55);
		const count = Math.round((width * height) / (u * u) / 55);
		for (let i = 0; i < count; i++) {
			const y = random() < 0.68 ? height * random() ** 1.9 : height * (1 - random() ** 2.6 * 0.4);
			const p = { x: random(0, width), y };
			const far = Math.hypot(p.x / width - 0.5, p.y / height - 0.52);
			if (far < 0.3 && random() < 0.85) continue;
			const color = pick(random, colors);
			const [turn, size, kind] = [random(0, 6.3), random(0.7, 1.45), random()];
			const at = (x: number, y: number) => place(p, turn, x * u * size, y * u * size);
			const opacity = random(0.78, 1);
			if (kind < 0.42)
				d.path(poly([at(-1.1, -0.5), at(1.1, -0.5), at(1.1, 0.5), at(-1.1, 0.5)]), {
					fill: color,
					opacity,
				});
			else if (kind < 0.66) d.circle(p, u * 0.62 * size, { fill: color, opacity });
			else if (kind < 0.86)
				d.path(smooth([at(-2.2, 0), at(-1.1, 0.8), at(0, -0.3), at(1.1, 0.8), at(2.2, 0)]), {
					stroke: color,
					strokeWidth: u * 0.5,
					strokeOpacity: opacity,
					cap: "round",
				});
			else d.path(poly([at(-0.9, 0.8), at(0.9, 0.8), at(0, -0.9)]), { fill: color, opacity });
		}
		d.grain(random, 0.8);
	};
}

/** Dots that grow along a diagonal, as in print. */
export function halftone(ground: readonly [string, string], dot: string, accent: string): Artwork {
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
		d.circle({ x: width * 0.78, y: height * 0.24 }, u * 27, { fill: accent, opacity: 0.9 });
		const step = u * 3;
		const rows: Point[][] = Array.from({ length: 12 }, () => []);
		for (let r = 0; r * step * 0.87 < height + step; r++) {
			for (let c = -1; c * step < width + step; c++) {
				const p = { x: (c + (r % 2) / 2) * step, y: r * step * 0.87 };
				const near =
					1 -
					Math.hypot(
						(p.x - width * 0.04) / (width * 1.02),
						(p.y - height * 1.02) / (height * 0.86),
					);
				const size = Math.floor(Math.min(0.999, Math.max(0, near * 1.25)) * 12);
				if (near > 0) rows[size]?.push(p);
			}
		}
		rows.forEach((points, i) => {
			d.dots(points, step * (0.12 + (i / 11) * 0.95), dot);
		});
		d.grain(random);
	};
}

/** Contour lines of a map that nobody has walked. */
export function topographic(ground: readonly [string, string], line: string): Artwork {
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
		d.glow({ x: width * 0.3, y: height * 0.3 }, u * 80, mix(ground[0], "#ffffff", 0.3), 0.4);
		const cell = u * 2.6;
		const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)];
		const noise = noiseField(random, 2);
		const field = (c: number, r: number) => noise(c / 13 + 7, r / 13 + 3);
		for (let i = 0; i < 17; i++) {
			const lines = contours(field, columns, rows, -0.62 + i * 0.078 + 0.0001);
			const data = lines
				.map((points) =>
					smooth(
						points
							.filter((_, k) => k % 2 === 0 || k === points.length - 1)
							.map((p) => ({ x: p.x * cell, y: p.y * cell })),
					),
				)
				.join("");
			if (data !== "")
				d.path(data, {
					stroke: line,
					strokeWidth: u * (i % 4 === 0 ? 0.42 : 0.2),
					strokeOpacity: i % 4 === 0 ? 0.6 : 0.42,
				});
		}
		d.grain(random, 0.9);
	};
}

/** Facets: a grid of triangles, shaken and lit from one side. */
export function facets(colors: readonly string[]): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		d.ground(colors[0] as string);
		const [columns, rows] = [
			Math.max(6, Math.round(width / u / 13)),
			Math.max(6, Math.round(height / u / 13)),
		];
		const grid = Array.from({ length: rows + 3 }, (_, r) =>
			Array.from({ length: columns + 3 }, (_, c) => ({
				x: ((c - 1 + random(-0.36, 0.36) + (r % 2) * 0.3) / columns) * width,
				y: ((r - 1 + random(-0.36, 0.36)) / rows) * height,
			})),
		);
		const at = (r: number, c: number) => (grid[r] as Point[])[c] as Point;
		const triangle = (a: Point, b: Point, c: Point) => {
			const x = (a.x + b.x + c.x) / 3 / width;
			const y = (a.y + b.y + c.y) / 3 / height;
			const color = along(colors, x * 0.42 + y * 0.58 + random(-0.06, 0.06));
			const facing = random(-1, 1);
			const lit = mix(color, facing > 0 ? "#ffffff" : "#000a20", Math.abs(facing) * 0.2);
			d.path(poly([a, b, c]), { fill: lit, stroke: lit, strokeWidth: 1 });
		};
		for (let r = 0; r < rows + 2; r++)
			for (let c = 0; c < columns + 2; c++) {
				triangle(at(r, c), at(r, c + 1), at(r + 1, c));
				triangle(at(r, c + 1), at(r + 1, c + 1), at(r + 1, c));
			}
		d.glow({ x: width * 0.2, y: height * 0.1 }, u * 85, "#ffffff", 0.26);
		d.grain(random, 0.8);
	};
}

/** Tiles of quarter circles, discs and stripes. */
export function bauhaus(ground: string, colors: readonly string[]): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		d.ground(ground);
		const wanted = u * 25;
		const [columns, rows] = [Math.round(width / wanted), Math.round(height / wanted)];
		// Whole pixels: tiles meet without a seam.
		const [w, h] = [Math.ceil(width / columns), Math.ceil(height / rows)];
		let last = "";
		for (let r = 0; r < rows; r++)
			for (let c = 0; c < columns; c++) {
				const [x, y] = [c * w, r * h];
				const choice = (not: string) =>
					pick(
						random,
						colors.filter((color) => color !== not && color !== last),
					);
				const back = random() < 0.4 ? ground : choice("");
				const front = choice(back);
				last = back;
				d.rect(x, y, w, h, { fill: back });
				const quarter = (k: number, s: number) => {
					const [cx, cy] = [x + (k & 1) * w, y + (k >> 1) * h];
					const [dx, dy] = [(k & 1 ? -1 : 1) * w * s, (k >> 1 ? -1 : 1) * h * s];
					return `M${num(cx)} ${num(cy)}L${num(cx + dx)} ${num(cy)}A${num(w * s)} ${num(h * s)} 0 0 ${dx * dy > 0 ? 1 : 0} ${num(cx)} ${num(cy + dy)}Z`;
				};
				const k = Math.floor(random(0, 4));
				switch (Math.floor(random(0, 6))) {
					case 0:
						d.path(quarter(k, 1), { fill: front });
						d.path(quarter(k, 0.5), { fill: back === ground ? choice(front) : ground });
						break;
					case 1:
						d.path(quarter(k, 1) + quarter(3 - k, 1), { fill: front });
						break;
					case 2:
						d.circle({ x: x + w / 2, y: y + h / 2 }, w * 0.36, { fill: front });
						d.circle({ x: x + w / 2, y: y + h / 2 }, w * 0.15, { fill: back });
						break;
					case 3:
						for (let i = 0; i < 4; i++)
							d.rect(
								x + (i + 0.25) * (w / 4),
								y + h * 0.1,
								w / 8,
								h * 0.8,
								{ fill: front },
								w / 16,
							);
						break;
					case 4:
						d.path(
							poly([
								{ x, y: y + h },
								{ x: x + w, y: y + h },
								{ x: k % 2 ? x : x + w, y },
							]),
							{ fill: front },
						);
						break;
					default:
						d.path(
							`M${num(x)} ${num(y + h / 2)}A${num(w / 2)} ${num(h / 2)} 0 0 1 ${num(x + w)} ${num(y + h / 2)}Z`,
							{ fill: front },
						);
						d.path(
							`M${num(x)} ${num(y + h)}A${num(w / 2)} ${num(h / 2)} 0 0 1 ${num(x + w)} ${num(y + h)}Z`,
							{ fill: mix(front, back, 0.45) },
						);
				}
			}
		d.grain(random, 1.3);
	};
}

/** A draughtsman's sheet: fine and heavy lines, a compass drawing, marks at the crossings. */
export function blueprint(sheet: readonly [string, string], ink: string): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		d.ground(
			d.linear(
				[
					[0, sheet[0]],
					[1, sheet[1]],
				],
				{ x: 0, y: 0 },
				{ x: 1, y: 1 },
			),
		);
		d.glow({ x: width * 0.4, y: height * 0.3 }, u * 90, mix(sheet[0], "#ffffff", 0.3), 0.4);
		const step = u * 2.5;
		const [ox, oy] = [(width % (step * 4)) / 2, (height % (step * 4)) / 2];
		const grid = (every: number) => {
			let data = "";
			for (let x = ox - step * 4; x < width; x += step * every)
				data += `M${num(x)} 0V${num(height)}`;
			for (let y = oy - step * 4; y < height; y += step * every)
				data += `M0 ${num(y)}H${num(width)}`;
			return data;
		};
		d.path(grid(1), { stroke: ink, strokeWidth: u * 0.09, strokeOpacity: 0.22 });
		d.path(grid(4), { stroke: ink, strokeWidth: u * 0.16, strokeOpacity: 0.4 });
		let marks = "";
		for (let x = ox; x < width; x += step * 8)
			for (let y = oy; y < height; y += step * 8)
				marks += `M${num(x - u)} ${num(y)}h${num(2 * u)}M${num(x)} ${num(y - u)}v${num(2 * u)}`;
		d.path(marks, { stroke: ink, strokeWidth: u * 0.26, strokeOpacity: 0.75 });
		for (const [cx, cy, radii] of [
			[width - u * 8, u * 16, [34, 33, 24, 12, 2]],
			[u * 6, height - u * 10, [27, 19, 18, 8]],
		] as const) {
			for (const r of radii)
				d.circle({ x: cx, y: cy }, u * r, {
					stroke: ink,
					strokeWidth: u * 0.22,
					strokeOpacity: 0.6,
				});
			let rays = "";
			for (let k = 0; k < 36; k++) {
				const a = (k / 36) * Math.PI * 2;
				const [r0, r1] = [(radii[0] - (k % 3 === 0 ? 3 : 1.4)) * u, radii[0] * u];
				rays += `M${num(cx + Math.cos(a) * r0)} ${num(cy + Math.sin(a) * r0)}L${num(cx + Math.cos(a) * r1)} ${num(cy + Math.sin(a) * r1)}`;
			}
			d.path(
				`${rays}M${num(cx - u * 40)} ${num(cy)}h${num(u * 80)}M${num(cx)} ${num(cy - u * 40)}v${num(u * 80)}`,
				{ stroke: ink, strokeWidth: u * 0.18, strokeOpacity: 0.5 },
			);
		}
		d.grain(random);
	};
}

/** Rays of the sun on a printed poster. */
export function sunburst(colors: readonly [string, string], center: string, low = true): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		d.ground(colors[0]);
		const c = { x: width / 2, y: height * (low ? 0.74 : 0.5) };
		const reach = Math.hypot(width, height);
		let rays = "";
		const count = 18;
		for (let i = 0; i < count; i++) {
			const [a, b] = [((i - 0.25) / count) * Math.PI * 2, ((i + 0.25) / count) * Math.PI * 2];
			rays += poly([
				c,
				{ x: c.x + Math.cos(a) * reach, y: c.y + Math.sin(a) * reach },
				{ x: c.x + Math.cos(b) * reach, y: c.y + Math.sin(b) * reach },
			]);
		}
		d.path(rays, {
			fill: d.radial(c, reach * 0.8, [
				[0, mix(colors[1], "#ffffff", 0.15)],
				[1, colors[1]],
			]),
		});
		d.glow(c, u * 75, center, 0.85);
		d.circle(c, u * 17, { fill: center });
		d.circle(c, u * 20, { stroke: center, strokeWidth: u * 0.5, strokeOpacity: 0.9 });
		if (low)
			for (let i = 0; i < 3; i++) {
				const points = [-1, 0, 1, 2, 3, 4, 5].map((k) => ({
					x: (k / 4) * width,
					y: height * (0.8 + i * 0.075) + Math.sin(k * 1.7 + i * 2.1) * u * 3.5,
				}));
				d.path(`${smooth(points)}V${num(height + 2)}H${num(-width / 4)}Z`, {
					fill: mix(colors[1], "#2b1216", 0.22 + i * 0.2),
				});
			}
		d.grain(random, 2);
	};
}

/** Overlapping scales of concentric rings: the Japanese pattern of blue sea waves. */
export function seigaiha(colors: readonly [string, string], line: string): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		d.ground(colors[1]);
		const columns = Math.round(width / (u * 16));
		const r = width / columns / 2;
		const rows = Math.ceil(height / (r / 2)) + 2;
		for (let row = 0; row < rows; row++) {
			const shade = mix(colors[0], colors[1], row / rows);
			let scales = "";
			let rings = "";
			for (let c = 0; c <= columns; c++) {
				const [x, y] = [c * 2 * r + (row % 2) * r, row * (r / 2)];
				const half = (k: number) =>
					`M${num(x - r * k)} ${num(y)}A${num(r * k)} ${num(r * k)} 0 0 1 ${num(x + r * k)} ${num(y)}`;
				scales += `${half(1)}Z`;
				rings += half(1) + half(0.74) + half(0.48) + half(0.22);
			}
			d.path(scales.replaceAll("Z", `v${num(r)}h${num(-2 * r)}Z`), { fill: shade });
			d.path(rings, { stroke: line, strokeWidth: u * 0.45, strokeOpacity: 0.8 });
		}
		d.glow({ x: width * 0.7, y: height * 0.15 }, u * 80, "#ffffff", 0.18);
		d.grain(random);
	};
}

/** Cells of a honeycomb in depth, with nodes and links, for technology. */
export function hexagons(ground: readonly [string, string], line: string, glow: string): Artwork {
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
		d.glow({ x: width * 0.82, y: height * 0.2 }, u * 70, glow, 0.5);
		d.glow({ x: width * 0.1, y: height * 0.85 }, u * 60, line, 0.35);
		const r = u * 6.6;
		const hex = (p: Point, size: number) =>
			poly(
				Array.from({ length: 6 }, (_, k) => ({
					x: p.x + Math.cos((k * Math.PI) / 3) * size,
					y: p.y + Math.sin((k * Math.PI) / 3) * size,
				})),
			);
		const field = noiseField(random, 2);
		let outlines = "";
		for (let c = -1; c * r * 1.5 < width + r * 2; c++)
			for (let row = -1; row * r * 1.732 < height + r * 2; row++) {
				const p = { x: c * r * 1.5, y: (row + (c & 1) / 2) * r * 1.732 };
				const value = field(p.x / u / 30 + 5, p.y / u / 30);
				if (value > 0.05) outlines += hex(p, r * 0.94);
				if (value > 0.22 && random() < 0.6)
					d.path(hex(p, r * 0.94), {
						fill: random() < 0.4 ? glow : line,
						opacity: random(0.05, 0.22),
					});
				if (value > 0.12 && random() < 0.22) {
					const node = { x: p.x + r * 0.94, y: p.y };
					d.glow(node, u * 3.5, glow, 0.9);
					d.circle(node, u * 0.5, { fill: "#ffffff" });
				}
			}
		d.path(outlines, { stroke: line, strokeWidth: u * 0.2, strokeOpacity: 0.55 });
		d.grain(random, 0.8);
	};
}

/** Brush strokes side by side, each of many bristles. */
export function brush(sheet: string, colors: readonly string[]): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		d.ground(sheet);
		const lanes = [0.12, 0.27, 0.73, 0.88];
		lanes.forEach((level, lane) => {
			const color = colors[lane % colors.length] as string;
			const [from, to] = [width * random(-0.15, 0.12), width * random(0.86, 1.15)];
			const [tilt, bow] = [random(-5, 5) * u, random(-5, 5) * u];
			const wide = u * random(15, 21);
			for (let b = 0; b < 34; b++) {
				const s = b / 33 - 0.5;
				const y = height * level + s * wide;
				const [a, z] = [
					from + random(0, 9) * u * (0.3 + Math.abs(s)),
					to - random(0, 17) * u * (0.3 + Math.abs(s)),
				];
				const points = [0, 0.33, 0.66, 1].map((t) => ({
					x: a + (z - a) * t,
					y: y + tilt * (t - 0.5) + bow * Math.sin(t * Math.PI) + random(-0.3, 0.3) * u,
				}));
				d.path(smooth(points), {
					stroke: mix(color, random() < 0.55 ? "#ffffff" : "#000000", random(0, 0.13)),
					strokeWidth: (wide / 34) * random(0.9, 2.3),
					strokeOpacity: random(0.72, 0.98),
					cap: "round",
				});
			}
			const drops = Array.from({ length: 16 }, () => ({
				x: random(0, width),
				y: height * level + random(-0.9, 0.9) * wide,
			}));
			d.dots(drops, u * random(0.4, 0.9), color, 0.85);
		});
		d.grain(random, 1.6);
	};
}
