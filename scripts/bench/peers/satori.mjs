/**
 * satori and resvg-js as their READMEs show them: fonts loaded once, images
 * given as bytes, as satori's README recommends for pictures that become PNG.
 * It refuses the loopback URLs of this benchmark, so fetch gets them.
 */
import { Resvg } from "@resvg/resvg-js";
import satori from "satori";
import { fonts } from "./design.mjs";
import { serve } from "./peer-server.mjs";

/** @param {any} slide @param {{ width: number, height: number }} size */
const svg = async (slide, size) => satori(await withImages(slide), { ...size, fonts });

serve({
	svg,
	// satori has made paths of the letters: resvg needs no font.
	png: async (slide, size) =>
		new Resvg(await svg(slide, size), { font: { loadSystemFonts: false } }).render().asPng(),
});

/** Images are children of the slide itself. @param {any} slide */
async function withImages(slide) {
	const children = await Promise.all(
		slide.props.children.map(async (/** @type {any} */ child) => {
			if (child.type !== "img") return child;
			const answer = await fetch(child.props.src);
			const bytes = await answer.arrayBuffer();
			// An SVG it knows only by the type of a data URL.
			const src =
				answer.headers.get("content-type") === "image/svg+xml"
					? `data:image/svg+xml;base64,${Buffer.from(bytes).toString("base64")}`
					: bytes;
			return { ...child, props: { ...child.props, src } };
		}),
	);
	return { ...slide, props: { ...slide.props, children } };
}
