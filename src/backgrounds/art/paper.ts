import { along, lift, mix } from "../color.js";
import { blob, poly, scatter, smooth } from "../curves.js";
import { type Artwork, num, type Point } from "../drawing.js";
import { noiseField } from "../noise.js";

/** Hand-made paper: fibres, flecks, a soft fall of light. */
export function paper(sheet: string, fibre: string, fleck: string): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		d.ground(sheet);
		d.glow({ x: width * 0.3, y: height * 0.22 }, u * 110, lift(sheet), 0.8);
		d.glow({ x: width * 1.02, y: height * 1.02 }, u * 95, mix(sheet, fibre, 0.45), 0.5);
		const strand = (length: number) => {
			const p = { x: random(0, width), y: random(0, height) };
			const turn = random(0, Math.PI * 2);
			const q = { x: p.x + Math.cos(turn) * length, y: p.y + Math.sin(turn) * length };
			const bend = random(-0.5, 0.5) * length;
			return `M${num(p.x)} ${num(p.y)}Q${num((p.x + q.x) / 2 + bend)} ${num((p.y + q.y) / 2 - bend)} ${num(q.x)} ${num(q.y)}`;
		};
		const strands = (count: number, length: number) =>
			Array.from({ length: count }, () => strand(u * random(length * 0.4, length))).join("");
		d.path(strands(420, 2.6), { stroke: fibre, strokeWidth: u * 0.1, strokeOpacity: 0.28 });
		d.path(strands(320, 3.4), { stroke: "#ffffff", strokeWidth: u * 0.12, strokeOpacity: 0.42 });
		d.path(strands(46, 5), {
			stroke: fleck,
			strokeWidth: u * 0.14,
			strokeOpacity: 0.35,
			cap: "round",
		});
		for (const [count, size, opacity] of [
			[420, 0.2, 0.3],
			[90, 0.42, 0.32],
			[22, 0.7, 0.3],
		] as const)
			d.dots(
				Array.from({ length: count }, () => ({ x: random(0, width), y: random(0, height) })),
				u * size,
				fleck,
				opacity,
			);
		d.grain(random, 1.6);
	};
}

/** Sheets of coloured paper, torn and laid over one another with a white rim. */
export function tornPaper(colors: readonly string[]): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		d.ground(colors[0] as string);
		const sheets = colors.length - 1;
		for (let i = 0; i < sheets; i++) {
			const color = colors[i + 1] as string;
			const level = height * (0.2 + (i / sheets) * 0.78);
			const tilt = random(-0.09, 0.09) * height;
			const edge = (jag: number, lift: number): Point[] => {
				const points: Point[] = [];
				const steps = Math.round(width / u / 0.9);
				let wander = 0;
				for (let k = -1; k <= steps + 1; k++) {
					wander = wander * 0.9 + random(-0.5, 0.5);
					const t = k / steps;
					points.push({
						x: t * width,
						y:
							level +
							(t - 0.5) * tilt +
							Math.sin(t * 6 + i) * u * 2.6 +
							wander * u * 0.9 +
							random(-jag, jag) * u -
							lift * u,
					});
				}
				return points;
			};
			const close = [
				{ x: width * 1.1, y: height + 9 },
				{ x: -width * 0.1, y: height + 9 },
			];
			const rim = edge(0.35, 0);
			for (const [lift, opacity] of [
				[2.2, 0.035],
				[1.5, 0.05],
				[0.8, 0.08],
			] as const)
				d.path(poly([...rim.map((p) => ({ x: p.x, y: p.y - lift * u })), ...close]), {
					fill: "#1a0f0a",
					opacity,
				});
			d.path(poly([...rim, ...close]), { fill: mix(color, "#fffdf8", 0.86) });
			d.path(poly([...rim.map((p) => ({ x: p.x, y: p.y + u * random(0.9, 1.6) })), ...close]), {
				fill: d.linear(
					[
						[0, mix(color, "#ffffff", 0.1)],
						[1, color],
					],
					{ x: 0, y: level / height - 0.05 },
					{ x: 0, y: level / height + 0.22 },
				),
			});
		}
		d.grain(random, 1.8);
	};
}

