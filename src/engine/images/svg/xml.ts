import { SaxesParser, type SaxesTagPlain } from "saxes";
import { ImageFault } from "../image-fault.js";
import { malformed, SVG_LIMITS, type SvgBudget, tooComplex } from "./budget.js";

/** An element of the SVG namespace; children of other namespaces are left out. */
export interface XmlElement {
	readonly name: string;
	/** By local name: attributes without a prefix, and xlink:href as href. */
	readonly attributes: ReadonlyMap<string, string>;
	readonly children: XmlElement[];
	readonly parent: XmlElement | null;
	/** Character data directly inside, for style elements. */
	text: string;
}

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
const XLINK_NAMESPACE = "http://www.w3.org/1999/xlink";
/** Namespace prefixes in scope at once. */
const MAX_PREFIXES = 100;
/**
 * Only a document type of the W3C (or none) is allowed, and nothing reads it. Entities are defined
 * in document types with their own declarations.
 */
const DOCTYPE =
	/^\s+(?:\w{1,20}:)?svg\s*(?:PUBLIC\s+(?:"-\/\/W3C\/\/DTD SVG[^"<>]{0,60}"|'-\/\/W3C\/\/DTD SVG[^'<>]{0,60}')(?:\s+(?:"[^"<>]{0,200}"|'[^'<>]{0,200}'))?)?\s*$/;

interface OpenElement {
	readonly prefixes: ReadonlyMap<string, string>;
	/** null: an element of another namespace, which is left out with its content. */
	readonly element: XmlElement | null;
}

/**
 * Parses the XML of an SVG strictly: only the five entities of XML, no custom document type, and
 * nothing is repaired.
 * @throws ImageFault not_an_image if malformed, too_complex if a limit is exceeded
 */
export function parseSvg(source: string, budget: SvgBudget): XmlElement {
	const reader = new SvgReader(budget);
	// Prefixes are resolved here, because the parser would search all open elements for each.
	const parser = new SaxesParser({ xmlns: false, position: false });
	parser.on("doctype", (text) => {
		if (!DOCTYPE.test(text)) throw malformed("document type");
	});
	parser.on("processinginstruction", ({ target }) => {
		if (/^xml-/i.test(target)) throw malformed("instruction");
	});
	parser.on("opentagstart", () => reader.begin());
	parser.on("attribute", () => reader.countAttribute());
	parser.on("opentag", (tag) => reader.open(tag));
	parser.on("closetag", () => reader.close());
	parser.on("text", (text) => reader.addText(text));
	parser.on("cdata", (text) => reader.addText(text));
	try {
		parser.write(source.trimStart()).close();
	} catch (cause) {
		if (cause instanceof ImageFault) throw cause;
		throw Object.assign(malformed("not well-formed"), { cause });
	}
	return reader.root;
}

/** Builds the tree from the events of the parser. */
class SvgReader {
	readonly #budget: SvgBudget;
	readonly #stack: OpenElement[] = [];
	#root: XmlElement | undefined;
	#attributes = 0;

	constructor(budget: SvgBudget) {
		this.#budget = budget;
	}

	get root(): XmlElement {
		if (this.#root?.name !== "svg") throw malformed("root is not svg");
		return this.#root;
	}

	begin(): void {
		this.#budget.spend("elements");
		this.#attributes = 0;
	}

	countAttribute(): void {
		if (++this.#attributes > SVG_LIMITS.attributes) throw tooComplex("attributes");
	}

	open(tag: SaxesTagPlain): void {
		const top = this.#stack.at(-1);
		const raw = Object.entries(tag.attributes);
		const prefixes = declarePrefixes(raw, top?.prefixes ?? new Map());
		const [prefix, name] = splitName(tag.name);
		const namespace = prefixes.get(prefix) ?? (prefix === "" ? SVG_NAMESPACE : undefined);
		if (namespace === undefined) throw malformed("unknown prefix");
		const parent = top?.element ?? null;
		const kept = namespace === SVG_NAMESPACE && (top === undefined || parent !== null);
		const element: XmlElement | null = kept
			? { name, attributes: localAttributes(raw, prefixes), children: [], parent, text: "" }
			: null;
		if (element !== null) parent?.children.push(element);
		if (top === undefined) {
			if (element === null) throw malformed("not an svg element");
			this.#root = element;
		}
		this.#stack.push({ prefixes, element });
		if (this.#stack.length > SVG_LIMITS.depth * 4) throw tooComplex("nesting");
	}

	close(): void {
		this.#stack.pop();
	}

	addText(text: string): void {
		const element = this.#stack.at(-1)?.element;
		if (element?.name === "style") element.text += text;
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
