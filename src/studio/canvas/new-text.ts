/** New texts: where nothing is, in letters that can be read, ready to be written. */
import type { Rectangle } from "../design.js";
import { elementsOf } from "../design.js";
import { boxOf, canvasSize, measuredSlide } from "../preview.js";
import { design, pane, slide, slideIndex, writing } from "../state.js";
import { t } from "../texts/texts.js";
import { add, lead } from "./place.js";

/** Font size of a new text. Preview pixels. */
const FONT_SIZE = 32;
/** Height of a line in relation to the font size. */
const LINE = 1.2;
/** Steps in which a free place is looked for. Preview pixels. */
const STEP = 8;
/** Elements that cover more of the slide are backgrounds. */
const BACKGROUND = 0.5;

/** The first free height for a text, from the middle downwards, then upwards. */
function freeTop(width: number, x: number, height: number): number {
	const size = canvasSize.peek();
	const area = measuredSlide.peek()?.safeArea ?? { x: 0, y: 0, ...size };
	const taken = elementsOf(design.peek(), slideIndex.peek()).flatMap(({ ref }): Rectangle[] => {
		const box = boxOf(ref);
		const isLarge = box && box.width * box.height > BACKGROUND * size.width * size.height;
		return box && !isLarge ? [box] : [];
	});
	const middle = Math.round(area.y + (area.height - height) / 2);
	const isFree = (y: number) =>
		!taken.some(
			(box) =>
				box.x < x + width && x < box.x + box.width && box.y < y + height && y < box.y + box.height,
		);
	for (let by = 0; by < area.height; by += STEP)
		for (const y of [middle + by, middle - by])
			if (y >= area.y && y + height <= area.y + area.height && isFree(y)) return y;
	return middle;
}

/** Whether letters on a colour must be dark. */
function isLight(colour: unknown): boolean {
	const [, digits] = /^#([0-9a-f]{6})/i.exec(String(colour)) ?? [];
	if (digits === undefined) return false;
	const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) =>
		Number.parseInt(digits.slice(at, at + 2), 16),
	);
	return 0.299 * red + 0.587 * green + 0.114 * blue > 150;
}

/** Adds a text where nothing is, and starts writing it. */
export function addText(): void {
	const size = canvasSize.peek();
	const x = Math.round(size.width * 0.1);
	const width = Math.round(size.width - 2 * x);
	const height = FONT_SIZE * LINE;
	const y = Math.round(freeTop(width, x, height));
	const now = slide.peek();
	const ground = now?.background ?? now?.backgroundColor;
	const [ref] = add({
		type: "text",
		text: t("add.newText"),
		x,
		y,
		width,
		fontSize: FONT_SIZE,
		align: "center",
		...(now?.image == null && isLight(ground) && { textColor: "#111111" }),
	});
	if (ref === undefined) return;
	lead([[ref, { x, y, width, height, rotation: 0 }]]);
	pane.value = "design";
	writing.value = ref;
}
