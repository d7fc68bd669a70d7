/** The JSON view, once it was opened: its code is loaded then, and not before. */
import { signal } from "@preact/signals";

type View = typeof import("./editor/view.js");

export const jsonView = signal<View | null>(null);

let loading: Promise<View> | undefined;

/** Loads the view; a failed try is no reason not to try again. */
export async function loadJsonView(): Promise<View> {
	loading ??= import("./editor/view.js");
	try {
		jsonView.value = await loading;
		return jsonView.value;
	} catch (error) {
		loading = undefined;
		throw error;
	}
}
