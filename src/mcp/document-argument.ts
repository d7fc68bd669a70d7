import { Type } from "@sinclair/typebox";
import type { RenderRequestSchema } from "../contract/render-request.js";
import type { RenderBody } from "../contract/template-request.js";
import { invalid } from "../errors/invalid.js";
import { beyondBounds } from "../json/bounds.js";

export type DocumentSchema = typeof RenderRequestSchema;

/**
 * The argument `document` as tools list it: every client loads this list, so that slides and common
 * layers are only named. The service checks the whole of it.
 */
export const documentInput = ({ properties }: DocumentSchema) =>
	Type.Unsafe<RenderBody>({
		...Type.Object(
			{
				...properties,
				template: Type.Optional(
					Type.String({
						description:
							"Id of a template in place of slides and common, with its variables: see list_templates.",
					}),
				),
				variables: Type.Optional(
					Type.Record(Type.String(), Type.Unknown(), {
						description: "Values of a template's variables, or of {{name}} in strings.",
					}),
				),
				common: Type.Optional(
					Type.Object(
						{},
						{ description: "behind and front: layers on every slide.", additionalProperties: true },
					),
				),
				slides: Type.Optional(
					Type.Array(Type.Object({}, { additionalProperties: true }), {
						minItems: properties.slides.minItems ?? 1,
						description:
							"The images of the post, in order. Fields of a slide: backgroundColor, background, image, scrim, imageOverlays, textBlocks, layers and others; see get_schema.",
					}),
				),
			},
			{ additionalProperties: false },
		),
		description: "A design document. Call get_schema for its fields.",
	});

/**
 * What a model sent as a document: JSON text becomes what it says. A copy, as resolving a document
 * changes it.
 * @throws ServiceError invalid_render_request for text that is nested too deeply
 */
export function documentFrom(argument: unknown): unknown {
	if (typeof argument !== "string") return structuredClone(argument);
	const beyond = beyondBounds(Buffer.from(argument));
	if (beyond !== undefined)
		throw invalid("invalid_render_request", [{ path: "", message: beyond }]);
	try {
		return JSON.parse(argument);
	} catch {
		// The schema says what is wrong with a string.
		return argument;
	}
}
