import t from "tap";
import {
	intersect,
	isEmpty,
	turnedBounds,
	turnMatrix,
	turnOf,
	visibleRegion,
} from "../../../src/engine/scene/geometry.js";

const slide = { x: 0, y: 0, width: 100, height: 50 };

t.test("an unrotated box sees the viewport as it is", async (t) => {
	t.same(visibleRegion({ x: 5, y: 5, width: 10, height: 10, rotation: 0 }, slide), slide);
});

t.test("a quarter turn about the centre swaps the sides", async (t) => {
	const region = visibleRegion({ x: 45, y: 20, width: 10, height: 10, rotation: 90 }, slide);
	for (const [key, value] of Object.entries({ x: 25, y: -25, width: 50, height: 100 }))
		t.ok(Math.abs(region[key as keyof typeof region] - value) < 1e-9, key);
});

t.test("any rotation keeps every corner of the viewport inside", async (t) => {
	const box = { x: -40, y: 30, width: 300, height: 20, rotation: 33 };
	const region = visibleRegion(box, slide);
	const angle = (-33 * Math.PI) / 180;
	for (const [x, y] of [
		[0, 0],
		[100, 0],
		[0, 50],
		[100, 50],
	] as const) {
		const dx = x - 110;
		const dy = y - 40;
		const localX = 110 + dx * Math.cos(angle) - dy * Math.sin(angle);
		const localY = 40 + dx * Math.sin(angle) + dy * Math.cos(angle);
		t.ok(localX >= region.x - 1e-9 && localX <= region.x + region.width + 1e-9);
		t.ok(localY >= region.y - 1e-9 && localY <= region.y + region.height + 1e-9);
	}
});

t.test("boxes that do not meet have an empty intersection", async (t) => {
	t.ok(isEmpty(intersect(slide, { x: 200, y: 0, width: 10, height: 10 })));
	t.ok(isEmpty(intersect(slide, { x: 10, y: 10, width: -5, height: 10 })));
	t.same(intersect(slide, { x: 90, y: 40, width: 30, height: 30 }), {
		x: 90,
		y: 40,
		width: 10,
		height: 10,
	});
});

t.test("a turn is rotate() skewX() skewY() about the centre, as in CSS", async (t) => {
	const box = { x: 10, y: 20, width: 40, height: 20, rotation: 30, skewX: 25, skewY: -40 };
	const [a, b, c, d, e, f] = turnMatrix(turnOf(box));
	const tan = (degrees: number) => Math.tan((degrees * Math.PI) / 180);
	for (const [x, y] of [
		[10, 20],
		[30, 30],
		[50, 20],
		[37, 11],
	] as const) {
		const slantedY = y - 30 + (x - 30) * tan(-40);
		const slantedX = x - 30 + slantedY * tan(25);
		const [cos, sin] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)];
		t.ok(Math.abs(a * x + c * y + e - (30 + slantedX * cos - slantedY * sin)) < 1e-9);
		t.ok(Math.abs(b * x + d * y + f - (30 + slantedX * sin + slantedY * cos)) < 1e-9);
	}
});

t.test("a slanted box sees every point that it paints in the viewport", async (t) => {
	for (const skewX of [-60, -20, 0, 60])
		for (const skewY of [-60, 0, 35]) {
			const box = { x: -40, y: 30, width: 300, height: 20, rotation: 77, skewX, skewY };
			const seen = turnedBounds(visibleRegion(box, slide), turnOf(box));
			t.ok(seen.x <= 1e-9 && seen.y <= 1e-9, `${skewX} ${skewY}`);
			t.ok(seen.x + seen.width >= 100 - 1e-9 && seen.y + seen.height >= 50 - 1e-9);
		}
});
