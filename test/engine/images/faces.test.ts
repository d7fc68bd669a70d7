/** focus: attention keeps faces in the picture: portraits drawn in five skins, clothes and places. */
import t from "tap";
import { prepareImage } from "../../../src/engine/images/prepare.js";
import { boxNeed } from "./helpers/prepare-in-child.js";

const SKINS = ["#FFDBB4", "#EDB98A", "#D08B5B", "#AE5D29", "#694D3D"];
const CLOTHES = ["#F26A1B", "#D7263D", "#2E5EAA", "#F4C20D", "#1F7A4D"];
const PLACES = [
	[300, 140],
	[180, 420],
	[430, 230],
	[300, 620],
] as const;
const SIZE = 800;

/** A face that is 120 wide, above clothes that reach to the lower edge. The eyes are pure black. */
const portrait = (skin: string, clothes: string, [x, y]: readonly [number, number]) =>
	Buffer.from(
		`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="${SIZE}"><path fill="#9FB3A8" d="M0 0h600v800H0z"/><path fill="${clothes}" d="M${x - 170} 800V${y + 190}q0-70 80-80h180q80 10 80 80V800z"/><path fill="${skin}" d="M${x - 28} ${y + 40}h56v80h-56z"/><ellipse cx="${x}" cy="${y}" rx="60" ry="78" fill="${skin}"/><path d="M${x - 62} ${y - 18}q-2-70 62-70t62 70q-30-36-62-36t-62 36" fill="#2B1B12"/><circle cx="${x - 23}" cy="${y}" r="12"/><circle cx="${x + 23}" cy="${y}" r="12"/><path d="M${x - 22} ${y + 38}q22 20 44 0" fill="none" stroke="#4A1D14" stroke-width="7"/></svg>`,
	);

t.test("the eyes of each portrait stay in a wide, a square and a narrow crop", async (t) => {
	let kept = 0;
	let all = 0;
	for (const skin of SKINS)
		for (const clothes of CLOTHES)
			for (const place of PLACES) {
				const source = portrait(skin, clothes, place);
				for (const [width, height] of [
					[200, 100],
					[120, 120],
					[80, 200],
				] as const) {
					const { data, channels } = await prepareImage(
						source,
						boxNeed(width, height, { focus: "attention" }),
					);
					let dark = 0;
					for (let i = 0; i < data.length; i += channels)
						if (data[i]! + data[i + 1]! + data[i + 2]! < 150) dark++;
					// Both eyes have 905 pixels of the drawing.
					const scale = Math.max(width / 600, height / SIZE);
					all++;
					if (dark > 905 * scale ** 2 * 0.6) kept++;
				}
			}
	t.ok(kept === all, `${kept} of ${all} crops show both eyes`);
});
