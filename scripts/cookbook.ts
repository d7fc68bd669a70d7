import type { RenderRequest } from "../src/index.js";

/** A question of docs/cookbook.md and its answer. */
export interface Recipe {
	readonly question: string;
	/** Path below docs/ of the image that is rendered from the document. */
	readonly picture: string | undefined;
	readonly document: RenderRequest | undefined;
	/** Shell commands that use the document in design.json. */
	readonly commands: readonly string[];
	/** A PHP program that uses the document in design.json. */
	readonly php: string | undefined;
}

/**
 * @param page the Markdown of docs/cookbook.md: a level 3 heading for each question
 * @throws SyntaxError if a document is not JSON
 */
export function recipesOf(page: string): Recipe[] {
	const [, ...parts] = page.split(/^### /m);
	return parts.map((part) => {
		const json = /^```json\n(.*?)^```/ms.exec(part)?.[1];
		return {
			question: part.slice(0, part.indexOf("\n")),
			picture: /!\[[^\]]+\]\((cookbook\/[\w-]+\.webp)\)/.exec(part)?.[1],
			document: json === undefined ? undefined : (JSON.parse(json) as RenderRequest),
			commands: [...part.matchAll(/^```sh\n(.*?)^```/gms)].map(([, command]) => command!),
			php: /^```php\n(.*?)^```/ms.exec(part)?.[1],
		};
	});
}
