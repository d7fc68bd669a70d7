import { along, lift, mix } from "../color.js";
import { place, scatter, smooth } from "../curves.js";
import { type Artwork, type Drawing, num, type Point } from "../drawing.js";
import type { Random } from "../random.js";
import { fir } from "./landscape.js";

/** Lights out of focus, large and faint to small and bright. */
export function bokeh(ground: readonly [string, string], lights: readonly string[]): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		d.ground(
			d.linear(
				[
					[0, ground[0]],
					[1, ground[1]],
				],
				{ x: 0.2, y: 0 },
				{ x: 0.8, y: 1 },
			),
		);
		for (let i = 0; i < 3; i++)
			d.glow(
				{ x: random(0, width), y: random(0.2, 1) * height },
				u * random(40, 70),
				lights[i % lights.length] as string,
				0.3,
			);
		for (const [count, from, to, opacity] of [
			[16, 9, 16, 0.12],
			[34, 4, 9, 0.2],
			[44, 1.4, 4, 0.36],
		] as const) {
			const total = Math.round((count * width * height) / (u * u) / 14000);
			for (let i = 0; i < total; i++) {
				const band = (random() + random() + random()) / 3;
				const t = random();
				const p = { x: t * width, y: height * (0.28 + (1 - t) * 0.3 + (band - 0.5) * 1.35 + 0.06) };
				const r = u * random(from, to);
				const color = lights[Math.floor(random(0, lights.length))] as string;
				const o = opacity * random(0.5, 1.25);
				d.circle(p, r, {
					fill: d.radial(p, r, [
						[0, color, o * 0.75],
						[0.78, color, o],
						[0.95, mix(color, "#ffffff", 0.45), o * 1.5],
						[1, color, 0],
					]),
				});
			}
		}
		const sparks = Array.from({ length: 90 }, () => ({
			x: random(0, width),
			y: random(0, height),
		}));
		d.dots(sparks, u * 0.4, "#ffffff", 0.6);
		d.grain(random, 0.8);
	};
}

function leaf(base: Point, turn: number, length: number, breadth: number): string {
	const at = (x: number, y: number) => {
		const p = place(base, turn, x * length, y * length);
		return `${num(p.x)} ${num(p.y)}`;
	};
	return `M${at(0, 0)}C${at(0.25, -breadth)} ${at(0.75, -breadth * 0.9)} ${at(1, 0)}C${at(0.75, breadth * 0.9)} ${at(0.25, breadth)} ${at(0, 0)}Z`;
}

function monstera(d: Drawing, base: Point, turn: number, size: number, color: string): void {
	// One half as a run of lobes with deep cuts, then mirrored.
	const half: [number, number][] = [
		[-0.06, -0.16],
		[0.06, -0.42],
		[0.26, -0.55],
		[0.25, -0.2],
		[0.36, -0.56],
		[0.52, -0.54],
		[0.46, -0.17],
		[0.6, -0.5],
		[0.74, -0.42],
		[0.65, -0.13],
		[0.82, -0.32],
		[1.02, 0],
	];
	const outline = [
		[0, 0] as [number, number],
		...half,
		...[...half]
			.slice(0, -1)
			.reverse()
			.map(([x, y]) => [x, -y] as [number, number]),
	];
	d.path(
		smooth(
			outline.map(([x, y]) => place(base, turn, x * size, y * size)),
			true,
		),
		{ fill: color },
	);
	let veins = "";
	for (const [from, x, y] of [
		[0.1, 0.22, 0.46],
		[0.28, 0.44, 0.48],
		[0.46, 0.66, 0.4],
		[0.64, 0.82, 0.25],
	] as const)
		for (const side of [-1, 1]) {
			const [a, b] = [
				place(base, turn, from * size, 0),
				place(base, turn, x * size, y * side * size),
			];
			veins += `M${num(a.x)} ${num(a.y)}L${num(b.x)} ${num(b.y)}`;
		}
	const [foot, tip] = [place(base, turn, -0.2 * size, 0), place(base, turn, 0.97 * size, 0)];
	d.path(`${veins}M${num(foot.x)} ${num(foot.y)}L${num(tip.x)} ${num(tip.y)}`, {
		stroke: mix(color, "#ffffff", 0.35),
		strokeWidth: size * 0.012,
		strokeOpacity: 0.75,
		cap: "round",
	});
}

function frond(d: Drawing, base: Point, turn: number, size: number, color: string): void {
	let leaves = "";
	const spine: Point[] = [];
	for (let i = 0; i <= 16; i++) {
		const t = i / 16;
		const heading = turn + t * t * 0.5;
		const p = place(base, turn + t * 0.22, t * size, 0);
		spine.push(p);
		if (i > 1)
			for (const side of [-1, 1])
				leaves += leaf(
					p,
					heading + side * (0.95 - t * 0.45),
					size * (0.42 - Math.abs(t - 0.35) * 0.36),
					0.085,
				);
	}
	d.path(leaves, { fill: color });
	d.path(smooth(spine), {
		stroke: mix(color, "#ffffff", 0.25),
		strokeWidth: size * 0.012,
		cap: "round",
	});
}

