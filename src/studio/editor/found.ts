import type { Diagnostic } from "@codemirror/lint";
import { signal } from "@preact/signals";

/** All diagnostics of the current text; empty while the JSON view is closed. */
export const marks = signal<readonly Diagnostic[]>([]);
