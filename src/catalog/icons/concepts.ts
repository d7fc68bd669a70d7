import { readData } from "../../base/data-file.js";

/** Icon ids in order of preference, with all their words. */
export interface Concept {
	readonly phrases: readonly string[];
	readonly icons: readonly string[];
}

/** An icon without a prefix belongs to Lucide. */
function fullId(icon: string): string {
	return icon.includes(":") ? icon : `lucide:${icon}`;
}

/** What authors of social posts type (data/icons/concepts.txt). */
export const CONCEPTS: readonly Concept[] = readData("icons/concepts.txt")
	.split("\n")
	.filter((line) => !line.startsWith("#") && line.includes(":"))
	.map((line) => {
		const colon = line.indexOf(":");
		return {
			phrases: line
				.slice(0, colon)
				.split(",")
				.map((phrase) => phrase.trim()),
			icons: line
				.slice(colon + 1)
				.trim()
				.split(/\s+/)
				.map(fullId),
		};
	});

/** Ids of the icons that social posts use most, for searches without a query. */
export const POPULAR_ICONS: readonly string[] = readData("icons/popular.txt")
	.trim()
	.split(/\s+/)
	.map(fullId);
