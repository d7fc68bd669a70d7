/** A picture in letters. */
import sharp from "sharp";
import t from "tap";
import { startApp } from "../helpers/app.js";

const HALVES = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path fill="#f00" d="M0 0h10v10H0z"/><path fill="#00f" d="M10 0h10v10H10z"/></svg>')}`;
const text = {
	...{ text: "MMMMMM", x: 20, y: 150, width: 365, fontSize: 80, weight: 900 },
	textFill: { type: "image", src: HALVES },
};

t.test("letters show the picture where their box has it, and nothing beside them", async (t) => {
	const { post } = await startApp(t);
	for (const slide of [{ textBlocks: [text] }, { layers: [{ type: "text", ...text }] }]) {
		const answer = await post("/api/render.png", {
			platform: "photo-feed-square",
			slides: [{ backgroundColor: "#000000", ...slide }],
		});
		t.equal(answer.status, 200);
		const { data, info } = await sharp(Buffer.from(await answer.arrayBuffer()))
			.removeAlpha()
			.raw()
			.toBuffer({ resolveWithObject: true });
		const middle = ((20 + 365 / 2) / 405) * info.width;
		const counts = { red: 0, blue: 0, wrong: 0, black: 0 };
		for (let at = 0; at < data.length; at += 3) {
			const x = (at / 3) % info.width;
			const [red, , blue] = [data[at]!, data[at + 1]!, data[at + 2]!];
			if (red > 200 && x < middle) counts.red++;
			if (blue > 200 && x > middle) counts.blue++;
			// Both halves meet in an edge of two pixels.
			if ((red > 40 && x > middle + 2) || (blue > 40 && x < middle - 2)) counts.wrong++;
			if (red === 0 && blue === 0) counts.black++;
		}
		t.ok(counts.red > 10_000 && counts.blue > 10_000, JSON.stringify(counts));
		t.equal(counts.wrong, 0);
		t.ok(counts.black > data.length / 6, "the picture is in the letters alone");
	}
});
