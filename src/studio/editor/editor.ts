/** The JSON editor: shows the document's source text and writes edits back to it. */

import {
	autocompletion,
	closeBrackets,
	closeBracketsKeymap,
	completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import { Annotation, Compartment, EditorState } from "@codemirror/state";
import {
	drawSelection,
	EditorView,
	highlightActiveLine,
	keymap,
	lineNumbers,
	tooltips,
} from "@codemirror/view";
import { effect } from "@preact/signals";
import { findNodeAtLocation, getLocation, type JSONPath, parseTree } from "jsonc-parser";
import type { JsonPath } from "../../base/json-pointer.js";
import { pointerOf } from "../design.js";
import { redoLast, undoLast, write } from "../history.js";
import { select, slideIndex, source } from "../state.js";
import { t } from "../texts/texts.js";
import { shortDataUrls } from "./data-urls.js";
import { completions, describe } from "./help.js";
import { colours, theme } from "./theme.js";

let view: EditorView | undefined;
const palette = new Compartment();

/** Marks a change that comes from the document, not from typing. */
const outside = Annotation.define<boolean>();

/**
 * Opens the editor in an element.
 * @param host gets a shadow root, so that the editor's styles need no CSP exception
 * @returns closes the editor
 */
export function openEditor(host: HTMLElement): () => void {
	const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
	view = new EditorView({
		root,
		parent: root,
		state: EditorState.create({
			doc: source.peek(),
			extensions: [
				lineNumbers(),
				foldGutter(),
				drawSelection(),
				indentOnInput(),
				bracketMatching(),
				closeBrackets(),
				highlightActiveLine(),
				json(),
				EditorView.lineWrapping,
				// Scrollable content must be focusable; axe does not accept contenteditable alone.
				EditorView.contentAttributes.of({ "aria-label": t("json.label"), tabindex: "0" }),
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
					{ key: "Mod-z", run: steps(undoLast), shift: steps(redoLast), preventDefault: true },
					{ key: "Mod-y", run: steps(redoLast), preventDefault: true },
					...foldKeymap,
					// No Tab key binding: it would trap keyboard users in the editor.
					...defaultKeymap,
				]),
				EditorView.updateListener.of((update) => {
					const own = !update.transactions.some((one) => one.annotation(outside));
					if (update.docChanged && own) write(update.state.doc.toString(), "typing");
					if (update.selectionSet && own && update.view.hasFocus) selectAtCursor(update.state);
				}),
			],
		}),
	});
	const follow = effect(() => replace(source.value));
	const scheme = matchMedia("(prefers-color-scheme: dark)");
	scheme.addEventListener("change", repaint);
	return () => {
		follow();
		scheme.removeEventListener("change", repaint);
		view?.destroy();
		view = undefined;
	};
}

const steps = (step: () => void) => () => {
	step();
	return true;
};

const isDark = (): boolean => {
	const chosen = globalThis.document.documentElement.dataset.theme;
	return chosen === undefined
		? matchMedia("(prefers-color-scheme: dark)").matches
		: chosen === "dark";
};

/** Applies the page's colour theme after it has changed. */
export function repaint(): void {
	view?.dispatch({ effects: palette.reconfigure(colours(isDark())) });
}

/** Selects the slide and the element at the cursor. */
function selectAtCursor(state: EditorState): void {
	const { path } = getLocation(state.doc.toString(), state.selection.main.head);
	if (path[0] === "slides" && typeof path[1] === "number") slideIndex.value = path[1];
	select(...elementsAround(path));
}

/** The innermost element that contains a path; empty if there is none. */
function elementsAround(path: JSONPath): string[] {
	for (let depth = path.length; depth > 1; depth--)
		if (typeof path[depth - 1] === "number" && LISTS.has(String(path[depth - 2])))
			return [pointerOf(path.slice(0, depth))];
	return [];
}

const LISTS = new Set(["textBlocks", "imageOverlays", "layers", "children", "behind", "front"]);

/** Replaces only the differing part of the text, so that cursor and scroll position stay. */
function replace(after: string): void {
	if (view === undefined) return;
	const before = view.state.doc.toString();
	if (before === after) return;
	let from = 0;
	const shorter = Math.min(before.length, after.length);
	while (from < shorter && before[from] === after[from]) from++;
	let end = 0;
	while (end < shorter - from && before.at(-1 - end) === after.at(-1 - end)) end++;
	view.dispatch({
		changes: { from, to: before.length - end, insert: after.slice(from, after.length - end) },
		annotations: outside.of(true),
	});
}

/** Scrolls to a value and puts the cursor there. */
export function reveal(path: JsonPath): void {
	if (view === undefined) return;
	const root = parseTree(view.state.doc.toString());
	const node = root && findNodeAtLocation(root, path as JSONPath);
	if (!node) return;
	view.dispatch({
		selection: { anchor: node.offset },
		effects: EditorView.scrollIntoView(node.offset, { y: "center" }),
		annotations: outside.of(true),
	});
}

/** The open editor, for the diagnostics. */
export const editorView = (): EditorView | undefined => view;
