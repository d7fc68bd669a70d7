/**
 * satori and resvg-js as in their READMEs: fonts are loaded once, images are passed as bytes, as
 * satori's README recommends for PNG output. satori rejects the loopback URLs of this benchmark, so
 * the images are fetched here.
 */
import { Resvg } from "@resvg/resvg-js";
import satori from "satori";
import { fonts } from "./design.mjs";
import { serve } from "./peer-server.mjs";

/** @param {any} slide @param {{ width: number, height: number }} size */
const svg = async (slide, size) => satori(await withImages(slide), { ...size, fonts });

serve({
	svg,
	// satori has converted the text to paths, so resvg needs no fonts.
	png: async (slide, size) =>
		new Resvg(await svg(slide, size), { font: { loadSystemFonts: false } }).render().asPng(),
});

/** The tree with the bytes of all images. @param {any} node @returns {Promise<any>} */
async function withImages(node) {
	if (Array.isArray(node)) return Promise.all(node.map(withImages));
	if (typeof node !== "object") return node;
	const { src, children } = node.props;
	if (node.type !== "img")
		return children === undefined
			? node
			: { ...node, props: { ...node.props, children: await withImages(children) } };
	if (src.startsWith("data:")) return node;
	const answer = await fetch(src);
	const bytes = await answer.arrayBuffer();
	// satori recognises an SVG only by the media type of a data URL.
	const known =
		answer.headers.get("content-type") === "image/svg+xml"
			? `data:image/svg+xml;base64,${Buffer.from(bytes).toString("base64")}`
			: bytes;
	return { ...node, props: { ...node.props, src: known } };
}
