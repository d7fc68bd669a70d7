/** A picture in letters. */
import sharp from "sharp";
import t from "tap";
import { startApp } from "../helpers/app.js";

const HALVES = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path fill="#f00" d="M0 0h10v10H0z"/><path fill="#00f" d="M10 0h10v10H10z"/></svg>')}`;
const text = {
	...{ text: "MMMMMM", x: 20, y: 150, width: 365, fontSize: 80, weight: 900 },
	textFill: { type: "image", src: HALVES },
};

t.test("a picture spans the box of the text, and shows in its letters alone", async (t) => {
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

t.test("a picture continues, mirrored, where letters and lines leave the box", async (t) => {
	const { post } = await startApp(t);
	const picture = { type: "image", src: HALVES };
	const letters = {
		...{ type: "text", text: "MMM", y: 100, x: 100, width: 100, fontSize: 80, weight: 900 },
		overflowWrap: "normal",
	};
	const inkOf = async (layer: object) => {
		const answer = await post("/api/render.png", {
			platform: "photo-feed-square",
			slides: [{ background: "#000000", layers: [layer] }],
		});
		t.equal(answer.status, 200);
		const { data, info } = await sharp(Buffer.from(await answer.arrayBuffer()))
			.removeAlpha()
			.raw()
			.toBuffer({ resolveWithObject: true });
		const seen = { red: 0, blue: 0, right: 0, missing: 0 };
		for (let at = 0; at < data.length; at += 3) {
			const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!];
			const x = (((at / 3) % info.width) * 405) / info.width;
			if (red > 200) seen.red++;
			if (blue > 200) seen.blue++;
			if (x > 202 && red > 200) seen.right++;
			if (green > 40) seen.missing++;
		}
		return seen;
	};
	const wide = await inkOf({ ...letters, textColor: "#FFFFFF", textFill: picture });
	t.ok(wide.right > 500, `right of the box, the picture runs back to red: ${wide.right}`);
	const plain = await inkOf({ ...letters, textColor: "#FFFFFF" });
	t.ok(
		Math.abs(plain.red - wide.red - wide.blue) < 0.01 * plain.red,
		`every letter has the picture: ${JSON.stringify([plain, wide])}`,
	);
	const stroked = await inkOf({
		...letters,
		textColor: "#FFFFFF00",
		textStroke: { width: 4, paint: picture, position: "outside" },
	});
	t.ok(stroked.red > 1_000 && stroked.blue > 1_000 && stroked.right > 500);
	t.equal(stroked.missing, 0, "the letters themselves are not painted");
	const ring = { type: "shape", shape: "ellipse", x: 100, y: 100, width: 120, height: 120 };
	const line = await inkOf({ ...ring, fill: "transparent", stroke: { width: 20, paint: picture } });
	const area = Math.PI * 2 * 60 * 20 * (1080 / 405) ** 2;
	t.ok(Math.abs(line.red + line.blue - area) < 0.02 * area, `${line.red + line.blue} of ${area}`);
});

t.test("letters and shapes have the same gradient, also to a transparent colour", async (t) => {
	const { post } = await startApp(t);
	const fill = {
		type: "linear",
		angle: 180,
		stops: [{ color: "#FF0000" }, { color: "rgba(0, 0, 0, 0)" }],
	};
	const place = { x: 100, y: 100, width: 200, height: 200 };
	const middleOf = async (layer: object) => {
		const answer = await post("/api/render.png", {
			platform: "photo-feed-square",
			slides: [{ background: "#FFFFFF", layers: [{ ...place, ...layer }] }],
		});
		t.equal(answer.status, 200);
		const { data, info } = await sharp(Buffer.from(await answer.arrayBuffer()))
			.removeAlpha()
			.raw()
			.toBuffer({ resolveWithObject: true });
		const at = Math.round((200 / 405) * info.width) * (info.width + 1) * 3;
		return [...data.subarray(at, at + 3)];
	};
	const letters = {
		...{ type: "text", text: "I", fontSize: 200, weight: 900, lineHeight: 1 },
		...{ align: "center", verticalAlign: "middle", textFill: fill },
	};
	for (const layer of [letters, { type: "shape", shape: "rectangle", fill }]) {
		const found = await middleOf(layer);
		t.ok(
			found.every((value, i) => Math.abs(value - [255, 127, 127][i]!) <= 2),
			`${layer.type}: ${found}`,
		);
	}
});