/** Tropical leaves around a quiet middle. */
export function leaves(ground: readonly [string, string], greens: readonly string[]): Artwork {
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
		d.glow(
			{ x: width / 2, y: height / 2 },
			Math.max(width, height) * 0.55,
			mix(ground[0], "#ffffff", 0.5),
			0.45,
		);
		const rim: { p: Point; turn: number }[] = [];
		const around = (count: number, inset: number) => {
			const length = 2 * (width + height);
			for (let i = 0; i < count; i++) {
				let at = ((i + random(-0.3, 0.3)) / count) * length;
				at = (at + length) % length;
				const p =
					at < width
						? { x: at, y: 0 }
						: at < width + height
							? { x: width, y: at - width }
							: at < 2 * width + height
								? { x: 2 * width + height - at, y: height }
								: { x: 0, y: length - at };
				const inward = Math.atan2(height / 2 - p.y, width / 2 - p.x);
				rim.push({
					p: { x: p.x - Math.cos(inward) * inset, y: p.y - Math.sin(inward) * inset },
					turn: inward + random(-0.6, 0.6),
				});
			}
		};
		const more = Math.max(width, height) / Math.min(width, height);
		around(Math.round(11 * (0.5 + more / 2)), u * 6);
		around(Math.round(10 * (0.5 + more / 2)), u * 9);
		rim.forEach(({ p, turn }, i) => {
			const share = i / (rim.length - 1);
			const color = mix(along(greens, random()), ground[1], 0.4 * (1 - share));
			const size = u * random(27, 37);
			if (i % 5 === 0) d.glow(place(p, turn, size * 0.4, 0), size * 0.8, "#00140c", 0.3);
			if (i % 2 === 0) frond(d, p, turn, size * 1.15, color);
			else monstera(d, p, turn, size, color);
		});
		d.grain(random);
	};
}

function flower(
	d: Drawing,
	random: Random,
	center: Point,
	size: number,
	color: string,
	heart: string,
): void {
	const turn = random(0, 6.3);
	for (const [scale, tint, shift] of [
		[1, 0, 0],
		[0.72, 0.22, 0.6],
		[0.45, 0.4, 0.2],
	] as const) {
		const petals = scale === 1 ? 7 : 6;
		let data = "";
		for (let i = 0; i < petals; i++)
			data += leaf(center, turn + shift + (i / petals) * Math.PI * 2, size * scale, 0.36);
		d.path(data, {
			fill: mix(color, "#ffffff", tint),
			opacity: 0.93,
			stroke: mix(color, "#ffffff", tint + 0.2),
			strokeWidth: size * 0.018,
			strokeOpacity: 0.7,
		});
	}
	d.circle(center, size * 0.15, { fill: heart });
	d.dots(
		Array.from({ length: 12 }, (_, k) => place(center, (k / 12) * 6.283, size * 0.2, 0)),
		size * 0.055,
		mix(heart, "#3a2410", 0.35),
	);
}

/** Flowers and leaves that frame a sheet. */
export function floral(
	sheet: readonly [string, string],
	petals: readonly string[],
	green: string,
	heart: string,
): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		d.ground(
			d.linear([
				[0, sheet[0]],
				[1, sheet[1]],
			]),
		);
		d.glow({ x: width / 2, y: height / 2 }, u * 90, lift(sheet[0]), 0.6);
		const spots = scatter(random, width, height, 60, u * 14, u * 5).filter((p) => {
			const [x, y] = [Math.abs(p.x / width - 0.5) * 2, Math.abs(p.y / height - 0.5) * 2];
			return Math.max(x, y) > 0.68 && x + y > 1.02;
		});
		for (const p of spots) {
			const outward = Math.atan2(height / 2 - p.y, width / 2 - p.x);
			let data = "";
			for (let k = 0; k < 4; k++)
				data += leaf(p, outward + random(-1.5, 1.5), u * random(11, 18), 0.16);
			d.path(data, { fill: mix(green, "#ffffff", random(0, 0.4)), opacity: 0.88 });
		}
		spots.forEach((p, i) => {
			if (i % 4 === 3) {
				const berries = Array.from({ length: 7 }, () => ({
					x: p.x + random(-5, 5) * u,
					y: p.y + random(-5, 5) * u,
				}));
				d.dots(berries, u * 1.5, along(petals, 1), 0.9);
			} else flower(d, random, p, u * random(7, 11.5), petals[i % petals.length] as string, heart);
		});
		d.grain(random);
	};
}

