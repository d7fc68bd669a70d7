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
	/** Bytes of one remote image, counted as they arrive and after decompression. */
	maxRemoteImageBytes: 12_582_912,
	/** Bytes of all remote images of one request: what the serving process can hold besides its other work. */
	maxRequestImageBytes: 134_217_728,
	/** Milliseconds for the whole of one remote image: name, connection, redirects, body. */
	remoteImageTimeoutMs: 10_000,
	/** Redirects followed for one remote image. */
	maxRemoteImageRedirects: 3,
	/** Characters of an image URL (not of a data URL, which the body size bounds). */
	maxImageUrlLength: 8_192,
	/** Pixels (width times height) of one source image, checked before it is decoded. */
	maxImagePixels: 50_000_000,
	/** Bytes of a JSON body, unless MAX_BODY_BYTES says otherwise. */
	defaultMaxBodyBytes: 2_097_152,
	/** Characters (UTF-16 code units) of text, richText and emoji, each. */
	maxTextLength: 10_000,
	/** Levels of nested elements in richText. */
	maxRichTextDepth: 100,
	/** Characters of highlightColor: the longest CSS colour in use is below 64. */
	maxColorLength: 128,
	/** Characters of an overlay's name. */
	maxNameLength: 1_000,
	minFontSize: 8,
	maxFontSize: 240,
	maxRotation: 180,
	maxCrop: 100,
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
	/** Issues listed in the details of one 400. */
	maxIssuesListed: 20,
} as const);
