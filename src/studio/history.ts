/** The text of the document and its past: every change, made on the slide, in a panel or by typing, is a step of it. */
import { signal } from "@preact/signals";
import { type JSONPath, modify } from "jsonc-parser";
import type { JsonPath } from "../json/pointer.js";
import { format } from "./design.js";
import { ahead, broken, design, draft, locked, readSource, slideIndex, source } from "./state.js";

/** A text that was there before, and the slide that was shown then. */
interface Step {
	readonly text: string;
	readonly slide: number;
}

/** Steps that are kept, and characters in all of them: pictures inside a document make it long. */
const MAX_STEPS = 300;
const MAX_CHARACTERS = 60_000_000;
/** Changes of one kind that follow each other this fast are one step. Milliseconds. */
const TOGETHER_MS = 900;

/** Two spaces, as JSON.stringify writes them. */
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

/** Begins with a text; there is nothing before it. */
export function begin(text: string): void {
	past = [];
	future = [];
	show();
	readSource(text);
}

/**
 * Puts a text in place of the one that is there, as a step that undo takes back.
 * @param group changes of one group that follow each other quickly are one step; "" is none
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

/** The text to change: a text that is no document now is left for the last one that was. */
const soundText = (): string => (broken.peek() ? format(design.peek()) : source.peek());

/**
 * Writes values into the document, as one step; undefined removes one.
 * @param changes each applies to what those before it have made
 * @param group see `write`
 */
export function edit(changes: readonly (readonly [JsonPath, unknown])[], group = ""): void {
	let text = soundText();
	for (const [path, value] of changes)
		for (const { offset, length, content } of modify(text, path as JSONPath, value, FORMATTING))
			text = text.slice(0, offset) + content + text.slice(offset + length);
	write(text, group);
}

/** Puts another document in place of this one; undo brings this one back. */
export function load(document: unknown): void {
	loadText(format(document));
}

/** The same for a text, right or wrong. */
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
	// Otherwise boxes would stay where they were dragged to until they are measured again.
	ahead.value = new Map();
	readSource(next.text);
	slideIndex.value = Math.min(next.slide, Math.max(0, (design.peek().slides?.length ?? 1) - 1));
	show();
}

export const undoLast = (): void => step(past, future);
export const redoLast = (): void => step(future, past);
