import { ENUMS } from "../../contract/enums.js";

export type { BlendMode } from "../../contract/enums.js";

/** How a group is mixed with what lies below it: the values of CSS mix-blend-mode. */
export const BLEND_MODES = ENUMS.blendMode;
