/** `import "post-image-render-service"`. */

export { ConfigError } from "./app/config/config-values.js";
export type { BatchResult } from "./app/embed/batch.js";
export {
	type CallOptions,
	createRenderer,
	type LinkBody,
	type PostRenderer,
	type RendererOptions,
} from "./app/embed/create-renderer.js";
export type { RenderedFile, RenderResult, RenderWarnings, SlideImage } from "./app/embed/render.js";
export { type ErrorCode, ServiceError } from "./base/errors.js";
export { VERSION } from "./base/version.js";
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
