/**
 * All limits of a request, in one place. The TypeBox schemas, the render-schema endpoint, the
 * OpenAPI document and the code that enforces a limit read it from here.
 */
export const LIMITS = Object.freeze({
	/** Slides in one request. */
	maxCarouselSlides: 20,
	minCarouselSlides: 1,
	/** Text blocks on one slide. */
	maxTextBlocksPerSlide: 30,
	/** Image overlays on one slide. */
	maxImageOverlaysPerSlide: 30,
	/** Layers on one slide, including nested and common ones, and levels of stacks. */
	maxLayersPerSlide: 150,
	/** Including those that `only` leaves out: a slide may have one arrangement per canvas shape. */
	maxLayersOfAllShapes: 600,
	maxLayerDepth: 10,
	/** Export pixels between the edges of a layer's box and the corner of the slide. */
	maxBoxDistance: 1_000_000,
	/** Columns, and rows, of a grid. */
	maxGridTracks: 24,
	/** Pictures on one slide in layers, paints and common layers. */
	maxLayerPicturesPerSlide: 40,
	/** Barcodes on one slide. */
	maxBarcodesPerSlide: 20,
	/** Characters of the data of a barcode. */
	maxBarcodeLength: 1_000,
	/** Modules of the quiet zone of a barcode. */
	maxQuietZone: 20,
	/** Characters and segments of the path of a shape. */
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
	/** Largest margin of a layer, and its negative. */
	maxMargin: 1_000,
	maxBorderWidth: 60,
	maxShadows: 4,
	maxShadowOffset: 100,
	maxShadowBlur: 100,
	minGradientStops: 2,
	maxGradientStops: 16,
	/** Paints of a layered paint. */
	minPaintLayers: 2,
	maxPaintLayers: 4,
	/** Width of a tile of a pattern, and the gap between tiles. Preview pixels. */
	minPatternWidth: 4,
	maxPatternWidth: 400,
	maxPatternGap: 400,
	/** Size of a grain. Preview pixels. */
	minGrainSize: 0.5,
	maxGrainSize: 20,
	minAspectRatio: 0.001,
	maxAspectRatio: 1_000,
	/** Largest `grow` and `shrink` of a layer. */
	maxFlexFactor: 1_000,
	/** Blur of a picture's filter, and its other factors. */
	maxFilterBlur: 60,
	maxFilterFactor: 3,
	maxZoom: 8,
	/** Space between letters, in em. */
	minLetterSpacing: -0.2,
	maxLetterSpacing: 1,
	/** Characters of a list marker, and of the name of a fit group. */
	maxMarkerLength: 8,
	maxFitGroupLength: 64,
	/** Factors of a stack that fits its content. */
	minContentScale: 0.2,
	maxContentScale: 4,
	/** Preview pixels. */
	maxListIndent: 1_000,
	maxIndent: 1_000,
	/** OpenType features of a text, and the largest value of one. */
	maxFontFeatures: 16,
	maxFeatureValue: 65_535,
	/** Distance of tab stops, in spaces. */
	maxTabSize: 16,
	maxHighlightPadding: 200,
	/**
	 * Bytes of the buffers for opacity, blending, clips, filters and shadows that one slide may need
	 * at the same time.
	 */
	maxSlideBufferBytes: 268_435_456,
	/** Bytes of one remote image, counted during the download and again after decompression. */
	maxRemoteImageBytes: 12_582_912,
	/**
	 * Bytes of all remote images of one request: what the HTTP process can hold beside its other
	 * work.
	 */
	maxRequestImageBytes: 134_217_728,
	/** Bytes of one rendered slide; only an SVG with many photos comes near. */
	maxSlideBytes: 33_554_432,
	/** Bytes of all slides of one answer (PNG in a data URL as base64). */
	maxAnswerBytes: 268_435_456,
	/** Milliseconds for one remote image in all: DNS, connection, redirects, body. */
	remoteImageTimeoutMs: 10_000,
	/** Redirects followed for one remote image. */
	maxRemoteImageRedirects: 3,
	/** Characters of an image URL. Data URLs are limited by the size of the body. */
	maxImageUrlLength: 8_192,
	/** Seconds of one core that rendering an SVG image may take, estimated before it is rendered. */
	maxVectorImageSeconds: 2,
	/**
	 * Seconds of one core that rendering a slide may take, estimated before each of its parts is
	 * rendered.
	 */
	maxSlideSeconds: 10,
	/** Pixels (width times height) of one source image, checked before it is decoded. */
	maxImagePixels: 50_000_000,
	/** Default limit of a JSON body in bytes; MAX_BODY_BYTES overrides it. */
	defaultMaxBodyBytes: 2_097_152,
	/** Characters (UTF-16 code units) of text, richText and emoji, each. */
	maxTextLength: 10_000,
	/** Levels of nested elements in richText. */
	maxRichTextDepth: 100,
	/** Tags in all rich text of a document. */
	maxRichTextTags: 10_000,
	/**
	 * Different colours of a document that are written as functions, such as rgb() and color-mix().
	 */
	maxColorFunctions: 250,
	/** Characters of highlightColor: the longest usual CSS colour has fewer than 64. */
	maxColorLength: 128,
	/** Characters of a language tag (RFC 5646, section 4.4.1). */
	maxLanguageTagLength: 35,
	/** Characters of an overlay's name. */
	maxNameLength: 1_000,
	minFontSize: 8,
	maxFontSize: 600,
	/** Line height of a text block, in em. */
	minLineHeight: 0.8,
	maxLineHeight: 3,
	/** Largest maxLines of a text block. */
	maxLines: 100,
	/** Sides of a custom canvas, export pixels. */
	minCanvasSide: 64,
	maxCanvasSide: 4_096,
	/** Platforms of one document, and pictures that they produce: slides times platforms. */
	minPlatforms: 2,
	maxPlatforms: 8,
	maxPlatformPictures: 40,
	/** Output pixels per export pixel. */
	minScale: 0.25,
	maxScale: 3,
	/** Sides and pixels of an image after scale: 4096 x 4096. */
	maxOutputSide: 8_192,
	maxOutputPixels: 16_777_216,
	maxRotation: 3_600,
	/** Degrees. */
	maxSkew: 60,
	/** Characters of the link of a layer. */
	maxHrefLength: 2_000,
	maxCrop: 100,
	minQuality: 1,
	maxQuality: 100,
	/** Smallest `maxBytes`. Bytes. */
	minMaxBytes: 10_000,
	/** Lowest quality that `maxBytes` uses, unless a lower one was requested. */
	minFittedQuality: 40,
	/** Variables of a document, and characters of a variable's name. */
	maxVariables: 200,
	maxVariableNameLength: 64,
	/** Characters, nodes and levels of one expression, and characters of all that a document has. */
	maxExpressionLength: 1_000,
	maxExpressionNodes: 200,
	maxExpressionDepth: 40,
	maxExpressionCharacters: 30_000,
	/** Characters of a text that an expression makes. */
	maxExpressionText: 10_000,
	/** Nodes evaluated, items visited and characters made (64 are one) for one document. */
	maxExpressionSteps: 100_000,
	/** Items of a list, and of all lists in the variables of a document. */
	maxListItems: 500,
	/** Members of all objects in the variables of a document. */
	maxVariableMembers: 10_000,
	/** Levels of lists and objects in one variable. */
	maxVariableDepth: 4,
	/** Values of a template: variables, and columns of its lists. */
	maxTemplateValues: 1_000,
	/** Characters of a template within a request, as JSON. */
	maxInlineTemplateLength: 524_288,
	/** Templates on one page of their search. */
	maxTemplatesPerPage: 100,
	/**
	 * Items of a template's list without `maxItems`, of all its lists, fields of an item, options of
	 * a choice, and examples.
	 */
	defaultTemplateItems: 50,
	maxTemplateListItems: 5_000,
	maxTemplateFields: 20,
	maxTemplateOptions: 50,
	maxTemplateExamples: 20,
	/** Objects, lists and values of a document that is made from a template. */
	maxTemplateMembers: 60_000,
	/** Rows of one batch. */
	maxBatchRows: 1_000,
	/** Rows of one job: the default of JOB_MAX_ROWS, and its largest value. */
	maxJobRows: 1_000_000,
	defaultJobRows: 100_000,
	/** Characters of one row as JSON. */
	maxJobRowLength: 65_536,
	/** Failed rows that the state of a job lists. */
	maxJobErrors: 10,
	/** Rows whose pictures are in one ZIP of a job. */
	maxJobZipRows: 10_000,
	/** Characters of a file name pattern, and of a name made from it. */
	maxFileNamePattern: 200,
	maxFileName: 120,
	/** Characters of an idempotency key. */
	maxIdempotencyKey: 200,
	/** Number of the operator's font files. */
	maxFontFiles: 2_000,
	/** Bytes of one font file, and of all together. */
	maxFontFileBytes: 67_108_864,
	maxFontBytes: 268_435_456,
	/** Number of the operator's brands, and of the colours of one brand. */
	maxBrands: 200,
	maxPaletteColors: 24,
	/** Results of one page of a photo search. */
	maxPhotosPerPage: 30,
	defaultPhotosPerPage: 12,
	/** Last page of a photo search. */
	maxPhotoPage: 10_000,
	/** Results of one icon search. */
	maxIconResults: 80,
	defaultIconResults: 40,
	/** Characters of a search query. */
	maxQueryLength: 200,
	/** Characters of the path of a link: nginx and most others accept request lines of 8 kB. */
	maxLinkLength: 8_000,
	/** Characters of a link beyond which some programs cut it off. */
	longLink: 2_000,
	/** Largest `expiresIn` of a link in seconds: ten years. */
	maxLinkSeconds: 315_360_000,
	/** Issues listed in the details of one 400. */
	maxIssuesListed: 20,
	/** Lines of the texts of one slide that a measurement returns. */
	maxMeasuredLines: 2_000,
	/** Warnings listed in an answer. */
	maxWarningsListed: 50,
	/** Characters of an alternative text. */
	maxAltLength: 1_000,
} as const);
