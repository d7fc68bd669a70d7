import { along, mix } from "../color.js";
import { blob } from "../curves.js";
import type { Artwork } from "../drawing.js";

/** A diagonal sweep of colour with soft lights and one large faint disc. */
export function gradient(colors: readonly string[], light = "#ffffff"): Artwork {
	return (d, random) => {
		const u = d.unit;
		d.ground(
			d.linear(
				colors.map((color, i) => [i / (colors.length - 1), color] as const),
				{ x: random(0, 0.25), y: 0 },
				{ x: random(0.75, 1), y: 1 },
			),
		);
		d.glow({ x: d.width * 0.85, y: d.height * 0.12 }, u * 75, light, 0.32);
		d.glow({ x: d.width * 0.1, y: d.height * 0.9 }, u * 80, along(colors, 0), 0.55);
		const center = { x: d.width * 0.72, y: d.height * 0.68 };
		for (const [radius, opacity] of [
			[58, 0.05],
			[43, 0.06],
			[28, 0.07],
		] as const)
			d.circle(center, u * radius, { fill: light, opacity });
		d.grain(random, 0.9);
	};
}

/** Large soft fields of colour that flow into one another. */
export function mesh(ground: string, colors: readonly string[]): Artwork {
	return (d, random) => {
		d.ground(ground);
		const { width, height, unit: u } = d;
		const columns = width > height ? 3 : 2;
		const rows = height > width ? 3 : 2;
		let index = Math.floor(random(0, colors.length));
		for (let row = 0; row < rows; row++) {
			for (let column = 0; column < columns; column++) {
				const center = {
					x: ((column + random(0.1, 0.9)) / columns) * width,
					y: ((row + random(0.1, 0.9)) / rows) * height,
				};
				const color = colors[index++ % colors.length] as string;
				d.glow(center, u * random(66, 92), color, 0.95);
			}
		}
		d.glow({ x: width * random(0.2, 0.8), y: height * 0.15 }, u * 45, "#ffffff", 0.28);
		d.grain(random, 1.2);
	};
}

/** Translucent organic shapes with a rim of light, one over the other. */
export function liquid(colors: readonly [string, string, string, string]): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		d.ground(
			d.linear([
				[0, colors[0]],
				[1, mix(colors[0], colors[1], 0.55)],
			]),
		);
		const spots = [
			[0.95, 0.08, 62],
			[0.02, 0.3, 44],
			[0.88, 0.62, 40],
			[0.1, 0.96, 66],
			[0.72, 1, 36],
		] as const;
		spots.forEach(([x, y, radius], i) => {
			const center = { x: width * x, y: height * y };
			const shape = blob(random, center, u * radius, 0.16, 7);
			const color = along(colors.slice(1), i / (spots.length - 1));
			const fill = d.linear(
				[
					[0, mix(color, "#ffffff", 0.25), 0.95],
					[1, color, 0.55],
				],
				{ x: x - 0.3, y: y - 0.25 },
				{ x: x + 0.3, y: y + 0.25 },
			);
			d.path(shape, { fill, stroke: "#ffffff", strokeWidth: u * 0.25, strokeOpacity: 0.25 });
			d.path(blob(random, center, u * radius * 0.62, 0.2, 7), { fill: "#ffffff", opacity: 0.07 });
		});
		d.grain(random);
	};
}

/** A studio: a wall lit by one lamp, a floor, and a round stage. */
export function studio(wall: string, floor: string, lamp: string): Artwork {
	return (d, random) => {
		const { width, height, unit: u } = d;
		const horizon = height * 0.74;
		d.ground(
			d.linear([
				[0, mix(wall, "#000000", 0.22)],
				[0.74, wall],
				[1, wall],
			]),
		);
		d.glow({ x: width / 2, y: height * 0.36 }, Math.max(width, height) * 0.52, lamp, 0.75);
		const arch = u * 31;
		const top = horizon - u * 72;
		d.path(
			`M${width / 2 - arch} ${horizon}V${top + arch}A${arch} ${arch} 0 0 1 ${width / 2 + arch} ${top + arch}V${horizon}Z`,
			{
				fill: d.linear(
					[
						[0, mix(wall, lamp, 0.55)],
						[1, mix(wall, lamp, 0.15)],
					],
					{ x: 0.3, y: 0.2 },
					{ x: 0.7, y: 0.8 },
				),
			},
		);
		d.rect(0, horizon, width, height - horizon, {
			fill: d.linear(
				[
					[0, mix(floor, "#000000", 0.16)],
					[1, floor],
				],
				{ x: 0, y: 0.74 },
				{ x: 0, y: 1 },
			),
		});
		const ellipse = (y: number, rx: number, fill: string, opacity = 1) => {
			const ry = rx * 0.2;
			d.path(
				`M${width / 2 - rx} ${y}A${rx} ${ry} 0 1 1 ${width / 2 + rx} ${y}A${rx} ${ry} 0 1 1 ${width / 2 - rx} ${y}Z`,
				{ fill, opacity },
			);
		};
		const base = horizon + u * 9;
		ellipse(base + u * 5.5, u * 40, "#000000", 0.08);
		ellipse(base + u * 4.5, u * 37, "#000000", 0.12);
		for (const [rx, lift] of [
			[34, 0],
			[25, 5.5],
		] as const) {
			const side = d.linear(
				[
					[0, mix(floor, "#000000", 0.28)],
					[0.4, mix(floor, lamp, 0.35)],
					[1, mix(floor, "#000000", 0.34)],
				],
				{ x: 0.5 - (rx * u) / width, y: 0 },
				{ x: 0.5 + (rx * u) / width, y: 0 },
			);
			const y = base - lift * u;
			const r = rx * u;
			d.path(
				`M${width / 2 - r} ${y - u * 4}V${y}A${r} ${r * 0.2} 0 0 0 ${width / 2 + r} ${y}V${y - u * 4}Z`,
				{ fill: side },
			);
			ellipse(y - u * 4, r, mix(floor, lamp, 0.55));
		}
		d.grain(random);
	};
}
