/** The JSON view, loaded on first use: the editor is larger than the rest of the page. */
import { openEditor } from "./editor.js";
import { watchMarks } from "./marks.js";

export { repaint, reveal } from "./editor.js";

/** Opens the editor in an element. @returns closes it */
export function open(host: HTMLElement): () => void {
	const close = openEditor(host);
	const unmark = watchMarks();
	return () => {
		unmark();
		close();
	};
}
