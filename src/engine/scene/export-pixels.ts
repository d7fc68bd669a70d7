import { PREVIEW_SCALE } from "../../contract/platforms.js";

/**
 * Preview pixels beyond which a coordinate or a size makes no visible
 * difference; keeps every product and sum finite and exact.
 */
const FAR = 1e7;

/** Brings a length in preview pixels to where arithmetic with it is exact. */
export const clamp = (value: number) => Math.min(FAR, Math.max(-FAR, value));
/** Preview pixels to export pixels. */
export const toExport = (preview: number) => clamp(preview) / PREVIEW_SCALE;
