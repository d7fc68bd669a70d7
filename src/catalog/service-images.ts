import { ServiceError } from "../base/errors.js";
import { FetchFailure } from "../base/fetch-failure.js";
import type { ServiceImages } from "../documents/own-images.js";
import { type IconCatalog, noSuchIconMessage, parseIconPath } from "./icons/index.js";
import { NO_SUCH_PHOTO, resolveBuiltin } from "./photos/index.js";

/** The base for resolving paths of URLs; never requested. */
const ANY_ORIGIN = "http://own.invalid";

/** The icons and backgrounds in render requests, by their paths on this service. */
export function serviceImages(icons: Pick<IconCatalog, "svg" | "nearest">): ServiceImages {
	return async (path) => {
		const { pathname, searchParams } = new URL(path, ANY_ORIGIN);
		const icon = parseIconPath(pathname);
		if (icon !== undefined) {
			const { set, name } = icon;
			const color = searchParams.get("color") ?? undefined;
			const svg = await icons.svg(set, name, color).catch(asFailure);
			if (svg !== undefined) return svg;
			const nearest = await icons.nearest(set, name);
			throw missing(noSuchIconMessage(nearest), { icon: `${set}:${name}`, nearest });
		}
		const background = await resolveBuiltin(pathname);
		if (background === undefined) throw missing(NO_SUCH_PHOTO);
		return background;
	};
}

const missing = (problem: string, details: Record<string, unknown> = {}): FetchFailure =>
	new FetchFailure("not_an_image", "not an image of this service", {
		details: { problem, ...details },
	});

/** In a render, an invalid colour or a failing icon server counts as a failed image. */
function asFailure(cause: unknown): never {
	if (!(cause instanceof ServiceError)) throw cause;
	if (cause.code !== "invalid_request") {
		throw new FetchFailure("unreachable", "the icon server failed", { cause });
	}
	const details = { problem: `The icon's ${cause.message.replace(/^\//, "")}` };
	throw new FetchFailure("not_an_image", "an icon with an invalid colour", { details, cause });
}
