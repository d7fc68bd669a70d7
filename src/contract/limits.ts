/**
 * Every number that bounds a request, in one place. The TypeBox schemas, the
 * render-schema endpoint, the OpenAPI document and the code that enforces a
 * limit all read it from here.
 */
export const LIMITS = Object.freeze({
	/** Slides in one request. */
	maxCarouselSlides: 20,
	minCarouselSlides: 1,
	/** Text blocks on one slide. */
	maxTextBlocksPerSlide: 30,
	/** Image overlays on one slide. */
	maxImageOverlaysPerSlide: 30,
	/** Layers on one slide, those in stacks and the common ones included, and levels of stacks. */
	maxLayersPerSlide: 150,
	/** Those that `only` leaves out included: a slide may have an arrangement for each canvas shape. */
	maxLayersOfAllShapes: 600,
	maxLayerDepth: 6,
	/** Pictures on one slide in layers, paints and common layers. */
	maxLayerPicturesPerSlide: 40,
	/** Codes on one slide. */
	maxBarcodesPerSlide: 20,
	/** Characters of a code's data. */
	maxBarcodeLength: 1_000,
	/** Modules of a code's quiet zone. */
	maxQuietZone: 20,
	/** Characters and segments of a shape's path. */
	maxPathLength: 10_000,
	maxPathSegments: 2_000,
	/** Characters of all paths of a document. */
	maxPathLengthOfAll: 300_000,
	/** Sides of a path's viewBox. */
	minViewBox: 0.01,
	maxViewBox: 1_000_000,
	maxStrokeWidth: 200,
	/** Lengths of a dash and of a gap, and dashes of one line. */
	minDashLength: 0.5,
	maxDashLength: 10_000,
	maxDashes: 10_000,
	maxPolygonSides: 12,
	maxStarPoints: 24,
	maxBorderWidth: 60,
	maxShadowOffset: 100,
	maxShadowBlur: 100,
	minGradientStops: 2,
	maxGradientStops: 8,
	minAspectRatio: 0.001,
	maxAspectRatio: 1_000,
	/** Largest grow and shrink of a layer. */
	maxFlexFactor: 1_000,
	/** Blur of a picture's filter, and its factors. */
	maxFilterBlur: 60,
	maxFilterFactor: 3,
	maxZoom: 8,
	/** Space between letters, in em. */
	minLetterSpacing: -0.2,
	maxLetterSpacing: 1,
	/** Characters of a list's marker, and of the name of a group of texts that fit together. */
	maxMarkerLength: 8,
	maxFitGroupLength: 64,
	/** Preview pixels. */
	maxListIndent: 1_000,
	maxHighlightPadding: 200,
	/** Bytes of buffers that one slide may hold at once for opacity, blending, clips, filters and shadows. */
	maxSlideBufferBytes: 268_435_456,
	/** Bytes of one remote image, counted as they arrive and after decompression. */
	maxRemoteImageBytes: 12_582_912,
	/** Bytes of all remote images of one request: what the serving process can hold besides its other work. */
	maxRequestImageBytes: 134_217_728,
	/** Bytes of one drawn slide; only an SVG with many photographs has as many. */
	maxSlideBytes: 33_554_432,
	/** Bytes of all slides of one answer, as they were drawn (PNG in a data URL as base64). */
	maxAnswerBytes: 268_435_456,
	/** Milliseconds for the whole of one remote image: name, connection, redirects, body. */
	remoteImageTimeoutMs: 10_000,
	/** Redirects followed for one remote image. */
	maxRemoteImageRedirects: 3,
	/** Characters of an image URL (not of a data URL, which the body size bounds). */
	maxImageUrlLength: 8_192,
	/** Seconds of one core that drawing an SVG image may take, as reckoned before it is drawn. */
	maxVectorImageSeconds: 2,
	/** Seconds of one core that drawing a slide may take, as reckoned before each of its parts is drawn. */
	maxSlideSeconds: 10,
	/** Pixels (width times height) of one source image, checked before it is decoded. */
	maxImagePixels: 50_000_000,
	/** Bytes of a JSON body, unless MAX_BODY_BYTES says otherwise. */
	defaultMaxBodyBytes: 2_097_152,
	/** Characters (UTF-16 code units) of text, richText and emoji, each. */
	maxTextLength: 10_000,
	/** Levels of nested elements in richText. */
	maxRichTextDepth: 100,
	/** Tags in all rich text of a document. */
	maxRichTextTags: 10_000,
	/** Different colours of a document that are written as functions, as rgb() and color-mix(). */
	maxColorFunctions: 250,
	/** Characters of highlightColor: the longest CSS colour in use is below 64. */
	maxColorLength: 128,
	/** Characters of a language tag (RFC 5646, section 4.4.1). */
	maxLanguageTagLength: 35,
	/** Characters of an overlay's name. */
	maxNameLength: 1_000,
	minFontSize: 8,
	maxFontSize: 240,
	/** Line height of a text block, in em. */
	minLineHeight: 0.8,
	maxLineHeight: 3,
	/** Largest maxLines of a text block. */
	maxLines: 100,
	/** Sides of a custom canvas, export pixels. */
	minCanvasSide: 64,
	maxCanvasSide: 4_096,
	/** Platforms of one document, and pictures that they make: slides times platforms. */
	minPlatforms: 2,
	maxPlatforms: 8,
	maxPlatformPictures: 40,
	/** Output pixels per export pixel. */
	minScale: 0.25,
	maxScale: 3,
	/** Sides and pixels of an image after scale: 4096 x 4096. */
	maxOutputSide: 8_192,
	maxOutputPixels: 16_777_216,
	maxRotation: 180,
	maxCrop: 100,
	minQuality: 1,
	maxQuality: 100,
	/** Bytes: the least that a request may allow for one picture. */
	minMaxBytes: 10_000,
	/** Quality below which no picture is taken to meet `maxBytes`, unless less was asked for. */
	minFittedQuality: 40,
	/** Variables of a document, and characters of a variable's name. */
	maxVariables: 200,
	maxVariableNameLength: 64,
	/** Values that a template is given: variables, and the columns of its lists. */
	maxTemplateValues: 1_000,
	/** Templates on one page of their search. */
	maxTemplatesPerPage: 100,
	/** Items of a template's list, fields of an item, options of a choice, and examples. */
	maxTemplateItems: 50,
	maxTemplateFields: 20,
	maxTemplateOptions: 50,
	maxTemplateExamples: 20,
	/** Objects, lists and values of a document that a template becomes. */
	maxTemplateMembers: 60_000,
	/** Rows of one batch. */
	maxBatchRows: 1_000,
	/** Rows of one job: the most that JOB_MAX_ROWS may be, and its default. */
	maxJobRows: 1_000_000,
	defaultJobRows: 100_000,
	/** Characters of one row as JSON. */
	maxJobRowLength: 65_536,
	/** Rows that failed which the state of a job lists. */
	maxJobErrors: 10,
	/** Rows whose pictures are in one ZIP of a job. */
	maxJobZipRows: 10_000,
	/** Characters of the pattern of file names, and of a name that it makes. */
	maxFileNamePattern: 200,
	maxFileName: 120,
	/** Characters of an idempotency key. */
	maxIdempotencyKey: 200,
	/** Font files of an operator. */
	maxFontFiles: 2_000,
	/** Bytes of one of them, and of all together. */
	maxFontFileBytes: 67_108_864,
	maxFontBytes: 268_435_456,
	/** Brands of an operator, and the colours of one. */
	maxBrands: 200,
	maxPaletteColors: 24,
	/** Results of one page of a photo search. */
	maxPhotosPerPage: 30,
	defaultPhotosPerPage: 12,
	/** Last page of a photo search that can be asked for. */
	maxPhotoPage: 10_000,
	/** Results of one icon search. */
	maxIconResults: 80,
	defaultIconResults: 40,
	/** Characters of a search query. */
	maxQueryLength: 200,
	/** Characters of a link's path: nginx and most others take request lines of 8 kB. */
	maxLinkLength: 8_000,
	/** Characters of a link beyond which some programs that show it cut it off. */
	longLink: 2_000,
	/** Seconds after which a link can be made to end: ten years. */
	maxLinkSeconds: 315_360_000,
	/** Issues listed in the details of one 400. */
	maxIssuesListed: 20,
	/** Lines of one slide's texts that a measurement tells. */
	maxMeasuredLines: 2_000,
	/** Warnings listed in an answer. */
	maxWarningsListed: 50,
	/** Characters of an alternative text. */
	maxAltLength: 1_000,
} as const);
