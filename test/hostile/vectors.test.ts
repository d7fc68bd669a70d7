import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import t from "tap";
import { checkSvg } from "../helpers/check-response.js";
import { imageBody, startVictim, tryRows } from "../helpers/hostile-rows.js";
import { startHostileServer } from "../helpers/hostile-server.js";
import {
	type HostileSvg,
	SVG_CONTENTS,
	SVG_ENCODINGS,
	SVG_ENTITIES,
	SVG_FILTERS,
	SVG_MASSES,
	SVG_MINIMALS,
	SVG_REFERENCES,
	SVG_SCRIPTS,
	SVG_SIZES,
	SVG_STYLES,
	svgReferences,
	svgUrl,
} from "../helpers/hostile-svgs.js";

const DRAWN = "200";
const NO_IMAGE = "422 not_an_image";
const COMPLEX = "422 too_complex";

const rows = (images: readonly HostileSvg[], expected: string | readonly string[]) =>
	images.map(({ name, svg }) => ({
		name,
		body: imageBody(svgUrl(svg)),
		expected,
	}));

t.test(
	"SVG bombs of size, count, references and filters are refused or drawn in time",
	async (t) => {
		const victim = await startVictim();
		await tryRows(t, victim, [
			...rows(SVG_SIZES, [DRAWN, NO_IMAGE]),
			...rows(SVG_ENTITIES, [DRAWN, NO_IMAGE, COMPLEX]),
			...rows(SVG_REFERENCES, [DRAWN, NO_IMAGE, COMPLEX]),
			...rows(SVG_MASSES, [DRAWN, NO_IMAGE, COMPLEX]),
			...rows(SVG_FILTERS, [DRAWN, NO_IMAGE, COMPLEX]),
			...rows(SVG_MINIMALS, [DRAWN, NO_IMAGE]),
			...rows(SVG_ENCODINGS, [DRAWN, NO_IMAGE, COMPLEX]),
			...rows(SVG_STYLES, [DRAWN, COMPLEX]),
			...rows(SVG_CONTENTS, [DRAWN, COMPLEX]),
		]);
	},
);

t.test("an SVG reaches no file and no server", async (t) => {
	const directory = await mkdtemp(join(tmpdir(), "post-image-canary-"));
	t.teardown(() => rm(directory, { recursive: true }));
	const file = join(directory, "canary.png");
	const red = { r: 255, g: 0, b: 0, alpha: 1 };
	await sharp({ create: { width: 100, height: 100, channels: 4, background: red } }).toFile(file);
	const canary = await startHostileServer();
	t.teardown(() => canary.close());
	// Even where private hosts are let in, an image within an image is not fetched.
	const victim = await startVictim({ ALLOW_PRIVATE_IMAGE_HOSTS: "true" });
	const images = svgReferences(file, canary.url("/image.png"));
	await tryRows(t, victim, rows(images, [DRAWN, NO_IMAGE, COMPLEX]));
	for (const { name, svg } of images) {
		const response = await victim.post("/api/render.png", imageBody(svgUrl(svg)));
		const picture = Buffer.from(await response.arrayBuffer());
		if (response.status !== 200) continue;
		const { data } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
		let reddish = 0;
		for (let i = 0; i < data.length; i += 3) {
			if ((data[i] ?? 0) > 128 && (data[i + 1] ?? 0) < 64) reddish++;
		}
		t.equal(reddish, 0, `${name}: nothing of the file is in the picture`);
	}
	t.equal(canary.connections(), 0, "nothing was asked for");
});

t.test("scripts of an SVG source are in no output", async (t) => {
	const victim = await startVictim();
	await tryRows(t, victim, rows(SVG_SCRIPTS, [DRAWN, NO_IMAGE]));
	for (const { name, svg } of SVG_SCRIPTS) {
		const response = await victim.post("/api/render", {
			format: "svg",
			slides: [{ image: svgUrl(svg), imageOverlays: [{ src: svgUrl(svg), color: "#ff0000" }] }],
		});
		if (response.status !== 200) continue;
		const { images } = (await response.json()) as { images: { svg: string }[] };
		await t.resolves(checkSvg(images[0]?.svg ?? ""), name);
	}
	await victim.expectUnharmed(t, "after the svg answers");
});
