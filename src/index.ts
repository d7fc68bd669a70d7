/** `import "post-image-render-service"`. */

export { ConfigError } from "./config/config-values.js";
export type {
	IconSearchQuery,
	IconSearchResponse,
	PhotoSearchQuery,
	PhotoSearchResponse,
} from "./contract/assets.js";
export type { BatchRequest } from "./contract/batch.js";
export type { LinkResponse } from "./contract/links.js";
export type { MeasureResponse } from "./contract/measure-response.js";
export type { ImageOverlay, RenderRequest, Slide, TextBlock } from "./contract/render-request.js";
export type { RenderResponse } from "./contract/render-response.js";
export type { RenderBody, TemplateRequest } from "./contract/template-request.js";
export type { TemplateSearchQuery, TemplateSummary } from "./contract/template-search.js";
export type { Template } from "./contract/templates.js";
export type { Warning } from "./contract/warning.js";
export type { BatchResult } from "./embed/batch.js";
export {
	type CallOptions,
	createRenderer,
	type LinkBody,
	type PostRenderer,
	type RendererOptions,
} from "./embed/create-renderer.js";
export type { RenderedFile, RenderResult, RenderWarnings, SlideImage } from "./embed/render.js";
export { type ErrorCode, ServiceError } from "./errors/errors.js";
export { VERSION } from "./runtime/version.js";
