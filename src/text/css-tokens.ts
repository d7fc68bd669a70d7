/**
 * The tokens of CSS Syntax Level 3 that values of colours and keywords are made
 * of. One pass over the input, no regular expression that could go back.
 */
export type CssToken =
	| { readonly type: "ident"; readonly value: string }
	| { readonly type: "function"; readonly value: string }
	| { readonly type: "hash"; readonly value: string }
	| { readonly type: "number"; readonly value: number }
	| { readonly type: "percentage"; readonly value: number }
	| { readonly type: "dimension"; readonly value: number; readonly unit: string }
	| { readonly type: "space" }
	/** Strings and url(...), whose content no value here needs. */
	| { readonly type: "opaque" }
	/** Any other single character. */
	| { readonly type: "delim"; readonly value: string };

const isSpace = (c: string | undefined): boolean =>
	c === " " || c === "\t" || c === "\n" || c === "\r" || c === "\f";
const isDigit = (c: string | undefined): boolean => c !== undefined && c >= "0" && c <= "9";
const isHex = (c: string | undefined): boolean => c !== undefined && /^[0-9a-f]$/i.test(c);
const isNameStart = (c: string | undefined): boolean =>
	c !== undefined && (/^[a-z_]$/i.test(c) || c >= "\u0080");
const isName = (c: string | undefined): boolean => isNameStart(c) || isDigit(c) || c === "-";

class Tokenizer {
	private at = 0;

	constructor(private readonly text: string) {}

	private peek(ahead = 0): string | undefined {
		return this.text[this.at + ahead];
	}

	private startsEscape(ahead = 0): boolean {
		const next = this.peek(ahead + 1);
		return this.peek(ahead) === "\\" && next !== "\n" && next !== "\r" && next !== "\f";
	}

	private startsIdent(ahead = 0): boolean {
		if (this.peek(ahead) === "-") {
			const next = this.peek(ahead + 1);
			return isNameStart(next) || next === "-" || this.startsEscape(ahead + 1);
		}
		return isNameStart(this.peek(ahead)) || this.startsEscape(ahead);
	}

	private startsNumber(): boolean {
		const ahead = this.peek() === "+" || this.peek() === "-" ? 1 : 0;
		if (isDigit(this.peek(ahead))) return true;
		return this.peek(ahead) === "." && isDigit(this.peek(ahead + 1));
	}

	/** A name with its escapes resolved. */
	private name(): string {
		let value = "";
		for (;;) {
			if (isName(this.peek())) value += this.text[this.at++];
			else if (this.startsEscape()) value += this.escape();
			else return value;
		}
	}

	private escape(): string {
		this.at++;
		const first = this.peek();
		if (first === undefined) return "\ufffd";
		if (!isHex(first)) {
			const character = String.fromCodePoint(this.text.codePointAt(this.at)!);
			this.at += character.length;
			return character;
		}
		let digits = "";
		while (digits.length < 6 && isHex(this.peek())) digits += this.text[this.at++];
		if (this.peek() === "\r" && this.peek(1) === "\n") this.at++;
		if (isSpace(this.peek())) this.at++;
		const codePoint = Number.parseInt(digits, 16);
		const invalid =
			codePoint === 0 || codePoint > 0x10ffff || (codePoint >= 0xd800 && codePoint <= 0xdfff);
		return invalid ? "\ufffd" : String.fromCodePoint(codePoint);
	}

	private number(): number {
		const start = this.at;
		if (this.peek() === "+" || this.peek() === "-") this.at++;
		while (isDigit(this.peek())) this.at++;
		if (this.peek() === "." && isDigit(this.peek(1))) {
			this.at++;
			while (isDigit(this.peek())) this.at++;
		}
		if (this.peek() === "e" || this.peek() === "E") {
			const sign = this.peek(1) === "+" || this.peek(1) === "-" ? 2 : 1;
			if (isDigit(this.peek(sign))) {
				this.at += sign;
				while (isDigit(this.peek())) this.at++;
			}
		}
		return Number(this.text.slice(start, this.at));
	}

	/** After `url(`: true when its address stands there without quotes, which is one token. */
	private url(): boolean {
		let ahead = 0;
		while (isSpace(this.peek(ahead))) ahead++;
		if (this.peek(ahead) === '"' || this.peek(ahead) === "'") return false;
		for (; this.at < this.text.length && this.peek() !== ")"; this.at++) {
			if (this.startsEscape()) this.at++;
		}
		this.at++;
		return true;
	}

	/** After the opening quote; a line's end makes it a bad string, a token of its own kind. */
	private string(quote: string): CssToken {
		for (; this.at < this.text.length; this.at++) {
			const c = this.peek();
			if (c === "\n" || c === "\r" || c === "\f") return { type: "opaque" };
			if (c === "\\") this.at++;
			else if (c === quote) {
				this.at++;
				break;
			}
		}
		return { type: "opaque" };
	}

	/** The next token; null at the end. Comments are skipped. */
	next(): CssToken | null {
		while (this.peek() === "/" && this.peek(1) === "*") {
			const end = this.text.indexOf("*/", this.at + 2);
			this.at = end < 0 ? this.text.length : end + 2;
		}
		const c = this.peek();
		if (c === undefined) return null;
		if (isSpace(c)) {
			while (isSpace(this.peek())) this.at++;
			return { type: "space" };
		}
		if (this.startsNumber()) {
			const value = this.number();
			if (this.startsIdent()) return { type: "dimension", value, unit: this.name().toLowerCase() };
			if (this.peek() !== "%") return { type: "number", value };
			this.at++;
			return { type: "percentage", value };
		}
		if (this.startsIdent()) {
			const value = this.name();
			if (this.peek() !== "(") return { type: "ident", value };
			this.at++;
			if (value.toLowerCase() === "url" && this.url()) return { type: "opaque" };
			return { type: "function", value: value.toLowerCase() };
		}
		this.at++;
		if (c === '"' || c === "'") return this.string(c);
		if (c === "#" && (isName(this.peek()) || this.startsEscape())) {
			return { type: "hash", value: this.name() };
		}
		return { type: "delim", value: c };
	}
}

/** All tokens of a value. Linear; the caller bounds the length. */
export function cssTokens(text: string): CssToken[] {
	const tokenizer = new Tokenizer(text);
	const tokens: CssToken[] = [];
	for (let token = tokenizer.next(); token !== null; token = tokenizer.next()) tokens.push(token);
	return tokens;
}

/** The tokens without white space at either end. */
export function trimSpaces(tokens: readonly CssToken[]): readonly CssToken[] {
	let start = 0;
	let end = tokens.length;
	while (start < end && tokens[start]!.type === "space") start++;
	while (end > start && tokens[end - 1]!.type === "space") end--;
	return tokens.slice(start, end);
}
