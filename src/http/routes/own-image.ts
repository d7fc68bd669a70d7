import type { FastifyInstance, FastifyReply } from "fastify";
import type { IconCatalog } from "../../assets/icons/index.js";
import { BUILTIN_PATH, resolveBuiltin } from "../../assets/photos/index.js";
import type { IconQuery } from "../../contract/assets.js";
import { ServiceError } from "../../errors.js";
import { serve } from "../register.js";
import { SVG_POLICY } from "./temporary-image.js";

/** A year: the bytes under such a path never change. */
const FOR_EVER = "public, max-age=31536000, immutable";

/** The icons and backgrounds that the searches name. */
export function ownImageRoutes(app: FastifyInstance, icons: IconCatalog): void {
	serve(app, "getIcon", async (request, reply) => {
		const { set, file } = request.params as { set: string; file: string };
		const { color } = request.query as IconQuery;
		const name = /^(.+)\.svg$/.exec(file)?.[1];
		return sendSvg(reply, name === undefined ? undefined : await icons.svg(set, name, color));
	});
	serve(app, "getBuiltinPhoto", async (request, reply) => {
		const { file } = request.params as { file: string };
		const url = new URL(`http://localhost${BUILTIN_PATH}${encodeURIComponent(file)}`);
		return sendSvg(reply, await resolveBuiltin(url));
	});
}

function sendSvg(reply: FastifyReply, bytes: Uint8Array | undefined): FastifyReply {
	if (bytes === undefined) throw new ServiceError("not_found");
	return reply
		.type("image/svg+xml")
		.header("cache-control", FOR_EVER)
		.header("x-content-type-options", "nosniff")
		.header("content-security-policy", SVG_POLICY)
		.header("access-control-allow-origin", "*")
		.header("cross-origin-resource-policy", "cross-origin")
		.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}
