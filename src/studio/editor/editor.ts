/** The JSON view: an editor that shows the text of the document and writes what is typed into it. */

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
import type { JsonPath } from "../../json/pointer.js";
import { pointerOf } from "../design.js";
import { redoLast, undoLast, write } from "../history.js";
import { select, slideIndex, source } from "../state.js";
import { t } from "../texts/texts.js";
import { shortDataUrls } from "./data-urls.js";
import { completions, describe } from "./help.js";
import { colours, theme } from "./theme.js";

let view: EditorView | undefined;
const palette = new Compartment();

/** Marks a change that the document has already. */
const outside = Annotation.define<boolean>();

/**
 * Puts the editor into an element.
 * @param host gets a shadow root, so that the editor's styles need no exception from the page's policy
 * @returns ends the editor
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
				// What scrolls can be focused; axe does not count what is merely editable.
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
					// Without a Tab that indents: who goes through the page by keyboard would be caught here.
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

/** After the theme of the page has changed. */
export function repaint(): void {
	view?.dispatch({ effects: palette.reconfigure(colours(isDark())) });
}

/** The slide and the element that the cursor is in are those at work. */
function selectAtCursor(state: EditorState): void {
	const { path } = getLocation(state.doc.toString(), state.selection.main.head);
	if (path[0] === "slides" && typeof path[1] === "number") slideIndex.value = path[1];
	select(...elementsAround(path));
}

/** The innermost element that a place is in; none for a place outside of all. */
function elementsAround(path: JSONPath): string[] {
	for (let depth = path.length; depth > 1; depth--)
		if (typeof path[depth - 1] === "number" && LISTS.has(String(path[depth - 2])))
			return [pointerOf(path.slice(0, depth))];
	return [];
}

const LISTS = new Set(["textBlocks", "imageOverlays", "layers", "children", "behind", "front"]);

/** Shows another text: one change of only what differs, so that the cursor and the scroll position stay. */
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

/** Shows the place of a value; the cursor goes there. */
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

/** The editor itself, for what marks its text. */
export const editorView = (): EditorView | undefined => view;
