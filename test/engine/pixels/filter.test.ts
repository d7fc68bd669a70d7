import t from "tap";
import { colorMaps, mapColor, type Rgb } from "../../../src/engine/images/filter/color-maps.js";
import { filterPixels, MAX_MAPS } from "../../../src/engine/pixels/filter.js";

const FUNCTIONS = [
	{ brightness: 1.7 },
	{ contrast: 0.4 },
	{ contrast: 3 },
	{ saturate: 0 },
	{ saturate: 3 },
	{ grayscale: 0.6 },
	{ sepia: 1 },
	{
		duotone: [
			[20, 33, 61],
			[255, 198, 0],
		],
	},
	{ brightness: 1.4, contrast: 2, saturate: 2.5, grayscale: 0.3, sepia: 0.7 },
] as const;

for (const channels of [3, 4] as const) {
	t.test(`pixels of ${channels} channels are mapped as single colours are`, async (t) => {
		for (const functions of FUNCTIONS) {
			const maps = colorMaps(functions);
			const count = 30_011;
			const data = Uint8Array.from(
				{ length: count * channels },
				(_, i) => (i * 73 + (i >> 5)) % 256,
			);
			const before = Uint8Array.from(data);
			filterPixels(data, channels, maps);
			let worst = 0;
			for (let i = 0; i < count; i++) {
				const at = i * channels;
				const want = mapColor([before[at]!, before[at + 1]!, before[at + 2]!], maps);
				for (let c = 0; c < 3; c++) worst = Math.max(worst, Math.abs(want[c]! - data[at + c]!));
				if (channels === 4 && data[at + 3] !== before[at + 3]) worst = 255;
			}
			t.ok(worst <= 1, `${JSON.stringify(functions)}: ${worst}`);
		}
	});
}

t.test("each function clamps before the next: what is too bright stays white", async (t) => {
	const maps = colorMaps({ brightness: 3, contrast: 0.5 });
	t.same(mapColor([200, 100, 0], maps), [191, 191, 64]);
});

t.test("functions that never clamp become one map, and all of them fit the kernel", async (t) => {
	t.equal(colorMaps({ brightness: 0.8, grayscale: 1 }).length, 1);
	t.equal(colorMaps({}).length, 0);
	t.equal(colorMaps({ brightness: 1, contrast: 1, saturate: 1, grayscale: 0, sepia: 0 }).length, 0);
	const all = colorMaps({
		brightness: 3,
		contrast: 3,
		saturate: 3,
		grayscale: 0.5,
		sepia: 0.5,
		duotone: [
			[0, 0, 0],
			[255, 255, 255],
		],
	});
	t.ok(all.length <= MAX_MAPS, String(all.length));
});

t.test("duotone gives black the dark colour, white the light one, grey their mean", async (t) => {
	const duotone: [Rgb, Rgb] = [
		[20, 30, 60],
		[250, 200, 0],
	];
	const maps = colorMaps({ duotone });
	t.same(mapColor([0, 0, 0], maps), [20, 30, 60]);
	t.same(mapColor([255, 255, 255], maps), [250, 200, 0]);
	t.same(mapColor([51, 51, 51], maps), [66, 64, 48]);
});
