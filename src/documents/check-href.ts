/** The links of layers. */
import type { Issue } from "../base/issue.js";
import { childrenOf } from "../contract/document/children.js";
import type { Layer } from "../contract/document/layers.js";

const ALLOWED = "an absolute http, https, mailto or tel URL without a user name";

/** Control and white-space characters, those that look like them, and lone surrogates. */
const FORBIDDEN = /[\s\p{C}\\]/u;

/**
 * Why a text is not a link; undefined if it is one. Stricter than the WHATWG standard, because PDF
 * readers parse links in their own ways: `http:host`, backslashes and spaces are refused.
 */
export function hrefFault(href: string): string | undefined {
	if (FORBIDDEN.test(href)) return "contains a space, a control character or a backslash";
	const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(href) ?? [];
	if (scheme === undefined) return "is not an absolute URL";
	const rest = href.slice(scheme.length + 1);
	switch (scheme.toLowerCase()) {
		case "http":
		case "https":
			return webFault(href, rest);
		case "mailto":
			return /^[^?#@]+@[^?#@]/.test(rest) && URL.canParse(href)
				? undefined
				: "has no e-mail address";
		case "tel":
			return /^\+?[0-9*#().,;=a-z-]+$/i.test(rest) && /[0-9]/.test(rest)
				? undefined
				: "is not a telephone number";
		default:
			return `has the scheme ${scheme.slice(0, 20)}, which is not allowed`;
	}
}

function webFault(href: string, rest: string): string | undefined {
	if (!/^\/\/[^/?#]/.test(rest) || !URL.canParse(href)) return "is not a valid URL";
	const { username, password } = new URL(href);
	const authority = rest.slice(2).split(/[/?#]/, 1)[0]!;
	return username !== "" || password !== "" || authority.includes("@")
		? "contains a user name or a password"
		: undefined;
}

/** What is wrong with the links of a layer and of what is inside. @param path JSON pointer */
export function* hrefFindings(layer: Layer, path: string): Generator<Issue> {
	const { href } = layer;
	if (href === undefined) return;
	const fault = hrefFault(href);
	if (fault !== undefined) yield { path: `${path}/href`, message: fault, allowed: ALLOWED };
	for (const [i, child] of childrenOf(layer).entries())
		for (const inner of linksIn(child, `${path}/children/${i}`))
			yield {
				path: `${inner}/href`,
				message: "cannot be inside another link: remove it, or the href of the layer around it",
				allowed: "none",
			};
}

/** The paths of the outermost links. */
function linksIn(layer: Layer, path: string): string[] {
	if (layer.href !== undefined) return [path];
	return childrenOf(layer).flatMap((child, i) => linksIn(child, `${path}/children/${i}`));
}
