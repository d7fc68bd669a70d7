import { malformed, SVG_LIMITS, type SvgBudget, tooComplex } from "./budget.js";
import { decodeReferences, openDocument } from "./xml-text.js";

/** An element of the SVG namespace; children of other namespaces are left out. */
export interface XmlElement {
	readonly name: string;
	/** By local name: those without a prefix, and xlink:href as href. */
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
const NAME = /[A-Za-z_:\u0080-\uFFFF][\w:.\-\u0080-\uFFFF]*/y;
const ATTRIBUTE =
	/\s+([A-Za-z_:\u0080-\uFFFF][\w:.\-\u0080-\uFFFF]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const TAG_END = /\s*(\/?)>/y;

interface OpenElement {
	readonly qualifiedName: string;
	readonly prefixes: ReadonlyMap<string, string>;
	/** null: of another namespace, left out with all that it holds. */
	readonly element: XmlElement | null;
}

/**
 * A strict, linear-time XML parser for SVG: no entity but the five of XML, no
 * document type of its own, nothing repaired.
 * @throws ImageFault not_an_image when malformed, too_complex over the limits
 */
export function parseSvg(source: string, budget: SvgBudget): XmlElement {
	let at = openDocument(source);
	const stack: OpenElement[] = [];
	let root: XmlElement | undefined;
	while (at < source.length) {
		const top = stack[stack.length - 1];
		if (source.charCodeAt(at) !== 60) {
			const next = source.indexOf("<", at);
			const text = source.slice(at, next < 0 ? source.length : next);
			if (top === undefined && text.trim() !== "") throw malformed("text outside the root");
			if (top?.element?.name === "style") top.element.text += decodeReferences(text);
			at += text.length;
		} else if (source.startsWith("<!--", at)) {
			at = after(source, "-->", at + 4);
		} else if (source.startsWith("<?", at)) {
			if (/^<\?xml[-\s]/i.test(source.slice(at, at + 7))) throw malformed("instruction");
			at = after(source, "?>", at + 2);
		} else if (source.startsWith("<![CDATA[", at) && top !== undefined) {
			const end = after(source, "]]>", at + 9);
			if (top.element?.name === "style") top.element.text += source.slice(at + 9, end - 3);
			at = end;
		} else if (source.startsWith("</", at)) {
			const name = readName(source, at + 2);
			TAG_END.lastIndex = at + 2 + name.length;
			const end = TAG_END.exec(source);
			if (end === null || end[1] !== "" || top?.qualifiedName !== name) throw malformed("end tag");
			stack.pop();
			at = TAG_END.lastIndex;
		} else {
			if (top === undefined && root !== undefined) throw malformed("two roots");
			budget.spend("elements");
			const start = readStartTag(source, at, top);
			if (start.opened.element !== null) root ??= start.opened.element;
			if (root === undefined) throw malformed("not an svg element");
			if (!start.closed) stack.push(start.opened);
			if (stack.length > SVG_LIMITS.depth * 4) throw tooComplex("nesting");
			at = start.end;
		}
	}
	if (root === undefined || stack.length > 0) throw malformed("unclosed element");
	if (root.name !== "svg") throw malformed("root is not svg");
	return root;
}

function readStartTag(
	source: string,
	at: number,
	top: OpenElement | undefined,
): { opened: OpenElement; closed: boolean; end: number } {
	const qualifiedName = readName(source, at + 1);
	const raw = new Map<string, string>();
	let end = at + 1 + qualifiedName.length;
	ATTRIBUTE.lastIndex = end;
	for (let match = ATTRIBUTE.exec(source); match !== null; match = ATTRIBUTE.exec(source)) {
		end = ATTRIBUTE.lastIndex;
		const name = match[1]!;
		if (raw.has(name)) throw malformed(`two attributes ${name.slice(0, 40)}`);
		raw.set(name, decodeReferences(match[2] ?? match[3]!));
		if (raw.size > SVG_LIMITS.attributes) throw tooComplex("attributes");
	}
	TAG_END.lastIndex = end;
	const close = TAG_END.exec(source);
	if (close === null) throw malformed("start tag");
	const prefixes = declarePrefixes(raw, top?.prefixes ?? new Map());
	const [prefix, name] = splitName(qualifiedName);
	const namespace = prefixes.get(prefix) ?? (prefix === "" ? SVG_NAMESPACE : undefined);
	if (namespace === undefined) throw malformed("unknown prefix");
	const parent = top?.element ?? null;
	const kept = namespace === SVG_NAMESPACE && (top === undefined || parent !== null);
	const element: XmlElement | null = kept
		? { name, attributes: localAttributes(raw, prefixes), children: [], parent, text: "" }
		: null;
	if (element !== null) parent?.children.push(element);
	const opened = { qualifiedName, prefixes, element };
	return { opened, closed: close[1] === "/", end: TAG_END.lastIndex };
}

function declarePrefixes(
	raw: ReadonlyMap<string, string>,
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
	raw: ReadonlyMap<string, string>,
	prefixes: ReadonlyMap<string, string>,
): Map<string, string> {
	const local = new Map<string, string>();
	for (const [qualifiedName, value] of raw) {
		const [prefix, name] = splitName(qualifiedName);
		if (prefix === "") local.set(name, value);
		else if (name === "href" && prefixes.get(prefix) === XLINK_NAMESPACE && !raw.has("href")) {
			local.set("href", value);
		}
	}
	return local;
}

function splitName(qualifiedName: string): [prefix: string, name: string] {
	const colon = qualifiedName.indexOf(":");
	return [qualifiedName.slice(0, Math.max(0, colon)), qualifiedName.slice(colon + 1)];
}

function readName(source: string, at: number): string {
	NAME.lastIndex = at;
	const name = NAME.exec(source)?.[0];
	if (name === undefined) throw malformed("name expected");
	return name;
}

function after(source: string, mark: string, from: number): number {
	const at = source.indexOf(mark, from);
	if (at < 0) throw malformed(`${mark} expected`);
	return at + mark.length;
}
