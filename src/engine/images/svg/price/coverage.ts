import { areaOf, type Box, intersection, type Tracer } from "./outline.js";
import { RATES } from "./rates.js";

/** Pixel rows per band. */
const BAND = 4;
/** Scan lines of a pixel row. */
const SCAN_LINES = 4;
/** Strips of an outline's box, for an upper limit of the covered part. */
const STRIPS = 32;

/**
 * The cost of filling an outline. Each scan line visits all edges that it crosses, and a span is
 * inserted into its row after all runs before it, so that the cost of many edges side by side is
 * quadratic:
 *
 *     edges × (30 ns) + spans × min(spans, columns) × (0.6 ns), for each scan line
 */
export class Coverage implements Tracer {
	readonly #clip: Box;
	readonly #box: Box;
	/** The difference between the number of edges that cross each band and the band above it. */
	readonly #changes: Float64Array;
	readonly #left = new Float64Array(STRIPS).fill(Number.POSITIVE_INFINITY);
	readonly #right = new Float64Array(STRIPS).fill(Number.NEGATIVE_INFINITY);
	segments = 0;

	/**
	 * @param clip the pixels that can be drawn
	 * @param box of the outline, in the same pixels
	 */
	constructor(clip: Box, box: Box) {
		this.#clip = clip;
		this.#box = intersection(clip, box);
		const rows = Math.max(0, this.#box.maxY - this.#box.minY);
		this.#changes = new Float64Array(Math.ceil(rows / BAND) + 2);
	}

	piece(x0: number, y0: number, x1: number, y1: number, begins: boolean): void {
		if (begins) this.segments++;
		this.addEdges(Math.min(y0, y1), Math.max(y0, y1), 1);
		this.#cover(Math.min(x0, x1), Math.max(x0, x1), Math.min(y0, y1), Math.max(y0, y1));
	}

	/** Adds edges next to each other over the same rows, inside the box. */
	addEdges(minY: number, maxY: number, count: number): void {
		const box = this.#box;
		const top = Math.max(minY, box.minY);
		const bottom = Math.min(maxY, box.maxY);
		if (!(bottom > top)) return;
		const from = (top - box.minY) / BAND;
		const to = (bottom - box.minY) / BAND;
		const first = Math.floor(from);
		const last = Math.floor(to);
		const changes = this.#changes;
		// The first and the last band count only as far as they are crossed.
		changes[first]! += count * (first + 1 - from);
		changes[first + 1]! += count * (from - first);
		changes[last]! -= count * (last + 1 - to);
		changes[last + 1]! -= count * (to - last);
	}

	/** Nanoseconds for the edges. */
	get edgeCost(): number {
		const columns = this.#clip.maxX - this.#clip.minX;
		let edges = 0;
		let cost = 0;
		for (const change of this.#changes) {
			edges += change;
			const spans = edges / 2;
			cost += RATES.edge * edges + RATES.passedRun * spans * Math.min(spans, columns);
		}
		return cost * BAND * SCAN_LINES;
	}

	/** Upper limit of the number of covered pixels. */
	get pixels(): number {
		const { minY, maxY } = this.#box;
		const height = (maxY - minY) / STRIPS;
		let width = 0;
		for (let i = 0; i < STRIPS; i++)
			width += Math.max(
				0,
				Math.min(this.#right[i]!, this.#box.maxX) - Math.max(this.#left[i]!, this.#box.minX),
			);
		return height > 0 ? Math.min(width * height, areaOf(this.#box)) : 0;
	}

	#cover(minX: number, maxX: number, minY: number, maxY: number): void {
		const box = this.#box;
		const scale = STRIPS / (box.maxY - box.minY);
		const first = Math.max(0, Math.floor((minY - box.minY) * scale));
		const last = Math.min(STRIPS - 1, Math.floor((maxY - box.minY) * scale));
		for (let i = first; i <= last; i++) {
			if (minX < this.#left[i]!) this.#left[i] = minX;
			if (maxX > this.#right[i]!) this.#right[i] = maxX;
		}
	}
}

/** The cost of a stroke, whose outline has an edge on each side, and more at each join. */
export class StrokeCoverage implements Tracer {
	readonly #coverage: Coverage;
	readonly #half: number;
	readonly #jointEdges: number;
	readonly #most: number;
	#length = 0;
	#pieces = 0;

	/**
	 * @param box of the outline, in pixels, without the stroke
	 * @param width of the stroke, in pixels
	 */
	constructor(clip: Box, box: Box, width: number, round: boolean) {
		this.#half = width / 2;
		this.#jointEdges = round ? 8 : 4;
		const { minX, minY, maxX, maxY } = box;
		const half = this.#half;
		this.#coverage = new Coverage(clip, {
			minX: minX - half,
			minY: minY - half,
			maxX: maxX + half,
			maxY: maxY + half,
		});
		this.#most = Math.hypot(clip.maxX - clip.minX, clip.maxY - clip.minY);
	}

	piece(x0: number, y0: number, x1: number, y1: number, begins: boolean): void {
		const half = this.#half;
		const [minY, maxY] = [Math.min(y0, y1), Math.max(y0, y1)];
		this.#pieces++;
		this.#length += Math.min(this.#most, Math.hypot(x1 - x0, y1 - y0));
		this.#coverage.piece(
			Math.min(x0, x1) - half,
			minY - half,
			Math.max(x0, x1) + half,
			maxY + half,
			begins,
		);
		this.#coverage.addEdges(minY, maxY, 1);
		this.#coverage.addEdges(y1 - half, y1 + half, this.#jointEdges);
	}

	get segments(): number {
		return this.#coverage.segments;
	}
	get pieces(): number {
		return this.#pieces;
	}
	/** Pixels along the line. */
	get length(): number {
		return this.#length;
	}
	get edgeCost(): number {
		return this.#coverage.edgeCost;
	}
	get pixels(): number {
		const width = this.#half * 2;
		return Math.min(this.#coverage.pixels, (this.#length + width * 3 * this.#pieces) * (width + 1));
	}
}
