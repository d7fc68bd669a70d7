type Curve = [x1: number, y1: number, x2: number, y2: number, x: number, y: number];

/**
 * An elliptical arc as cubic curves, one for each quarter at most: within 0.03 % of
 * the radius. None for an arc that is a line.
 * @param turn of the ellipse's first axis. Degrees
 * @see https://www.w3.org/TR/SVG2/implnote.html#ArcImplementationNotes
 */
export function arcCurves(
	x0: number,
	y0: number,
	radiusX: number,
	radiusY: number,
	turn: number,
	large: boolean,
	sweep: boolean,
	x: number,
	y: number,
): Curve[] {
	let rx = Math.abs(radiusX);
	let ry = Math.abs(radiusY);
	if (rx === 0 || ry === 0 || (x0 === x && y0 === y)) return [];
	const cos = Math.cos((turn * Math.PI) / 180);
	const sin = Math.sin((turn * Math.PI) / 180);
	// Half the chord, in the axes of the ellipse.
	const dx = (cos * (x0 - x) + sin * (y0 - y)) / 2;
	const dy = (-sin * (x0 - x) + cos * (y0 - y)) / 2;
	const reach = Math.hypot(dx / rx, dy / ry);
	if (reach > 1) {
		rx *= reach;
		ry *= reach;
	}
	const rest = (rx * ry) ** 2 / ((rx * dy) ** 2 + (ry * dx) ** 2) - 1;
	const side = (large === sweep ? -1 : 1) * Math.sqrt(Math.max(0, rest));
	const centerX = (side * rx * dy) / ry;
	const centerY = (-side * ry * dx) / rx;
	const start = Math.atan2((dy - centerY) / ry, (dx - centerX) / rx);
	let angle = Math.atan2((-dy - centerY) / ry, (-dx - centerX) / rx) - start;
	if (sweep && angle < 0) angle += 2 * Math.PI;
	if (!sweep && angle > 0) angle -= 2 * Math.PI;

	const place = (u: number, v: number): [number, number] => [
		cos * (rx * u + centerX) - sin * (ry * v + centerY) + (x0 + x) / 2,
		sin * (rx * u + centerX) + cos * (ry * v + centerY) + (y0 + y) / 2,
	];
	const count = Math.ceil(Math.abs(angle) / (Math.PI / 2) - 1e-6);
	const step = angle / count;
	const pull = (4 / 3) * Math.tan(step / 4);
	return Array.from({ length: count }, (_, i): Curve => {
		const from = start + i * step;
		const to = from + step;
		return [
			...place(Math.cos(from) - pull * Math.sin(from), Math.sin(from) + pull * Math.cos(from)),
			...place(Math.cos(to) + pull * Math.sin(to), Math.sin(to) - pull * Math.cos(to)),
			...(i === count - 1 ? ([x, y] as const) : place(Math.cos(to), Math.sin(to))),
		];
	});
}