/** Pools of watercolour: many thin washes with darker rims, splashes, white paper. */
export function watercolor(sheet: string, colors: readonly string[]): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		d.ground(sheet);
		const pools = scatter(random, width, height, 8, u * 38, u * 8);
		pools.forEach((center, i) => {
			const color = colors[i % colors.length] as string;
			const radius = u * random(20, 31);
			d.glow(center, radius * 1.25, color, 0.3);
			for (let wash = 0; wash < 6; wash++) {
				const at = { x: center.x + random(-4, 4) * u, y: center.y + random(-4, 4) * u };
				const shape = blob(random, at, radius * random(0.62, 1.12), 0.13, 17, random(0.95, 1.3));
				const tint = mix(color, colors[(i + 1) % colors.length] as string, random(0, 0.45));
				d.path(shape, {
					fill: tint,
					opacity: 0.125,
					stroke: mix(tint, "#20203a", 0.15),
					strokeWidth: u * 0.22,
					strokeOpacity: wash < 3 ? 0.14 : 0,
				});
			}
			const drops = Array.from({ length: 14 }, () => {
				const [turn, far] = [random(0, 6.3), radius * random(0.9, 1.6)];
				return { x: center.x + Math.cos(turn) * far, y: center.y + Math.sin(turn) * far };
			});
			d.dots(drops.slice(0, 10), u * 0.6, color, 0.32);
			d.dots(drops.slice(10), u * 1.4, color, 0.24);
		});
		d.grain(random, 1.5);
	};
}

/** Marble: veins that wander along a direction, in washes of shade, with threads of metal. */
export function marble(stone: string, shade: string, vein: string, metal: string): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		d.ground(stone);
		const field = noiseField(random, 4);
		for (let i = 0; i < 7; i++)
			d.glow(
				{ x: random(0, width), y: random(0, height) },
				u * random(30, 58),
				i % 3 === 0 ? mix(stone, "#ffffff", 0.6) : shade,
				0.26,
			);
		const reach = Math.hypot(width, height);
		const walk = (from: Point, heading: number, length: number, roam: number): Point[] => {
			const points = [from];
			let [x, y] = [from.x, from.y];
			for (let gone = 0; gone < length; gone += u * 5.2) {
				const turn =
					heading +
					field(x / u / 16, y / u / 16) * roam +
					field(x / u / 4 + 40, y / u / 4) * roam * 0.7;
				x += Math.cos(turn) * u * 5.2;
				y += Math.sin(turn) * u * 5.2;
				points.push({ x, y });
			}
			return points;
		};
		const band = (points: readonly Point[], wide: number): string => {
			const sides = points.map((p, i) => {
				const w =
					wide *
					(0.25 + 0.75 * Math.abs(Math.sin(i * 0.7 + wide))) *
					Math.min(1, (points.length - i) / 5);
				return [
					{ x: p.x + w * 0.6, y: p.y - w },
					{ x: p.x - w * 0.6, y: p.y + w },
				] as const;
			});
			return smooth([...sides.map(([a]) => a), ...sides.map(([, b]) => b).reverse()], true);
		};
		const heading = random(0.7, 1.0);
		for (let i = 0; i < 9; i++) {
			const along = (i + random(-0.25, 0.25)) / 8;
			const from =
				along < 0.5
					? { x: width * (1 - along * 2), y: -u * 3 }
					: { x: -u * 3, y: height * (along * 2 - 1) };
			const spine = walk(from, heading, reach, 1.25);
			d.path(band(spine, u * random(3, 7)), { fill: shade, opacity: 0.13 });
			d.path(band(spine, u * random(1, 2.2)), { fill: vein, opacity: 0.16 });
			d.path(band(spine, u * random(0.18, 0.5)), { fill: vein, opacity: 0.6 });
			for (let k = 0; k < 2; k++) {
				const start = spine[Math.floor(random(0.1, 0.8) * spine.length)] as Point;
				d.path(smooth(walk(start, heading + random(-1.3, 1.3), u * random(14, 44), 1.6)), {
					stroke: vein,
					strokeWidth: u * 0.14,
					strokeOpacity: 0.5,
				});
			}
			if (i % 3 === 1) {
				const thread = spine.map((p) => ({ x: p.x + u * 1.1, y: p.y - u * 0.7 }));
				d.path(band(thread, u * 0.55), { fill: metal, opacity: 0.95 });
				d.path(smooth(thread), {
					stroke: mix(metal, "#ffffff", 0.65),
					strokeWidth: u * 0.14,
					strokeOpacity: 0.8,
				});
				const flakes = Array.from({ length: 60 }, () => {
					const p = thread[Math.floor(random(0, thread.length))] as Point;
					return { x: p.x + random(-2.6, 2.6) * u, y: p.y + random(-2.6, 2.6) * u };
				});
				d.dots(flakes, u * 0.36, metal, 0.75);
			}
		}
		d.grain(random, 1.1);
	};
}

