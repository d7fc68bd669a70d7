/** What a field is called here that has another name in CSS, in a design tool or in another service. */
import type { Fault } from "../base/issue.js";
import { nearest } from "../base/nearest.js";

/** Characters of an unknown name that are examined. */
const MAX_NAME_LENGTH = 64;

/**
 * The message for an unknown field.
 * @param known the known fields
 * @param valuesOf the values of a field, if it has few
 */
export function unknownField(
	name: string,
	known: readonly string[],
	valuesOf: (field: string) => readonly string[] | undefined = () => undefined,
): Fault {
	const concept = conceptOf(name, known);
	if (concept !== undefined)
		return { message: `is not a known property; ${concept}`, allowed: known };
	const meant = meantField(name, known);
	const values = meant === undefined ? undefined : valuesOf(meant);
	const takes = values === undefined ? "" : ` Its values: ${values.join(", ")}`;
	return {
		message: `is not a known property${meant === undefined ? "" : `; did you mean ${meant}?${takes}`}`,
		allowed: known,
	};
}

/** Names of fields elsewhere (CSS, design tools, other services) and what they are called here. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
	left: ["x"],
	top: ["y"],
	w: ["width"],
	h: ["height"],
	color: ["textColor", "fill", "background"],
	fontcolor: ["textColor"],
	textcolour: ["textColor"],
	colour: ["color", "textColor", "fill"],
	fill: ["textFill", "background", "color"],
	fills: ["fill", "background"],
	backgroundcolor: ["background", "fill"],
	bgcolor: ["background", "backgroundColor"],
	src: ["src", "image"],
	url: ["src", "image"],
	imageurl: ["src", "image"],
	href: ["src"],
	image: ["src"],
	text: ["data"],
	radius: ["borderRadius"],
	cornerradius: ["borderRadius"],
	rx: ["borderRadius"],
	fontweight: ["weight"],
	fontfamily: ["font"],
	family: ["font"],
	fontsize: ["fontSize"],
	textalign: ["align"],
	alignment: ["align"],
	verticalalignment: ["verticalAlign"],
	valign: ["verticalAlign"],
	alignitems: ["align"],
	justifycontent: ["justify"],
	flexdirection: ["direction"],
	layout: ["direction"],
	layoutmode: ["direction"],
	itemspacing: ["gap"],
	spacing: ["gap"],
	flexwrap: ["wrap"],
	flexgrow: ["grow"],
	flexshrink: ["shrink"],
	flexbasis: ["basis"],
	flex: ["grow"],
	objectfit: ["fit"],
	objectposition: ["cropX"],
	rotate: ["rotation"],
	angle: ["rotation"],
	alpha: ["opacity"],
	boxshadow: ["shadow"],
	textshadow: ["shadow"],
	dropshadow: ["shadow"],
	effects: ["shadow"],
	stroke: ["border", "textStroke"],
	strokewidth: ["stroke"],
	border: ["stroke"],
	overflow: ["clip"],
	mixblendmode: ["blendMode"],
	content: ["text", "children"],
	value: ["text", "data"],
	label: ["text"],
	html: ["richText"],
	layers: ["children", "slides"],
	pages: ["slides"],
	frames: ["slides"],
	screens: ["slides"],
	artboards: ["slides"],
	gridtemplatecolumns: ["columns"],
	gridtemplaterows: ["rows"],
	gridcolumn: ["column"],
	gridrow: ["row"],
	gridgap: ["gap"],
	colspan: ["columnSpan"],
	backgroundimage: ["image"],
	symbology: ["kind"],
	format: ["kind"],
	elements: ["layers", "children"],
	items: ["children"],
	objects: ["layers"],
	tracking: ["letterSpacing"],
	linespacing: ["lineHeight"],
	leading: ["lineHeight"],
	texttransform: ["textTransform"],
	casing: ["textTransform"],
	style: ["shape"],
	kind: ["shape", "type"],
	d: ["path"],
	size: ["fontSize", "width"],
};

const ITALICS = "italics are in richText: <i>…</i>";
const LINES = "richText has <u>…</u> and <s>…</s>";
const BOLD = 'write "weight": 700, or <b>…</b> in richText';
const WHEN_SHOWN = "showIf and hideIf leave a layer out";
const ORDER = "layers are drawn in the order of their list, the last one on top";
const MOTION = "pictures do not move";

/** Names elsewhere of what no single field is here, and how it is written. */
const CONCEPTS: Readonly<Record<string, string>> = {
	fontstyle: ITALICS,
	italic: ITALICS,
	textdecoration: LINES,
	textdecorationline: LINES,
	underline: LINES,
	strikethrough: LINES,
	bold: BOLD,
	display: WHEN_SHOWN,
	visible: WHEN_SHOWN,
	visibility: WHEN_SHOWN,
	hidden: WHEN_SHOWN,
	zindex: ORDER,
	animation: MOTION,
	transition: MOTION,
	transform: "write rotation, skewX, skewY, or flip for pictures and shapes",
};

const plainName = (name: string): string =>
	name.slice(0, MAX_NAME_LENGTH).replaceAll(/[-_]/g, "").toLowerCase();

const IN_LAYERS = 'it belongs to a layer: "layers": [{ "type": "text", "text": … }]';
const SIZE = 'write "platform": "custom" and "size": { "width": …, "height": … }';

/** The same for fields of layers that were written into a slide, and of a slide in the document. */
const SLIDE_CONCEPTS: Readonly<Record<string, string>> = {
	...CONCEPTS,
	text: IN_LAYERS,
	richtext: IN_LAYERS,
	title: IN_LAYERS,
	headline: IN_LAYERS,
	heading: IN_LAYERS,
	content: IN_LAYERS,
	html: IN_LAYERS,
};
const DOCUMENT_CONCEPTS: Readonly<Record<string, string>> = { width: SIZE, height: SIZE };

/** How something is written that is not a field of this name here. */
function conceptOf(name: string, known: readonly string[]): string | undefined {
	const concepts = known.includes("slides")
		? DOCUMENT_CONCEPTS
		: known.includes("textBlocks")
			? SLIDE_CONCEPTS
			: known.includes("showIf")
				? CONCEPTS
				: {};
	const plain = plainName(name);
	return Object.hasOwn(concepts, plain) ? concepts[plain] : undefined;
}

/** The field that was probably meant: by its name elsewhere, or by the most similar name here. */
function meantField(name: string, known: readonly string[]): string | undefined {
	const plain = plainName(name);
	const [exact] = known.filter((field) => field.toLowerCase() === plain);
	const elsewhere = Object.hasOwn(OTHER_NAMES, plain) ? OTHER_NAMES[plain]! : [];
	return exact ?? elsewhere.find((field) => known.includes(field)) ?? nearest(name, known, 1)[0];
}
