export { createIcons, type IconCatalog, type IconCatalogConfig } from "./catalog.js";
export { iconPath, noSuchIconMessage, parseIconPath } from "./icon-path.js";
export type { IconResult } from "./icon-result.js";
export { DEFAULT_ICON_COLOR } from "./icon-svg.js";
