/** Keyboard shortcuts for the whole page; fields keep their own. */

import { group, ungroup } from "./canvas/grouping.js";
import { transform } from "./canvas/keys.js";
import { addText } from "./canvas/new-text.js";
import { duplicate, outermost, remove, reorder } from "./canvas/place.js";
import { zoom, zoomBy } from "./canvas/view.js";
import { entriesOf, listsOf } from "./design.js";
import { redoLast, undoLast } from "./history.js";
import { design, locked, select, selection, slideIndex, writing } from "./state.js";

const FIELDS = "input, textarea, select, dialog, .cm-content, [contenteditable]";

/** Selects all selectable elements of the slide. */
function selectAll(): void {
	select(
		...listsOf(slideIndex.value)
			.filter((list) => !list.startsWith("/common/"))
			.flatMap((list) => entriesOf(design.value, list).map(({ ref }) => ref))
			.filter((ref) => !locked.value.has(ref)),
	);
}

/** Actions by the key pressed with Ctrl or ⌘; the prefix "+" means Shift. */
const WITH_CONTROL: Readonly<Record<string, () => void>> = {
	z: undoLast,
	"+z": redoLast,
	y: redoLast,
	d: () => selection.value.length > 0 && duplicate(selection.value),
	g: () => selection.value.length > 0 && group(selection.value),
	"+g": () => selection.value.length === 1 && ungroup(selection.value[0]!),
	a: selectAll,
	"]": () => selection.value.length === 1 && reorder(selection.value[0]!, 1),
	"[": () => selection.value.length === 1 && reorder(selection.value[0]!, -1),
	"0": () => {
		zoom.value = null;
	},
	"=": () => zoomBy(1),
	"+": () => zoomBy(1),
	"-": () => zoomBy(-1),
};

export function listenForKeys(): void {
	addEventListener("keydown", (event) => {
		const [target] = event.composedPath() as Element[];
		if (event.defaultPrevented || writing.value !== null || target?.closest?.(FIELDS)) return;
		if (event.ctrlKey || event.metaKey) {
			const key = event.key.toLowerCase();
			const does = WITH_CONTROL[event.shiftKey && key !== "+" ? `+${key}` : key];
			if (does === undefined) return;
			event.preventDefault();
			does();
			return;
		}
		if (event.key.toLowerCase() === "t" && !event.altKey && design.value.slides !== undefined) {
			event.preventDefault();
			addText();
			return;
		}
		if (selection.value.length === 0 || target?.closest?.("button, a, [role=tab]")) return;
		if (event.key === "Delete" || event.key === "Backspace") remove(selection.value);
		else if (event.key === "Escape") select();
		else if (!transform(event, outermost(selection.value))) return;
		event.preventDefault();
	});
}
