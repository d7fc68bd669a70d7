/** An axis-aligned box in pixels. */
export interface Box {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** A box turned clockwise about its own centre. */
export interface RotatedBox extends Box {
	/** Degrees. */
	readonly rotation: number;
}

export const intersect = (a: Box, b: Box): Box => {
	const x = Math.max(a.x, b.x);
	const y = Math.max(a.y, b.y);
	return {
		x,
		y,
		width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x),
		height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y),
	};
};

export const isEmpty = (box: Box): boolean => !(box.width > 0 && box.height > 0);

export const grow = (box: Box, by: number): Box => ({
	x: box.x - by,
	y: box.y - by,
	width: box.width + 2 * by,
	height: box.height + 2 * by,
});

/**
 * The smallest box, in the unrotated coordinates of a rotated box, that holds
 * everything a viewport can show of it. What lies outside need not be drawn.
 */
export function visibleRegion(box: RotatedBox, viewport: Box): Box {
	if (box.rotation === 0) return viewport;
	const angle = (-box.rotation * Math.PI) / 180;
	const cos = Math.cos(angle);
	const sin = Math.sin(angle);
	const centerX = box.x + box.width / 2;
	const centerY = box.y + box.height / 2;
	const corners = [
		[viewport.x, viewport.y],
		[viewport.x + viewport.width, viewport.y],
		[viewport.x, viewport.y + viewport.height],
		[viewport.x + viewport.width, viewport.y + viewport.height],
	].map(([x, y]) => {
		const dx = x! - centerX;
		const dy = y! - centerY;
		return { x: centerX + dx * cos - dy * sin, y: centerY + dx * sin + dy * cos };
	});
	const left = Math.min(...corners.map((corner) => corner.x));
	const top = Math.min(...corners.map((corner) => corner.y));
	return {
		x: left,
		y: top,
		width: Math.max(...corners.map((corner) => corner.x)) - left,
		height: Math.max(...corners.map((corner) => corner.y)) - top,
	};
}
