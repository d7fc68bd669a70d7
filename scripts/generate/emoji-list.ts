import { packageFile } from "./packages.js";

/** Every emoji that Unicode 15.1 recommends, a line each: what the pictures have to cover. */
export async function emojiList(): Promise<ReadonlyMap<string, string>> {
	const path = "@unicode/unicode-15.1.0/Sequence_Property/RGI_Emoji/index.mjs";
	const module: { default: Iterable<string> } = await import(packageFile(path).href);
	return new Map([
		["test/engine/text/emoji/emoji-15.1.txt", `${[...module.default].join("\n")}\n`],
	]);
}
