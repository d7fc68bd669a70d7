import type { Diagnostic } from "@codemirror/lint";
import { signal } from "@preact/signals";

/** All marks of the text as it is; none while the JSON view is closed. */
export const marks = signal<readonly Diagnostic[]>([]);
