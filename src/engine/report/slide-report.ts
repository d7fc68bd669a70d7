/**
 * The report about a slide's layout. The same object collects it for a render and for a
 * measurement, so that both report the same.
 */
import type { MeasuredText } from "../../contract/measure-response.js";
import type { CanvasId } from "../../contract/platforms.js";
import type { CommonLayers, Slide } from "../../contract/render-request.js";
import {
	asWarning,
	type Finding,
	type WarningCode,
	type Warnings,
} from "../../contract/warning.js";
import { type PlacedItem, type PlacedLayers, reaches } from "../layers/lay-out.js";
import { type LayeredSlide, panoramaOf } from "../layers/place-layers.js";
import { type Box, intersect, isEmpty } from "../scene/geometry.js";
import { outputScale } from "../scene/output-scale.js";
import type { Scene, SceneText } from "../scene/scene.js";
import type { Stepper } from "../svg/stepper.js";
import type { TextLayout } from "../svg/text/layout.js";
import type { FontLibrary } from "../text/fonts/library.js";
import { barcodeFindings } from "./checks/barcodes.js";
import { contrastFinding, contrastOfText } from "./checks/contrast.js";
import { coveredFindings } from "./checks/covers.js";
import { emptyFindings } from "./checks/empty.js";
import { invisibleFindings } from "./checks/invisible.js";
import { overlapFindings, stepperFindings } from "./checks/overlaps.js";
import { offSlideFindings, safeAreaFindings } from "./checks/places.js";
import { sameColorFindings } from "./checks/same-color.js";
import { sizeMismatchFindings, smallTextFindings } from "./checks/sizes.js";
import { type SetText, stackFindings } from "./checks/stacks.js";
import { unseenFindings } from "./checks/unseen.js";
import { LayerSettings, layerAt, layerListsOf } from "./layer-settings.js";
import { Remedies } from "./number-split.js";
import { type KnownPixels, NO_PIXELS, paintedSlide } from "./painted/slide.js";
import {
	pictureWarnings,
	type ReplacedPicture,
	replacedFinding,
	type ShownImage,
} from "./picture-warnings.js";
import { mergeRepeated } from "./repeated.js";
import { emptyText, measuredText } from "./text-block.js";
import { textInk } from "./text-ink.js";
import { emptyBox, textWarnings } from "./text-warnings.js";
import { WarningList } from "./warning-list.js";

/** What a report needs to know about a slide besides its scene. */
export interface ReportedSlide {
	readonly slide: Slide;
	readonly common?: CommonLayers;
	readonly replaced?: readonly ReplacedPicture[];
	readonly slideIndex: number;
	readonly platform: CanvasId;
	readonly scale?: number;
	readonly format?: string;
	readonly ignoreWarnings?: readonly WarningCode[];
}

/** The content of a slide besides its texts. */
export interface ShownParts {
	readonly stepper: Stepper | null;
	/** Images that were decoded for the slide. */
	readonly images?: readonly ShownImage[];
	/** The background of the slide is transparent. */
	readonly transparent?: boolean;
	readonly pixels?: KnownPixels;
}

/** The results for a slide. */
export interface SlideFindings extends Warnings {
	/** Contrast of each text, by JSON pointer; null if not known. */
	readonly contrasts: ReadonlyMap<string, number | null>;
}

/** Formats without transparency. */
const OPAQUE: ReadonlySet<string> = new Set(["jpeg", "pdf"]);

/** JSON pointer of the layers across all slides. */
const ACROSS = "/common/across/";

/** Collects the warnings about a slide while its parts are laid out. */
export class SlideReport {
	readonly #scene: Scene;
	readonly #remedies: Remedies;
	readonly #placed: PlacedLayers | null;
	readonly #job: ReportedSlide;
	readonly #panorama: Box;
	readonly #texts: Finding[] = [];
	readonly #layouts = new Map<string, TextLayout>();
	readonly #set = new Map<string, SetText>();
	/** Layers across all slides that this one reports: those on it; the first, those on none. */
	readonly #across: ReadonlySet<string>;

	constructor(
		scene: Scene,
		placed: PlacedLayers | null,
		job: LayeredSlide & ReportedSlide,
		fonts: FontLibrary,
	) {
		this.#scene = scene;
		this.#remedies = new Remedies(fonts);
		this.#placed = placed;
		this.#job = job;
		this.#panorama = panoramaOf(job, scene);
		this.#across = new Set(placed ? this.#pathsHere(placed.across) : []);
	}

