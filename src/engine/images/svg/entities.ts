import { malformed, tooComplex } from "./budget.js";

/** Limits of the entities that a document type declares. */
const MAX_ENTITIES = 200;
const MAX_NESTING = 8;
/** Characters of one entity, and of all that their references add to the document. */
const MAX_ENTITY = 50_000;
const MAX_ADDED = 200_000;
/** Characters of a document type. */
const MAX_DOCTYPE = 400_000;

const NAME = /[A-Za-z_:\u0080-\uffff][\w:.\u0080-\uffff-]{0,199}/y;
const SPACE = /\s+/y;
const PREDEFINED: ReadonlySet<string> = new Set(["amp", "lt", "gt", "quot", "apos"]);

/** The general entities of a document type; null: an external one, which is never read. */
type Entities = ReadonlyMap<string, string | null>;

/**
 * Replaces the references to the internal entities that a document type declares by their text, as
 * Adobe Illustrator uses them for namespaces, and leaves out the document type. Nothing outside of
 * the document is read: a reference to an external entity is an error.
 * @throws ImageFault not_an_image if malformed, too_complex if a limit is exceeded
 */
export function expandEntities(source: string): string {
	const start = doctypeStart(source);
	if (start === undefined) return source;
	const { end, subset } = readDoctype(source, start);
	const entities = subset === undefined ? new Map<string, string>() : declarations(subset);
	const body = source.slice(end);
	const head = source.slice(0, start);
	// Line numbers stay as they are.
	const lines = "\n".repeat((source.slice(start, end).match(/\n/g) ?? []).length);
	return head + lines + (entities.size === 0 ? body : new Expander(entities).document(body));
}

/** The position of the document type, which only comments and instructions may precede. */
function doctypeStart(source: string): number | undefined {
	let at = 0;
	for (;;) {
		while (/\s/.test(source[at] ?? "")) at++;
		const close = source.startsWith("<?", at)
			? "?>"
			: source.startsWith("<!--", at)
				? "-->"
				: undefined;
		if (close === undefined) return source.startsWith("<!DOCTYPE", at) ? at : undefined;
		const end = source.indexOf(close, at + 2);
		if (end < 0) return undefined;
		at = end + close.length;
	}
}

/** The position after a document type; undefined if it does not end. */
export function doctypeEnd(source: string, start: number): number | undefined {
	try {
		return readDoctype(source, start).end;
	} catch {
		return undefined;
	}
}

function readDoctype(source: string, start: number): { end: number; subset: string | undefined } {
	let subset: string | undefined;
	for (let at = start + 9; at < source.length; at++) {
		if (at - start > MAX_DOCTYPE) throw tooComplex("document type");
		const character = source[at]!;
		if (character === '"' || character === "'") {
			at = source.indexOf(character, at + 1);
			if (at < 0) break;
		} else if (character === "[" && subset === undefined) {
			const end = subsetEnd(source, at + 1);
			subset = source.slice(at + 1, end);
			at = end;
		} else if (character === ">") {
			if (!/^\s+(?:[\w.-]{1,64}:)?svg[\s>]/.test(source.slice(start + 9, start + 120)))
				throw malformed("its document type is not svg");
			return { end: at + 1, subset };
		}
	}
	throw malformed("its document type does not end");
}

/** The position of the bracket that ends an internal subset. */
function subsetEnd(source: string, from: number): number {
	for (let at = from; at < source.length; at++) {
		const character = source[at]!;
		if (character === "]") return at;
		const close = source.startsWith("<!--", at)
			? "-->"
			: source.startsWith("<?", at)
				? "?>"
				: character === '"' || character === "'"
					? character
					: undefined;
		if (close === undefined) continue;
		const end = source.indexOf(close, at + (close === "-->" ? 4 : 1));
		if (end < 0) break;
		at = end + close.length - 1;
	}
	throw malformed("its document type does not end");
}

