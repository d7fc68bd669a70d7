/**
 * HTML's tokens (HTML Standard, section 13.2.5) as far as inline markup needs
 * them. One pass, no regular expression that could go back.
 */
export type HtmlToken =
	/** Character references are not resolved yet. */
	| { readonly type: "text"; readonly text: string }
	/** Text in which "&" stands for itself. */
	| { readonly type: "rawText"; readonly text: string }
	| {
			readonly type: "open";
			readonly name: string;
			/** The raw style attribute, character references not resolved. */
			readonly style: string | null;
			readonly selfClosing: boolean;
	  }
	| { readonly type: "close"; readonly name: string };

/** Elements whose content a browser does not show as text at all. */
const DROPPED = new Set(["script", "style", "title", "iframe", "noembed", "noframes", "noscript"]);
/** Elements in whose content tags are text; in the first, character references count. */
const TEXT_ONLY = new Map([
	["textarea", "text"],
	["xmp", "rawText"],
	["plaintext", "rawText"],
] as const);

const isSpace = (c: string | undefined): boolean =>
	c === " " || c === "\t" || c === "\n" || c === "\r" || c === "\f";
const isLetter = (c: string | undefined): boolean => c !== undefined && /^[a-z]$/i.test(c);

class Tokenizer {
	private at = 0;
	private readonly lower: string;

	constructor(private readonly html: string) {
		this.lower = asciiLower(html);
	}

	*tokens(): Generator<HtmlToken> {
		let textStart = 0;
		while (this.at < this.html.length) {
			const open = this.html.indexOf("<", this.at);
			if (open < 0) break;
			this.at = open + 1;
			if (!this.startsMarkup()) continue;
			if (open > textStart) yield { type: "text", text: this.html.slice(textStart, open) };
			yield* this.markup();
			textStart = this.at;
		}
		this.at = this.html.length;
		if (textStart < this.at) yield { type: "text", text: this.html.slice(textStart) };
	}

	/** After "<": is this a tag or a comment? Else it is text. */
	private startsMarkup(): boolean {
		const c = this.html[this.at];
		if (c === "/") return this.at + 1 < this.html.length;
		return c === "!" || c === "?" || isLetter(c);
	}

	private *markup(): Generator<HtmlToken> {
		const c = this.html[this.at];
		if (c === "!" || c === "?") return this.skipComment();
		if (c !== "/") return yield* this.openTag();
		this.at++;
		if (!isLetter(this.html[this.at])) return this.skipPast(">", this.at);
		const name = this.tagName();
		if (this.attributes() !== null) yield { type: "close", name };
	}

	private *openTag(): Generator<HtmlToken> {
		const name = this.tagName();
		const attributes = this.attributes();
		if (attributes === null) return;
		if (DROPPED.has(name)) {
			this.contentUntilClose(name);
			return;
		}
		if (name === "template") return this.skipTemplate();
		yield { type: "open", name, ...attributes };
		const kind = TEXT_ONLY.get(name as "textarea");
		if (kind === undefined) return;
		const text = name === "plaintext" ? this.rest() : this.contentUntilClose(name);
		if (text !== "") yield { type: kind, text };
		yield { type: "close", name };
	}

	/** Everything up to a needle and the needle itself; all the rest where there is none. */
	private skipPast(needle: string, from: number): void {
		const found = this.html.indexOf(needle, from);
		this.at = found < 0 ? this.html.length : found + needle.length;
	}

	private rest(): string {
		const text = this.html.slice(this.at);
		this.at = this.html.length;
		return text;
	}

	/** Comments, doctypes, CDATA sections and processing instructions: in HTML all but the first end at ">". */
	private skipComment(): void {
		if (!this.html.startsWith("!--", this.at)) {
			this.skipPast(">", this.at);
			return;
		}
		this.at += 3;
		for (const empty of [">", "->"]) {
			if (this.html.startsWith(empty, this.at)) {
				this.at += empty.length;
				return;
			}
		}
		const plain = this.html.indexOf("-->", this.at);
		const bang = this.html.indexOf("--!>", this.at);
		if (plain < 0 && bang < 0) this.at = this.html.length;
		else if (bang < 0 || (plain >= 0 && plain < bang)) this.at = plain + 3;
		else this.at = bang + 4;
	}

