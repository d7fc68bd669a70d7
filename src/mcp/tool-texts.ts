/**
 * The descriptions of the tools, which models read before the first call. They are short, because
 * every client loads all of them, and include sizes that work and the most frequent wrong guesses.
 */
import { PLATFORMS, PREVIEW_SCALE } from "../contract/platforms.js";

const canvases = Object.entries(PLATFORMS)
	.map(([id, { width, height }]) => `${id} ${width * PREVIEW_SCALE}x${height * PREVIEW_SCALE}`)
	.join(", ");

export const INSTRUCTIONS =
	"Draws social posts and carousels. Begin with find_templates: a template looks better than most documents written from nothing, and edit can change every part of it. Without one that fits, call get_schema, then render a document of layers. Read the warnings and look at the picture, correct with edit, and stop when there are no errors and warnings.";

export const RENDER = [
	"Draws a design: a template with its variables, or a document. Returns a report (warnings and how to fix them, boxes, contrast, overlaps, free space), one picture of all slides, a URL of each slide in full size, and an id for edit.",
	`Lengths are preview pixels, never export pixels: ${canvases}.`,
	"A document: platform, mode (carousel draws all slides; the default, single, only the first), brand, stepperStyle (carousels show 1/3 unless it is none), slides[]. A slide: background (a colour or gradient), image (URL), scrim, layers[]. A layer: type text | image | shape | stack | grid | barcode. With variables: {} in it, {{brand.color}}, {{brand.color.on}}, {{brand.background}} and {{brand.text}} are the colours of brand; {{…}} may calculate (CEL): {{price * 1.19}}, {{size(x) > 40 ? 28 : 36}}, {{formatCurrency(x, 'EUR')}}; repeat: 'items' copies a layer per item of a list ({{item.name}}, index); shape series is a chart of values.",
	"LinkedIn carousels are uploaded as a PDF: send the same design to POST /api/render.pdf of this service.",
	"Use stacks, not coordinates, for what belongs together: a stack follows its text. A page that works: one top-level stack { x: 28, right: 28, y: 28, bottom: 28, justify, gap } with texts, rows and cards in it.",
	'Sizes for a slide 405 wide: margins 24 to 32, headline 36 to 56 (weight 800, lineHeight 1.1), body 16 to 20, nothing below 13. Stories: within: "safeArea" keeps layers clear of the app\'s controls. Text over photos needs a scrim of 0.45 or a card.',
	'Wrong guesses: text has textColor, font, weight and align, not color, fontFamily, fontWeight and textAlign. Text is heavy (800) and white by default: give body text weight 400 or 500, and textColor on light grounds. Shapes have fill, stacks and texts have background. x and y do nothing inside a stack; its children keep their own width, so cards and centred text need align: "stretch" on every stack around them. Gaps vanish if a stack has no free space: see "close" in the report. Headlines: textWrap "balance" leaves no single last word. Image layers cover their box: fit contain for logos. Icons are images: src lucide:rocket, with color. A shape without width and height is not drawn.',
].join("\n");

export const EDIT =
	'Changes an earlier result by a JSON Patch (RFC 6902) and draws it again; returns the same as render, with a new id. Paths are those of the warnings and the report: [{"op":"add","path":"/slides/0/layers/1/fontSize","value":28}]. "add" sets a field whether it exists or not, and inserts into a list; "replace" needs it to exist. For a template, change /variables/NAME, or /slides/…, which turns it into a document. An empty patch draws the same again; with slide, that slide alone and larger.';

export const MEASURE =
	"Reports where everything in a design is, including each line of text, and what a render would warn about, without drawing: contrast over pictures is not known. Takes a design as render does, or an id. render reports the same except the lines.";

export const FIND_TEMPLATES =
	"Finds finished designs for an occasion (sale, quote, event, hiring, recipe, webinar, podcast, listing, tips, …) with the variables of the best three. The id of a template as query returns only that one; no query lists all.";

export const GET_SCHEMA =
	"The fields of a document, one part at a time. Without a part: an introduction and the list of parts. Read layers, stack and text before you write a document, or copy an example and change it: priceTable (grid), columnChart, eventStory, hiringFit, linkPreview, saleButton, customerReview.";

export const SEARCH_PHOTOS =
	"Finds photos or backgrounds for slide.image, image layers and image variables. Print the credit line if there is one.";

export const SEARCH_ICONS =
	"Finds icons by words or an emoji. The name goes into src of an image layer or overlay, or an image variable.";

export const START_JOB =
	"Renders a design once for each row of data, in the background: for tens to thousands of pictures. Try one row with render first. Returns the id for job_status.";

export const JOB_STATUS =
	"Progress of a job, why its first rows failed, and where its pictures are. Wait as long as it says before the next call.";