/** Reads the entity declarations of an internal subset; other declarations have no effect. */
function declarations(subset: string): Entities {
	const entities = new Map<string, string | null>();
	let at = 0;
	const read = (pattern: RegExp): string | undefined => {
		pattern.lastIndex = at;
		const match = pattern.exec(subset);
		if (match === null) return undefined;
		at = pattern.lastIndex;
		return match[0];
	};
	const past = (close: string, from: number): number => {
		const end = subset.indexOf(close, from);
		return end < 0 ? subset.length : end + close.length;
	};
	while (at < subset.length) {
		read(SPACE);
		if (subset.startsWith("<!--", at)) at = past("-->", at + 4);
		else if (subset.startsWith("<?", at)) at = past("?>", at + 2);
		else if (subset.startsWith("%", at)) throw malformed("it uses parameter entities");
		else if (subset.startsWith("<!ENTITY", at)) {
			at += 8;
			read(SPACE);
			if (subset[at] === "%") throw malformed("it declares parameter entities");
			const name = read(NAME);
			read(SPACE);
			const quote = subset[at];
			if (name === undefined || entities.size >= MAX_ENTITIES) throw tooComplex("entities");
			if (quote === '"' || quote === "'") {
				const end = subset.indexOf(quote, at + 1);
				const text = subset.slice(at + 1, Math.max(at + 1, end));
				if (text.length > MAX_ENTITY) throw tooComplex("entity");
				// The first declaration of a name counts.
				if (!entities.has(name)) entities.set(name, charactersOf(text));
				at = past(">", end);
			} else {
				if (!entities.has(name)) entities.set(name, null);
				at = declarationEnd(subset, at);
			}
		} else at = declarationEnd(subset, at + 1);
	}
	return entities;
}

/** The position after the next ">" outside of quotes. */
function declarationEnd(subset: string, from: number): number {
	const pattern = /"[^"]*"|'[^']*'|>/g;
	pattern.lastIndex = from;
	for (let match = pattern.exec(subset); match !== null; match = pattern.exec(subset))
		if (match[0] === ">") return pattern.lastIndex;
	return subset.length;
}

/** Character references in a declaration are resolved when it is read. */
const charactersOf = (text: string): string =>
	text.replace(/&#(?:x([0-9a-fA-F]{1,6})|([0-9]{1,7}));/g, (written, hex, decimal) => {
		const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
		return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
			? String.fromCodePoint(code)
			: written;
	});

const LITERAL = [
	["<!--", "-->"],
	["<![CDATA[", "]]>"],
	["<?", "?>"],
] as const;

/** The position of the ">" that ends a tag, outside of quotes; -1 if there is none. */
function tagEnd(source: string, open: number): number {
	const sign = /["'>]/g;
	sign.lastIndex = open;
	for (let match = sign.exec(source); match !== null; match = sign.exec(source)) {
		if (match[0] === ">") return match.index;
		const close = source.indexOf(match[0], sign.lastIndex);
		if (close < 0) return -1;
		sign.lastIndex = close + 1;
	}
	return -1;
}

class Expander {
	readonly #entities: Entities;
	#added = 0;

	constructor(entities: Entities) {
		this.#entities = entities;
	}

	/** Comments, CDATA sections and instructions have no references. */
	document(source: string): string {
		const parts: string[] = [];
		let at = 0;
		for (let open = source.indexOf("<"); open >= 0; open = source.indexOf("<", at)) {
			parts.push(this.#expand(source.slice(at, open), false, 0));
			const literal = LITERAL.find(([start]) => source.startsWith(start, open));
			const end =
				literal === undefined ? tagEnd(source, open) : source.indexOf(literal[1], open + 2);
			if (end < 0) return parts.join("") + source.slice(open);
			at = end + (literal?.[1].length ?? 1);
			const written = source.slice(open, at);
			parts.push(literal === undefined ? this.#expand(written, true, 0) : written);
		}
		parts.push(this.#expand(source.slice(at), false, 0));
		return parts.join("");
	}

	#expand(text: string, inTag: boolean, depth: number): string {
		if (!text.includes("&")) return text;
		return text.replace(
			/&([A-Za-z_:\u0080-\uffff][\w:.\u0080-\uffff-]{0,199});/g,
			(written, name) => {
				if (PREDEFINED.has(name)) return written;
				const value = this.#entities.get(name);
				if (value === undefined) return written;
				if (value === null) throw malformed(`its entity ${name} is external`);
				if (depth >= MAX_NESTING) throw tooComplex("entities in entities");
				const whole = this.#expand(value, inTag, depth + 1);
				// Quotes of an entity are characters of an attribute and do not end it.
				const inserted = inTag
					? whole.replace(/["'<]/g, (sign) => `&#${sign.charCodeAt(0)};`)
					: whole;
				this.#added += inserted.length;
				if (this.#added > MAX_ADDED) throw tooComplex("expanded entities");
				return inserted;
			},
		);
	}
}
