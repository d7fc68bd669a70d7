/** Pictures that cannot be fetched or decoded show their fallbacks. */
import sharp from "sharp";
import t from "tap";
import { startApp } from "../helpers/app.js";
import { readDrawn } from "../helpers/drawn.js";
import { dataUrl } from "../helpers/sample-images.js";

const RED = [255, 0, 0, 255] as const;
const LIME = [0, 255, 0, 255] as const;
/** A picture of one colour. */
const plain = (color: string) =>
	`data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="${color}"/></svg>`)}`;
const NOWHERE = "http://127.0.0.1:9/a.png";
/** It begins like a picture, but has no end. */
const cutOff = async (seed = 0) => {
	const noise = { type: "gaussian", mean: 128 + seed, sigma: 30 } as const;
	const create = { width: 64, height: 64, channels: 3, background: "#000", noise } as const;
	const whole = await sharp({ create }).png().toBuffer();
	return dataUrl(whole.subarray(0, whole.length / 2));
};
const image = (more: Record<string, unknown>) => ({
	...{ type: "image", src: NOWHERE, width: 50, height: 50 },
	...more,
});

t.test("a fallback replaces a picture that cannot be had", async (t) => {
	const { app } = await startApp(t);
	const send = (slide: unknown, more: Record<string, unknown> = {}) =>
		app.inject({
			method: "POST",
			url: "/api/render",
			payload: {
				format: "png",
				slides: [{ backgroundColor: "#FFFFFF", ...(slide as object) }],
				...more,
			},
		});
	const drawn = async (slide: unknown, more: Record<string, unknown> = {}) => {
		const answer = await send(slide, more);
		t.equal(answer.statusCode, 200, answer.body.slice(0, 300));
		const { images, warnings } = answer.json();
		return {
			warnings: warnings as { code: string; path: string; message: string; reason: string }[],
			picture: await readDrawn(
				Buffer.from(
					images[0].data ?? images[0].base64 ?? images[0].dataUrl.split(",")[1],
					"base64",
				),
			),
		};
	};
	const fallback = plain("lime");
	for (const [name, src, reason] of [
		["unreachable", NOWHERE, "unreachable"],
		["cut off", await cutOff(), "not_an_image"],
		["no icon", "lucide:there-is-no-such-icon", "not_an_image"],
	] as const) {
		const { warnings, picture } = await drawn({ layers: [image({ src, fallback })] });
		t.same(picture.at(25, 25), LIME, name);
		t.match(warnings, [{ code: "image_replaced", path: "/slides/0/layers/0/src", reason }]);
		t.equal(warnings.length, 1);
	}

	const stack = {
		type: "stack",
		gap: 0,
		children: [image({ fallback: "none" }), image({ src: plain("red") })],
	};
	const without = await drawn({ layers: [stack] });
	t.same(without.picture.at(25, 25), RED, "none leaves no gap");
	t.match(without.warnings, [{ code: "image_replaced", message: /left out/ }]);

	const everywhere = {
		image: NOWHERE,
		imageOptions: { fallback },
		imageOverlays: [
			{ src: NOWHERE, x: 0, y: 0, width: 50, height: 50, fallback: plain("red") },
			{ src: NOWHERE, x: 100, y: 0, width: 50, height: 50, fallback: "none" },
		],
		layers: [
			{
				...{ type: "shape", shape: "rectangle", x: 0, y: 100, width: 50, height: 50 },
				fill: { type: "image", src: NOWHERE, fallback: plain("red") },
			},
			{
				...{ type: "shape", shape: "rectangle", x: 100, y: 100, width: 50, height: 50 },
				fill: { type: "pattern", src: NOWHERE, fallback: "none" },
			},
			{
				...{
					type: "shape",
					shape: "rectangle",
					x: 200,
					y: 100,
					width: 50,
					height: 50,
					fill: "red",
				},
				mask: { type: "image", src: NOWHERE, fallback: "none" },
			},
		],
	};
	for (const format of ["png", "svg"]) {
		const answer = await send(everywhere, { format });
		t.equal(answer.statusCode, 200, answer.body.slice(0, 300));
		t.equal(answer.json().warningCount, 5, format);
	}
	const { picture } = await drawn(everywhere);
	t.same(picture.at(300, 300), LIME, "the slide's image");
	t.same(picture.at(25, 25), RED, "an overlay");
	t.same(picture.at(125, 25), LIME, "an overlay that is left out");
	t.same(picture.at(25, 125), RED, "a paint");
	t.same(picture.at(125, 125), LIME, "a paint that is left out");
	t.same(picture.at(225, 125), RED, "a mask that is left out");

	const many = Array.from({ length: 12 }, async (_, i) =>
		image({ src: await cutOff(i), x: 20 * i, fallback }),
	);
	const all = await drawn({ layers: await Promise.all(many) });
	t.equal(all.warnings.length, 1, "one warning for pictures that repeat");
	t.match(all.warnings[0], { count: 12 });
	t.same(all.picture.at(265, 25), LIME);

	const ignored = [image({ fallback, ignoreWarnings: ["image_replaced"] })];
	t.strictSame((await drawn({ layers: ignored })).warnings, []);
});

t.test("without a fallback, or with one that cannot be had, it is a 422 as before", async (t) => {
	const { app } = await startApp(t);
	const send = async (payload: object, url = "/api/render.png") => {
		const { statusCode, body } = await app.inject({ method: "POST", url, payload });
		return { statusCode, error: statusCode === 200 ? undefined : JSON.parse(body).error };
	};
	const layers = (...list: unknown[]) => ({ slides: [{ layers: list }] });
	const fallback = plain("lime");
	const broken = await cutOff();
	for (const src of [NOWHERE, broken]) {
		const { statusCode, error } = await send(layers(image({ src, fallback }), image({ src })));
		t.equal(statusCode, 422);
		t.equal(error.details.path, "/slides/0/layers/1/src", "the one without a fallback is named");
		for (const other of [NOWHERE.replace("a", "b"), await cutOff(9)]) {
			const { statusCode, error } = await send(layers(image({ src, fallback: other })));
			t.equal(statusCode, 422);
			t.equal(error.details.path, "/slides/0/layers/0/fallback");
			t.equal(error.details.issues[0].path, "/slides/0/layers/0/fallback");
		}
	}
	const shown = await send({ slides: [{ image: broken, imageOptions: { fallback: broken } }] });
	t.equal(shown.error.details.path, "/slides/0/imageOptions/fallback");
	for (const [slide, path] of [
		[{ layers: [image({ fallback: "ftp://a/b" })] }, "/slides/0/layers/0/fallback"],
		[{ layers: [image({ fallback: "" })] }, "/slides/0/layers/0/fallback"],
		[{ imageOverlays: [{ src: NOWHERE, fallback: "x" }] }, "/slides/0/imageOverlays/0/fallback"],
		[{ image: NOWHERE, imageOptions: { fallback: "x" } }, "/slides/0/imageOptions/fallback"],
		[
			{ background: { type: "image", src: NOWHERE, fallback: "x" } },
			"/slides/0/background/fallback",
		],
		[{ layers: [image({ fallback: 5 })] }, "/slides/0/layers/0/fallback"],
	] as const) {
		const { statusCode, error } = await send({ slides: [slide] });
		t.equal(statusCode, 400);
		t.equal(error.details.issues[0].path, path);
	}
	const unused = await send(layers(image({ src: plain("red"), fallback: NOWHERE })));
	t.equal(unused.statusCode, 200, "a fallback that is not needed is not fetched");
	const measured = await send(layers(image({ fallback })), "/api/measure");
	t.equal(measured.statusCode, 200);
});

t.test("slides of a carousel are drawn once each, whichever pictures fail", async (t) => {
	const { app } = await startApp(t);
	const fallback = plain("lime");
	const broken = await cutOff();
	const common = { behind: [image({ src: "{{photo}}", fallback: "none" })] };
	const payload = {
		...{ format: "png", mode: "carousel", variables: { photo: NOWHERE }, common },
		slides: [
			{ image: plain("red") },
			{ image: broken, imageOptions: { fallback } },
			{ image: broken, imageOptions: { fallback: plain("red") } },
			{ layers: [image({ src: broken, fallback, x: 100 })] },
		],
	};
	const answer = await app.inject({ method: "POST", url: "/api/render", payload });
	t.equal(answer.statusCode, 200, answer.body.slice(0, 300));
	const { images, warnings } = answer.json();
	t.equal(images.length, 4);
	t.strictSame(warnings.map(({ path }: { path: string }) => path).sort(), [
		...Array(4).fill("/common/behind/0/src"),
		"/slides/1/image",
		"/slides/2/image",
		"/slides/3/layers/0/src",
	]);
});
