/** The slide as it is drawn, with a box over each of its elements. */
import { useRef } from "preact/hooks";
import { type ElementRef, nameOf } from "../design.js";
import { frameOf } from "../frames.js";
import { failure, measured, picture } from "../preview.js";
import { previewSize } from "../schema.js";
import { selection, shown, slide, slideIndex } from "../state.js";
import { showFrame } from "../toolbar-state.js";
import { ElementBox, percent } from "./element-box.js";
import { boxOf } from "./place.js";
import { type Drag, type Size, useDrag } from "./use-drag.js";

export function Stage() {
	const stage = useRef<HTMLDivElement>(null);
	const size = previewSize(shown.value.platform);
	const drag = useDrag(stage, size);
	const drawn = picture.value;
	return (
		<div class="stage-room">
			<div
				ref={stage}
				class="stage"
				style={{
					aspectRatio: `${size.width} / ${size.height}`,
					"--ratio": String(size.width / size.height),
				}}
				tabIndex={-1}
				onPointerDown={(event) => {
					if (event.target === stage.current || (event.target as Element).tagName === "IMG")
						selection.value = null;
				}}
			>
				{drawn && (
					<img src={drawn.url} alt={drawn.alt || `Slide ${drawn.slide + 1}`} draggable={false} />
				)}
				<ElementBoxes size={size} drag={drag} onRemoved={() => stage.current?.focus()} />
				<Guides size={size} drag={drag} />
				{showFrame.value && <CoveredAreas />}
			</div>
			{failure.value !== "" && (
				<p class="failure" role="status">
					{failure.value} The picture is the last good one.
				</p>
			)}
		</div>
	);
}

interface OverStage {
	readonly size: Size;
	readonly drag: Drag;
}

function ElementBoxes({ size, drag, onRemoved }: OverStage & { readonly onRemoved: () => void }) {
	const places = measured.value.find((one) => one.slide === slideIndex.value + 1);
	const refs: ElementRef[] = (["imageOverlays", "textBlocks"] as const).flatMap((kind) =>
		(slide.value?.[kind] ?? []).map((_, index) => ({ kind, index })),
	);
	const elements = refs.flatMap((ref) => {
		const box = boxOf(places, slide.value, ref);
		const element = slide.value?.[ref.kind]?.[ref.index];
		return box && element ? [{ ref, box, name: nameOf(element) }] : [];
	});
	return (
		<>
			{elements.map(({ ref, box, name }) => (
				<ElementBox
					key={`${ref.kind}${ref.index}`}
					element={ref}
					name={name}
					box={box}
					boxNow={() => boxOf(places, slide.value, ref) ?? box}
					others={elements.filter((other) => other.ref !== ref).map((other) => other.box)}
					size={size}
					drag={drag}
					onRemoved={onRemoved}
				/>
			))}
		</>
	);
}

/** The lines that the dragged element snaps to. */
function Guides({ size, drag }: OverStage) {
	const { guideX, guideY } = drag.guides.value;
	return (
		<>
			{guideX !== undefined && (
				<i class="guide upright" style={{ left: percent(guideX, size.width) }} />
			)}
			{guideY !== undefined && (
				<i class="guide level" style={{ top: percent(guideY, size.height) }} />
			)}
		</>
	);
}

/** What the platform's own buttons and texts cover. */
function CoveredAreas() {
	return (
		<>
			{frameOf(shown.value.platform).map(({ name, left, top, width, height }) => (
				<i
					key={name}
					class="covered"
					title={name}
					style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }}
				>
					<span>{name}</span>
				</i>
			))}
		</>
	);
}
