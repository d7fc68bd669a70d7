/**
 * What a slide's layout has to tell. The same object listens while a slide is
 * drawn and while it is measured, so that both say the same.
 */
import type { MeasuredText } from "../contract/measure-response.js";
import type { Warning, Warnings } from "../contract/warning.js";
import { intersect, isEmpty } from "../scene/geometry.js";
import type { Scene, SceneText } from "../scene/scene.js";
import type { Stepper } from "../svg/stepper.js";
import type { TextLayout } from "../svg/text/layout.js";
import { pictureWarnings, type ShownImage } from "./picture-warnings.js";
import { emptyText, measuredText } from "./text-block.js";
import { textInk } from "./text-ink.js";
import { emptyBox, textWarnings } from "./text-warnings.js";
import { WarningList } from "./warning-list.js";

export class SlideReport {
	readonly #scene: Scene;
	readonly #texts: Warning[] = [];

	constructor(scene: Scene) {
		this.#scene = scene;
	}

	/** A block is laid out; undefined when it says nothing. Blocks come in their order. */
	readonly text = (block: SceneText, layout: TextLayout | undefined): void => {
		if (layout) this.#texts.push(...textWarnings(layout, textInk(layout), this.#scene));
		else this.#texts.push(...emptyBox(block));
	};

	/** As `text`, with what was measured. */
	measure(block: SceneText, layout: TextLayout | undefined): MeasuredText {
		if (!layout) {
			this.#texts.push(...emptyBox(block));
			return emptyText(block);
		}
		const ink = textInk(layout);
		this.#texts.push(...textWarnings(layout, ink, this.#scene));
		return measuredText(layout, ink);
	}

	/** Everything is laid out. @param images that were decoded for the slide */
	warnings(stepper: Stepper | null, images: readonly ShownImage[] = []): Warnings {
		const list = new WarningList();
		list.add(
			...pictureWarnings(this.#scene, images),
			...this.#texts,
			...this.#stepperWarnings(stepper),
		);
		return list.toJSON();
	}

	#stepperWarnings(stepper: Stepper | null): Warning[] {
		if (!stepper || !this.#scene.stepper) return [];
		const slide = { x: 0, y: 0, width: this.#scene.width, height: this.#scene.height };
		if (!isEmpty(intersect(stepper.box, slide))) return [];
		const { path } = this.#scene.stepper;
		return [{ code: "off_slide", path, message: "The stepper lies outside the slide." }];
	}
}
