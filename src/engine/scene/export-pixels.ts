import { PREVIEW_SCALE } from "../../contract/platforms.js";

/**
 * Limit of coordinates and sizes in preview pixels. Larger values make no visible difference; the
 * limit keeps every product and sum finite and exact.
 */
const FAR = 150_000;

/** Limits a length in preview pixels, so that arithmetic with it is exact. */
export const clamp = (value: number) => Math.min(FAR, Math.max(-FAR, value));
/** Preview pixels to export pixels. */
export const toExport = (preview: number) => clamp(preview) / PREVIEW_SCALE;
