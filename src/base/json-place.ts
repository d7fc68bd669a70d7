import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import { type JsonPath, stepsOf } from "./json-pointer.js";

/** A place in a text, counted from 1. */
export interface TextPlace {
	readonly line: number;
	readonly column: number;
	/** Counted from 0. UTF-16 units. */
	readonly offset: number;
}

/**
 * Finds where fields begin in a JSON text. For a missing field, this is where its parent begins.
 * @param text valid JSON
 * @returns a function that takes a JSON pointer
 */
export function placesIn(text: string): (pointer: string) => TextPlace {
	const root = parseTree(text);
	return (pointer) => {
		const offset = root === undefined ? 0 : offsetOf(root, stepsOf(pointer));
		const before = text.slice(0, offset);
		return {
			line: before.split("\n").length,
			column: offset - before.lastIndexOf("\n"),
			offset,
		};
	};
}

function offsetOf(root: Node, steps: JsonPath): number {
	for (let depth = steps.length; depth > 0; depth--) {
		const node = findNodeAtLocation(root, steps.slice(0, depth));
		if (node) return node.parent?.type === "property" ? node.parent.offset : node.offset;
	}
	return root.offset;
}
