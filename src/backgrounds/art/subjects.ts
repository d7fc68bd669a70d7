/** People, dishes and products: drawings of others (data/pictures) on grounds of ours. */

import { readData } from "../../base/data-file.js";
import { onDemand } from "../../base/on-demand.js";
import { mix } from "../color.js";
import type { Artwork } from "../drawing.js";

interface Subject {
	/** Width and height of its own coordinates. */
	readonly size: readonly [number, number];
	/** SVG elements. */
	readonly body: string;
}

const subjects = onDemand(
	(): Readonly<Record<string, Subject>> => JSON.parse(readData("pictures/subjects.json")),
);

/** Head and shoulders, which end at the lower edge, before a large disc. */
export function person(name: string, ground: string, disc: string): Artwork {
	return (d) => {
		const { width, height } = d;
		const side = Math.max(Math.min(width, height) * 1.04, height * 0.86);
		d.ground(ground);
		const center = { x: width / 2, y: height - side * 0.52 };
		d.glow({ x: width * 0.5, y: 0 }, height * 0.7, "#ffffff", 0.35);
		d.circle(center, side * 0.47, { fill: disc });
		const { size, body } = subjects()[name]!;
		d.insert(body, { x: width / 2 - side * 0.54, y: height - side }, side / size[0]);
	};
}

/** A thing that stands on a table before a wall. */
export function thing(name: string, wall: string, table = mix(wall, "#ffffff", 0.4)): Artwork {
	return (d) => {
		const { width, height, unit: u } = d;
		const side = u * 58;
		const foot = height * 0.5 + side * 0.52;
		d.ground(
			d.linear([
				[0, mix(wall, "#000000", 0.06)],
				[1, wall],
			]),
		);
		d.glow({ x: width * 0.5, y: foot - side * 0.6 }, u * 70, "#ffffff", 0.5);
		const edge = foot - side * 0.2;
		d.rect(0, edge, width, height - edge, {
			fill: d.linear([
				[0, mix(table, "#000000", 0.04)],
				[0.6, table],
				[1, mix(table, "#000000", 0.08)],
			]),
		});
		for (const [spread, opacity] of [
			[0.62, 0.07],
			[0.52, 0.09],
			[0.42, 0.12],
		] as const)
			d.ellipse({ x: width / 2, y: foot - side * 0.03 }, side * spread, side * spread * 0.13, {
				fill: "#1a1014",
				opacity,
			});
		const { size, body } = subjects()[name]!;
		d.insert(body, { x: (width - side) / 2, y: foot - side * 0.97 }, side / size[0]);
	};
}
