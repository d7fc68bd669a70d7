import type { Bitmap } from "../bitmap.js";
import type { Focus } from "../need.js";
import sharp from "./sharp.js";

/**
 * Where the middle of a crop belongs, by libvips' smart crop.
 * @param ratio width / height of the crop
 * @returns parts of the width and of the height, 0 to 1
 */
export async function focalPoint(
	{ data, width, height, channels }: Bitmap,
	ratio: number,
	focus: Focus,
): Promise<{ readonly x: number; readonly y: number }> {
	const isWide = width / height > ratio;
	const cut = {
		width: isWide ? Math.max(1, Math.round(height * ratio)) : width,
		height: isWide ? height : Math.max(1, Math.round(width / ratio)),
	};
	// It looks at nothing when there is nothing to cut off; a zoom wants to know all the same.
	if (cut.width === width && cut.height === height && width > 1) cut.width = width - 1;
	const { info } = await sharp(data, { raw: { width, height, channels } })
		.resize({ ...cut, fit: "cover", position: sharp.strategy[focus] })
		.raw()
		.toBuffer({ resolveWithObject: true });
	const { attentionX, attentionY, cropOffsetLeft = 0, cropOffsetTop = 0 } = info;
	if (focus === "attention" && attentionX !== undefined && attentionY !== undefined)
		return { x: attentionX / width, y: attentionY / height };
	return {
		x: (cut.width / 2 - cropOffsetLeft) / width,
		y: (cut.height / 2 - cropOffsetTop) / height,
	};
}
