/** The templates that documents can name. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { nearest } from "../../base/nearest.js";
import { onDemand } from "../../base/on-demand.js";
import { packageRoot } from "../../base/package-root.js";
import type { InlineTemplate, Template } from "../../contract/templates.js";

/** A template, and a hash of its content. */
export interface UsedTemplate {
	readonly template: InlineTemplate;
	readonly version: string;
	/** Whether the request contains it. */
	readonly isInline?: boolean;
}

/** A template that documents can name. */
export interface LibraryTemplate extends UsedTemplate {
	readonly template: Template;
}

/** Characters of a version: 96 bits. */
const VERSION_LENGTH = 16;

const hash = (text: string): string => createHash("sha256").update(text).digest("base64url");

/** @param template checked */
export const libraryTemplate = <T extends InlineTemplate>(
	template: T,
): UsedTemplate & { readonly template: T } => ({
	template,
	version: hash(JSON.stringify(template)).slice(0, VERSION_LENGTH),
});

/** The bundled templates by id; tests check their files. */
export const bundledTemplates = onDemand((): readonly LibraryTemplate[] => {
	const folder = new URL("data/templates/", packageRoot);
	return readdirSync(folder)
		.filter((name) => name.endsWith(".json"))
		.sort()
		.map((name) => libraryTemplate(JSON.parse(readFileSync(new URL(name, folder), "utf8"))));
});

/** Ids that are suggested, and characters of a wrong id that are compared. */
const MAX_NEAREST = 3;
const MAX_ASKED = 64;
/** Words with fewer letters say little: "of", "new". */
const MIN_WORD = 4;

const wordsOf = (id: string): string[] =>
	id.split(/[^a-z0-9]+/i).filter((word) => word.length >= MIN_WORD);

/** All templates of a service: the bundled ones, and the operator's, which can be reloaded. */
export class TemplateLibrary {
	#byId: ReadonlyMap<string, LibraryTemplate> = new Map();
	#ownDigest = "";

	/** @param own the operator's; one with the id of a bundled template replaces it */
	constructor(own: readonly LibraryTemplate[] = []) {
		this.replaceOwn(own);
	}

	/** Replaces the operator's templates. Documents that were already made are not affected. */
	replaceOwn(own: readonly LibraryTemplate[]): void {
		this.#byId = new Map(
			[...bundledTemplates(), ...own]
				.map((one) => [one.template.id, one] as const)
				.sort(([a], [b]) => (a < b ? -1 : 1)),
		);
		this.#ownDigest = own.length === 0 ? "" : hash(own.map(({ version }) => version).join());
	}

	/** A hash of the operator's templates; "" if there are none. */
	get ownDigest(): string {
		return this.#ownDigest;
	}

	get(id: string): LibraryTemplate | undefined {
		return this.#byId.get(id);
	}

	/** Sorted by id. */
	get all(): readonly LibraryTemplate[] {
		return [...this.#byId.values()];
	}

	get ids(): readonly string[] {
		return [...this.#byId.keys()];
	}

	/** The ids that a wrong one may have meant: misspelt, or with a word in common. At most three. */
	nearest(id: string): readonly string[] {
		const { ids } = this;
		const asked = wordsOf(id.slice(0, MAX_ASKED));
		const share = (one: string) =>
			wordsOf(one).filter((word) => asked.some((other) => nearest(other, [word], 1).length > 0))
				.length;
		const alike = ids
			.map((one) => ({ one, shared: share(one) }))
			.filter(({ shared }) => shared > 0)
			.sort((a, b) => b.shared - a.shared)
			.map(({ one }) => one);
		return [...new Set([...nearest(id, ids, MAX_NEAREST), ...alike])].slice(0, MAX_NEAREST);
	}
}