/** Soft organic shapes with sprigs and an arch, as on a boho print. */
export function boho(sheet: string, colors: readonly string[], ink: string): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		d.ground(sheet);
		d.glow(
			{ x: width / 2, y: height * 0.45 },
			Math.max(width, height) * 0.6,
			mix(sheet, "#ffffff", 0.8),
			0.6,
		);
		const corners = [
			[0.02, 0.06, 38],
			[1, 0.16, 27],
			[-0.02, 0.97, 30],
			[0.98, 0.93, 44],
		] as const;
		corners.forEach(([x, y, r], i) => {
			const color = along(colors, i / 3);
			const center = { x: width * x, y: height * y };
			d.path(blob(random, center, u * r, 0.17, 7, 1.15), { fill: color });
			d.path(blob(random, { x: center.x, y: center.y + u * 3 }, u * r * 0.72, 0.18, 7, 1.1), {
				fill: mix(color, "#ffffff", 0.35),
				opacity: 0.3,
			});
			d.path(blob(random, { x: center.x + u * 2, y: center.y - u }, u * r * 1.1, 0.13, 8, 1.1), {
				stroke: ink,
				strokeWidth: u * 0.22,
				strokeOpacity: 0.55,
			});
		});
		const rainbow = { x: width * 0.9, y: height * 0.955 };
		for (let i = 0; i < 4; i++) {
			const r = u * (21 - i * 4.6);
			d.path(
				`M${num(rainbow.x - r)} ${num(height + u)}V${num(rainbow.y - u * 4)}A${num(r)} ${num(r)} 0 0 1 ${num(rainbow.x + r)} ${num(rainbow.y - u * 4)}V${num(height + u)}`,
				{
					stroke: i % 2 ? mix(sheet, "#ffffff", 0.5) : ink,
					strokeWidth: u * 2.2,
					strokeOpacity: 0.85,
				},
			);
		}
		for (const [x, y, turn, size] of [
			[0.11, 0.98, -1.25, 44],
			[0.95, 0.02, 1.95, 38],
		] as const) {
			let [px, py, heading] = [width * x, height * y, turn];
			const stem: Point[] = [{ x: px, y: py }];
			let leaves = "";
			for (let k = 0; k < 14; k++) {
				heading += x < 0.5 ? 0.035 : 0.03;
				px += Math.cos(heading) * u * (size / 14);
				py += Math.sin(heading) * u * (size / 14);
				stem.push({ x: px, y: py });
				if (k > 1)
					for (const side of [-1, 1]) {
						const l = u * 6.2 * (1 - k / 22);
						const a = heading + side * 0.85;
						const tip = { x: px + Math.cos(a) * l, y: py + Math.sin(a) * l };
						const bow = (s: number) =>
							`${num((px + tip.x) / 2 + Math.cos(a + Math.PI / 2) * l * 0.26 * s)} ${num((py + tip.y) / 2 + Math.sin(a + Math.PI / 2) * l * 0.26 * s)}`;
						leaves += `M${num(px)} ${num(py)}Q${bow(1)} ${num(tip.x)} ${num(tip.y)}Q${bow(-1)} ${num(px)} ${num(py)}Z`;
					}
			}
			d.path(leaves, { fill: ink, opacity: 0.8 });
			d.path(smooth(stem), { stroke: ink, strokeWidth: u * 0.4, cap: "round" });
		}
		d.grain(random, 1.3);
	};
}
