/** Rulers beside the slide, and guides that are dragged out of them; elements snap to guides. */
import { effect, signal } from "@preact/signals";
import { t } from "../texts/texts.js";
import type { AxisName } from "./gaps.js";
import { percent } from "./rounding.js";

interface Guides {
	readonly shown: boolean;
	/** Preview pixels from the left and from the top. */
	readonly x: readonly number[];
	readonly y: readonly number[];
}

/** The guides of this browser: the document has none. */
export const guides = signal<Guides>({ shown: false, x: [], y: [] });

const KEEP = "post-image-guides";

/** Restores the guides and keeps every change of them. */
export function keepGuides(): void {
	try {
		guides.value = { ...guides.peek(), ...JSON.parse(localStorage.getItem(KEEP) ?? "{}") };
	} catch {
		// Storage is not available, or not ours.
	}
	effect(() => {
		try {
			localStorage.setItem(KEEP, JSON.stringify(guides.value));
		} catch {
			// Storage is full or not available.
		}
	});
}

/** The guides to snap to: none while they are hidden. */
export const guidesInSight = (axis: AxisName): readonly number[] =>
	guides.peek().shown ? guides.peek()[axis] : [];

const put = (axis: AxisName, places: readonly number[]): void => {
	guides.value = { ...guides.peek(), [axis]: places };
};

interface Size {
	readonly width: number;
	readonly height: number;
}

const lengthOf = (axis: AxisName, size: Size): number => (axis === "x" ? size.width : size.height);

/** Drags a guide until the pointer is released; off the slide it is removed. */
function drag(event: PointerEvent, axis: AxisName, index: number, size: Size): void {
	if (event.button > 0) return;
	event.stopPropagation();
	event.preventDefault();
	const stage = (event.currentTarget as HTMLElement).closest<HTMLElement>(".stage")!;
	const move = (moved: PointerEvent) => {
		const { left, top, width, height } = stage.getBoundingClientRect();
		const share = axis === "x" ? (moved.clientX - left) / width : (moved.clientY - top) / height;
		put(axis, guides.peek()[axis].with(index, Math.round(share * lengthOf(axis, size))));
	};
	const end = () => {
		removeEventListener("pointermove", move);
		const place = guides.peek()[axis][index]!;
		if (place <= 0 || place >= lengthOf(axis, size)) remove(axis, index);
	};
	addEventListener("pointermove", move);
	addEventListener("pointerup", end, { once: true });
	addEventListener("pointercancel", end, { once: true });
}

const remove = (axis: AxisName, index: number): void =>
	put(axis, guides.peek()[axis].toSpliced(index, 1));

const AXES = ["x", "y"] as const;
/** Distance of the figures on a ruler. Preview pixels. */
const STEP = 50;

export function Rulers({ size }: { readonly size: Size }) {
	const { shown, ...places } = guides.value;
	if (!shown) return null;
	return (
		<>
			{AXES.map((axis) => {
				const length = lengthOf(axis, size);
				const figures = Array.from({ length: Math.ceil(length / STEP) }, (_, at) => at * STEP);
				return (
					<div
						key={axis}
						class={`ruler ${axis}`}
						title={t("guide.hint")}
						style={{ "--tick": percent(STEP / 5, length) }}
						onPointerDown={(event) => {
							// A ruler makes guides that are parallel to it.
							const other = axis === "x" ? "y" : "x";
							put(other, [...guides.peek()[other], 0]);
							drag(event, other, guides.peek()[other].length - 1, size);
						}}
					>
						{figures.map((figure) => (
							<i key={figure} style={{ [axis === "x" ? "left" : "top"]: percent(figure, length) }}>
								{figure}
							</i>
						))}
					</div>
				);
			})}
			{AXES.flatMap((axis) =>
				places[axis].map((place, index) => (
					<button
						key={`${axis} ${index}`}
						type="button"
						class={`guide-line ${axis}`}
						aria-label={t(`guide.${axis}`, { at: place })}
						style={{ [axis === "x" ? "left" : "top"]: percent(place, lengthOf(axis, size)) }}
						onPointerDown={(event) => drag(event, axis, index, size)}
						onKeyDown={(event) => {
							const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
							if (by !== undefined)
								put(axis, places[axis].with(index, place + by * (event.shiftKey ? 10 : 1)));
							else if (event.key === "Delete" || event.key === "Backspace") remove(axis, index);
							else return;
							event.preventDefault();
							event.stopPropagation();
						}}
					/>
				)),
			)}
		</>
	);
}
