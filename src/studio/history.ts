/** The document's source text with undo and redo: every change, from any source, is one step. */
import { signal } from "@preact/signals";
import { type JSONPath, modify } from "jsonc-parser";
import type { JsonPath } from "../base/json-pointer.js";
import { format } from "./design.js";
import { ahead, broken, design, draft, locked, readSource, slideIndex, source } from "./state.js";

/** An earlier text, and the slide shown at that time. */
interface Step {
	readonly text: string;
	readonly slide: number;
}

/** Limits of steps and of their total characters: embedded images make texts long. */
const MAX_STEPS = 300;
const MAX_CHARACTERS = 60_000_000;
/** Changes of the same group within this time are one step. Milliseconds. */
const TOGETHER_MS = 900;

/** Two spaces, as in `format`. */
const FORMATTING = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: "\n" } };

let past: Step[] = [];
let future: Step[] = [];
let last = { group: "", at: 0 };

export const canUndo = signal(false);
export const canRedo = signal(false);

const here = (): Step => ({ text: source.peek(), slide: slideIndex.peek() });

function show(): void {
	canUndo.value = past.length > 0;
	canRedo.value = future.length > 0;
}

/** Sets the first text and clears the history. */
export function begin(text: string): void {
	past = [];
	future = [];
	show();
	readSource(text);
}

/**
 * Replaces the text as an undo step.
 * @param group consecutive quick changes with the same group are one step; "": never merged
 */
export function write(text: string, group = ""): void {
	if (text === source.peek()) return;
	const now = performance.now();
	const joins = group !== "" && group === last.group && now - last.at < TOGETHER_MS;
	last = { group, at: now };
	if (!joins || past.length === 0) {
		past.push(here());
		let characters = past.reduce((sum, step) => sum + step.text.length, 0);
		while (past.length > MAX_STEPS || (characters > MAX_CHARACTERS && past.length > 1))
			characters -= past.shift()!.text.length;
	}
	future = [];
	draft.value = null;
	readSource(text);
	show();
}

/** The text to edit: the current one or, if it is not a valid document, the last valid one. */
const soundText = (): string => (broken.peek() ? format(design.peek()) : source.peek());

/**
 * Writes values into the document as one undo step; undefined removes a value.
 * @param changes applied in order, each to the result of the previous one
 * @param group see `write`
 */
export function edit(changes: readonly (readonly [JsonPath, unknown])[], group = ""): void {
	write(changed(changes), group);
}

/** Writes values into the document as a part of the last undo step. */
export function extend(changes: readonly (readonly [JsonPath, unknown])[]): void {
	readSource(changed(changes));
}

function changed(changes: readonly (readonly [JsonPath, unknown])[]): string {
	let text = soundText();
	if (changes.length > 1) {
		const document: unknown = JSON.parse(text);
		// The page's own format needs no care for what the user formatted: a hundred layers move at once.
		if (text === format(document)) {
			for (const [path, value] of changes) setAt(document, path, value);
			return format(document);
		}
	}
	for (const [path, value] of changes)
		for (const { offset, length, content } of modify(text, path as JSONPath, value, FORMATTING))
			text = text.slice(0, offset) + content + text.slice(offset + length);
	return text;
}

/** Sets the value at a path, as `modify` does in the text. */
function setAt(document: unknown, path: JsonPath, value: unknown): void {
	const parents = path.slice(0, -1);
	const last = path.at(-1)!;
	let at = document as Record<string | number, unknown>;
	for (const [index, step] of parents.entries()) {
		if (at[step] == null) {
			if (value === undefined) return;
			at[step] = typeof path[index + 1] === "number" ? [] : {};
		}
		at = at[step] as Record<string | number, unknown>;
	}
	if (value !== undefined) at[last] = value;
	else if (Array.isArray(at)) at.splice(Number(last), 1);
	else delete at[last];
}

/** Replaces the document as an undo step. */
export function load(document: unknown): void {
	loadText(format(document));
}

/** Same for a text, valid or not. */
export function loadText(text: string): void {
	locked.value = new Set();
	ahead.value = new Map();
	write(text);
	slideIndex.value = 0;
}

function step(from: Step[], to: Step[]): void {
	const next = from.pop();
	if (next === undefined) return;
	to.push(here());
	last = { group: "", at: 0 };
	draft.value = null;
	// Otherwise dragged boxes would keep their expected position until the next measurement.
	ahead.value = new Map();
	readSource(next.text);
	slideIndex.value = Math.min(next.slide, Math.max(0, (design.peek().slides?.length ?? 1) - 1));
	show();
}

export const undoLast = (): void => step(past, future);
export const redoLast = (): void => step(future, past);
