import type { FastifyInstance, FastifyReply } from "fastify";
import { ServiceError } from "../../base/errors.js";
import { type IconCatalog, noSuchIconMessage } from "../../catalog/icons/index.js";
import { BUILTIN_PATH, NO_SUCH_PHOTO, resolveBuiltin } from "../../catalog/photos/index.js";
import type { IconQuery } from "../../contract/assets.js";
import { addRoute } from "../add-route.js";
import type { CountRequest } from "../request/rate-limit.js";
import { SVG_POLICY } from "../response/svg-policy.js";

/** A year: the bytes at such a path never change. */
const FOR_EVER = "public, max-age=31536000, immutable";

/**
 * The icons and backgrounds that the searches return.
 * @param countRequest counts requests for icons, which may need a request to another server
 */
export function serviceImageRoutes(
	app: FastifyInstance,
	icons: IconCatalog,
	countRequest?: CountRequest,
): void {
	addRoute(app, "getIcon", async (request, reply) => {
		const { set, file } = request.params as { set: string; file: string };
		const { color } = request.query as IconQuery;
		await countRequest?.(request);
		const name = /^(.+)\.svg$/.exec(file)?.[1];
		const svg = name === undefined ? undefined : await icons.svg(set, name, color);
		if (svg === undefined) throw await noSuchIcon(icons, set, name ?? file);
		return sendSvg(reply, svg);
	});
	addRoute(app, "getBuiltinPhoto", async (request, reply) => {
		const { file } = request.params as { file: string };
		const svg = await resolveBuiltin(`${BUILTIN_PATH}${file}`);
		if (svg === undefined) throw new ServiceError("not_found", { message: NO_SUCH_PHOTO });
		return sendSvg(reply, svg);
	});
}

async function noSuchIcon(icons: IconCatalog, set: string, name: string): Promise<ServiceError> {
	const nearest = await icons.nearest(set, name);
	const details = nearest.length === 0 ? {} : { nearest };
	return new ServiceError("not_found", { message: noSuchIconMessage(nearest), details });
}

function sendSvg(reply: FastifyReply, bytes: Uint8Array): FastifyReply {
	return reply
		.type("image/svg+xml")
		.header("cache-control", FOR_EVER)
		.header("x-content-type-options", "nosniff")
		.header("content-security-policy", SVG_POLICY)
		.header("access-control-allow-origin", "*")
		.header("cross-origin-resource-policy", "cross-origin")
		.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}
