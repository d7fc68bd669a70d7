import { signal } from "@preact/signals";

/** The dialog that is open. */
export type DialogName =
	| "gallery"
	| "new"
	| "long-link"
	| "share"
	| "brand"
	| "code"
	| "help"
	| "rows"
	| "platforms"
	| "link"
	| "slot"
	| null;
export const dialog = signal<DialogName>(null);
