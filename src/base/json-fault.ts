/** The position of a mistake in JSON, and the reason. */
export interface JsonFault {
	/** UTF-16 code units from the start. */
	readonly position: number;
	/** Counted from 1, as editors do. */
	readonly line: number;
	readonly column: number;
	/** What is wrong, as the end of a sentence. Repeats nothing of the text. */
	readonly problem: string;
}

/** Deeper than any document; deeper nesting is always reported, wherever the mistake is. */
const MAX_DEPTH = 1_000;

type Expected = "value" | "first value" | "name" | "first name" | "colon" | "comma";

/** Values of other languages that are not JSON. */
const FOREIGN_WORDS: Readonly<Record<string, string>> = {
	NaN: "NaN is not a number in JSON; leave the field out",
	Infinity: "JSON has no Infinity; leave the field out",
	"-Infinity": "JSON has no Infinity; leave the field out",
	nan: "nan is not a number in JSON; leave the field out",
	inf: "JSON has no infinity; leave the field out",
	None: "None is Python; JSON uses null",
	True: "True is Python; JSON uses true",
	False: "False is Python; JSON uses false",
	nil: "use null (JSON has no other spelling)",
	undefined: "undefined is JavaScript; JSON uses null",
};

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /-?[A-Za-z]{1,12}/y;

/** Tokens that are read before other work gets a turn: 2 to 4 ms. */
const TOKENS_AT_A_TIME = 50_000;

/**
 * Finds the first position at which a text is not JSON (RFC 8259). For texts that JSON.parse has
 * refused: V8's own errors give a position only sometimes, and their wording differs between
 * versions and repeats the text. One pass without recursion, so 2 MB take 10 to 70 ms whatever they
 * contain; the scanner of jsonc-parser took up to 150 ms.
 * @returns undefined if the text is JSON after all
 */
export function findJsonFault(text: string): JsonFault | undefined {
	const scanner = new Scanner(text);
	return faultOf(text, () => void scanner.read(Number.POSITIVE_INFINITY));
}

/**
 * The same, in steps of a few milliseconds.
 * @param turn resolves when others have had their turn
 */
export async function findJsonFaultInTurns(
	text: string,
	turn: () => Promise<unknown>,
): Promise<JsonFault | undefined> {
	const scanner = new Scanner(text);
	for (;;) {
		let done = true;
		const fault = faultOf(text, () => {
			done = scanner.read(TOKENS_AT_A_TIME);
		});
		if (done) return fault;
		await turn();
	}
}

function faultOf(text: string, read: () => void): JsonFault | undefined {
	try {
		read();
		return undefined;
	} catch (fault) {
		if (!(fault instanceof Fault)) throw fault;
		return { ...placeOf(text, fault.position), problem: fault.problem };
	}
}

class Fault {
	constructor(
		readonly position: number,
		readonly problem: string,
	) {}
}

function placeOf(text: string, position: number): Omit<JsonFault, "problem"> {
	let line = 1;
	let start = 0;
	for (let at = text.indexOf("\n"); at >= 0 && at < position; at = text.indexOf("\n", start)) {
		line++;
		start = at + 1;
	}
	return { position, line, column: position - start + 1 };
}

/**
 * Without a regular expression, because a text may have 300,000 of them. NaN, past the end, is not
 * white space.
 */
const isHexadecimal = (unit: number): boolean =>
	(unit >= 0x30 && unit <= 0x39) || ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x66);

class Scanner {
	readonly #text: string;
	#at = 0;
	/** What must come next; undefined at the end of the document. */
	#expected: Expected | undefined = "value";
	/** The positions of the open brackets. */
	readonly #open: number[] = [];

	constructor(text: string) {
		this.#text = text;
	}

	/**
	 * Reads more tokens.
	 * @param tokens at most
	 * @returns whether the whole text was read
	 * @throws Fault where it is not JSON
	 */
	read(tokens: number): boolean {
		for (let count = 0; this.#expected !== undefined; count++) {
			if (count === tokens) return false;
			this.#space();
			this.#expected = this.#token(this.#expected);
		}
		this.#space();
		if (this.#at < this.#text.length) this.#fail("unexpected text after the document");
		return true;
	}

	/** Reads one token. Returns what must come next; undefined at the end of the document. */
	#token(expected: Expected): Expected | undefined {
		const sign = this.#text[this.#at];
		if (sign === undefined) this.#fail(this.#early());
		switch (expected) {
			case "first value":
				return sign === "]" ? this.#close() : this.#value(sign);
			case "value":
				return this.#value(sign);
			case "first name":
				if (sign === "}") return this.#close();
				return this.#name(sign);
			case "name":
				return this.#name(sign);
			case "colon":
				if (sign !== ":") this.#fail("expected a colon after the property name");
				this.#at++;
				return "value";
			case "comma":
				return this.#comma(sign);
		}
	}

