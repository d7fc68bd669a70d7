/** A box over one element of the slide: it selects, moves, resizes and turns the element. */
import type { ElementRef } from "../design.js";
import type { Box } from "../preview.js";
import { selection } from "../state.js";
import type { Grip } from "./gestures.js";
import { onElementKey } from "./keys.js";
import type { Drag, Size } from "./use-drag.js";

const CORNERS: readonly Grip[] = ["nw", "ne", "se", "sw"];
const SIDES: readonly Grip[] = ["n", "e", "s", "w"];
/** The height of a text follows from its lines. */
const TEXT_SIDES: readonly Grip[] = ["e", "w"];

/** A length as a share of the slide's. */
export const percent = (value: number, whole: number): string => `${(value / whole) * 100}%`;

export interface ElementBoxProps {
	readonly element: ElementRef;
	/** As a reader of the page calls it. */
	readonly name: string;
	readonly box: Box;
	/** Where it is by now: keys may come faster than pictures. */
	readonly boxNow: () => Box;
	readonly others: readonly Box[];
	readonly size: Size;
	readonly drag: Drag;
	readonly onRemoved: () => void;
}

export function ElementBox({
	element,
	name,
	box,
	boxNow,
	others,
	size,
	drag,
	onRemoved,
}: ElementBoxProps) {
	const { kind, index } = element;
	const current = selection.value;
	const isSelected = current?.kind === kind && current.index === index;
	const shownBox = (isSelected && drag.live.value) || box;
	const isText = kind === "textBlocks";
	const grips: readonly Grip[] = isText ? TEXT_SIDES : [...CORNERS, ...SIDES];
	const begin = (event: PointerEvent, grip: Grip) =>
		drag.begin(event, { ref: element, box: boxNow(), others }, grip);
	return (
		<div
			class={isSelected ? "box selected" : "box"}
			style={{
				left: percent(shownBox.x, size.width),
				top: percent(shownBox.y, size.height),
				width: percent(shownBox.width, size.width),
				height: percent(shownBox.height, size.height),
				transform: `rotate(${shownBox.rotation}deg)`,
			}}
			onPointerMove={drag.go}
			onPointerUp={() => drag.end(true)}
			onPointerCancel={() => drag.end(false)}
		>
			<button
				type="button"
				class="body"
				aria-label={`${isText ? "Text" : "Image"}: ${name}. Arrow keys move it, with Shift by 10; brackets turn it, Delete removes it.`}
				aria-pressed={isSelected}
				onPointerDown={(event) => begin(event, "move")}
				onFocus={() => {
					selection.value = element;
				}}
				onKeyDown={(event) => onElementKey(event, element, boxNow(), onRemoved)}
			/>
			{isSelected &&
				grips.map((grip) => (
					<i
						key={grip}
						class={`grip ${grip}`}
						onPointerDown={(event) => begin(event as unknown as PointerEvent, grip)}
					/>
				))}
			{isSelected && (
				<i
					class="grip turn"
					onPointerDown={(event) => begin(event as unknown as PointerEvent, "rotate")}
				/>
			)}
		</div>
	);
}
