import { ServiceError } from "../../base/errors.js";
import { LIMITS } from "../../contract/limits.js";
import type {
	MeasuredLayer,
	MeasuredSlide,
	MeasuredText,
	PlacedBox,
} from "../../contract/measure-response.js";
import { safeArea } from "../../contract/safe-areas.js";
import type { Warnings } from "../../contract/warning.js";
import type { PlacedItem, PlacedLayers } from "../layers/lay-out.js";
import { turnedBox } from "../layers/pictures.js";
import {
	hasLayers,
	type LayeredSlide,
	type LayerPrice,
	placeLayers,
} from "../layers/place-layers.js";
import {
	isDark,
	resolveScene,
	type Scene,
	type SceneInput,
	type SceneText,
} from "../scene/scene.js";
import { drawStepper } from "../svg/stepper.js";
import { layOutText, type TextLayout } from "../svg/text/layout.js";
import type { FontLibrary } from "../text/fonts/library.js";
import { slideAlt } from "./alt.js";
import { measuredLayers } from "./measured-layers.js";
import { type ReportedSlide, SlideReport } from "./slide-report.js";
import { previewBox, previewRectangle } from "./units.js";

/** The layout of a slide, and the warnings of a render except those about images. */
export interface MeasuredLayout extends Warnings {
	readonly measured: MeasuredSlide;
}

/**
 * Lays out a slide as for drawing, without drawing it.
 * @param price limits the cost, as for drawing
 * @throws ServiceError invalid_render_request if its texts have too many lines; too_complex
 */
export async function measureSlide(
	job: SceneInput & LayeredSlide & ReportedSlide,
	fonts: FontLibrary,
	price?: LayerPrice,
): Promise<MeasuredLayout> {
	const scene = resolveScene(job);
	const lines = new LineCount();
	for (const { path, text, richText, emoji } of scene.texts)
		price?.spendText(path, text.length + richText.length + emoji.length);
	const placed = hasLayers(job) ? placeLayers(job, isDark(job.slide), fonts, price) : null;
	const report = new SlideReport(scene, placed, job, fonts);
	const texts = new Map(
		scene.texts.map((block) => {
			const layout = layOutText(block, fonts);
			lines.add(block, layout);
			return [block.path, report.measure(block, layout)] as const;
		}),
	);
	const onText = (text: SceneText, layout: TextLayout | undefined) => {
		lines.add(text, layout);
		report.text(text, layout);
	};
	const measure = (items: readonly PlacedItem[]) => measuredLayers(items, { fonts, onText });
	const laidOut = placed && measure([...placed.texts.values()]);
	for (const layer of laidOut ?? []) texts.set(layer.path, asText(layer));
	const layers =
		placed && measure([...placed.behind, ...placed.across, ...placed.layers, ...placed.front]);
	const stepper = scene.stepper && (await drawStepper(scene.stepper, scene.width, scene.height));
	const base = `/slides/${job.slideIndex}`;
	const { warnings, warningCount, contrasts } = report.findings({ stepper });
	const contrastAt = (path: string) => contrasts.get(path) ?? null;
	const withContrast = (layer: MeasuredLayer): MeasuredLayer => ({
		...layer,
		...(layer.children && { children: layer.children.map(withContrast) }),
		...(layer.type === "text" && { contrast: contrastAt(layer.path) }),
	});
	const measuredText = (i: number): MeasuredText => {
		const path = `${base}/textBlocks/${i}`;
		return { ...(texts.get(path) ?? NO_TEXT), contrast: contrastAt(path) };
	};
	return {
		measured: {
			slide: (job.position ?? job.slideIndex) + 1,
			textBlocks: (job.slide.textBlocks ?? []).map((_, i) => measuredText(i)),
			imageOverlays: (job.slide.imageOverlays ?? []).map((_, i) => ({
				box: overlayBox(scene, placed, i),
			})),
			layers: (layers ?? []).map(withContrast),
			safeArea: previewRectangle(safeArea(job.platform, scene.width, scene.height)),
			alt: slideAlt(job, report.isSeen),
			stepper: stepper && { box: previewBox({ ...stepper.box, rotation: 0 }) },
		},
		warnings,
		warningCount,
	};
}

const NO_BOX = { x: 0, y: 0, width: 0, height: 0, rotation: 0 };
/** The measurement of a text that is left out. */
const NO_TEXT: MeasuredText = {
	box: NO_BOX,
	ink: null,
	fontSize: 0,
	lines: [],
	truncated: false,
	contrast: null,
};

/** The measurement of an entry of `textBlocks` that was laid out as a layer. */
const asText = ({
	box,
	ink,
	fontSize = 0,
	shrunkFrom,
	lines = [],
	truncated = false,
}: MeasuredLayer): MeasuredText => ({
	box,
	ink,
	fontSize,
	...(shrunkFrom !== undefined && { shrunkFrom }),
	lines,
	truncated,
	contrast: null,
});

function overlayBox(scene: Scene, placed: PlacedLayers | null, index: number): PlacedBox {
	const plain = scene.overlays.find((overlay) => overlay.index === index);
	if (plain) return previewBox(plain.box);
	const item = placed?.overlays.get(index);
	return item ? previewBox(turnedBox(item)) : NO_BOX;
}

/** Counts the lines of a slide's texts. */
class LineCount {
	#lines = 0;

	/** @throws ServiceError invalid_render_request if there are too many */
	add(text: SceneText, layout: TextLayout | undefined): void {
		this.#lines += layout?.lines.length ?? 0;
		if (this.#lines > LIMITS.maxMeasuredLines) throw tooManyLines(text.path);
	}
}

/** The block that exceeds the maximum number of lines of a slide. */
function tooManyLines(path: string): ServiceError {
	const maximum = LIMITS.maxMeasuredLines;
	const message = `brings the slide to more than ${maximum} lines of text, the limit for measuring`;
	return new ServiceError("invalid_render_request", {
		message: `${path} ${message}.`,
		details: { issues: [{ path, message, maximum }] },
	});
}
