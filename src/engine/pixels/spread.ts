/** Farther than any two pixels of a mask are apart. Squared pixels. */
const FAR = 1e12;

/**
 * Grows (or shrinks) a mask by a disc: a pixel is opaque within the radius of an opaque one.
 * @param alpha values above one half count as opaque
 * @param radius pixels, less than 0 shrinks
 */
export function spreadAlpha(
	alpha: Uint8Array,
	columns: number,
	rows: number,
	radius: number,
): Uint8Array {
	const grows = radius > 0;
	const distances = new Float64Array(columns * rows);
	for (let i = 0; i < alpha.length; i++) distances[i] = alpha[i]! >= 128 === grows ? 0 : FAR;
	distanceTransform(distances, columns, rows);
	const reach = Math.abs(radius);
	return Uint8Array.from(distances, (squared) => {
		const share = Math.min(1, Math.max(0, reach - Math.sqrt(squared) + 0.5));
		return Math.round(255 * (grows ? share : 1 - share));
	});
}

/**
 * The squared distance to the nearest pixel whose value is 0, in linear time.
 * @see Felzenszwalb and Huttenlocher, Distance Transforms of Sampled Functions
 */
function distanceTransform(values: Float64Array, columns: number, rows: number): void {
	const longest = Math.max(columns, rows);
	const line = new Float64Array(longest);
	const room = { vertices: new Int32Array(longest), borders: new Float64Array(longest + 1) };
	for (let x = 0; x < columns; x++) {
		for (let y = 0; y < rows; y++) line[y] = values[y * columns + x]!;
		lowerEnvelope(line, rows, room, (y, value) => {
			values[y * columns + x] = value;
		});
	}
	for (let y = 0; y < rows; y++) {
		const start = y * columns;
		for (let x = 0; x < columns; x++) line[x] = values[start + x]!;
		lowerEnvelope(line, columns, room, (x, value) => {
			values[start + x] = value;
		});
	}
}

/** The lower envelope of the parabolas at the values of a line. */
function lowerEnvelope(
	line: Float64Array,
	length: number,
	{ vertices, borders }: { readonly vertices: Int32Array; readonly borders: Float64Array },
	put: (at: number, value: number) => void,
): void {
	let last = 0;
	vertices[0] = 0;
	borders[0] = Number.NEGATIVE_INFINITY;
	for (let at = 1; at < length; at++) {
		let border = crossing(line, vertices[last]!, at);
		while (border <= borders[last]!) border = crossing(line, vertices[--last]!, at);
		vertices[++last] = at;
		borders[last] = border;
	}
	borders[last + 1] = Number.POSITIVE_INFINITY;
	for (let at = 0, vertex = 0; at < length; at++) {
		while (borders[vertex + 1]! < at) vertex++;
		const apart = at - vertices[vertex]!;
		put(at, apart * apart + line[vertices[vertex]!]!);
	}
}

/** Where the parabolas at two positions intersect. */
const crossing = (line: Float64Array, a: number, b: number): number =>
	(line[b]! + b * b - line[a]! - a * a) / (2 * (b - a));
