import { SaxesParser, type SaxesTagPlain } from "saxes";
import { ImageFault } from "../image-fault.js";
import { malformed, SVG_LIMITS, type SvgBudget, tooComplex } from "./budget.js";
import { expandEntities } from "./entities.js";

/** Elements whose character data is kept. */
const HAS_TEXT: ReadonlySet<string> = new Set(["style", "foreignObject"]);

/** An element of a document. */
export interface XmlElement {
	/** Local name; for an element of another namespace, with a colon, which no SVG element has. */
	readonly name: string;
	/** By local name: attributes without a prefix, and xlink:href as href. */
	readonly attributes: Map<string, string>;
	/** Elements of all namespaces; those of others have no children of their own. */
	readonly children: XmlElement[];
	readonly parent: XmlElement | null;
	/** Child elements and character data in order, inside of text elements only. */
	readonly content: (XmlElement | string)[];
	/** Character data directly inside, for style elements and foreignObject. */
	text: string;
	/** Line of its start tag, from 1. */
	readonly line: number;
	/** Values at the start of its animations, which override its other values. */
	animated?: Map<string, string>;
	/** The transform of its motion along a path at the start. */
	motion?: string;
}

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
const XLINK_NAMESPACE = "http://www.w3.org/1999/xlink";
const XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";
const HTML_NAMESPACE = "http://www.w3.org/1999/xhtml";
/** Namespace prefixes in scope at once. */
const MAX_PREFIXES = 100;
const TEXT_ELEMENTS: ReadonlySet<string> = new Set(["text", "tspan", "textPath", "a", "title"]);

interface OpenElement {
	readonly prefixes: ReadonlyMap<string, string>;
	/** null: the content of an element of another namespace, which is left out. */
	readonly element: XmlElement | null;
	/** Character data is kept. */
	readonly text: boolean;
}

/**
 * Parses the XML of an SVG strictly: internal entities within narrow limits, nothing from outside,
 * and nothing is repaired.
 * @param instruction called with the name of each processing instruction
 * @throws ImageFault not_an_image if malformed, too_complex if a limit is exceeded
 */
export function parseSvg(
	source: string,
	budget: SvgBudget,
	instruction: (target: string) => void = () => {},
): XmlElement {
	// Prefixes are resolved here, because the parser would search all open elements for each.
	const parser = new SaxesParser({ xmlns: false, position: true });
	const reader = new SvgReader(budget, () => parser.line);
	parser.on("processinginstruction", ({ target }) => instruction(target));
	parser.on("opentagstart", () => reader.begin());
	parser.on("attribute", () => reader.countAttribute());
	parser.on("opentag", (tag) => reader.open(tag));
	parser.on("closetag", () => reader.close());
	parser.on("text", (text) => reader.addText(text));
	parser.on("cdata", (text) => reader.addText(text));
	parser.on("error", (error) => {
		throw error;
	});
	try {
		parser.write(expandEntities(source.trimStart())).close();
	} catch (cause) {
		if (cause instanceof ImageFault) throw cause;
		throw malformed(`its XML is not well-formed at line ${parser.line}`, cause);
	}
	return reader.root;
}

/** Builds the tree from the events of the parser. */
class SvgReader {
	readonly #budget: SvgBudget;
	readonly #line: () => number;
	readonly #stack: OpenElement[] = [];
	#root: XmlElement | undefined;
	#attributes = 0;
	#began = 1;

	constructor(budget: SvgBudget, line: () => number) {
		this.#budget = budget;
		this.#line = line;
	}

	get root(): XmlElement {
		if (this.#root?.name !== "svg") throw malformed("its root element is not svg");
		return this.#root;
	}

	begin(): void {
		this.#budget.spend("elements");
		this.#attributes = 0;
		this.#began = this.#line();
	}

	countAttribute(): void {
		if (++this.#attributes > SVG_LIMITS.attributes) throw tooComplex("attributes");
	}

	open(tag: SaxesTagPlain): void {
		const top = this.#stack.at(-1);
		const raw = Object.entries(tag.attributes);
		const prefixes = declarePrefixes(raw, top?.prefixes ?? new Map());
		const [prefix, local] = splitName(tag.name);
		const namespace = prefixes.get(prefix) ?? (prefix === "" ? SVG_NAMESPACE : undefined);
		if (namespace === undefined)
			throw malformed(`line ${this.#began} uses the undeclared prefix ${prefix}`);
		const parent = top?.element ?? null;
		const inside = top === undefined || (parent !== null && !parent.name.includes(":"));
		const element: XmlElement | null = inside
			? {
					name:
						namespace === SVG_NAMESPACE
							? local
							: `${namespace === HTML_NAMESPACE ? "html" : ""}:${local}`,
					attributes: localAttributes(raw, prefixes),
					children: [],
					parent,
					content: [],
					text: "",
					line: this.#began,
				}
			: null;
		if (element !== null) {
			parent?.children.push(element);
			if (top?.text) parent?.content.push(element);
		}
		if (top === undefined) this.#root = element ?? undefined;
		this.#stack.push({ prefixes, element, text: element !== null && TEXT_ELEMENTS.has(local) });
		if (this.#stack.length > SVG_LIMITS.depth * 4) throw tooComplex("nesting");
	}

	close(): void {
		this.#stack.pop();
	}

	addText(text: string): void {
		const top = this.#stack.at(-1);
		if (top === undefined || top.element === null) return;
		if (HAS_TEXT.has(top.element.name)) top.element.text += text;
		else if (top.text) top.element.content.push(text);
	}
}

function declarePrefixes(
	raw: readonly (readonly [name: string, value: string])[],
	inherited: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
	let own: Map<string, string> | undefined;
	for (const [name, value] of raw) {
		if (name !== "xmlns" && !name.startsWith("xmlns:")) continue;
		own ??= new Map(inherited);
		own.set(name.slice(6), value);
		if (own.size > MAX_PREFIXES) throw tooComplex("namespaces");
	}
	return own ?? inherited;
}

function localAttributes(
	raw: readonly (readonly [name: string, value: string])[],
	prefixes: ReadonlyMap<string, string>,
): Map<string, string> {
	const local = new Map<string, string>();
	for (const [qualifiedName, value] of raw) {
		const [prefix, name] = splitName(qualifiedName);
		if (prefix === "") local.set(name, value);
		else if (prefix === "xml" || prefixes.get(prefix) === XML_NAMESPACE)
			local.set(`xml:${name}`, value);
		else if (
			name === "href" &&
			prefixes.get(prefix) === XLINK_NAMESPACE &&
			!raw.some(([other]) => other === "href")
		) {
			local.set("href", value);
		}
	}
	return local;
}

function splitName(qualifiedName: string): [prefix: string, name: string] {
	const colon = qualifiedName.indexOf(":");
	return [qualifiedName.slice(0, Math.max(0, colon)), qualifiedName.slice(colon + 1)];
}
