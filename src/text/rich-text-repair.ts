import { LIMITS } from "../contract/limits.js";
import { type HtmlToken, htmlTokens } from "./rich-text-tokens.js";

/** Elements with a meaning here. */
const KNOWN = new Set([..."b strong i em u s strike del mark span".split(" ")]);

/** Those that HTML reopens when something else closed them ("formatting" elements). */
const FORMATTING = new Set("b strong i em u s strike".split(" "));

/** Elements that have no content and no end tag. */
const VOID = new Set(
	"area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split(
		" ",
	),
);

/** HTML keeps this many equal formatting elements for reopening ("Noah's Ark clause"). */
const MAX_ALIKE = 3;

/** Open elements beyond a valid document's; bounds the work, not the language. */
const MAX_OPEN = LIMITS.maxRichTextDepth + MAX_ALIKE * FORMATTING.size;

/** True for a tag that opens nothing: void elements, and `<x/>` where x is none of ours. */
function opensNothing(token: HtmlToken & { type: "open" }): boolean {
	return VOID.has(token.name) || (token.selfClosing && !KNOWN.has(token.name));
}

/**
 * Levels of nested elements in a piece of HTML, elements without a meaning here
 * included. Linear time and no recursion, whatever the input.
 */
export function richTextDepth(html: string): number {
	const open = new Map<string, number>();
	let depth = 0;
	let deepest = 0;
	for (const token of htmlTokens(html)) {
		if (token.type === "open" && !opensNothing(token)) {
			open.set(token.name, (open.get(token.name) ?? 0) + 1);
			deepest = Math.max(deepest, ++depth);
		} else if (token.type === "close") {
			const count = open.get(token.name) ?? 0;
			if (count === 0) continue;
			open.set(token.name, count - 1);
			depth--;
		}
	}
	return deepest;
}

interface OpenElement {
	readonly name: string;
	/** Whether it stands in the output. */
	readonly written: boolean;
}

/** Tree construction (HTML Standard, 13.2.6) written out again as well-formed markup. */
class Repair {
	private output = "";
	private endsWithText = false;
	private readonly stack: OpenElement[] = [];
	private readonly open = new Map<string, number>();
	/** The list of active formatting elements. */
	private active: OpenElement[] = [];

	text(text: string, raw: boolean): void {
		this.reopenFormatting();
		// Keeps "&am" and "p;" apart where what stood between them is gone.
		if (this.endsWithText) this.output += "<!---->";
		this.endsWithText = true;
		const escaped = raw ? text.replaceAll("&", "&amp;") : text;
		this.output += escaped.replaceAll("<", "&lt;");
	}

	start(token: HtmlToken & { type: "open" }): void {
		if (token.name === "br") {
			this.lineBreak();
			return;
		}
		if (opensNothing(token) || this.stack.length >= MAX_OPEN) return;
		this.reopenFormatting();
		const written = KNOWN.has(token.name);
		if (written) {
			const style = token.name === "span" && token.style !== null ? token.style : "";
			this.tag(style === "" ? `<${token.name}>` : `<span style="${attribute(style)}">`);
		}
		const element = { name: token.name, written };
		this.push(element);
		if (FORMATTING.has(token.name)) this.remember(element);
	}

	end(name: string): void {
		if (name === "br") {
			this.lineBreak(); // </br> is <br>
			return;
		}
		if (FORMATTING.has(name)) {
			const last = this.active.findLast((element) => element.name === name);
			if (last !== undefined) {
				this.active = this.active.filter((element) => element !== last);
				if (this.stack.includes(last)) this.popThrough((element) => element === last);
				return;
			}
		}
		if ((this.open.get(name) ?? 0) > 0) this.popThrough((element) => element.name === name);
	}

	finish(): string {
		while (this.stack.length > 0) this.pop();
		return this.output;
	}

	private tag(markup: string): void {
		this.output += markup;
		this.endsWithText = false;
	}

	private lineBreak(): void {
		this.reopenFormatting();
		this.tag("<br>");
	}

	private push(element: OpenElement): void {
		this.stack.push(element);
		this.open.set(element.name, (this.open.get(element.name) ?? 0) + 1);
	}

	private pop(): OpenElement | undefined {
		const element = this.stack.pop();
		if (element === undefined) return undefined;
		this.open.set(element.name, this.open.get(element.name)! - 1);
		if (element.written) this.tag(`</${element.name}>`);
		return element;
	}

	private popThrough(wanted: (element: OpenElement) => boolean): void {
		for (let element = this.pop(); element !== undefined; element = this.pop()) {
			if (wanted(element)) return;
		}
	}

	private remember(element: OpenElement): void {
		const alike = this.active.filter(({ name }) => name === element.name);
		if (alike.length >= MAX_ALIKE) this.active.splice(this.active.indexOf(alike[0]!), 1);
		this.active.push(element);
	}

	/** "Reconstruct the active formatting elements": all after the last that is still open. */
	private reopenFormatting(): void {
		let from = this.active.length;
		while (from > 0 && !this.stack.includes(this.active[from - 1]!)) from--;
		for (let i = from; i < this.active.length; i++) {
			const { name } = this.active[i]!;
			// The same twice in a row shows nothing more.
			const again = this.active.slice(from, i).some((other) => other.name === name);
			const copy = { name, written: !again };
			if (copy.written) this.tag(`<${name}>`);
			this.active[i] = copy;
			this.push(copy);
		}
	}
}

function attribute(value: string): string {
	return value.replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

/**
 * HTML with the elements that rich text knows and no others, well-formed: each
 * start tag has its end tag in the right place, where an HTML parser would have
 * put it (`<b>1<i>2</b>3</i>` becomes `<b>1<i>2</i></b><i>3</i>`). Script, style
 * and other content that a browser does not show is gone. Character references
 * stay as they are. Linear in the length of the input, and no deeper than
 * LIMITS.maxRichTextDepth and a few.
 */
export function repairRichText(html: string): string {
	const repair = new Repair();
	for (const token of htmlTokens(html)) {
		if (token.type === "open") repair.start(token);
		else if (token.type === "close") repair.end(token.name);
		else repair.text(token.text, token.type === "rawText");
	}
	return repair.finish();
}
