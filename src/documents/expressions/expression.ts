/** Expressions in the syntax of the Common Expression Language, with an evaluator of their own. */
import type { ASTNode } from "@marcbachmann/cel-js";
import { nearest } from "../../base/nearest.js";
import { LIMITS } from "../../contract/limits.js";
import { type Call, FUNCTIONS, fittingText } from "./functions.js";
import { parse } from "./parse.js";
import {
	ExpressionError,
	isList,
	isMap,
	isTrue,
	kindOf,
	printed,
	type Steps,
	shownValue,
	type Value,
} from "./value.js";

/** What an evaluation can see. */
export interface Context {
	readonly steps: Steps;
	/** Language tag of the place that shows the result. */
	readonly lang: string;
	/** The value of a name; undefined if there is no such name. */
	readonly lookup: (name: string) => Value | undefined;
}

/** A name, and the members of it that an expression reads: item.name is ["item", "name"]. */
export interface Reference {
	readonly path: readonly string[];
	/** Counted from 1. UTF-16 units. */
	readonly column: number;
}

export interface Expression {
	readonly source: string;
	/** What it reads, apart from the names that map, filter, all and exists define. */
	readonly references: readonly Reference[];
	/** Whether it may read any variable: it uses `vars` with a computed name. */
	readonly readsAll: boolean;
	/** @throws ExpressionError, OutOfSteps */
	readonly evaluate: (context: Context) => Value;
}

/** @throws ExpressionError */
export function readExpression(source: string): Expression {
	const compiler = new Compiler(source);
	const run = compiler.compile(parse(source), 1, []);
	const { references, readsAll } = compiler;
	const evaluate = ({ steps, lang, lookup }: Context) => run({ steps, lang, lookup, locals: [] });
	return { source, references, readsAll, evaluate };
}

interface Running extends Context {
	/** Values of the names that map, filter, all and exists define. */
	readonly locals: Value[];
}
type Run = (running: Running) => Value;
type NodeOf<T extends ASTNode["op"]> = Extract<ASTNode, { op: T }>;

/** Methods that visit the items of a list. */
const METHODS: ReadonlySet<string> = new Set(["map", "filter", "all", "exists"]);
/** The variables by any name, for those that are no identifiers. */
const ALL_VARIABLES = "vars";

/** Functions and methods of CEL that would not be bounded, or need types that do not exist here. */
const REFUSED: Readonly<Record<string, string>> = {
	has: "a missing member is null: write x.name != null",
	matches: "regular expressions are not supported",
	timestamp: "write a date as a text, such as 2026-03-01",
	duration: "use addDays(date, n)",
	type: "every value has the type that it was given",
	dyn: "it is not needed",
	bind: "compute the value as a variable",
	string: 'it is not needed: "" + x is a text',
	int: "write number(x) or floor(x)",
	double: "write number(x)",
	contains: "for a list, write x in list",
};

/** Turns the tree of an expression into functions. */
class Compiler {
	readonly #source: string;
	readonly references: Reference[] = [];
	readsAll = false;

	constructor(source: string) {
		this.#source = source;
	}

	/** @param depth from 1 @param locals names that surrounding methods define */
	compile(node: ASTNode, depth: number, locals: readonly string[]): Run {
		if (depth > LIMITS.maxExpressionDepth)
			this.#fail(node, `is nested more than ${LIMITS.maxExpressionDepth} levels deep`);
		const inner = (child: ASTNode) => this.compile(child, depth + 1, locals);
		switch (node.op) {
			case "value":
				return this.#literal(node);
			case "id":
				return this.#name(node, locals);
			case ".":
			case "[]":
				return this.#member(node, depth, locals);
			case "list": {
				const items = node.args.map(inner);
				return counted((running) => {
					running.steps.take(items.length);
					return items.map((item) => item(running));
				});
			}
			case "?:": {
				const [condition, yes, no] = node.args.map(inner) as [Run, Run, Run];
				return counted((running) => (isTrue(condition(running)) ? yes(running) : no(running)));
			}
			case "!_": {
				const operand = inner(node.args);
				return counted((running) => !isTrue(operand(running)));
			}
			case "-_": {
				const operand = inner(node.args);
				const { args } = node;
				return counted((running) => {
					const value = operand(running);
					if (value === null) return null;
					return typeof value === "number" ? -value || 0 : this.#notNumber(args, value, node);
				});
			}
			case "call":
				return this.#call(node, inner);
			case "rcall":
				return this.#method(node, depth, locals);
			case "map":
				return this.#fail(node, "has an object in braces; give objects as variables");
			case ".?":
			case "[?]":
				return this.#fail(node, "has an optional member; a missing member is null anyway");
			default:
				return this.#binary(node, depth, locals);
		}
	}

