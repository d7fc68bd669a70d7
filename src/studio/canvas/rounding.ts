/** Rounds to tenths of a preview pixel: finer than an export pixel, and short in the document. */
export const tenth = (value: number): number => Math.round(value * 10) / 10;

/** Same, rounded up, for sizes: a text that is slightly too narrow breaks a word. */
export const upToTenth = (value: number): number => Math.ceil(value * 10 - 1e-6) / 10;

/** A length as a percentage of the slide's. */
export const percent = (value: number, whole: number): string => `${(value / whole) * 100}%`;
