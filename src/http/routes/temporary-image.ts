import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { ServiceError } from "../../base/errors.js";
import { DOCUMENT_TYPE, typeOfName } from "../../service/delivery/image-name.js";
import type { ImageStore } from "../../service/delivery/image-store.js";
import { addRoute } from "../add-route.js";
import { sendImage } from "../response/send-image.js";
import { SVG_POLICY } from "../response/svg-policy.js";

/**
 * The same answer for a name that never existed and one that has expired, so that guessing reveals
 * nothing.
 */
const GONE =
	"Image not found or expired. Temporary images are kept for RENDER_TTL_SECONDS (15 minutes by default). Render it again.";

/** GET /api/renders/:file, with ranges and conditional requests. */
export function temporaryImageRoute(app: FastifyInstance, images: ImageStore): void {
	// For images that are files; no folder is served as such.
	app.register(fastifyStatic, { serve: false });
	addRoute(app, "getTemporaryImage", async (request, reply) => {
		const { file } = request.params as { file: string };
		// The same store contains documents for later edits; their ids are not URLs.
		const image = typeOfName(file) === DOCUMENT_TYPE ? undefined : await images.get(file);
		if (image === undefined) throw new ServiceError("not_found", { message: GONE });
		reply
			.header("cache-control", `public, max-age=${image.remainingSeconds}, immutable`)
			.header("x-content-type-options", "nosniff")
			.header("content-security-policy", SVG_POLICY)
			.header("access-control-allow-origin", "*")
			.header("cross-origin-resource-policy", "cross-origin");
		return sendImage(request, reply, file, image);
	});
}
