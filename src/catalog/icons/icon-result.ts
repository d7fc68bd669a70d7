import { iconPath } from "./icon-path.js";

/** An icon in the search results. */
export interface IconResult {
	/** Set and name: "lucide:rocket". */
	readonly id: string;
	readonly name: string;
	readonly set: string;
	/** Path of the SVG on this service; the HTTP layer makes it absolute. */
	readonly renderUrl: string;
	/** Grid on which the icon is drawn, in px. */
	readonly width: number;
	readonly height: number;
	readonly tags: readonly string[];
	/** SPDX identifier, if there is one. */
	readonly license: string;
}

/** @param icon whose `size` is its grid, in px */
export function iconResult(icon: {
	set: string;
	name: string;
	size: number;
	tags: readonly string[];
	license: string;
}): IconResult {
	const { set, name, size, tags, license } = icon;
	return {
		id: `${set}:${name}`,
		name,
		set,
		renderUrl: iconPath(set, name),
		width: size,
		height: size,
		tags,
		license,
	};
}
