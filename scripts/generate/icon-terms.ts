import { readFile } from "node:fs/promises";
import { loadIconifySet } from "../../src/catalog/icons/embedded-sets.js";
import { packageFile } from "./packages.js";

interface Terms {
	readonly tags: readonly string[];
	readonly category: string;
}

async function readJson<T>(path: string): Promise<T> {
	return JSON.parse(await readFile(packageFile(path), "utf8")) as T;
}

async function lucideTerms(): Promise<Map<string, Terms>> {
	const tags = await readJson<Record<string, string[]>>("lucide-static/tags.json");
	return new Map(Object.entries(tags).map(([name, list]) => [name, { tags: list, category: "" }]));
}

async function tablerTerms(): Promise<Map<string, Terms>> {
	type About = { tags: (string | number)[]; category: string };
	const icons = await readJson<Record<string, About>>("@tabler/icons/icons.json");
	return new Map(
		Object.entries(icons).map(([name, { tags, category }]) => [
			name,
			{ tags: tags.map(String), category },
		]),
	);
}

/** Normalizes and deduplicates tags, without words of the name and without our separators. */
function tidy(name: string, tags: readonly string[]): string[] {
	const clean = tags.map((tag) =>
		tag
			.toLowerCase()
			.replace(/[\t\n,`\\$]/g, " ")
			.trim(),
	);
	return [...new Set(clean)].filter((tag) => tag !== "" && tag !== name);
}

/**
 * One line per icon: name, aliases, category, tags; filled icons use those of their outline
 * variant.
 */
async function linesOf(prefix: string, terms: ReadonlyMap<string, Terms>): Promise<string[]> {
	const { icons, aliases = {} } = await loadIconifySet(prefix);
	const aliasesOf = new Map<string, string[]>();
	for (const [alias, { parent }] of Object.entries(aliases)) {
		aliasesOf.set(parent, [...(aliasesOf.get(parent) ?? []), alias]);
	}
	return Object.keys(icons)
		.filter((name) => !icons[name]?.hidden)
		.sort()
		.map((name) => {
			const own = terms.get(name);
			const tags = own ? tidy(name, own.tags).join(",") : "";
			return [name, (aliasesOf.get(name) ?? []).join(","), own?.category ?? "", tags]
				.join("\t")
				.trimEnd();
		});
}

/**
 * The search words of each icon in the embedded sets. Names and aliases are from
 * @iconify-json/lucide and @iconify-json/tabler (which the service renders), tags from
 * lucide-static/tags.json, tags and categories from @tabler/icons/icons.json. Lucide publishes no
 * categories in its packages.
 */
export async function iconTerms(): Promise<ReadonlyMap<string, string>> {
	const file = async (prefix: string, terms: ReadonlyMap<string, Terms>) =>
		[`data/icons/${prefix}.tsv`, `${(await linesOf(prefix, terms)).join("\n")}\n`] as const;
	return new Map([
		await file("lucide", await lucideTerms()),
		await file("tabler", await tablerTerms()),
	]);
}
