/** Tenths of a preview pixel: finer than an export pixel, and short in the document. */
export const tenth = (value: number): number => Math.round(value * 10) / 10;

/** The same for sizes, rounded up: a text that is a hair too narrow breaks its word. */
export const upToTenth = (value: number): number => Math.ceil(value * 10 - 1e-6) / 10;
