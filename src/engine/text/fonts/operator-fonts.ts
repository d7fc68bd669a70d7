import type { FontFile } from "./manifest.js";

/** The axis that slants a file, if upright and slanted form are in the same file. */
export interface SlantAxis {
	readonly tag: "ital" | "slnt";
	/** Value of the axis for the strongest slant. */
	readonly value: number;
}

/** The properties of an operator's font file. */
export interface FontFacts {
	/** Its typographic family (name 16, or else 1), by which documents refer to it. */
	readonly family: string;
	/** Smallest and largest CSS weight; equal for a static file. */
	readonly weight: readonly [number, number];
	/** It has a wght axis. */
	readonly variable: boolean;
	readonly italic: boolean;
	readonly slant: SlantAxis | null;
	/** Smallest and largest value of its opsz axis, CSS pixels; null without the axis. */
	readonly opticalSize: readonly [number, number] | null;
	/** Code point ranges, see `eachCoveredRange`. */
	readonly coverage: string;
}

/** A font file of an operator in a pack. */
export interface OperatorFontFile extends FontFacts {
	/** Path below the operator's folder, with forward slashes. */
	readonly name: string;
	/** Its offset in the pack, bytes. */
	readonly start: number;
	/** Its size in the pack, bytes. */
	readonly length: number;
	/** It is a WOFF2 file. */
	readonly packed: boolean;
}

/** An operator's file that the library can load. */
export interface OperatorFile extends FontFile {
	readonly own: OperatorFontFile;
}

export const isOperatorFile = (file: FontFile): file is OperatorFile => "own" in file;

const WOFF2 = "wOF2";

/** Whether a file is a WOFF2 font by its first bytes. */
export const isWoff2 = (bytes: Uint8Array): boolean =>
	String.fromCharCode(...bytes.subarray(0, WOFF2.length)) === WOFF2;