	#pathsHere(items: readonly PlacedItem[]): string[] {
		const slide = { ...this.#scene, x: 0, y: 0 };
		const isFirst = this.#panorama.x === 0;
		return items.flatMap((item) => [
			...(reaches(item, slide, 0) || (isFirst && !reaches(item, this.#panorama, 0))
				? [item.ref.path]
				: []),
			...this.#pathsHere(item.children),
		]);
	}

	/** Whether a layer is on this slide; always true unless it is across all. @param path JSON pointer */
	readonly isSeen = (path: string): boolean => !path.startsWith(ACROSS) || this.#across.has(path);

	/** Whether to report a finding here: those about layers across all slides belong to their slides. */
	#isHere({ path }: Finding): boolean {
		if (!path.startsWith(ACROSS)) return true;
		const layer = /^(?:\/(?:common\/across|children)\/\d+)+/.exec(path)?.[0] ?? path;
		return this.#across.has(layer);
	}

	/** What a layer should not leave. */
	readonly #frameOf = (path: string): Box =>
		path.startsWith(ACROSS) ? this.#panorama : { ...this.#scene, x: 0, y: 0 };

	/** Called when a block is laid out, in order; undefined if it has no content. */
	readonly text = (block: SceneText, layout: TextLayout | undefined): void => {
		if (layout) this.#add(layout, textInk(layout));
		else this.#texts.push(...emptyBox(block));
	};

	/** As `text`, with its measurement except for the contrast. */
	measure(block: SceneText, layout: TextLayout | undefined): MeasuredText {
		if (!layout) {
			this.#texts.push(...emptyBox(block));
			return emptyText(block);
		}
		const ink = textInk(layout);
		this.#add(layout, ink);
		return measuredText(layout, ink, block.fontSize);
	}

	#add(layout: TextLayout, ink: ReturnType<typeof textInk>): void {
		this.#layouts.set(layout.block.path, layout);
		this.#set.set(layout.block.path, { layout, ink });
		this.#texts.push(
			...textWarnings(layout, ink, this.#scene, this.#remedies, this.#frameOf(layout.block.path)),
		);
	}

	/** Called when everything is laid out. */
	findings({
		stepper,
		images = [],
		transparent = false,
		pixels = NO_PIXELS,
	}: ShownParts): SlideFindings {
		const { platform, scale: asked, ignoreWarnings = [] } = this.#job;
		const scale = outputScale(this.#scene, asked);
		const lists = layerListsOf(
			this.#job.slide,
			this.#job.common,
			`/slides/${this.#job.slideIndex}`,
		);
		const settings = new LayerSettings(lists);
		const whole = paintedSlide(
			this.#scene,
			this.#placed,
			this.#layouts,
			pixels,
			(scale.x + scale.y) / 2,
		);
		const texts = whole.texts.filter(({ path }) => !settings.isDecorative(path));
		const slide = { ...whole, texts };
		const found = whole.texts.map((text) => ({ text, contrast: contrastOfText(text, slide) }));
		const all = [
			...(this.#job.replaced ?? []).map(replacedFinding),
			...pictureWarnings(this.#scene, images),
			...this.#texts,
			...found.flatMap(({ text, contrast }) => contrastFinding(text, contrast, slide)),
			...overlapFindings(slide, (path) => layerAt(path, lists)),
			...coveredFindings(slide),
			...sameColorFindings(slide),
			...smallTextFindings(slide),
			...sizeMismatchFindings(slide),
			...(this.#placed ? emptyFindings(this.#placed) : []),
			...(this.#placed ? unseenFindings(this.#placed, this.#job.replaced ?? []) : []),
			...(this.#placed ? stackFindings(this.#placed, this.#set) : []),
			...safeAreaFindings(slide, platform),
			...offSlideFindings(slide, this.#frameOf),
			...invisibleFindings(slide),
			...barcodeFindings(slide),
			...(stepper ? stepperFindings(slide, stepper.box) : []),
			...this.#stepperWarnings(stepper),
			...(this.#placed?.ignored ?? []).map(
				({ path, reason }): Finding => ({
					code: "field_ignored",
					path,
					message: `The field has no effect: ${reason}.`,
				}),
			),
			...(transparent ? this.#flattened() : []),
		];
		const list = new WarningList();
		const reported = all.filter(
			(finding) =>
				!ignoreWarnings.includes(finding.code) &&
				settings.reports(finding) &&
				this.#isHere(finding),
		);
		list.add(...mergeRepeated(reported, lists).map(asWarning));
		return {
			...list.toJSON(),
			contrasts: new Map(found.map(({ text, contrast }) => [text.path, contrast.contrast])),
		};
	}

	#stepperWarnings(stepper: Stepper | null): Finding[] {
		if (!stepper || !this.#scene.stepper) return [];
		const slide = { x: 0, y: 0, width: this.#scene.width, height: this.#scene.height };
		if (!isEmpty(intersect(stepper.box, slide))) return [];
		const { path } = this.#scene.stepper;
		return [{ code: "off_slide", path, message: "The stepper is outside the slide." }];
	}

	#flattened(): Finding[] {
		const { format = "", slideIndex } = this.#job;
		if (!OPAQUE.has(format)) return [];
		const message = `${format.toUpperCase()} has no transparency: the slide is painted on white. Use PNG, WebP or SVG to keep it.`;
		return [{ code: "transparency_flattened", path: `/slides/${slideIndex}/background`, message }];
	}
}
