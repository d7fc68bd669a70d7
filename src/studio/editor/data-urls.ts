/** Shortens data URLs in the editor, so that an embedded image takes one line. */

import type { DecorationSet, ViewUpdate } from "@codemirror/view";
import { Decoration, EditorView, MatchDecorator, ViewPlugin, WidgetType } from "@codemirror/view";

class Short extends WidgetType {
	readonly #text: string;

	constructor(text: string) {
		super();
		this.#text = text;
	}

	override eq(other: Short): boolean {
		return other.#text === this.#text;
	}

	override toDOM(): HTMLElement {
		const dom = globalThis.document.createElement("span");
		dom.textContent = this.#text;
		dom.className = "cm-foldPlaceholder";
		return dom;
	}
}

const matcher = new MatchDecorator({
	regexp: /data:(image\/[\w+.-]+)[^"\s]{100,}/g,
	decoration: ([whole, type]) =>
		Decoration.replace({
			widget: new Short(`data:${type} (${Math.ceil(whole.length / 1_000)} kB)`),
		}),
	maxLength: 100_000,
});

const plugin = ViewPlugin.fromClass(
	class {
		decorations: DecorationSet;
		constructor(view: EditorView) {
			this.decorations = matcher.createDeco(view);
		}
		update(update: ViewUpdate) {
			this.decorations = matcher.updateDeco(update, this.decorations);
		}
	},
	{
		decorations: ({ decorations }) => decorations,
		// The cursor treats them as one character.
		provide: (self) =>
			EditorView.atomicRanges.of((view) => view.plugin(self)?.decorations ?? Decoration.none),
	},
);

export const shortDataUrls = plugin;
