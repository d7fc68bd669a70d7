/** Finds what is probably a face in a small picture, by the colour of skin and its shape. */

/** A box in fractions of the picture's width and height. */
export interface FaceBox {
	readonly left: number;
	readonly top: number;
	readonly right: number;
	readonly bottom: number;
}

/** RGBA, four bytes per pixel. */
interface Pixels {
	readonly data: Uint8Array;
	readonly width: number;
	readonly height: number;
}

/**
 * Whether a colour may be skin, from pale to dark. Saturated oranges and reds, such as clothes and
 * flowers, are not.
 */
function isSkin(r: number, g: number, b: number): boolean {
	if (r < 60 || r <= g || g <= b * 0.9) return false;
	const range = r - Math.min(g, b);
	const saturation = range / r;
	if (range < 18 || saturation < 0.16 || saturation > 0.8) return false;
	// The hue lies between red and orange: a sixth of the circle is 60 degrees.
	const hue = (60 * (g - b)) / range;
	return hue > -6 && hue < 42 && (saturation < 0.6 || r < 195);
}

interface Component extends FaceBox {
	readonly score: number;
}

/** Least share of the picture that a face covers, and least share of its box. */
const LEAST_AREA = 0.003;
const LEAST_FILL = 0.38;
/** Components with at least this share of the best score are faces too. */
const ALSO = 0.5;

/**
 * Faces, the most likely first: compact regions in the colour of skin that hold something dark, as
 * eyes and hair are, and are not the ground of the picture.
 * @param pixels a thumbnail of at most 256 pixels
 */
export function findFaces({ data, width, height }: Pixels): FaceBox[] {
	const skin = new Uint8Array(width * height);
	for (let i = 0; i < skin.length; i++) {
		const [r, g, b, a] = [data[i * 4]!, data[i * 4 + 1]!, data[i * 4 + 2]!, data[i * 4 + 3]!];
		if (a > 127 && isSkin(r, g, b)) skin[i] = 1;
	}
	const found: Component[] = [];
	const stack: number[] = [];
	for (let start = 0; start < skin.length; start++) {
		if (skin[start] !== 1) continue;
		let [area, left, top, right, bottom] = [0, width, height, 0, 0];
		stack.push(start);
		skin[start] = 2;
		while (stack.length > 0) {
			const at = stack.pop()!;
			const x = at % width;
			const y = (at - x) / width;
			area++;
			left = Math.min(left, x);
			right = Math.max(right, x + 1);
			top = Math.min(top, y);
			bottom = Math.max(bottom, y + 1);
			for (const [next, isInside] of [
				[at - 1, x > 0],
				[at + 1, x + 1 < width],
				[at - width, y > 0],
				[at + width, y + 1 < height],
			] as const)
				if (isInside && skin[next] === 1) {
					skin[next] = 2;
					stack.push(next);
				}
		}
		const box = { left, top, right, bottom };
		const score = scoreOf({ data, width, height }, box, area);
		if (score > 0)
			found.push({
				left: left / width,
				top: top / height,
				right: right / width,
				bottom: bottom / height,
				score,
			});
	}
	found.sort((a, b) => b.score - a.score);
	return found.filter(({ score }) => score >= found[0]!.score * ALSO);
}

/** How much a region looks like a face; 0 if it does not. @param box in pixels */
function scoreOf({ data, width, height }: Pixels, box: FaceBox, area: number): number {
	const { left, top, right, bottom } = box;
	const [w, h] = [right - left, bottom - top];
	const share = area / (width * height);
	if (share < LEAST_AREA || share > 0.5 || w < 6 || h < 6) return 0;
	const fill = area / (w * h);
	if (fill < LEAST_FILL || h / w < 0.55 || h / w > 3) return 0;
	const edges = [left === 0, top === 0, right === width].filter(Boolean).length;
	if (edges > 1) return 0;
	// Eyes, brows, mouth: dark spots between pixels of skin, in the upper two thirds.
	let dark = 0;
	for (let y = top + Math.floor(h * 0.15); y < top + h * 0.7; y++)
		for (let x = left + Math.floor(w * 0.15); x < right - w * 0.15; x++) {
			const at = (y * width + x) * 4;
			if (Math.max(data[at]!, data[at + 1]!, data[at + 2]!) < 90) dark++;
		}
	const darkness = dark / (w * h);
	if (darkness < 0.004 || darkness > 0.35) return 0;
	return Math.sqrt(share) * fill * (1.3 - (top + h / 2) / height);
}
