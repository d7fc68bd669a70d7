/** Where a text is not JSON, and why. */
export interface JsonFault {
	/** UTF-16 code units from the beginning. */
	readonly position: number;
	/** Counted from 1, as editors do. */
	readonly line: number;
	readonly column: number;
	/** What is wrong there, as the end of a sentence. Repeats nothing of the text. */
	readonly problem: string;
}

/** Deeper than any document; what is nested deeper is told that, wherever its fault is. */
const MAX_DEPTH = 1_000;

type Expected = "value" | "first value" | "name" | "first name" | "colon" | "comma";

/** What other languages write in place of a value of JSON. */
const FOREIGN_WORDS: Readonly<Record<string, string>> = {
	NaN: "NaN is no number in JSON; leave the field out",
	Infinity: "JSON has no Infinity; leave the field out",
	"-Infinity": "JSON has no Infinity; leave the field out",
	nan: "nan is no number in JSON; leave the field out",
	inf: "JSON has no infinity; leave the field out",
	None: "None is Python; JSON says null",
	True: "True is Python; JSON says true",
	False: "False is Python; JSON says false",
	nil: "JSON says null",
	undefined: "undefined is JavaScript; JSON says null",
};

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /-?[A-Za-z]{1,12}/y;

/**
 * Finds the first place where a text is not JSON (RFC 8259). For texts that
 * JSON.parse has refused: the engine's own errors tell a position only at times,
 * in words that differ between versions and repeat the text. One pass without
 * recursion, so that 2 MB cost milliseconds whatever is in them.
 * @returns undefined when the text is JSON after all
 */
export function findJsonFault(text: string): JsonFault | undefined {
	try {
		new Scanner(text).document();
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

class Scanner {
	readonly #text: string;
	#at = 0;
	/** The places of the brackets that are open. */
	readonly #open: number[] = [];

	constructor(text: string) {
		this.#text = text;
	}

	document(): void {
		let expected: Expected | undefined = "value";
		while (expected !== undefined) {
			this.#space();
			expected = this.#token(expected);
		}
		this.#space();
		if (this.#at < this.#text.length) this.#fail("something follows where the document has ended");
	}

	/** Reads one token. Returns what has to come next; undefined at the end of the document. */
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
				if (sign !== ":") this.#fail("a colon has to follow the name of a field");
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
		if (sign === "}") this.#fail("a comma stands before }, and nothing follows it");
		if (sign === "'") this.#fail("names of fields stand in double quotes");
		if (sign === "/") this.#fail("JSON has no comments");
		if (sign !== '"') this.#fail("the name of a field in double quotes has to stand here");
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
		this.#fail(`a comma or ${inObject ? "}" : "]"} has to stand here`);
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
			this.#fail("a number is not written so in JSON");
		}
		this.#at = end;
	}

	#string(): void {
		for (this.#at++; ; this.#at++) {
			const unit = this.#text.charCodeAt(this.#at);
			if (unit === 0x22) break;
			if (unit === 0x5c) this.#escape();
			else if (Number.isNaN(unit)) this.#fail("it ends within a string");
			else if (unit < 0x20) {
				this.#fail("a line break or control character in a string is written as \\n or \\u…");
			}
		}
		this.#at++;
	}

	/** Leaves the place at the last character of the escape. */
	#escape(): void {
		const sign = this.#text[this.#at + 1] ?? "";
		if (sign === "u") {
			if (!/^[0-9A-Fa-f]{4}$/.test(this.#text.slice(this.#at + 2, this.#at + 6))) {
				this.#fail("four hexadecimal digits have to follow \\u");
			}
			this.#at += 5;
		} else if (sign !== "" && '"\\/bfnrt'.includes(sign)) this.#at++;
		else this.#fail('after a backslash only " \\ / b f n r t u may stand');
	}

	#noValue(sign: string): string {
		WORD.lastIndex = this.#at;
		const [word = ""] = WORD.exec(this.#text) ?? [];
		const foreign = Object.hasOwn(FOREIGN_WORDS, word) ? FOREIGN_WORDS[word] : undefined;
		if (foreign !== undefined) return foreign;
		if (sign === "]" || sign === "}") {
			return /,\s*$/.test(this.#text.slice(Math.max(0, this.#at - 100), this.#at))
				? `a comma stands before ${sign}, and nothing follows it`
				: "a value has to stand here";
		}
		if (sign === "'") return "strings stand in double quotes";
		if (sign === "/") return "JSON has no comments";
		if (sign === "<") return "this looks like XML or HTML";
		if (sign === "\ufeff") return "there is a byte order mark before it";
		if (sign === "+" || sign === ".") return "a number begins with a digit or a minus";
		return "a value has to stand here";
	}

	#early(): string {
		const place = this.#open.at(-1);
		if (place === undefined) return "it is empty";
		const { line, column } = placeOf(this.#text, place);
		return `it ends too early, the ${this.#text[place]} of line ${line}, column ${column} is not closed`;
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
