import { parseHTML } from "linkedom/worker";
import type { DefaultTreeAdapterMap, Parser, Token, TreeAdapter, TreeAdapterTypeMap } from "parse5";
import { onDemand, requirePackage } from "../../../base/on-demand.js";

/** The parts of linkedom's nodes that are used. */
export interface DomNode {
	readonly nodeType: number;
	/** The tag of an element; in lower case for HTML elements, otherwise as written. */
	readonly localName: string;
	readonly namespaceURI: string | null;
	nodeValue: string | null;
	readonly parentNode: DomNode | null;
	readonly firstChild: DomNode | null;
	readonly lastChild: DomNode | null;
	readonly previousSibling: DomNode | null;
	readonly nextSibling: DomNode | null;
	appendChild(node: DomNode): void;
	insertBefore(node: DomNode, before: DomNode): void;
	remove(): void;
	getAttribute(name: string): string | null;
	setAttribute(name: string, value: string): void;
}

interface DomDocument {
	createElementNS(namespace: string, name: string): DomNode;
	createTextNode(text: string): DomNode;
	createDocumentFragment(): DomNode;
}

export const ELEMENT = 1;
export const TEXT = 3;

const parse5 = onDemand(() => requirePackage("parse5") as typeof import("parse5"));

type DomNodes = {
	[Kind in keyof TreeAdapterTypeMap]: DomNode;
};

/** The supported attributes of each element. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
	span: "style",
	ol: "start",
	li: "value",
	bdi: "dir",
};

/**
 * Called for each start tag, in the order of the markup.
 * @param styled whether it has a style attribute, which only has an effect on span
 */
export type OnStartTag = (name: string, styled: boolean) => void;

/**
 * parse5's parser without the attributes that have no effect: it compares all attributes of open
 * formatting elements with each other, so a few thousand characters of them would take seconds and
 * a gigabyte.
 */
const parserClass = onDemand(() => {
	return class LeanParser<Nodes extends TreeAdapterTypeMap> extends parse5().Parser<Nodes> {
		onTag: OnStartTag = () => {};

		override onStartTag(token: Token.TagToken): void {
			const styled = token.tagName !== "span" && token.attrs.some(({ name }) => name === "style");
			this.onTag(token.tagName, styled);
			const known = ATTRIBUTES[token.tagName];
			token.attrs = known === undefined ? [] : token.attrs.filter(({ name }) => name === known);
			super.onStartTag(token);
		}

		/** Ignores comments, so that the text on both sides becomes one node. */
		override onComment(): void {}
	};
});

/** A parser for the content of a block. */
function fragmentParser<Nodes extends TreeAdapterTypeMap>(treeAdapter: TreeAdapter<Nodes>) {
	const context = treeAdapter.createElement("div", parse5().html.NS.HTML, []);
	return parserClass().getFragmentParser(context, { treeAdapter }) as Parser<Nodes> & {
		onTag: OnStartTag;
	};
}

/** Used instead of linkedom's childNodes, which is slower for the same list. */
function childrenOf(node: DomNode): DomNode[] {
	const children: DomNode[] = [];
	for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
	return children;
}

/**
 * The tree adapter between parse5 and linkedom's nodes, without the functions that parsing a
 * fragment does not call.
 */
function treeOf(document: DomDocument): TreeAdapter<DomNodes> {
	const { NS } = parse5().html;
	/** The content of a template is not part of the document. */
	const templates = new WeakMap<DomNode, DomNode>();
	const text = (before: DomNode | null, more: string): DomNode | null => {
		if (before?.nodeType !== TEXT) return document.createTextNode(more);
		before.nodeValue += more;
		return null;
	};
	const adapter: Partial<TreeAdapter<DomNodes>> = {
		createElement(name, namespace, attributes) {
			const element = document.createElementNS(namespace, name);
			for (const attribute of attributes) element.setAttribute(attribute.name, attribute.value);
			return element;
		},
		createDocumentFragment: () => document.createDocumentFragment(),
		appendChild: (parent, node) => parent.appendChild(node),
		insertBefore: (parent, node, before) => parent.insertBefore(node, before),
		insertText(parent, more) {
			const node = text(parent.lastChild, more);
			if (node !== null) parent.appendChild(node);
		},
		insertTextBefore(parent, more, before) {
			const node = text(before.previousSibling, more);
			if (node !== null) parent.insertBefore(node, before);
		},
		detachNode: (node) => node.remove(),
		adoptAttributes() {},
		setTemplateContent: (template, content) => void templates.set(template, content),
		getTemplateContent: (template) => templates.get(template)!,
		getFirstChild: (node) => node.firstChild,
		getChildNodes: childrenOf,
		getParentNode: (node) => node.parentNode,
		getTagName: (element) => element.localName,
		getNamespaceURI: (element) => element.namespaceURI as (typeof NS)["HTML"],
		getAttrList: () => [],
		getDocumentMode: () => parse5().html.DOCUMENT_MODE.NO_QUIRKS,
	};
	return adapter as TreeAdapter<DomNodes>;
}

/** The nodes belong to a document that stays empty and is created only once. */
const tree = onDemand(() =>
	treeOf(parseHTML("<!doctype html>").document as unknown as DomDocument),
);

/**
 * Parses markup like a browser, however invalid it is, without attributes except the style of a
 * span. Nothing is fetched or executed.
 */
export function parseHtml(html: string, onTag?: OnStartTag): DomNode {
	const parser = fragmentParser(tree());
	if (onTag !== undefined) parser.onTag = onTag;
	parser.tokenizer.write(html, true);
	return parser.getFragment() as DomNode;
}

/** Levels of nested elements in a piece of HTML, including unsupported ones. */
export function htmlDepth(html: string): number {
	let depth = -1; // The parser adds a root element.
	let deepest = 0;
	const { defaultTreeAdapter } = parse5();
	const parser = fragmentParser<DefaultTreeAdapterMap>({
		...defaultTreeAdapter,
		onItemPush: () => {
			deepest = Math.max(deepest, ++depth);
		},
		onItemPop: () => {
			depth--;
		},
	});
	parser.tokenizer.write(html, true);
	return deepest;
}
