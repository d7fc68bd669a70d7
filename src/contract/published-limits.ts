/** The limits that the render-schema endpoint lists. */
import { type TNumber, type TObject, Type } from "@sinclair/typebox";
import { LIMITS } from "./limits.js";

const DESCRIPTIONS = {
	maxCarouselSlides: "Slides in one request.",
	maxPlatforms: "Platforms in platforms.",
	maxPlatformPictures: "Pictures of a document with platforms: slides times platforms.",
	maxTextBlocksPerSlide: "Text blocks on one slide.",
	maxImageOverlaysPerSlide: "Image overlays on one slide.",
	maxRemoteImageBytes: "Size of one remote image. Bytes.",
	remoteImageTimeoutMs: "Time for fetching one remote image. Milliseconds.",
	maxRequestImageBytes: "Size of all remote images of one request. Bytes.",
	maxRemoteImageRedirects: "Redirects followed for one remote image.",
	maxImageUrlLength: "Length of an image URL. Characters.",
	maxImagePixels: "Size of one source image. Pixels.",
	maxVectorImageSeconds: "Estimated time to draw an SVG image. Seconds of one core.",
	maxSlideSeconds: "Estimated time to draw a slide. Seconds of one core.",
	maxSlideBytes: "Size of one drawn slide. Bytes.",
	maxAnswerBytes: "Size of all drawn slides of one answer. Bytes.",
	maxBodyBytes: "Size of a JSON body. Bytes.",
	maxTextLength: "Length of text, richText and emoji, each. Characters.",
	maxRichTextDepth: "Levels of nested elements in richText.",
	maxRichTextTags: "Tags in all rich text of a document.",
	maxColorFunctions:
		"Different colours of a document that are written as functions, for example rgb().",
	maxColorLength: "Length of a CSS colour. Characters.",
	maxNameLength: "Length of an overlay's name. Characters.",
	minMaxBytes: "Smallest value of maxBytes. Bytes.",
	minFittedQuality: "Lowest quality that maxBytes may use.",
	maxLines: "Largest maxLines of a text block. Lines.",
	maxMeasuredLines: "Lines of one slide's texts in a measurement. Lines.",
	maxVariables: "Variables of a document, and columns of a batch's CSV.",
	maxVariableNameLength: "Length of a variable's name. Characters.",
	maxBatchRows: "Rows of a batch.",
	maxLayersPerSlide: "Layers on one slide, including those in stacks and common layers.",
	maxLayersOfAllShapes: "Layers on one slide, including those that `only` hides on this canvas.",
	maxLayerDepth:
		"Levels of layers: a layer of the slide is on the first, a child of its stack on the second.",
	maxBoxDistance:
		"Distance of the edges of a layer's box from the corner of the slide. Export pixels.",
	maxLayerPicturesPerSlide: "Pictures on one slide in layers, paints and common layers.",
	maxBarcodesPerSlide: "Barcodes on one slide.",
	maxBarcodeLength: "Length of a barcode's data. Characters.",
	maxQuietZone: "Quiet zone of a barcode. Modules.",
	maxPathLength: "Length of a shape's path. Characters.",
	maxPathSegments: "Segments of a shape's path.",
	maxPathLengthOfAll: "Length of all paths of a document. Characters.",
	minViewBox: "Smallest side of a path's viewBox.",
	maxViewBox: "Largest side of a path's viewBox.",
	maxStrokeWidth: "Width of a stroke. Preview pixels.",
	minDashLength: "Smallest length of a dash, or of the gap after it. Preview pixels.",
	maxDashLength: "Largest length of a dash, or of the gap after it. Preview pixels.",
	maxDashes: "Dashes of one line.",
	maxPolygonSides: "Sides of a polygon.",
	maxStarPoints: "Points of a star.",
	maxBorderWidth: "Width of a border. Preview pixels.",
	maxShadows: "Shadows of one layer.",
	maxShadowOffset: "Offset and spread of a shadow. Preview pixels.",
	maxShadowBlur: "Blur of a shadow. Preview pixels.",
	minGradientStops: "Smallest number of stops of a gradient.",
	maxGradientStops: "Largest number of stops of a gradient.",
	maxPatternWidth: "Width of a tile of a pattern. Preview pixels.",
	minAspectRatio: "Smallest aspectRatio.",
	maxAspectRatio: "Largest aspectRatio.",
	maxFlexFactor: "Largest grow and shrink.",
	maxRotation: "Largest rotation. Degrees.",
	maxSkew: "Largest skewX and skewY. Degrees.",
	maxHrefLength: "Length of the link of a layer. Characters.",
	maxFilterBlur: "Blur of a filter. Preview pixels.",
	maxFilterFactor: "Largest brightness, contrast and saturate of a filter.",
	maxZoom: "Largest zoom of a picture.",
	minLetterSpacing: "Smallest letterSpacing. Em.",
	maxLetterSpacing: "Largest letterSpacing. Em.",
	maxMarkerLength: "Length of a list's marker. Characters.",
	maxFitGroupLength: "Length of a fitGroup. Characters.",
	minContentScale: "Smallest minScale of a stack or grid.",
	maxContentScale: "Largest maxScale of a stack or grid.",
	maxListIndent: "Indent of a list. Preview pixels.",
	maxIndent: "Indent of lines. Preview pixels.",
	maxTabSize: "Largest tabSize. Widths of a space.",
	maxFontFeatures: "OpenType features of one text.",
	maxFeatureValue: "Largest value of an OpenType feature.",
	maxHighlightPadding: "Padding of a highlight. Preview pixels.",
	maxAltLength: "Length of an alternative text. Characters.",
	maxSlideBufferBytes:
		"Buffers that one slide may use at the same time for opacity, blending, clips, filters and shadows. Bytes.",
} as const satisfies Partial<Record<keyof typeof LIMITS | "maxBodyBytes", string>>;

type Name = keyof typeof DESCRIPTIONS;
const NAMES = Object.keys(DESCRIPTIONS) as Name[];

/** The limits that matter to clients. maxBodyBytes is that of the instance. */
export const publishedLimits = (maxBodyBytes: number): Record<Name, number> => {
	const limits: Record<string, number> = { ...LIMITS, maxBodyBytes };
	return Object.fromEntries(NAMES.map((name) => [name, limits[name]])) as Record<Name, number>;
};

const member = (name: Name, value: number) => {
	const options = { description: DESCRIPTIONS[name] };
	return Number.isInteger(value) ? Type.Integer(options) : Type.Number(options);
};

export const PublishedLimitsSchema = Type.Object(
	Object.fromEntries(
		Object.entries(publishedLimits(LIMITS.defaultMaxBodyBytes)).map(([name, value]) => [
			name,
			member(name as Name, value),
		]),
	),
	{ description: "A request that exceeds one of these is refused.", additionalProperties: false },
) as TObject as TObject<Record<Name, TNumber>>;
