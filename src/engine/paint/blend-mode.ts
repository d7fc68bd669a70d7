import { ENUMS } from "../../contract/enums.js";

export type { BlendMode } from "../../contract/enums.js";

/** How a group is blended with what is below it: the values of CSS mix-blend-mode. */
export const BLEND_MODES = ENUMS.blendMode;
