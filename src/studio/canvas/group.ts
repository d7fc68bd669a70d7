/** Resizing and rotating several elements together. Lengths are preview pixels. */
import { type Element, elementAt, type Ref, typeOf } from "../design.js";
import { type Box, boxOf, elements } from "../preview.js";
import { locked, shown } from "../state.js";
import { ANGLE_REACH, ANGLE_STEP, type Grip, resize } from "./gestures.js";
import { type Changes, type Fields, FONT_SIZES, fieldsOf, isInFlow, outermost } from "./place.js";
import { tenth, upToTenth } from "./rounding.js";
import type { Lines } from "./snapping.js";

/** An element that a gesture changes, in its state before the gesture. */
export interface Member {
	readonly ref: Ref;
	readonly element: Element;
	readonly box: Box;
}

/** The result of a gesture on several elements. */
export interface GroupMoved {
	/** Frame around all elements; rotates with them. */
	readonly frame: Box;
	readonly boxes: readonly (readonly [Ref, Box])[];
	readonly changes: Changes;
	readonly guideX?: number | undefined;
	readonly guideY?: number | undefined;
}

/** The elements that a gesture may change: excludes children of stacks and locked elements. */
export function membersOf(refs: readonly Ref[]): Member[] {
	return outermost(refs).flatMap((ref) => {
		const element = elementAt(shown.value, ref);
		const box = boxOf(ref);
		if (!element || !box || isInFlow(ref, element) || locked.value.has(ref)) return [];
		return [{ ref, element, box }];
	});
}

/** The smallest upright rectangle around boxes, including rotated ones. */
export function boundsOf(boxes: readonly Box[]): Box {
	const sides = boxes.map(({ x, y, width, height, rotation }) => {
		const angle = (rotation * Math.PI) / 180;
		const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
		const halfWidth = (width * cos + height * sin) / 2;
		const halfHeight = (width * sin + height * cos) / 2;
		const [centerX, centerY] = [x + width / 2, y + height / 2];
		return {
			left: centerX - halfWidth,
			top: centerY - halfHeight,
			right: centerX + halfWidth,
			bottom: centerY + halfHeight,
		};
	});
	const x = Math.min(...sides.map(({ left }) => left));
	const y = Math.min(...sides.map(({ top }) => top));
	return {
		x,
		y,
		width: Math.max(...sides.map(({ right }) => right)) - x,
		height: Math.max(...sides.map(({ bottom }) => bottom)) - y,
		rotation: 0,
	};
}

/** Whether an element keeps its aspect ratio without Shift: images, barcodes and texts do. */
export const keepsRatio = (ref: Ref, element: Element): boolean =>
	["image", "barcode", "text"].includes(typeOf(ref, element));

const isTurned = ({ box }: Member): boolean => box.rotation % 180 !== 0;

/** Whether Shift may change the aspect ratio: a rotated element would be skewed. */
export const canDistort = (members: readonly Member[]): boolean => !members.some(isTurned);

/**
 * Resizes elements as one unit: positions and sizes; if the ratio is kept, also font sizes and the
 * padding, gaps and children of stacks.
 * @param frame around all elements
 * @param keep keeps the aspect ratio (corners only)
 */
export function resizeGroup(
	members: readonly Member[],
	frame: Box,
	grip: Grip,
	dx: number,
	dy: number,
	keep: boolean,
	lines?: Lines,
): GroupMoved {
	const { box, guideX, guideY } = resize(frame, grip, dx, dy, keep, lines);
	const wantedX = frame.width > 0 ? box.width / frame.width : 1;
	const wantedY = frame.height > 0 ? box.height / frame.height : 1;
	const factor = keep ? withinFontSizes(members, wantedX) : 1;
	const [factorX, factorY] = keep ? [factor, factor] : [wantedX, wantedY];
	// The fixed side.
	const fromX = grip.includes("w") ? frame.x + frame.width : frame.x;
	const fromY = grip.includes("n") ? frame.y + frame.height : frame.y;
	const scaled = (one: Box, exact: boolean): Box => {
		const width = one.width * factorX;
		const height = one.height * factorY;
		const x = fromX + (one.x + one.width / 2 - fromX) * factorX - width / 2;
		const y = fromY + (one.y + one.height / 2 - fromY) * factorY - height / 2;
		if (exact) return { ...one, x, y, width, height };
		return {
			...one,
			x: factorX === 1 ? one.x : tenth(x),
			y: factorY === 1 ? one.y : tenth(y),
			width: sizeOf(one.width, factorX),
			height: sizeOf(one.height, factorY),
		};
	};
	const boxes = members.map(({ ref, box: before }) => [ref, scaled(before, false)] as const);
	const changes = members.map(({ ref, element, box: before }, index) => {
		const after = boxes[index]![1];
		return {
			ref,
			fields: keep
				? scaledFields(ref, element, before, after, factor)
				: stretchedFields(ref, element, before, after),
		};
	});
	return { frame: scaled(frame, true), boxes, changes, guideX, guideY };
}

/** A size rounded as in the document; a line's thickness of 0 stays 0. */
const sizeOf = (size: number, factor: number): number =>
	factor === 1 || size === 0 ? size : Math.max(1, upToTenth(size * factor));

/** The nearest factor that keeps all font sizes within their limits. */
function withinFontSizes(members: readonly Member[], factor: number): number {
	const sizes = members.flatMap(({ ref, element }) => fontSizesIn(ref, element));
	if (sizes.length === 0) return factor;
	const least = Math.min(1, FONT_SIZES.least / Math.min(...sizes));
	const most = Math.max(1, FONT_SIZES.most / Math.max(...sizes));
	return Math.max(least, Math.min(most, factor));
}