	#literal(node: NodeOf<"value">): Run {
		const { args } = node;
		const value = typeof args === "bigint" ? Number(args) : args;
		if (typeof value === "object" && value !== null)
			return this.#fail(node, "has bytes or an unsigned number; write a text or a number");
		if (typeof value === "number" && !Number.isFinite(value))
			return this.#fail(node, "has a number that is too large");
		return counted(() => value);
	}

	#name(node: NodeOf<"id">, locals: readonly string[]): Run {
		const { args: name, start } = node;
		const slot = locals.lastIndexOf(name);
		if (slot >= 0) return counted(({ locals: values }) => values[slot]!);
		this.references.push({ path: [name], column: start + 1 });
		return counted(({ lookup }) => lookup(name) ?? null);
	}

	/** The names of a path such as outer.item["first-name"], unless it begins with a local name. */
	#pathOf(node: ASTNode, locals: readonly string[]): string[] | undefined {
		if (node.op === "id") return locals.includes(node.args) ? undefined : [node.args];
		if (node.op !== "." && node.op !== "[]") return undefined;
		const [of, member] = node.args;
		const name =
			typeof member === "string" ? member : member.op === "value" ? member.args : undefined;
		const path = typeof name === "string" ? this.#pathOf(of, locals) : undefined;
		return path && [...path, name as string];
	}

	#member(node: NodeOf<"." | "[]">, depth: number, locals: readonly string[]): Run {
		const [of, member] = node.args;
		const path = this.#pathOf(node, locals);
		const known = this.references.length;
		const holder = this.compile(of, depth + 1, locals);
		if (path !== undefined) {
			// The whole path says more than its parts.
			this.references.splice(known);
			const names = path[0] === ALL_VARIABLES ? path.slice(1) : path;
			this.references.push({ path: names, column: node.start + 1 });
		} else if (of.op === "id" && of.args === ALL_VARIABLES && !locals.includes(ALL_VARIABLES)) {
			this.references.splice(known);
			this.readsAll = true;
		}
		const key: Run =
			typeof member === "string" ? () => member : this.compile(member, depth + 1, locals);
		return counted((running) => this.#memberOf(holder(running), key(running), node, running.steps));
	}

	#memberOf(holder: Value, key: Value, node: NodeOf<"." | "[]">, steps: Steps): Value {
		if (holder === null || key === null) return null;
		if (isMap(holder)) {
			steps.takePrinted(key);
			return holder.get(printed(key) ?? "") ?? null;
		}
		const of = this.#text(node.args[0]);
		if (isList(holder)) {
			if (typeof key === "number") return holder[key] ?? null;
			return this.#fail(
				node,
				`reads a member of the list ${of}; write ${of}[0].${printed(key)} or ${of}.map(i, i.${printed(key)})`,
			);
		}
		if (key === "on") return this.#fail(node, `has ${of}.on; write on(${of})`);
		const hint =
			typeof holder === "string" && typeof key === "number"
				? `; write slice(${of}, ${key}, ${key + 1})`
				: "";
		return this.#fail(node, `reads a member of ${of}, which is ${kindOf(holder)}${hint}`);
	}

	#call(node: NodeOf<"call">, inner: (node: ASTNode) => Run): Run {
		const [name, nodes] = node.args;
		const found = FUNCTIONS.get(name);
		if (found === undefined) return this.#unknownFunction(name, node);
		if (nodes.length < found.least || nodes.length > found.most)
			this.#fail(node, `calls ${name} with ${nodes.length} arguments; write ${found.usage}`);
		const args = nodes.map(inner);
		const fail = (message: string) => this.#fail(node, `calls ${name}, which ${message}`);
		const source = (argument: number) => this.#text(nodes[argument]!);
		return counted((running) => {
			const { steps, lang } = running;
			const call: Call = { steps, lang, fail, source };
			return this.#finite(
				found.run(
					args.map((arg) => arg(running)),
					call,
				),
				node,
			);
		});
	}

	#unknownFunction(name: string, node: ASTNode): never {
		if (Object.hasOwn(REFUSED, name)) this.#fail(node, `calls ${name}: ${REFUSED[name]}`);
		const [meant] = nearest(name, FUNCTIONS.keys(), 1);
		const hint =
			meant === undefined
				? `the functions are ${[...FUNCTIONS.keys()].join(", ")}`
				: `did you mean ${meant}?`;
		return this.#fail(node, `calls ${name}, which is not a function; ${hint}`);
	}

	#method(node: NodeOf<"rcall">, depth: number, locals: readonly string[]): Run {
		const [name, receiver, args] = node.args;
		const [variable, body] = args;
		const of = this.#text(receiver);
		if (!METHODS.has(name)) {
			if (FUNCTIONS.has(name)) this.#fail(node, `calls ${name} as a method; write ${name}(${of})`);
			if (Object.hasOwn(REFUSED, name)) this.#fail(node, `calls ${name}: ${REFUSED[name]}`);
			this.#fail(node, `calls the method ${name}; the methods are ${[...METHODS].join(", ")}`);
		}
		if (args.length !== 2 || variable?.op !== "id" || body === undefined)
			return this.#fail(node, `needs a name and an expression: ${of}.${name}(i, …)`);
		const list = this.compile(receiver, depth + 1, locals);
		const slot = locals.length;
		const step = this.compile(body, depth + 1, [...locals, variable.args]);
		return counted((running) => {
			const items = list(running) ?? [];
			if (!isList(items))
				return this.#fail(
					node,
					`calls ${name} on ${of}, which is ${kindOf(items)}; it needs a list`,
				);
			const visit = (item: Value): Value => {
				running.steps.take();
				running.locals[slot] = item;
				return step(running);
			};
			switch (name) {
				case "map":
					return items.map(visit);
				case "filter":
					return items.filter((item) => isTrue(visit(item)));
				case "all":
					return items.every((item) => isTrue(visit(item)));
				default:
					return items.some((item) => isTrue(visit(item)));
			}
		});
	}

	#binary(
		node: Exclude<ASTNode, NodeOf<Structural>>,
		depth: number,
		locals: readonly string[],
	): Run {
		const [leftNode, rightNode] = node.args;
		// A long sum is a chain on the left, which people do not read as nesting.
		const left = this.compile(leftNode, leftNode.op === node.op ? depth : depth + 1, locals);
		const right = this.compile(rightNode, depth + 1, locals);
		const { op } = node;
		switch (op) {
			case "&&":
				return counted((running) => isTrue(left(running)) && isTrue(right(running)));
			case "||":
				return counted((running) => isTrue(left(running)) || isTrue(right(running)));
			case "==":
				return counted((running) => isEqual(left(running), right(running), running.steps));
			case "!=":
				return counted((running) => !isEqual(left(running), right(running), running.steps));
			case "+":
				return counted((running) => this.#sum(left(running), right(running), node, running.steps));
			case "in":
				return counted((running) =>
					this.#contains(right(running), left(running), node, running.steps),
				);
			case "<":
			case "<=":
			case ">":
			case ">=":
				return counted((running) =>
					this.#compare(op, left(running), right(running), node, running.steps),
				);
			default:
				return counted((running) => this.#arithmetic(op, left(running), right(running), node));
		}
	}

	#sum(a: Value, b: Value, node: BinaryNode, steps: Steps): Value {
		if (typeof a === "string" || typeof b === "string") {
			steps.takePrinted(a);
			steps.takePrinted(b);
			const [left, right] = [printed(a), printed(b)];
			if (left === undefined || right === undefined) {
				const [of, value] = left === undefined ? [node.args[0], a] : [node.args[1], b];
				return this.#fail(
					node,
					`joins a text and ${kindOf(value)}; write join(${this.#text(of)}, ", ")`,
				);
			}
			fittingText(left.length + right.length, {
				steps,
				fail: (message) => this.#fail(node, message),
			});
			return left + right;
		}
		if (isList(a) && isList(b)) {
			const length = a.length + b.length;
			if (length > LIMITS.maxListItems)
				this.#fail(
					node,
					`makes a list of ${length} items; at most ${LIMITS.maxListItems} are allowed`,
				);
			steps.take(length);
			return [...a, ...b];
		}
		return this.#arithmetic("+", a, b, node);
	}

	#arithmetic(op: "+" | "-" | "*" | "/" | "%", a: Value, b: Value, node: BinaryNode): Value {
		if (a === null || b === null) return null;
		if (typeof a !== "number" || typeof b !== "number")
			return this.#notNumber(
				node.args[typeof a === "number" ? 1 : 0],
				typeof a === "number" ? b : a,
				node,
				`${shownValue(a)} ${op} ${shownValue(b)}`,
			);
		if ((op === "/" || op === "%") && b === 0)
			return this.#fail(node, `divides by zero: ${this.#text(node)}`);
		return this.#finite(calculated(op, a, b), node);
	}

	#compare(op: string, a: Value, b: Value, node: BinaryNode, steps: Steps): boolean {
		if (a === null || b === null) return false;
		if (typeof a === "string" && typeof b === "string")
			steps.takeText(Math.min(a.length, b.length));
		else if (typeof a !== "number" || typeof b !== "number") {
			const [of, value] = typeof a === "number" ? [node.args[1], b] : [node.args[0], a];
			return this.#notNumber(of, value, node, `${shownValue(a)} ${op} ${shownValue(b)}`);
		}
		if (op === "<") return a < b;
		if (op === "<=") return a <= b;
		return op === ">" ? a > b : a >= b;
	}

	#contains(holder: Value, value: Value, node: BinaryNode, steps: Steps): boolean {
		if (holder === null) return false;
		if (isMap(holder)) {
			steps.takePrinted(value);
			return holder.has(printed(value) ?? "");
		}
		if (isList(holder)) return holder.some((item) => isEqual(item, value, steps));
		return this.#fail(
			node,
			`looks in ${this.#text(node.args[1])}, which is ${kindOf(holder)}; it needs a list`,
		);
	}

	#finite(value: Value, node: ASTNode): Value {
		if (typeof value === "number" && !Number.isFinite(value))
			this.#fail(node, "gives a number that is too large");
		return value;
	}

	/** @param what the operation with its values */
	#notNumber(of: ASTNode, value: Value, node: ASTNode, what = shownValue(value)): never {
		const hint =
			typeof value === "string" ? `: write number(${this.#text(of)})` : ` with ${kindOf(value)}`;
		return this.#fail(node, `cannot calculate ${what}${hint}`);
	}

	/** The source of a node. */
	#text({ start, end }: ASTNode): string {
		return this.#source.slice(start, end);
	}

	#fail(node: ASTNode, message: string): never {
		throw new ExpressionError(message, node.start + 1);
	}
}

