import type { Selector as Token } from "css-what";
import { onDemand, requirePackage } from "../../../../base/on-demand.js";
import type { SvgBudget } from "../budget.js";
import type { XmlElement } from "../xml.js";

/** A complex selector, compiled. */
export interface Selector {
	/**
	 * What an element needs at least to match: its `#id`, a `.class`, its name, or `*`, so that each
	 * element is compared with few selectors.
	 */
	readonly key: string;
	/** In one number: ids, classes, elements. */
	readonly specificity: number;
	readonly matches: (element: XmlElement) => boolean;
}

const select = onDemand(() => requirePackage("css-select") as typeof import("css-select"));
const what = onDemand(() => requirePackage("css-what") as typeof import("css-what"));

/** Characters of a list of selectors; a longer one matches nothing. */
const MAX_SELECTOR = 4_000;
/** Visiting an element while a selector is matched. Nanoseconds. */
const VISIT = 40;
/** Pseudo-classes that nothing in a picture matches. */
const NEVER = [
	"active",
	"autofill",
	"current",
	"default",
	"focus",
	"focus-visible",
	"focus-within",
	"fullscreen",
	"future",
	"hover",
	"in-range",
	"indeterminate",
	"invalid",
	"modal",
	"muted",
	"out-of-range",
	"past",
	"paused",
	"picture-in-picture",
	"placeholder-shown",
	"playing",
	"popover-open",
	"seeking",
	"stalled",
	"target",
	"target-within",
	"user-invalid",
	"user-valid",
	"valid",
	"visited",
];
const PSEUDOS: Readonly<Record<string, (element: XmlElement) => boolean>> = Object.fromEntries([
	...NEVER.map((name) => [name, () => false]),
	["defined", () => true],
]);
const TRAVERSALS: ReadonlySet<string> = new Set(["child", "descendant", "sibling", "adjacent"]);

/**
 * Compiles a list of selectors. A selector that a browser does not know invalidates the list.
 * @param budget pays for the elements that matching visits
 */
export function compileSelectors(list: string, budget: SvgBudget): Selector[] {
	if (list.length > MAX_SELECTOR) return [];
	const adapter = adapterFor(budget);
	try {
		// A namespace prefix can only be that of SVG, because elements of others are not drawn.
		const written = list.replace(/(^|[\s,>+~(])(?:[\w-]+|\*)?\|(?=[\w*])/g, "$1");
		return what()
			.parse(written)
			.map((tokens) => ({
				key: keyOf(tokens),
				specificity: specificityOf(tokens),
				matches: select()._compileUnsafe<XmlElement, XmlElement>([tokens], {
					adapter,
					xmlMode: true,
					relativeSelector: false,
					pseudos: PSEUDOS,
					cacheResults: false,
				}),
			}));
	} catch {
		return [];
	}
}

const isElement = (node: XmlElement): node is XmlElement => node !== undefined;

function adapterFor(budget: SvgBudget) {
	const visit = (count: number) => budget.spend("nanoseconds", count * VISIT);
	const siblings = ({ parent }: XmlElement, element: XmlElement) => parent?.children ?? [element];
	return {
		isTag: isElement,
		getAttributeValue: ({ attributes }: XmlElement, name: string) => attributes.get(name),
		hasAttrib: ({ attributes }: XmlElement, name: string) => attributes.has(name),
		getName: ({ name }: XmlElement) => name,
		getText: ({ text }: XmlElement) => text,
		getChildren: ({ children }: XmlElement) => {
			visit(children.length + 1);
			return children;
		},
		getParent: ({ parent }: XmlElement) => {
			visit(1);
			return parent;
		},
		getSiblings: (element: XmlElement) => {
			const all = siblings(element, element);
			visit(all.length);
			return all;
		},
		removeSubsets: (nodes: XmlElement[]) => nodes,
	};
}

function keyOf(tokens: readonly Token[]): string {
	const last = tokens.findLastIndex(({ type }) => TRAVERSALS.has(type));
	let key = "*";
	for (const token of tokens.slice(last + 1)) {
		if (token.type === "tag" && key === "*") key = token.name;
		if (token.type !== "attribute") continue;
		if (token.name === "id" && token.action === "equals") return `#${token.value}`;
		if (token.name === "class" && token.action === "element") key = `.${token.value}`;
	}
	return key;
}

/** @see https://www.w3.org/TR/selectors-4/#specificity-rules */
function specificityOf(tokens: readonly Token[]): number {
	let sum = 0;
	for (const token of tokens) {
		if (token.type === "tag") sum += 1;
		else if (token.type === "attribute")
			sum += token.name === "id" && token.action === "equals" ? 1e6 : 1e3;
		else if (token.type === "pseudo") {
			const { name, data } = token;
			const inside = Array.isArray(data) ? Math.max(0, ...data.map(specificityOf)) : 0;
			if (name === "where") continue;
			sum += /^(?:is|not|has|matches)$/.test(name) ? inside : 1e3 + inside;
		}
	}
	return sum;
}