/** The font sizes of an element and its descendants. */
const fontSizesIn = (ref: Ref, element: Element): number[] => [
	...(typeOf(ref, element) === "text" ? [fontSizeOf(ref, element)] : []),
	...(element.children ?? []).flatMap((child, index) =>
		fontSizesIn(`${ref}/children/${index}`, child),
	),
];

/** The field's value, or else the measured size. */
const fontSizeOf = (ref: Ref, { fontSize }: Element): number =>
	typeof fontSize === "number" ? fontSize : (elements.peek().get(ref)?.fontSize ?? 16);

/** The changed fields of an element in a group that is scaled by a factor. */
function scaledFields(ref: Ref, element: Element, before: Box, after: Box, factor: number): Fields {
	const { width, height, ...place } = fieldsOf(ref, element, before, after) as Record<
		string,
		unknown
	>;
	const type = typeOf(ref, element);
	// Elements sized by their content grow with it.
	const hugs = type === "text" || type === "stack";
	return {
		...place,
		...(width !== undefined && (!hugs || element.width != null) && { width }),
		...(height !== undefined && (!hugs || element.height != null) && { height }),
		...scaledContent(ref, element, factor),
	};
}

/** Same for different factors of width and height: a text is wrapped again at its new width. */
function stretchedFields(ref: Ref, element: Element, before: Box, after: Box): Fields {
	const fields = fieldsOf(ref, element, before, after) as Record<string, unknown>;
	if (typeOf(ref, element) !== "text" || element.height != null) return fields;
	const { height: _height, ...rest } = fields;
	return rest;
}

/** Lengths of a child that its stack uses for layout. */
const CHILD_LENGTHS = ["width", "height", "basis", "x", "y", "right", "bottom"] as const;
const LIMITS = ["minWidth", "maxWidth", "minHeight", "maxHeight"] as const;

/** Scales the font size, padding, gaps and children of an element by a factor. */
function scaledContent(ref: Ref, element: Element, factor: number): Fields {
	const fields: Record<string, unknown> = {};
	if (typeOf(ref, element) === "text")
		// Rounded down, so that the text never becomes too wide for its line.
		fields.fontSize = Math.max(
			FONT_SIZES.least,
			Math.floor(fontSizeOf(ref, element) * factor * 10 + 1e-6) / 10,
		);
	for (const name of ["gap", "padding", ...LIMITS]) {
		const value = scaledLength(element[name], factor);
		if (value !== undefined) fields[name] = value;
	}
	if (Array.isArray(element.children))
		fields.children = element.children.map((child, index) =>
			scaledChild(`${ref}/children/${index}`, child, factor),
		);
	return fields;
}

function scaledChild(ref: Ref, child: Element, factor: number): Element {
	const fields: Record<string, unknown> = { ...scaledContent(ref, child, factor) };
	for (const name of CHILD_LENGTHS) {
		const value = scaledLength(child[name], factor);
		if (value !== undefined) fields[name] = value;
	}
	const box = elements.peek().get(ref)?.box;
	// It has the default size of images.
	if (child.type === "image" && child.width == null && child.height == null && box) {
		fields.width = upToTenth(box.width * factor);
		fields.height = upToTenth(box.height * factor);
	}
	return { ...child, ...fields };
}

/** @returns undefined if the value is not a length in pixels */
function scaledLength(value: unknown, factor: number): unknown {
	if (typeof value === "number") return tenth(value * factor);
	if (!Array.isArray(value)) return undefined;
	return value.map((one: unknown) => (typeof one === "number" ? tenth(one * factor) : one));
}

/**
 * Rotates elements about their common centre.
 * @param by degrees, clockwise
 */
export function turnGroup(members: readonly Member[], frame: Box, by: number): GroupMoved {
	const [centerX, centerY] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
	const angle = (by * Math.PI) / 180;
	const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
	const boxes = members.map(({ ref, box }) => {
		const fromX = box.x + box.width / 2 - centerX;
		const fromY = box.y + box.height / 2 - centerY;
		const after: Box = {
			...box,
			x: tenth(centerX + fromX * cos - fromY * sin - box.width / 2),
			y: tenth(centerY + fromX * sin + fromY * cos - box.height / 2),
			rotation: halfTurns(box.rotation + by),
		};
		return [ref, after] as const;
	});
	const changes = members.map(({ ref, element, box }, index) => ({
		ref,
		fields: fieldsOf(ref, element, box, boxes[index]![1]),
	}));
	return { frame: { ...frame, rotation: by }, boxes, changes };
}

/**
 * The angle by which the pointer has moved around a centre, in whole degrees; snaps to multiples
 * of 15 nearby.
 * @param free disables snapping
 */
export function turnedBy(
	frame: Box,
	from: { readonly x: number; readonly y: number },
	to: { readonly x: number; readonly y: number },
	free: boolean,
): number {
	const [centerX, centerY] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
	const angleOf = ({ x, y }: { readonly x: number; readonly y: number }) =>
		(Math.atan2(y - centerY, x - centerX) * 180) / Math.PI;
	const by = halfTurns(angleOf(to) - angleOf(from));
	const step = Math.round(by / ANGLE_STEP) * ANGLE_STEP;
	return !free && Math.abs(by - step) <= ANGLE_REACH ? step : Math.round(by);
}

/** Normalises an angle to between -180 and 180 degrees. */
export function halfTurns(angle: number): number {
	const turned = ((((angle + 180) % 360) + 360) % 360) - 180;
	return turned === -180 && angle > 0 ? 180 : tenth(turned);
}
