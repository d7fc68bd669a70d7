import { IDENTITY, type Matrix } from "../images/svg/matrix.js";
import type { GroupNode } from "../paint/node.js";
import { turnMatrix } from "../scene/geometry.js";

/** The matrix from the space of a group's children to that of the group. */
export const groupMatrix = ({ turn, matrix }: GroupNode): Matrix =>
	turn ? turnMatrix(turn) : (matrix ?? IDENTITY);

/** Whether a matrix is only a translation. */
export const isShift = ([a, b, c, d]: Matrix): boolean => a === 1 && b === 0 && c === 0 && d === 1;
