import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** Sizes, and colours from the page's CSS variables, which also apply in the shadow root. */
export const theme: Extension = EditorView.theme({
	"&": {
		height: "100%",
		fontSize: "13px",
		color: "var(--text)",
		backgroundColor: "var(--surface)",
	},
	"&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
	".cm-scroller": {
		fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
		lineHeight: "1.5",
	},
	".cm-content": { caretColor: "var(--text)" },
	".cm-cursor": { borderLeftColor: "var(--text)" },
	".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--muted)", border: "none" },
	".cm-activeLine": { backgroundColor: "var(--line)" },
	".cm-foldPlaceholder": { backgroundColor: "var(--line)", border: "none", color: "var(--text)" },
	"&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
		{
			backgroundColor: "var(--select)",
		},
	".cm-matchingBracket": { backgroundColor: "var(--select)", color: "inherit" },
	".cm-tooltip": {
		backgroundColor: "var(--raised)",
		color: "var(--text)",
		border: "1px solid var(--border)",
		borderRadius: "6px",
		maxWidth: "360px",
	},
	".cm-description": { padding: "6px 10px", fontFamily: "system-ui, sans-serif", fontSize: "13px" },
	".cm-tooltip-autocomplete > ul > li[aria-selected]": {
		backgroundColor: "var(--accent)",
		color: "var(--on-accent)",
	},
	".cm-diagnostic": { fontFamily: "system-ui, sans-serif", fontSize: "13px" },
});

/** Token colours: at least 4.5:1 contrast with the background in both themes. */
export function colours(dark: boolean): Extension {
	return syntaxHighlighting(
		HighlightStyle.define([
			{ tag: tags.propertyName, color: dark ? "#8ab4f8" : "#0b57a4" },
			{ tag: tags.string, color: dark ? "#9fd8a4" : "#1c6b2a" },
			{ tag: tags.number, color: dark ? "#f2b880" : "#8a4100" },
			{ tag: [tags.bool, tags.null], color: dark ? "#d7aefb" : "#7527b5" },
			{ tag: tags.invalid, color: dark ? "#ff9a94" : "#b3261e" },
		]),
	);
}
