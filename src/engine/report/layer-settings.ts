/** What layers say about warnings: `decorative` and `ignoreWarnings`, for them and what is inside. */
import { childrenOf, commonLists } from "../../contract/document/children.js";
import type { Layer } from "../../contract/document/layers.js";
import type { CommonLayers, Slide } from "../../contract/render-request.js";
import type { WarningCode } from "../../contract/warning.js";

/** Lists of layers by their JSON pointers. */
export type LayerLists = readonly (readonly [path: string, layers: readonly Layer[]])[];

/** The lists of a slide, with those that are common to all. @param at JSON pointer of the slide */
export const layerListsOf = (
	slide: Pick<Slide, "layers">,
	common: CommonLayers | null | undefined,
	at: string,
): LayerLists => [[`${at}/layers`, slide.layers ?? []], ...commonLists(common)];

/** Warnings about texts that are only decoration mean nothing. */
const OF_CONTENT: ReadonlySet<WarningCode> = new Set<WarningCode>([
	"texts_overlap",
	"text_covered",
	"text_covers_stepper",
	"text_small",
	"size_mismatch",
	"low_contrast",
	"off_slide",
	"text_overflows_slide",
	"outside_safe_area",
]);

/** The part of a warning that decides whether it is reported. */
interface Reported {
	readonly code: WarningCode;
	readonly path: string;
	readonly with?: unknown;
}

interface Setting {
	readonly path: string;
	readonly decorative: boolean;
	readonly ignored: ReadonlySet<string>;
}

export class LayerSettings {
	readonly #settings: Setting[] = [];

	constructor(lists: LayerLists) {
		for (const [path, layers] of lists) this.#collect(layers, path);
	}

	/** Whether a layer, or one around it, is decorative. @param path JSON pointer */
	isDecorative(path: string): boolean {
		return this.#around(path).some(({ decorative }) => decorative);
	}

	/** Whether a warning should be reported. The other layer of a pair counts, too. */
	reports({ code, path, with: other }: Reported): boolean {
		if (this.#settings.length === 0) return true;
		const all = [path, ...(typeof other === "string" ? [other] : [])].flatMap((one) =>
			this.#around(one),
		);
		return !all.some(
			({ decorative, ignored }) => ignored.has(code) || (decorative && OF_CONTENT.has(code)),
		);
	}

	#collect(layers: readonly Layer[], path: string): void {
		for (const [i, layer] of layers.entries()) {
			const at = `${path}/${i}`;
			const { decorative = false, ignoreWarnings = [] } = layer;
			if (decorative || ignoreWarnings.length > 0)
				this.#settings.push({ path: at, decorative, ignored: new Set(ignoreWarnings) });
			this.#collect(childrenOf(layer), `${at}/children`);
		}
	}

	#around(path: string): Setting[] {
		return this.#settings.filter((one) => path === one.path || path.startsWith(`${one.path}/`));
	}
}

/** The layer with a JSON pointer; undefined if there is none in the lists. */
export function layerAt(path: string, lists: LayerLists): Layer | undefined {
	for (const [at, layers] of lists) {
		if (!path.startsWith(`${at}/`)) continue;
		let inside = layers;
		let layer: Layer | undefined;
		for (const index of path.slice(at.length + 1).split("/children/")) {
			layer = inside[Number(index)];
			if (layer === undefined) return undefined;
			inside = childrenOf(layer);
		}
		return layer;
	}
	return undefined;
}
