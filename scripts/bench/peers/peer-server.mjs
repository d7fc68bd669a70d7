import { createServer } from "node:http";
import { sizeOf, slideElement } from "./design.mjs";

/** @typedef {{ width: number, height: number, format?: string, scale?: number }} Output */

/**
 * Serves a renderer with the API of our service: POST /api/render.png returns an image, POST
 * /api/render returns data URLs of all slides as JSON, GET /api/health.
 * @param {object} peer
 * @param {(slide: import("./design.mjs").Element, output: Output) => Promise<Uint8Array>} peer.png
 * @param {(slide: import("./design.mjs").Element, size: { width: number, height: number }) => Promise<string>} [peer.svg]
 * @param {() => Promise<void>} [peer.close]
 */
export function serve({ png, svg, close }) {
	const server = createServer(async (request, response) => {
		try {
			if (request.method === "GET") {
				response.end("{}");
				return;
			}
			const chunks = [];
			for await (const chunk of request) chunks.push(chunk);
			const body = JSON.parse(Buffer.concat(chunks).toString());
			const size = sizeOf(body);
			const slides = body.slides.map((/** @type {any} */ slide) => slideElement(slide, size));
			const [, format] = /^\/api\/render\.(png|jpeg|webp)$/.exec(request.url ?? "") ?? [];
			if (format !== undefined) {
				const output = { ...size, format, ...(body.scale && { scale: body.scale }) };
				const picture = await png(slides[0], output);
				response.writeHead(200, { "content-type": `image/${format}` }).end(picture);
				return;
			}
			const images =
				body.format === "svg" && svg
					? [{ svg: await svg(slides[0], size) }]
					: (await Promise.all(slides.map((/** @type {any} */ slide) => png(slide, size)))).map(
							(picture) => ({
								dataUrl: `data:image/png;base64,${Buffer.from(picture).toString("base64")}`,
							}),
						);
			response.writeHead(200, { "content-type": "application/json" });
			response.end(JSON.stringify({ ok: true, images }));
		} catch (error) {
			response.writeHead(500).end(error instanceof Error ? error.stack : String(error));
		}
	});
	server.keepAliveTimeout = 60_000;
	server.listen(Number(process.env.PORT), "127.0.0.1");
	process.once("SIGTERM", async () => {
		await close?.();
		process.exit(0);
	});
}