	#value(sign: string): Expected | undefined {
		if (sign === "{" || sign === "[") {
			if (this.#open.length === MAX_DEPTH) {
				this.#fail(`it is nested more than ${MAX_DEPTH} levels deep`);
			}
			this.#open.push(this.#at++);
			return sign === "{" ? "first name" : "first value";
		}
		if (sign === '"') this.#string();
		else if (!("tfn".includes(sign) && this.#literal())) this.#number(sign);
		return this.#after();
	}

	#name(sign: string): Expected {
		if (sign === "}") this.#fail("trailing comma before }");
		if (sign === "'") this.#fail("property names need double quotes");
		if (sign === "/") this.#fail("JSON has no comments");
		if (sign !== '"') this.#fail("expected a property name in double quotes");
		this.#string();
		return "colon";
	}

	#comma(sign: string): Expected | undefined {
		const inObject = this.#text[this.#open.at(-1) ?? 0] === "{";
		if (sign === ",") {
			this.#at++;
			return inObject ? "name" : "value";
		}
		if (sign === (inObject ? "}" : "]")) return this.#close();
		if (sign === "/") this.#fail("JSON has no comments");
		this.#fail(`expected a comma or ${inObject ? "}" : "]"}`);
	}

	#close(): Expected | undefined {
		this.#at++;
		this.#open.pop();
		return this.#after();
	}

	#after(): Expected | undefined {
		return this.#open.length === 0 ? undefined : "comma";
	}

	#literal(): boolean {
		const word = ["true", "false", "null"].find((word) => this.#text.startsWith(word, this.#at));
		if (word === undefined) return false;
		this.#at += word.length;
		return true;
	}

	#number(sign: string): void {
		NUMBER.lastIndex = this.#at;
		const end = NUMBER.test(this.#text) ? NUMBER.lastIndex : this.#at;
		if (end === this.#at) this.#fail(this.#noValue(sign));
		if (/[\w.+-]/.test(this.#text[end] ?? "")) {
			this.#at = end;
			this.#fail("invalid number");
		}
		this.#at = end;
	}

	#string(): void {
		for (this.#at++; ; this.#at++) {
			const unit = this.#text.charCodeAt(this.#at);
			if (unit === 0x22) break;
			if (unit === 0x5c) this.#escape();
			else if (Number.isNaN(unit)) this.#fail("the text ends inside a string");
			else if (unit < 0x20) {
				this.#fail("a line break or control character in a string must be written as \\n or \\u…");
			}
		}
		this.#at++;
	}

	/** Leaves the position at the last character of the escape. */
	#escape(): void {
		const sign = this.#text[this.#at + 1] ?? "";
		if (sign === "u") {
			for (let digit = 2; digit < 6; digit++)
				if (!isHexadecimal(this.#text.charCodeAt(this.#at + digit)))
					this.#fail("expected four hexadecimal digits after \\u");
			this.#at += 5;
		} else if (sign !== "" && '"\\/bfnrt'.includes(sign)) this.#at++;
		else this.#fail('only " \\ / b f n r t u may follow a backslash');
	}

	#noValue(sign: string): string {
		WORD.lastIndex = this.#at;
		const [word = ""] = WORD.exec(this.#text) ?? [];
		const foreign = Object.hasOwn(FOREIGN_WORDS, word) ? FOREIGN_WORDS[word] : undefined;
		if (foreign !== undefined) return foreign;
		if (sign === "]" || sign === "}") {
			return /,\s*$/.test(this.#text.slice(Math.max(0, this.#at - 100), this.#at))
				? `trailing comma before ${sign}`
				: "expected a value";
		}
		if (sign === "'") return "strings need double quotes";
		if (sign === "/") return "JSON has no comments";
		if (sign === "<") return "this looks like XML or HTML";
		if (sign === "\ufeff") return "it starts with a byte order mark; remove it";
		if (sign === "+" || sign === ".") return "a number must start with a digit or a minus sign";
		return "expected a value";
	}

	#early(): string {
		const place = this.#open.at(-1);
		if (place === undefined) return "it is empty";
		const { line, column } = placeOf(this.#text, place);
		return `the text ends too early: the ${this.#text[place]} at line ${line}, column ${column} is not closed`;
	}

	#space(): void {
		for (;;) {
			const unit = this.#text.charCodeAt(this.#at);
			if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
			this.#at++;
		}
	}

	#fail(problem: string): never {
		throw new Fault(this.#at, problem);
	}
}
