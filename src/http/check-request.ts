import type { Issue } from "../contract/issue.js";
import { LIMITS } from "../contract/limits.js";
import type { RenderRequest, TextBlock } from "../contract/render-request.js";
import { parseImageSrc } from "../images/source-url.js";
import { parseCssColor } from "../text/css-color.js";
import { richTextDepth } from "../text/rich-text.js";

/**
 * What a JSON Schema cannot say: colours that parse, image sources that name
 * an image, the depth of rich text. Looks at all slides, those that mode
 * single does not draw too; lists no more than a 400 shows.
 */
export function checkRequest(request: RenderRequest): Issue[] {
	const issues: Issue[] = [];
	for (const issue of findings(request)) {
		issues.push(issue);
		if (issues.length >= LIMITS.maxIssuesListed) break;
	}
	return issues;
}

function* findings({ slides }: RenderRequest): Generator<Issue> {
	for (const [i, slide] of slides.entries()) {
		if (typeof slide.image === "string") yield* imageFindings(`/slides/${i}/image`, slide.image);
		for (const [j, overlay] of (slide.imageOverlays ?? []).entries()) {
			yield* imageFindings(`/slides/${i}/imageOverlays/${j}/src`, overlay.src);
		}
		for (const [j, block] of (slide.textBlocks ?? []).entries()) {
			yield* textFindings(`/slides/${i}/textBlocks/${j}`, block);
		}
	}
}

function* imageFindings(path: string, src: string): Generator<Issue> {
	const source = parseImageSrc(src);
	if (source.kind === "invalid") {
		yield { path, message: asClause(source.message), allowed: source.allowed };
	}
}

function* textFindings(path: string, block: TextBlock): Generator<Issue> {
	const { highlightColor, richText } = block;
	if (highlightColor !== undefined && parseCssColor(highlightColor) === null) {
		yield {
			path: `${path}/highlightColor`,
			message: "is not a CSS colour",
			allowed: "any CSS colour, as #D4AF37, rgb(212 175 55 / 80%), gold or transparent",
		};
	}
	if (richText !== undefined && richTextDepth(richText) > LIMITS.maxRichTextDepth) {
		yield {
			path: `${path}/richText`,
			message: `is nested more than ${LIMITS.maxRichTextDepth} levels deep`,
			maxDepth: LIMITS.maxRichTextDepth,
		};
	}
}

/** "The image source is no URL." as what follows the path in a sentence: "is no URL". */
const asClause = (sentence: string): string =>
	sentence.replace(/^The image source /, "").replace(/\.$/, "");