/** A winter night: snow in three depths over firs. */
export function snow(sky: readonly [string, string], tree: string): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		d.ground(
			d.linear([
				[0, sky[0]],
				[1, sky[1]],
			]),
		);
		d.glow({ x: width * 0.5, y: height * 0.3 }, u * 80, "#ffffff", 0.3);
		for (let row = 0; row < 3; row++) {
			const level = height * (0.8 + row * 0.075);
			const color = mix(mix(tree, sky[1], 0.62), tree, row / 2);
			const size = u * (14 + row * 7);
			let data = "";
			let caps = "";
			for (let x = -size; x < width + size; x += size * random(0.5, 1.05)) {
				const foot = level + Math.sin((x / width) * 4 + row * 2) * u * 2 + u * 2;
				const [tall, breadth] = [size * random(0.8, 1.3), random(0.19, 0.24)];
				data += fir(x, foot, tall, breadth);
				caps += fir(x - tall * 0.02, foot - tall * 0.35, tall * 0.64, breadth * 0.8);
			}
			d.path(data, { fill: color });
			d.path(caps, { fill: "#ffffff", opacity: 0.22 + row * 0.1 });
			const hill: Point[] = [];
			for (let k = -1; k <= 5; k++)
				hill.push({ x: (k / 4) * width, y: level + Math.sin(k * 1.3 + row * 2) * u * 2.4 });
			d.path(`${smooth(hill)}V${num(height + 2)}H${num(-width / 4)}Z`, {
				fill: d.linear(
					[
						[0, mix("#ffffff", sky[1], 0.35 - row * 0.12)],
						[1, mix("#dfeaf6", sky[1], 0.5 - row * 0.15)],
					],
					{ x: 0, y: level / height },
					{ x: 0, y: level / height + 0.14 },
				),
			});
		}
		const flakes = (count: number) =>
			Array.from({ length: Math.round((count * width * height) / (u * u) / 14000) }, () => ({
				x: random(0, width),
				y: random(0, height),
			}));
		d.dots(flakes(260), u * 0.45, "#ffffff", 0.6);
		d.dots(flakes(110), u * 0.95, "#ffffff", 0.75);
		for (const p of flakes(22))
			d.circle(p, u * 1.8, {
				fill: d.radial(p, u * 1.8, [
					[0, "#ffffff", 0.8],
					[0.5, "#ffffff", 0.35],
					[1, "#ffffff", 0],
				]),
			});
		d.grain(random, 0.7);
	};
}

/** Hearts that rise, soft and sharp. */
export function hearts(ground: readonly [string, string], colors: readonly string[]): Artwork {
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
		d.glow({ x: width * 0.3, y: height * 0.25 }, u * 80, "#ffffff", 0.45);
		const heart = (p: Point, turn: number, s: number) => {
			const at = (x: number, y: number) => {
				const q = place(p, turn, x * s, y * s);
				return `${num(q.x)} ${num(q.y)}`;
			};
			return `M${at(0, 0.95)}C${at(-0.6, 0.5)} ${at(-1.05, 0.1)} ${at(-1.05, -0.38)}C${at(-1.05, -0.95)} ${at(-0.3, -1.05)} ${at(0, -0.42)}C${at(0.3, -1.05)} ${at(1.05, -0.95)} ${at(1.05, -0.38)}C${at(1.05, 0.1)} ${at(0.6, 0.5)} ${at(0, 0.95)}Z`;
		};
		scatter(random, width, height, 46, u * 14, u * 4).forEach((p, i) => {
			const edge = Math.max(Math.abs(p.x / width - 0.5), Math.abs(p.y / height - 0.5)) * 2;
			const size = u * (1.6 + edge ** 2 * random(2.5, 8));
			const color = colors[i % colors.length] as string;
			const turn = random(-0.5, 0.5);
			if (i % 4 === 0)
				d.path(heart(p, turn, size), { stroke: color, strokeWidth: u * 0.45, strokeOpacity: 0.9 });
			else {
				d.path(heart({ x: p.x + size * 0.12, y: p.y + size * 0.18 }, turn, size), {
					fill: mix(color, "#5a0a2a", 0.5),
					opacity: 0.12,
				});
				d.path(heart(p, turn, size), {
					fill: d.linear(
						[
							[0, mix(color, "#ffffff", 0.32)],
							[1, color],
						],
						{ x: (p.x - size) / width, y: (p.y - size) / height },
						{ x: (p.x + size) / width, y: (p.y + size) / height },
					),
				});
				d.path(
					smooth([
						place(p, turn, -size * 0.8, -size * 0.25),
						place(p, turn, -size * 0.68, -size * 0.56),
						place(p, turn, -size * 0.42, -size * 0.68),
					]),
					{ stroke: "#ffffff", strokeWidth: size * 0.1, strokeOpacity: 0.65, cap: "round" },
				);
			}
		});
		const dust = Array.from({ length: 160 }, () => ({ x: random(0, width), y: random(0, height) }));
		d.dots(dust, u * 0.45, "#ffffff", 0.55);
		d.grain(random);
	};
}
