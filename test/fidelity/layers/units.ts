/** Export pixels per preview pixel. */
export const SCALE = 1 / 0.375;

/** CSS declarations; undefined: none. */
export type Style = Record<string, string | number | undefined>;

/** @param length preview pixels */
export const px = (length: number): string => `${length * SCALE}px`;
