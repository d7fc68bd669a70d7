/** Broken fonts end no more than the process that reads or draws them; 10,000 of each kind: scripts/operation. */
import t from "tap";
import { attackWithFonts } from "../helpers/font-attack.js";
import { otf, ttf, woff2 } from "../helpers/fonts.js";
import { samples } from "../helpers/samples.js";

const HEBREW = "noto-sans-hebrew/noto-sans-hebrew-hebrew-wght-normal.woff2";
const MUTATIONS = samples(100, 4);

t.test("each mutation is refused with a sentence, or drawn with", async (t) => {
	const hebrew = await ttf(HEBREW, { family: "Hebrew" });
	const fonts = { ttf: hebrew, otf: otf({ family: "Box" }), woff2: await woff2(hebrew) };
	for (const [kind, font] of Object.entries(fonts)) {
		const { refused, drawn, recovered } = await attackWithFonts([font], MUTATIONS, 7);
		const counts = [...refused.values(), ...drawn.values()];
		t.equal(
			counts.reduce((sum, count) => sum + count, 0),
			MUTATIONS,
			kind,
		);
		t.ok(recovered, `${kind}: what draws draws on`);
		for (const sentence of refused.keys())
			t.match(sentence, /^(?:is|has|forbids|unpacks|cannot|takes) /);
		for (const code of drawn.keys()) t.match(code, /^(?:drawn|too_complex|render_timeout)$/);
	}
});
