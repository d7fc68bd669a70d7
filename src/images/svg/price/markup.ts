/** An element of the markup that the writer wrote. */
export interface MarkupNode {
	readonly name: string;
	readonly attributes: ReadonlyMap<string, string>;
	readonly children: MarkupNode[];
}

const TAG = /<(\/?)(\w+)([^<>]*?)(\/?)>/g;
const ATTRIBUTE = /([\w:-]+)="([^"]*)"/g;

/**
 * Reads back what the writer of the folder above wrote, and nothing else: tags
 * whose attributes stand in double quotes and hold no angle bracket.
 */
export function readMarkup(markup: string): MarkupNode {
	const root: MarkupNode = { name: "", attributes: new Map(), children: [] };
	const open = [root];
	for (const [, closing, name, written, empty] of markup.matchAll(TAG)) {
		if (closing !== "") {
			open.pop();
			continue;
		}
		const attributes = new Map<string, string>();
		for (const [, key, value] of written!.matchAll(ATTRIBUTE)) attributes.set(key!, value!);
		const node: MarkupNode = { name: name!, attributes, children: [] };
		open.at(-1)!.children.push(node);
		if (empty === "") open.push(node);
	}
	return root.children[0] ?? root;
}
