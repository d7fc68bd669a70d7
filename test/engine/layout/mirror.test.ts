import t from "tap";
import {
	mirrorCorners,
	mirrorInsets,
	mirrorInside,
	mirrorSides,
} from "../../../src/engine/layout/index.js";
import { layOut, leaf, stack } from "./boxes.js";

t.test(
	"a slide from right to left is the mirror image of the one from left to right",
	async (t) => {
		const box = stack(
			"row",
			{ direction: "row", x: 30, y: 5, padding: [1, 2, 3, 4], columnGap: 6, rowGap: 6, width: 200 },
			leaf("a", { width: 20, height: 20 }),
			leaf("b", { width: 30, height: 20 }),
			leaf("badge", { position: "absolute", right: 0, width: 8, height: 8 }),
		);
		const ltr = layOut([box]).places;
		const rtl = layOut([box], { dir: "rtl" }).places;
		for (const [name, [x, y, width, height]] of Object.entries(ltr))
			t.strictSame(rtl[name], [400 - x - width, y, width, height], name);
		t.equal(rtl.row![0], 170);
	},
);

t.test("sides, corners, insets and boxes are mirrored left to right", async (t) => {
	t.strictSame(mirrorSides([1, 2, 3, 4]), [1, 4, 3, 2]);
	t.strictSame(mirrorCorners([1, 2, 3, 4]), [2, 1, 4, 3]);
	t.strictSame(mirrorInsets({ x: 1, right: undefined }), { x: undefined, right: 1 });
	t.strictSame(mirrorInside({ x: 10, y: 5, width: 30, height: 7 }, 100), {
		x: 60,
		y: 5,
		width: 30,
		height: 7,
	});
});
