import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** The icon sets that are part of the service: licence and grid of each, by prefix. */
export const EMBEDDED_SETS: Readonly<Record<string, { license: string; size: number }>> = {
	lucide: { license: "ISC", size: 24 },
	tabler: { license: "MIT", size: 24 },
};

/** Whether a set is embedded, so that no server is asked for its icons. */
export const isEmbedded = (prefix: string): boolean => Object.hasOwn(EMBEDDED_SETS, prefix);

/** The used fields of an Iconify icon set (@iconify-json/{prefix}/icons.json). */
export interface IconifySet {
	readonly icons: Readonly<
		Record<string, { body: string; width?: number; height?: number; hidden?: boolean }>
	>;
	/** Other names. In these sets, no alias rotates or mirrors its icon. */
	readonly aliases?: Readonly<Record<string, { parent: string }>>;
}

const require = createRequire(import.meta.url);

/** Reads an embedded set from its package. */
export async function loadIconifySet(prefix: string): Promise<IconifySet> {
	const file = require.resolve(`@iconify-json/${prefix}/icons.json`);
	return JSON.parse(await readFile(file, "utf8")) as IconifySet;
}

export interface EmbeddedIcon {
	readonly body: string;
	readonly size: number;
}

/** The drawings of the embedded sets, each loaded when one of its icons is requested. */
export class EmbeddedSets {
	readonly #sets = new Map<string, Promise<IconifySet>>();

	/**
	 * The icon with this name or alias, including hidden (superseded) ones, so that URLs stay valid.
	 */
	async icon(prefix: string, name: string): Promise<EmbeddedIcon | undefined> {
		const about = isEmbedded(prefix) ? EMBEDDED_SETS[prefix] : undefined;
		if (!about) return undefined;
		const { icons, aliases = {} } = await this.#load(prefix);
		const key = Object.hasOwn(aliases, name) ? (aliases[name]?.parent ?? name) : name;
		const icon = Object.hasOwn(icons, key) ? icons[key] : undefined;
		return icon && { body: icon.body, size: icon.width ?? about.size };
	}

	/** The names of the icons in searches. */
	async names(prefix: string): Promise<readonly string[]> {
		const { icons } = await this.#load(prefix);
		return Object.keys(icons).filter((name) => !icons[name]?.hidden);
	}

	/** Reads all sets now. */
	async warm(): Promise<void> {
		await Promise.all(Object.keys(EMBEDDED_SETS).map((prefix) => this.#load(prefix)));
	}

	#load(prefix: string): Promise<IconifySet> {
		let set = this.#sets.get(prefix);
		if (!set) {
			set = loadIconifySet(prefix);
			this.#sets.set(prefix, set);
			set.catch(() => this.#sets.delete(prefix));
		}
		return set;
	}
}
