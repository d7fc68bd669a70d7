import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import type { ImageStore } from "../../delivery/image-store.js";
import { ServiceError } from "../../errors.js";
import { serve } from "../register.js";
import { sendImage } from "../send-image.js";

/** Path under which temporary images are served. */
export const TEMPORARY_IMAGE_PATH = "/api/renders";

/** An SVG that is opened as a page runs nothing and fetches nothing. */
export const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/** GET /api/renders/:file, with ranges and conditional requests. */
export function temporaryImageRoute(app: FastifyInstance, images: ImageStore): void {
	// For images that are files; no folder is open by itself.
	app.register(fastifyStatic, { serve: false });
	serve(app, "getTemporaryImage", async (request, reply) => {
		const { file } = request.params as { file: string };
		const image = await images.get(file);
		if (image === undefined) throw new ServiceError("not_found");
		reply
			.header("cache-control", `public, max-age=${image.remainingSeconds}, immutable`)
			.header("x-content-type-options", "nosniff")
			.header("content-security-policy", SVG_POLICY)
			.header("access-control-allow-origin", "*")
			.header("cross-origin-resource-policy", "cross-origin");
		return sendImage(request, reply, file, image);
	});
}
