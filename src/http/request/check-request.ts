import { isLossy, LOSSY_FORMATS } from "../../contract/formats.js";
import type { Issue } from "../../contract/issue.js";
import { LIMITS } from "../../contract/limits.js";
import type { RenderRequest, TextBlock } from "../../contract/render-request.js";
import { parseImageSrc } from "../../images/source-url.js";
import type { SlideFormat } from "../../render/job.js";
import { parseCssColor } from "../../text/rich/css-color.js";
import { isTooDeep } from "../../text/rich/rich-text.js";

/**
 * What a JSON Schema cannot say: colours that parse, image sources that name
 * an image, the depth of rich text. Looks at all slides, those that mode
 * single does not draw too; lists no more than a 400 shows.
 * @param made what the endpoint makes, should it name the format
 */
export function checkRequest(request: RenderRequest, made?: SlideFormat): Issue[] {
	const issues: Issue[] = [];
	for (const issue of findings(request, made)) {
		issues.push(issue);
		if (issues.length >= LIMITS.maxIssuesListed) break;
	}
	return issues;
}

function* findings(request: RenderRequest, made?: SlideFormat): Generator<Issue> {
	const { slides, format = "png" } = request;
	const lossy = isLossy(format) || (made !== undefined && isLossy(made));
	const known = { quality: lossy || made === "pdf", maxBytes: lossy && made !== "pdf" };
	for (const field of ["quality", "maxBytes"] as const)
		if (!known[field] && request[field] !== undefined)
			yield {
				path: `/${field}`,
				message: "is for lossy formats alone",
				allowed: `format ${LOSSY_FORMATS.join(" or ")}`,
			};
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
	if (block.fit === "shrink" && (block.width == null || block.height == null)) {
		yield {
			path: `${path}/fit`,
			message: "shrink needs width and height: the box that the text is to stay in",
			allowed: "shrink with width and height, or none",
		};
	}
	if (highlightColor !== undefined && parseCssColor(highlightColor) === null) {
		yield {
			path: `${path}/highlightColor`,
			message: "is not a CSS colour",
			allowed: "any CSS colour, as #D4AF37, rgb(212 175 55 / 80%), gold or transparent",
		};
	}
	if (richText !== undefined && isTooDeep(richText)) {
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
