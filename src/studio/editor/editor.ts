/** The JSON editor. It holds the text and its history, for changes made by hand and on the slide alike. */

import {
	autocompletion,
	closeBrackets,
	closeBracketsKeymap,
	completionKeymap,
} from "@codemirror/autocomplete";
import {
	defaultKeymap,
	history,
	historyKeymap,
	isolateHistory,
	redo,
	undo,
} from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import { Compartment, EditorState, Transaction } from "@codemirror/state";
import {
	drawSelection,
	EditorView,
	highlightActiveLine,
	keymap,
	lineNumbers,
	tooltips,
} from "@codemirror/view";
import { findNodeAtLocation, getLocation, type JSONPath, modify, parseTree } from "jsonc-parser";
import type { JsonPath } from "../../json/pointer.js";
import { format } from "../design.js";
import { readSource, selection, slideIndex } from "../state.js";
import { shortDataUrls } from "./data-urls.js";
import { completions, describe } from "./help.js";
import { colours, theme } from "./theme.js";

let view: EditorView | undefined;
const palette = new Compartment();

/** Two spaces, as JSON.stringify writes them. */
const FORMATTING = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: "\n" } };

/**
 * Puts the editor into an element.
 * @param host gets a shadow root, so that the editor's styles need no exception from the page's policy
 */
export function openEditor(host: HTMLElement, text: string): void {
	const root = host.attachShadow({ mode: "open" });
	view = new EditorView({
		root,
		parent: root,
		state: EditorState.create({
			doc: text,
			extensions: [
				lineNumbers(),
				foldGutter(),
				history(),
				drawSelection(),
				indentOnInput(),
				bracketMatching(),
				closeBrackets(),
				highlightActiveLine(),
				json(),
				EditorView.lineWrapping,
				EditorView.contentAttributes.of({ "aria-label": "Document as JSON" }),
				tooltips({ position: "fixed" }),
				autocompletion({ override: [completions] }),
				describe,
				shortDataUrls,
				theme,
				palette.of(colours(isDark())),
				keymap.of([
					...closeBracketsKeymap,
					...completionKeymap,
					...lintKeymap,
					...historyKeymap,
					...foldKeymap,
					// Without a Tab that indents: who goes through the page by keyboard would be caught here.
					...defaultKeymap,
				]),
				EditorView.updateListener.of((update) => {
					if (update.docChanged) readSource(update.state.doc.toString());
					if (update.selectionSet && update.view.hasFocus) selectAtCursor(update.state);
				}),
			],
		}),
	});
	readSource(text);
	matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repaint);
}

const isDark = (): boolean => {
	const chosen = globalThis.document.documentElement.dataset.theme;
	return chosen === undefined
		? matchMedia("(prefers-color-scheme: dark)").matches
		: chosen === "dark";
};

/** After the theme of the page has changed. */
export function repaint(): void {
	view?.dispatch({ effects: palette.reconfigure(colours(isDark())) });
}

/** The slide and the element that the cursor stands in are those at work. */
function selectAtCursor(state: EditorState): void {
	const { path } = getLocation(state.doc.toString(), state.selection.main.head);
	if (path[0] !== "slides" || typeof path[1] !== "number") return;
	if (path[1] !== slideIndex.value) slideIndex.value = path[1];
	const [, , kind, index] = path;
	selection.value =
		(kind === "textBlocks" || kind === "imageOverlays") && typeof index === "number"
			? { kind, index }
			: null;
}

/** Writes values into the document, as one step that undo takes back; undefined removes one. */
export function edit(changes: readonly (readonly [JsonPath, unknown])[]): void {
	if (view === undefined) return;
	let text = view.state.doc.toString();
	const before = text;
	for (const [path, value] of changes) {
		for (const { offset, length, content } of modify(text, path as JSONPath, value, FORMATTING))
			text = text.slice(0, offset) + content + text.slice(offset + length);
	}
	replace(before, text);
}

/** Puts another document in place of this one; undo brings this one back. */
export const load = (document: unknown): void => loadText(format(document));

/** The same for a text, right or wrong. */
export function loadText(text: string): void {
	if (view) replace(view.state.doc.toString(), text);
}

/** One change of only what differs, so that the cursor and the scroll position stay. */
function replace(before: string, after: string): void {
	if (before === after || view === undefined) return;
	let from = 0;
	const shorter = Math.min(before.length, after.length);
	while (from < shorter && before[from] === after[from]) from++;
	let end = 0;
	while (end < shorter - from && before.at(-1 - end) === after.at(-1 - end)) end++;
	view.dispatch({
		changes: { from, to: before.length - end, insert: after.slice(from, after.length - end) },
		// Two quick arrow keys are two steps of undo.
		annotations: [Transaction.userEvent.of("input.slide"), isolateHistory.of("full")],
	});
}

export const undoLast = (): void => void (view && undo(view));
export const redoLast = (): void => void (view && redo(view));

/** Shows the place of a value; the cursor goes there. */
export function reveal(path: JsonPath): void {
	if (view === undefined) return;
	const root = parseTree(view.state.doc.toString());
	const node = root && findNodeAtLocation(root, path as JSONPath);
	if (!node) return;
	view.dispatch({
		selection: { anchor: node.offset },
		effects: EditorView.scrollIntoView(node.offset, { y: "center" }),
	});
}

/** The editor itself, for what marks its text. */
export const editorView = (): EditorView | undefined => view;
