/** Safe areas in the answer of the render-schema endpoint. */
import { type Static, Type } from "@sinclair/typebox";
import { PLATFORM_IDS, PLATFORMS, PREVIEW_SCALE } from "./platforms.js";
import { coveredAreas, croppedAreas, safeArea } from "./safe-areas.js";

const percent = (description: string) => Type.Number({ description: `${description} Percent.` });
const px = (description: string) => Type.Number({ description: `${description} Preview pixels.` });

const CoveredAreaSchema = Type.Object(
	{
		name: Type.String({ description: "What is there." }),
		left: percent("Left edge."),
		top: percent("Top edge."),
		width: percent("Width."),
		height: percent("Height."),
	},
	{
		title: "CoveredArea",
		description: "A part of the slide, relative to its width and height.",
		additionalProperties: false,
	},
);

export const PlatformAreasSchema = Type.Object(
	{
		safeArea: Type.Object(
			{
				x: px("Left edge."),
				y: px("Top edge."),
				width: px("Width."),
				height: px("Height."),
			},
			{
				description: "The largest box without covered areas: the parent of within: safeArea.",
				additionalProperties: false,
			},
		),
		covered: Type.Array(CoveredAreaSchema, {
			description: "Buttons, captions and bars that the app draws over the picture.",
		}),
		cropped: Type.Array(CoveredAreaSchema, {
			description: "Parts that the profile grid crops; the post itself shows them.",
		}),
	},
	{
		title: "PlatformAreas",
		description: "A guide only: apps change.",
		additionalProperties: false,
	},
);
export type PlatformAreas = Static<typeof PlatformAreasSchema>;

/** The areas of every platform, by platform id. */
export const platformAreas = (): Record<string, PlatformAreas> =>
	Object.fromEntries(
		PLATFORM_IDS.map((id) => {
			const { width, height } = PLATFORMS[id];
			return [
				id,
				{
					safeArea: { ...safeArea(id, width * PREVIEW_SCALE, height * PREVIEW_SCALE) },
					covered: [...coveredAreas(id)],
					cropped: [...croppedAreas(id)],
				},
			];
		}),
	);