type Structural =
	| "value"
	| "id"
	| "."
	| ".?"
	| "[]"
	| "[?]"
	| "call"
	| "rcall"
	| "list"
	| "map"
	| "?:"
	| "!_"
	| "-_";
type BinaryNode = Exclude<ASTNode, NodeOf<Structural>>;

/** The evaluation of a node takes a step. */
const counted =
	(run: Run): Run =>
	(running) => {
		running.steps.take();
		return run(running);
	};

function calculated(op: "+" | "-" | "*" | "/" | "%", a: number, b: number): number {
	switch (op) {
		case "+":
			return a + b;
		case "-":
			return a - b;
		case "*":
			return a * b;
		case "/":
			return a / b;
		default:
			return a % b;
	}
}

/** Values are equal if they have the same type and content. */
function isEqual(a: Value, b: Value, steps: Steps): boolean {
	steps.take();
	if (typeof a === "string" && typeof b === "string") {
		if (a.length === b.length) steps.takeText(a.length);
		return a === b;
	}
	if (isList(a) && isList(b)) {
		if (a.length !== b.length) return false;
		for (let i = 0; i < a.length; i++) if (!isEqual(a[i]!, b[i]!, steps)) return false;
		return true;
	}
	if (isMap(a) && isMap(b))
		return (
			a.size === b.size &&
			[...a].every(([key, value]) => b.has(key) && isEqual(value, b.get(key)!, steps))
		);
	return a === b;
}
