import { IDENTITY, type Matrix, multiply } from "../images/svg/matrix.js";
import type { GroupNode, Turn } from "../paint/node.js";
import type { Box } from "../scene/geometry.js";

/** A rotation as a matrix. */
export function turnMatrix({ rotation, centerX, centerY }: Turn): Matrix {
	if (rotation === 0) return IDENTITY;
	const angle = (rotation * Math.PI) / 180;
	const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
	const turn: Matrix = [cos, sin, -sin, cos, centerX, centerY];
	return multiply(turn, [1, 0, 0, 1, -centerX, -centerY]);
}

/** The matrix from the space of a group's children to that of the group. */
export const groupMatrix = ({ turn, matrix }: GroupNode): Matrix =>
	turn ? turnMatrix(turn) : (matrix ?? IDENTITY);

/** Whether a matrix is only a translation. */
export const isShift = ([a, b, c, d]: Matrix): boolean => a === 1 && b === 0 && c === 0 && d === 1;

/** The smallest upright box around a transformed box. */
export function mapBox([a, b, c, d, e, f]: Matrix, { x, y, width, height }: Box): Box {
	const left = a * x + c * y + e + Math.min(0, a * width) + Math.min(0, c * height);
	const top = b * x + d * y + f + Math.min(0, b * width) + Math.min(0, d * height);
	return {
		x: left,
		y: top,
		width: Math.abs(a * width) + Math.abs(c * height),
		height: Math.abs(b * width) + Math.abs(d * height),
	};
}
