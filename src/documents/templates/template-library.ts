/** The templates that documents can name. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
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
}
