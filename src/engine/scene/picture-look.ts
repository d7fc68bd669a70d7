import type {
	PictureFilter as FilterFields,
	ImageOptions,
} from "../../contract/document/picture.js";
import type { Flip } from "../../contract/enums.js";
import { PREVIEW_SCALE } from "../../contract/platforms.js";
import type { Corners } from "../images/corners.js";
import { colorMaps, type Rgb } from "../images/filter/color-maps.js";
import type { Focus, PictureFilter } from "../images/need.js";
import { cssColor } from "./colors.js";
import { toExport } from "./export-pixels.js";

/** The crop and the filter of a picture, in export pixels. */
export interface PictureLook {
	/** 1 to 8. */
	readonly zoom: number;
	readonly flip: Flip | null;
	readonly focus: Focus | null;
	readonly filter: PictureFilter | null;
}

/** The fields of a picture's look; null counts as absent. */
type LookFields = Pick<ImageOptions, "zoom" | "flip" | "focus"> & {
	readonly filter?: FilterFields | undefined;
};

/** The look of a picture with every default filled in. */
export function resolveLook({ zoom, flip, focus, filter }: LookFields): PictureLook {
	return {
		zoom: zoom ?? 1,
		flip: flip ?? null,
		focus: focus ?? null,
		filter: filter == null ? null : resolveFilter(filter),
	};
}

/** @returns null if it changes nothing */
export function resolveFilter(filter: FilterFields): PictureFilter | null {
	const blur = (filter.blur ?? 0) / PREVIEW_SCALE;
	const maps = colorMaps({
		brightness: filter.brightness ?? 1,
		contrast: filter.contrast ?? 1,
		saturate: filter.saturate ?? 1,
		hueRotate: filter.hueRotate ?? 0,
		grayscale: filter.grayscale ?? 0,
		sepia: filter.sepia ?? 0,
		invert: filter.invert ?? 0,
		...(filter.duotone != null && {
			duotone: [rgb(filter.duotone[0]), rgb(filter.duotone[1])] as const,
		}),
	});
	return blur > 0 || maps.length > 0 ? { blur, maps } : null;
}

/** The radii of corners, in export pixels. */
export function resolveCorners(
	radius: number | readonly number[] | null | undefined,
): number | Corners {
	if (radius == null) return 0;
	if (typeof radius === "number") return toExport(radius);
	return radius.map(toExport) as unknown as Corners;
}

function rgb(value: string): Rgb {
	const { r, g, b } = cssColor(value);
	return [r, g, b];
}
