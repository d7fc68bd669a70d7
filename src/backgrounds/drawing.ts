import type { Random } from "./random.js";

export interface Point {
	readonly x: number;
	readonly y: number;
}
/** Offset 0..1, colour, opacity 0..1 (1 when absent). */
export type Stop = readonly [offset: number, color: string, opacity?: number];

export interface Paint {
	/** A colour, or a result of linear() or radial(); absent: no fill. */
	readonly fill?: string;
	readonly opacity?: number;
	readonly stroke?: string;
	readonly strokeWidth?: number;
	readonly strokeOpacity?: number;
	readonly cap?: "round" | "butt";
}

/** One decimal is finer than a pixel of any platform and keeps the markup small. */
export const num = (value: number): string => {
	const text = (Math.round(value * 10) / 10).toString();
	return text === "-0" ? "0" : text;
};

/**
 * A drawing in SVG markup. It uses gradients, shapes and opacity on single
 * shapes only: no group opacity, clip, mask or filter, each of which would
 * cost a renderer a layer of the whole canvas. What is inserted may have small ones.
 */
export class Drawing {
	readonly width: number;
	readonly height: number;
	/** A hundredth of the shorter side, so that a motif keeps its size in all orientations. */
	readonly unit: number;
	readonly #gradients: string[] = [];
	readonly #shapes: string[] = [];

	constructor(width: number, height: number) {
		this.width = width;
		this.height = height;
		this.unit = Math.min(width, height) / 100;
	}

	/** A linear gradient between two points of the canvas, given as shares (0..1) of its sides. */
	linear(stops: readonly Stop[], from: Point = { x: 0, y: 0 }, to: Point = { x: 0, y: 1 }): string {
		const at = (p: Point) => [num(p.x * this.width), num(p.y * this.height)];
		const [x1, y1] = at(from);
		const [x2, y2] = at(to);
		return this.#gradient("linear", `x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"`, stops);
	}

	/** A radial gradient in pixels of the canvas. */
	radial(center: Point, radius: number, stops: readonly Stop[]): string {
		const place = `cx="${num(center.x)}" cy="${num(center.y)}" r="${num(radius)}"`;
		return this.#gradient("radial", place, stops);
	}

	#gradient(kind: "linear" | "radial", place: string, stops: readonly Stop[]): string {
		const id = `g${this.#gradients.length}`;
		const markup = stops.map(([offset, color, opacity = 1]) => {
			const alpha = opacity === 1 ? "" : ` stop-opacity="${Math.round(opacity * 1000) / 1000}"`;
			return `<stop offset="${Math.round(offset * 1000) / 1000}" stop-color="${color}"${alpha}/>`;
		});
		this.#gradients.push(
			`<${kind}Gradient id="${id}" gradientUnits="userSpaceOnUse" ${place}>${markup.join("")}</${kind}Gradient>`,
		);
		return `url(#${id})`;
	}

	/** Covers the whole canvas. */
	ground(fill: string, opacity = 1): void {
		this.rect(0, 0, this.width, this.height, { fill, opacity });
	}

	rect(x: number, y: number, width: number, height: number, paint: Paint, radius = 0): void {
		const rx = radius > 0 ? ` rx="${num(radius)}"` : "";
		this.#shape(
			`<rect x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}"${rx}`,
			paint,
		);
	}

	circle(center: Point, radius: number, paint: Paint): void {
		this.#shape(`<circle cx="${num(center.x)}" cy="${num(center.y)}" r="${num(radius)}"`, paint);
	}

	ellipse(center: Point, rx: number, ry: number, paint: Paint): void {
		this.#shape(
			`<ellipse cx="${num(center.x)}" cy="${num(center.y)}" rx="${num(rx)}" ry="${num(ry)}"`,
			paint,
		);
	}

	/** Inserts SVG elements whose ids are not g0, g1 and so on. */
	insert(elements: string, { x, y }: Point, scale: number): void {
		this.#shapes.push(
			`<g transform="translate(${num(x)} ${num(y)}) scale(${Math.round(scale * 10_000) / 10_000})">${elements}</g>`,
		);
	}

	path(data: string, paint: Paint): void {
		this.#shape(`<path d="${data}"`, paint);
	}

	/** Round dots of one size as one path: strokes of no length with round ends. */
	dots(points: readonly Point[], diameter: number, color: string, opacity = 1): void {
		if (points.length === 0) return;
		this.path(points.map((p) => `M${num(p.x)} ${num(p.y)}h.1`).join(""), {
			stroke: color,
			strokeWidth: diameter,
			strokeOpacity: opacity,
			cap: "round",
		});
	}

	/** A soft spot of light or shade: a radial gradient that fades to nothing. */
	glow(center: Point, radius: number, color: string, opacity: number): void {
		const fill = this.radial(center, radius, [
			[0, color, opacity],
			[0.3, color, opacity * 0.72],
			[0.6, color, opacity * 0.28],
			[0.82, color, opacity * 0.07],
			[1, color, 0],
		]);
		const left = Math.max(0, center.x - radius);
		const top = Math.max(0, center.y - radius);
		const right = Math.min(this.width, center.x + radius);
		const bottom = Math.min(this.height, center.y + radius);
		if (right > left && bottom > top) this.rect(left, top, right - left, bottom - top, { fill });
	}

	/** Fine specks, light and dark: they give flat colour a surface and hide the steps of gradients. */
	grain(random: Random, strength = 1): void {
		const specks = (count: number) =>
			Array.from({ length: count }, () => ({
				x: random(0, this.width),
				y: random(0, this.height),
			}));
		this.dots(specks(900), this.unit * 0.17, "#ffffff", 0.09 * strength);
		this.dots(specks(900), this.unit * 0.17, "#000000", 0.07 * strength);
		this.dots(specks(220), this.unit * 0.26, "#ffffff", 0.06 * strength);
	}

	#shape(open: string, paint: Paint): void {
		let text = `${open} fill="${paint.fill ?? "none"}"`;
		if (paint.opacity !== undefined && paint.opacity < 1)
			text += ` fill-opacity="${Math.round(paint.opacity * 1000) / 1000}"`;
		if (paint.stroke !== undefined) {
			text += ` stroke="${paint.stroke}" stroke-width="${num(Math.max(0.1, paint.strokeWidth ?? 1))}"`;
			if (paint.strokeOpacity !== undefined && paint.strokeOpacity < 1)
				text += ` stroke-opacity="${Math.round(paint.strokeOpacity * 1000) / 1000}"`;
			if (paint.cap === "round") text += ' stroke-linecap="round" stroke-linejoin="round"';
		}
		this.#shapes.push(`${text}/>`);
	}

	/** The whole document. */
	toString(): string {
		const { width, height } = this;
		return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${this.#gradients.join("")}</defs>${this.#shapes.join("")}</svg>`;
	}
}

/** Draws one picture on a canvas of any size. */
export type Artwork = (drawing: Drawing, random: Random) => void;
