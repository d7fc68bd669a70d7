/** What `import "post-image-render-service"` gives. */
export type { MeasureResponse } from "./contract/measure-response.js";
export type { ImageOverlay, RenderRequest, Slide, TextBlock } from "./contract/render-request.js";
export type { RenderResponse } from "./contract/render-response.js";
export type { RenderBody, TemplateRequest } from "./contract/template-request.js";
export type { Template } from "./contract/templates.js";
export type { Warning } from "./contract/warning.js";
export {
	type CallOptions,
	createRenderer,
	type PostRenderer,
	type RendererOptions,
} from "./embed/create-renderer.js";
export type { RenderResult, SlideImage } from "./embed/render.js";
export { type ErrorCode, ServiceError } from "./errors/errors.js";
export { VERSION } from "./runtime/version.js";
