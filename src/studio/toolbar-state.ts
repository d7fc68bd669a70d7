import { signal } from "@preact/signals";

/** Whether what the platform's app covers is shown. */
export const showFrame = signal(false);

/** The dialog that is open. */
export type DialogName = "gallery" | "code" | "help" | null;
export const dialog = signal<DialogName>(null);
