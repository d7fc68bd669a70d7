/** The JSON view; its code is loaded on first use. */
import { signal } from "@preact/signals";

type View = typeof import("./editor/view.js");

export const jsonView = signal<View | null>(null);

let loading: Promise<View> | undefined;

/** Loads the view; after a failure the next call tries again. */
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
