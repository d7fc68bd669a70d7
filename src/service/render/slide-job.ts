/** Converts a slide of a document to the form that the render processes draw. */
import { CUSTOM } from "../../contract/platforms.js";
import type { ResolvedDocument, ResolvedSlide } from "../../documents/resolved-document.js";
import type { SlideJob, SlideOutput } from "../../engine/job.js";
import {
	NO_PICTURE,
	renameCommonPictures,
	renamePictures,
} from "../../engine/scene/layer-pictures.js";
import type { UnusablePictures } from "./unusable-pictures.js";

/**
 * Short names for image sources, so that data URLs of megabytes are not sent to a process as names.
 */
export class Names {
	readonly #names = new Map<string, string>();
	readonly #sources: string[] = [];

	of(src: string): string {
		let name = this.#names.get(src);
		if (name === undefined) {
			name = `#${this.#sources.length}`;
			this.#names.set(src, name);
			this.#sources.push(src);
		}
		return name;
	}

	srcOf(name: string): string {
		return this.#sources[Number(name.slice(1))]!;
	}
}

/**
 * One slide in the form that the processes draw.
 * @param names gives each image source a short name
 * @param unusable pictures that could not be had; their fallbacks are shown
 */
export function slideJob(
	{ slideCount, brand, mode, stepperStyle, ignoreWarnings }: ResolvedDocument,
	{ slide, common, index, position, acrossRtl, canvas }: ResolvedSlide,
	output: SlideOutput,
	names: Names,
	unusable?: UnusablePictures,
): SlideJob {
	const nameOf = (src: string, fallback?: string) => {
		const shown = unusable?.shown(src, fallback) ?? src;
		return shown === NO_PICTURE ? "" : names.of(shown);
	};
	const replaced = unusable?.replacedOn({ slide, common, index, canvas }) ?? [];
	return {
		slide: renamePictures(slide, nameOf),
		...(common && { common: renameCommonPictures(common, nameOf) }),
		...(brand.font !== undefined && { font: brand.font }),
		slideIndex: index,
		...(position !== index && { position }),
		slideCount,
		...(acrossRtl && { acrossRtl }),
		platform: canvas.platform,
		...(canvas.platform === CUSTOM && { size: { width: canvas.width, height: canvas.height } }),
		...(canvas.scale !== 1 && { scale: canvas.scale }),
		stepperColor: brand.stepperColor,
		mode,
		stepperStyle,
		...(ignoreWarnings.length > 0 && { ignoreWarnings }),
		...(replaced.length > 0 && { replaced }),
		...output,
	};
}
