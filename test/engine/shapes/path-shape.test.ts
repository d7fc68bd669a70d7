import t from "tap";
import { pathData } from "../../../src/engine/shapes/path-data.js";
import { pathShape, placePath } from "../../../src/engine/shapes/path-shape.js";

const BOX = { x: 100, y: 50, width: 20, height: 40 };

t.test("the viewBox is stretched to the box", async (t) => {
	const shape = pathShape("M-5 0H5V10", [-5, 0, 10, 10]);
	if ("message" in shape) throw new Error(shape.message);
	t.equal(pathData(placePath(shape, BOX)), "M100 50L120 50L120 90");
});

t.test("faults name the field and say what is allowed", async (t) => {
	const fault = (path: string, ...viewBox: [number, number, number, number]) =>
		pathShape(path, viewBox);
	t.match(fault("M0 0", 0, 0, 0, 5), { field: "viewBox", message: "0.01 to 1000000" });
	t.match(fault("M0 0", 0, 0, 5, Number.NaN), { field: "viewBox" });
	t.match(fault("M0 0", 1e9, 0, 5, 5), { field: "viewBox", message: "x and y" });
	t.match(fault("M0 0 junk", 0, 0, 5, 5), { field: "path", message: "(at character 6)" });
	t.match(fault("M".padEnd(10_001), 0, 0, 5, 5), { field: "path", message: "10001 characters" });
	t.match(fault("M0 0h1".padEnd(6) + "h1".repeat(1999), 0, 0, 5, 5), { message: "2000 segments" });
});

t.test("points far outside the viewBox are refused, before a rasteriser sees them", async (t) => {
	t.match(pathShape("M0 0L1e9 0", [0, 0, 100, 100]), { field: "path", message: "100 times" });
	t.match(pathShape("M0 0A1e300 1 0 0 0 1e300 5", [0, 0, 100, 100]), { field: "path" });
	t.notMatch(pathShape("M0 0L9000 0", [0, 0, 100, 100]), { field: "path" });
});
