import type { FontFile } from "./manifest.js";

/** A face's upright and its slanted form are one file: the axis that turns the one into the other. */
export interface SlantAxis {
	readonly tag: "ital" | "slnt";
	/** Where the face is slanted most. */
	readonly value: number;
}

/** What a font file of an operator says of itself. */
export interface FontFacts {
	/** Its typographic family (name 16, else 1), as documents name it. */
	readonly family: string;
	/** Least and greatest CSS weight; equal for a static file. */
	readonly weight: readonly [number, number];
	/** It has a wght axis. */
	readonly variable: boolean;
	readonly italic: boolean;
	readonly slant: SlantAxis | null;
	/** Least and greatest value of its opsz axis, CSS pixels; null: it has none. */
	readonly opticalSize: readonly [number, number] | null;
	/** Code point ranges, see `eachCoveredRange`. */
	readonly coverage: string;
}

/** A font file of an operator, as a pack has it. */
export interface OperatorFontFile extends FontFacts {
	/** Path below the operator's folder, with forward slashes. */
	readonly name: string;
	/** Bytes of the pack before it. */
	readonly start: number;
	/** Bytes of the file as it is. */
	readonly length: number;
	/** It is a WOFF2 file. */
	readonly packed: boolean;
}

/** An operator's file as the library loads it. */
export interface OperatorFile extends FontFile {
	readonly own: OperatorFontFile;
}

export const isOperatorFile = (file: FontFile): file is OperatorFile => "own" in file;

const WOFF2 = "wOF2";

/** Whether a file is a WOFF2 font by its first bytes. */
export const isWoff2 = (bytes: Uint8Array): boolean =>
	String.fromCharCode(...bytes.subarray(0, WOFF2.length)) === WOFF2;