	private tagName(): string {
		const start = this.at;
		for (; this.at < this.html.length; this.at++) {
			const c = this.html[this.at]!;
			if (isSpace(c) || c === "/" || c === ">") break;
		}
		return this.lower.slice(start, this.at);
	}

	/** Reads past the tag's end; null when the input ends inside, which drops the tag. */
	private attributes(): { style: string | null; selfClosing: boolean } | null {
		let style: string | null = null;
		let selfClosing = false;
		while (this.at < this.html.length) {
			const c = this.html[this.at]!;
			if (c === ">") {
				this.at++;
				return { style, selfClosing };
			}
			if (isSpace(c) || c === "/") {
				selfClosing = c === "/";
				this.at++;
				continue;
			}
			selfClosing = false;
			const name = this.attributeName();
			const value = this.attributeValue();
			if (name === "style") style ??= value;
		}
		return null;
	}

	private attributeName(): string {
		const start = this.at++; // a "=" here is part of the name
		for (; this.at < this.html.length; this.at++) {
			const c = this.html[this.at]!;
			if (isSpace(c) || c === "/" || c === ">" || c === "=") break;
		}
		return this.lower.slice(start, this.at);
	}

	private skipSpaces(): void {
		while (isSpace(this.html[this.at])) this.at++;
	}

	private attributeValue(): string {
		this.skipSpaces();
		if (this.html[this.at] !== "=") return "";
		this.at++;
		this.skipSpaces();
		const quote = this.html[this.at];
		const start = this.at;
		if (quote === '"' || quote === "'") {
			this.skipPast(quote, start + 1);
			const closed = this.at > start + 1 && this.html[this.at - 1] === quote;
			return this.html.slice(start + 1, closed ? this.at - 1 : this.at);
		}
		for (; this.at < this.html.length; this.at++) {
			const c = this.html[this.at]!;
			if (isSpace(c) || c === ">") break;
		}
		return this.html.slice(start, this.at);
	}

	/** Content of a raw text element, whose end tag is taken too. */
	private contentUntilClose(name: string): string {
		const start = this.at;
		const needle = `</${name}`;
		for (let found = start; ; found += needle.length) {
			found = this.lower.indexOf(needle, found);
			if (found < 0) return this.rest();
			const after = this.html[found + needle.length];
			if (after !== ">" && after !== "/" && !isSpace(after)) continue;
			this.at = found + needle.length;
			this.attributes();
			return this.html.slice(start, found);
		}
	}

	/** A template's content is no part of the document; templates nest. */
	private skipTemplate(): void {
		for (let open = 1; open > 0 && this.at < this.html.length; ) {
			const next = this.html.indexOf("<", this.at);
			if (next < 0) {
				this.at = this.html.length;
				return;
			}
			this.at = next + 1;
			if (!this.startsMarkup()) continue;
			const c = this.html[this.at];
			if (c === "!" || c === "?") {
				this.skipComment();
				continue;
			}
			const closing = c === "/";
			if (closing) this.at++;
			if (!isLetter(this.html[this.at])) {
				this.skipPast(">", this.at);
				continue;
			}
			const name = this.tagName();
			this.attributes();
			if (name === "template") open += closing ? -1 : 1;
			else if (!closing && DROPPED.has(name)) this.contentUntilClose(name);
		}
	}
}

/** Lower case of ASCII letters alone, so that indices stay those of the original. */
function asciiLower(text: string): string {
	return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** The tokens of a piece of HTML. Linear time; nothing is fetched or run. */
export function htmlTokens(html: string): Generator<HtmlToken> {
	return new Tokenizer(html).tokens();
}
