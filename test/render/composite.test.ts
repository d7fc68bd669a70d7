import t from "tap";
import { paintOver } from "../../src/render/composite.js";

/** Source-over with straight floats, for a pixel given as straight RGBA. */
const expected = (below: number[], alpha: number, color: number[], top: number[]) =>
	[0, 1, 2].map((i) => {
		const base = (below[i]! * alpha + color[i]! * (255 - alpha)) / 255;
		return (top[i]! * top[3]! + base * (255 - top[3]!)) / 255;
	});

t.test("source-over on opaque and on translucent pictures, within one step", async (t) => {
	const tops = [
		[0, 0, 0, 0],
		[255, 255, 255, 255],
		[255, 0, 128, 128],
		[10, 20, 30, 1],
		[200, 100, 50, 254],
	];
	const below = [200, 100, 7];
	for (const channels of [3, 4] as const) {
		for (const alpha of channels === 3 ? [255] : [0, 77, 255]) {
			const data = Uint8Array.from(
				tops.flatMap(() => (channels === 3 ? below : [...below, alpha])),
			);
			const layer = Uint8Array.from(
				tops.flatMap(([r, g, b, a]) => [
					...[r!, g!, b!].map((channel) => Math.round((channel * a!) / 255)),
					a!,
				]),
			);
			const out = new Uint8Array(layer.length);
			paintOver({ width: tops.length, height: 1, channels, data }, layer, 0x102030, out);
			for (const [i, top] of tops.entries()) {
				const want = expected(below, alpha, [0x10, 0x20, 0x30], top);
				for (const [channel, value] of want.entries())
					t.ok(Math.abs(out[i * 4 + channel]! - value) <= 1.5, `${top} on ${alpha}`);
				t.equal(out[i * 4 + 3], 255, "opaque");
			}
		}
	}
});
