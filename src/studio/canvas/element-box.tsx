/** The box over one element of the slide: shows the selection and its grips. */
import { useComputed } from "@preact/signals";
import { type Element, nameOf, type Ref, transformOf, typeOf } from "../design.js";
import type { Box } from "../preview.js";
import { locked, select, selection, writing } from "../state.js";
import { label, t } from "../texts/texts.js";
import { GRIPS, type Grip } from "./gestures.js";
import { boundsOf, canDistort, membersOf } from "./group.js";
import { onElementKey } from "./keys.js";
import { isInFlow } from "./place.js";
import { isPointing, live } from "./pointer.js";
import { percent } from "./rounding.js";
import { fitted, zoom } from "./view.js";

const CORNERS: readonly Grip[] = ["nw", "ne", "se", "sw"];
/** The height of a text depends on its lines. */
const TEXT_GRIPS: readonly Grip[] = [...CORNERS, "e", "w"];
const SIDES: readonly Grip[] = ["e", "w"];
/** Space that a corner grip and a side grip need together. Screen pixels. */
const ROOM = 34;
/** In a stack, the top and left edges are fixed. */
const FLOW_GRIPS: readonly Grip[] = ["e", "s", "se"];

/** Whether side grips would crop the element or leave empty bands, as for icons and barcodes. */
const hasOnlyCorners = (ref: Ref, element: Element): boolean => {
	const type = typeOf(ref, element);
	const isIcon = type === "image" && (element.color != null || isVector(element.src));
	return isIcon || type === "barcode";
};

/** The grips that are useful for an element. */
function gripsOf(ref: Ref, element: Element, height: number): readonly Grip[] {
	const own: readonly Grip[] =
		typeOf(ref, element) === "text"
			? height < ROOM
				? SIDES
				: TEXT_GRIPS
			: hasOnlyCorners(ref, element)
				? CORNERS
				: GRIPS;
	return isInFlow(ref, element) ? own.filter((grip) => FLOW_GRIPS.includes(grip)) : own;
}

const isVector = (src: unknown): boolean =>
	typeof src === "string" && (/\.svg(?:[?#]|$)/.test(src) || src.startsWith("data:image/svg"));

export interface ElementBoxProps {
	readonly target: Ref;
	readonly element: Element;
	readonly box: Box;
	readonly size: { readonly width: number; readonly height: number };
	readonly onRemoved: () => void;
}

/** The display name of an element, prefixed with its type. */
export const fullName = (ref: Ref, element: Element): string => {
	const kind = label("value", typeOf(ref, element));
	return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}: ${nameOf(element) || t("unnamed")}`;
};

export function ElementBox({ target, element, box, size, onRemoved }: ElementBoxProps) {
	const chosen = selection.value;
	const isSelected = chosen.includes(target);
	const isOnly = isSelected && chosen.length === 1;
	// Read this way, a gesture renders only the boxes that it moves.
	const place = useComputed(() => live.value.boxes.get(target)).value ?? box;
	const isLocked = locked.value.has(target);
	const isWriting = writing.value === target;
	return (
		<div
			class={`box${isSelected ? " selected" : ""}${isLocked ? " locked" : ""}${element.type === "stack" ? " stack" : ""}`}
			data-ref={target}
			style={{
				left: percent(place.x, size.width),
				top: percent(place.y, size.height),
				width: percent(place.width, size.width),
				height: percent(place.height, size.height),
				transform: transformOf(place),
			}}
		>
			<button
				type="button"
				class="body"
				aria-label={fullName(target, element)}
				aria-describedby="box-keys"
				aria-pressed={isSelected}
				onFocus={() => {
					if (!isPointing() && !isSelected) select(target);
				}}
				onKeyDown={(event) => onElementKey(event, target, onRemoved)}
			/>
			{isOnly && !isWriting && !isLocked && (
				<>
					{gripsOf(target, element, place.height * (zoom.value ?? fitted.value)).map((grip) => (
						<i key={grip} class={`grip ${grip}`} data-grip={grip} />
					))}
					<i class="grip turn" data-grip="rotate" />
				</>
			)}
		</div>
	);
}

/** The frame around several selected elements, with grips that change all of them. */
export function GroupBox({ size }: Pick<ElementBoxProps, "size">) {
	if (selection.value.length < 2 || writing.value !== null) return null;
	const { boxes, frame: turned, marquee } = live.value;
	const members = membersOf(selection.value);
	if (members.length < 2) return null;
	const frame = turned ?? boundsOf(members.map(({ ref, box }) => boxes.get(ref) ?? box));
	const grips =
		canDistort(members) && !members.some(({ ref, element }) => hasOnlyCorners(ref, element))
			? GRIPS
			: CORNERS;
	return (
		<div
			class="group-box"
			style={{
				left: percent(frame.x, size.width),
				top: percent(frame.y, size.height),
				width: percent(frame.width, size.width),
				height: percent(frame.height, size.height),
				transform: transformOf(frame),
			}}
		>
			{!marquee && (
				<>
					{grips.map((grip) => (
						<i key={grip} class={`grip ${grip}`} data-grip={grip} />
					))}
					<i class="grip turn" data-grip="rotate" />
				</>
			)}
		</div>
	);
}
