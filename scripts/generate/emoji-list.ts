import { packageFile } from "./packages.js";

/** Every emoji recommended by Unicode 15.1, one per line: the images must cover all of them. */
export async function emojiList(): Promise<ReadonlyMap<string, string>> {
	const path = "@unicode/unicode-15.1.0/Sequence_Property/RGI_Emoji/index.mjs";
	const module: { default: Iterable<string> } = await import(packageFile(path).href);
	return new Map([
		["test/engine/text/emoji/emoji-15.1.txt", `${[...module.default].join("\n")}\n`],
	]);
}
