/** Maximum size of an icon from another server. Bytes. */
export const MAX_ICON_BYTES = 2 * 1024 * 1024;

/** Elements that only draw. Animation is not allowed, because it can change an address. */
const DRAWING_ELEMENTS: ReadonlySet<string> = new Set(
	(
		"svg g path circle ellipse rect line polyline polygon defs use symbol title desc " +
		"mask clippath lineargradient radialgradient stop pattern"
	).split(" "),
);
const ELEMENT = /<\/?([^\s/>]*)/g;
/** Handlers, addresses that leave the document, styles that load, and entities. */
const ACTIVE =
	/[\s"'/]on[a-z]+\s*=|javascript:|url\(\s*["']?[^#"'\s)]|@import|&(?!(?:amp|lt|gt|quot|apos);)/i;
const OUTER_REFERENCE = /href\s*=\s*(?:"[^#"]|'[^#']|[^"'\s])/i;

/**
 * The text of an icon from another server if it only draws: UTF-8, one svg element, and no script,
 * handler, foreign content, entity, document type or external reference. Undefined otherwise. Takes
 * linear time.
 */
export function drawingOnly(bytes: Uint8Array): string | undefined {
	let svg: string;
	try {
		svg = new TextDecoder("utf-8", { fatal: true }).decode(bytes).trim();
	} catch {
		return undefined;
	}
	if (!/^<svg[\s>]/.test(svg) || !svg.endsWith("</svg>")) return undefined;
	if (ACTIVE.test(svg) || OUTER_REFERENCE.test(svg)) return undefined;
	for (const [, element = ""] of svg.matchAll(ELEMENT)) {
		if (!DRAWING_ELEMENTS.has(element.toLowerCase())) return undefined;
	}
	return svg;
}
