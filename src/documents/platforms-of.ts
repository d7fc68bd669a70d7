import { DOCUMENT_DEFAULTS } from "../contract/defaults.js";
import type { CanvasId } from "../contract/platforms.js";
import type { RenderRequest } from "../contract/render-request.js";

/** The platforms of a document, in the order of the answer; at least one. */
export const platformsOf = ({
	platform = DOCUMENT_DEFAULTS.platform,
	platforms = [platform],
}: Pick<RenderRequest, "platform" | "platforms">): readonly CanvasId[] => platforms;
