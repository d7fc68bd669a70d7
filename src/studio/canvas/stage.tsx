/** The slide as it is drawn, with a box over each of its elements. */
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { type ElementRef, nameOf } from "../design.js";
import { frameOf } from "../frames.js";
import { type Box, failure, measured, picture } from "../preview.js";
import { previewSize } from "../schema.js";
import { draft, selection, shown, slide, slideIndex } from "../state.js";
import { showFrame } from "../toolbar-state.js";
import { type Grip, type Moved, move, resize, rotate } from "./gestures.js";
import { boxOf, commit, preview, remove } from "./place.js";
import { type Lines, linesOf } from "./snapping.js";

const CORNERS: readonly Grip[] = ["nw", "ne", "se", "sw"];
const SIDES: readonly Grip[] = ["n", "e", "s", "w"];

/** A gesture that is under way. */
interface Drag {
	readonly ref: ElementRef;
	readonly grip: Grip;
	readonly start: Box;
	readonly fromX: number;
	readonly fromY: number;
	readonly lines: Lines;
	last: Moved;
}

export function Stage() {
	const stage = useRef<HTMLDivElement>(null);
	const drag = useRef<Drag | null>(null);
	const guides = useSignal<Pick<Moved, "guideX" | "guideY">>({});
	const live = useSignal<Box | null>(null);
	const { width, height } = previewSize(shown.value.platform);
	const places = measured.value.find((one) => one.slide === slideIndex.value + 1);

	const refs: ElementRef[] = [
		...(slide.value?.imageOverlays ?? []).map((_, index) => ({
			kind: "imageOverlays" as const,
			index,
		})),
		...(slide.value?.textBlocks ?? []).map((_, index) => ({ kind: "textBlocks" as const, index })),
	];

	/** Preview pixels of a pointer. */
	const at = (event: PointerEvent) => {
		const rect = stage.current!.getBoundingClientRect();
		return {
			x: ((event.clientX - rect.left) / rect.width) * width,
			y: ((event.clientY - rect.top) / rect.height) * height,
		};
	};

	const begin = (event: PointerEvent, ref: ElementRef, grip: Grip) => {
		const start = boxOf(places, slide.value, ref);
		if (start === undefined || event.button > 0) return;
		event.stopPropagation();
		selection.value = ref;
		(event.currentTarget as Element).setPointerCapture(event.pointerId);
		const others = refs
			.filter(({ kind, index }) => kind !== ref.kind || index !== ref.index)
			.flatMap((other) => boxOf(places, slide.value, other) ?? []);
		const { x: fromX, y: fromY } = at(event);
		const lines = linesOf({ width, height }, others);
		drag.current = { ref, grip, start, fromX, fromY, lines, last: { box: start } };
	};

	const go = (event: PointerEvent) => {
		const now = drag.current;
		if (!now) return;
		const { x, y } = at(event);
		const dx = x - now.fromX;
		const dy = y - now.fromY;
		if (now.grip === "rotate") now.last = rotate(now.start, x, y);
		else if (now.grip === "move")
			now.last = move(now.start, dx, dy, event.altKey ? undefined : now.lines);
		else now.last = resize(now.start, now.grip, dx, dy, event.shiftKey);
		guides.value = now.last;
		live.value = now.last.box;
		preview(shown.peek(), now.ref, now.start, now.last.box);
	};

	const end = (write: boolean) => {
		const now = drag.current;
		drag.current = null;
		guides.value = {};
		live.value = null;
		if (!now) return;
		if (write) commit(now.ref, now.start, now.last.box);
		else draft.value = null;
	};

	const keys = (event: KeyboardEvent, ref: ElementRef) => {
		const box = boxOf(places, slide.value, ref);
		const step = event.shiftKey ? 10 : 1;
		const by = {
			ArrowLeft: [-step, 0],
			ArrowRight: [step, 0],
			ArrowUp: [0, -step],
			ArrowDown: [0, step],
		}[event.key];
		if (box && by) {
			event.preventDefault();
			const [dx = 0, dy = 0] = by;
			const moved = event.altKey
				? { ...box, width: Math.max(8, box.width + dx), height: Math.max(8, box.height + dy) }
				: move(box, dx, dy, undefined).box;
			commit(ref, box, moved);
		} else if (box && (event.key === "[" || event.key === "]")) {
			const turned = box.rotation + (event.key === "]" ? step : -step);
			commit(ref, box, { ...box, rotation: Math.max(-180, Math.min(180, turned)) });
		} else if (event.key === "Delete" || event.key === "Backspace") {
			event.preventDefault();
			remove(ref);
			stage.current?.focus();
		} else if (event.key === "Escape") selection.value = null;
	};

	const percent = (value: number, whole: number) => `${(value / whole) * 100}%`;
	const styleOf = (box: Box) => ({
		left: percent(box.x, width),
		top: percent(box.y, height),
		width: percent(box.width, width),
		height: percent(box.height, height),
		transform: `rotate(${box.rotation}deg)`,
	});

	const renderBox = (ref: ElementRef) => {
		const measuredBox = boxOf(places, slide.value, ref);
		const element = slide.value?.[ref.kind]?.[ref.index];
		if (!measuredBox || !element) return null;
		const current = selection.value;
		const isSelected = current?.kind === ref.kind && current.index === ref.index;
		const box = (isSelected && live.value) || measuredBox;
		const kind = ref.kind === "textBlocks" ? "Text" : "Image";
		const grips = ref.kind === "textBlocks" ? (["e", "w"] as const) : [...CORNERS, ...SIDES];
		return (
			<div
				key={`${ref.kind}${ref.index}`}
				class={isSelected ? "box selected" : "box"}
				style={styleOf(box)}
				onPointerMove={go}
				onPointerUp={() => end(true)}
				onPointerCancel={() => end(false)}
			>
				<button
					type="button"
					class="body"
					aria-label={`${kind}: ${nameOf(element)}. Arrow keys move it, with Shift by 10; brackets turn it, Delete removes it.`}
					aria-pressed={isSelected}
					onPointerDown={(event) => begin(event, ref, "move")}
					onFocus={() => {
						selection.value = ref;
					}}
					onKeyDown={(event) => keys(event, ref)}
				/>
				{isSelected && (
					<>
						{grips.map((grip) => (
							<i
								key={grip}
								class={`grip ${grip}`}
								onPointerDown={(event) => begin(event as unknown as PointerEvent, ref, grip)}
							/>
						))}
						<i
							class="grip turn"
							onPointerDown={(event) => begin(event as unknown as PointerEvent, ref, "rotate")}
						/>
					</>
				)}
			</div>
		);
	};

	const drawn = picture.value;
	const { guideX, guideY } = guides.value;
	return (
		<div class="stage-room">
			<div
				ref={stage}
				class="stage"
				style={{ aspectRatio: `${width} / ${height}`, "--ratio": String(width / height) }}
				tabIndex={-1}
				onPointerDown={(event) => {
					if (event.target === stage.current || (event.target as Element).tagName === "IMG")
						selection.value = null;
				}}
			>
				{drawn && (
					<img
						src={drawn.url}
						alt={`Slide ${drawn.slide + 1} as the service draws it`}
						draggable={false}
					/>
				)}
				{refs.map(renderBox)}
				{guideX !== undefined && (
					<i class="guide upright" style={{ left: percent(guideX, width) }} />
				)}
				{guideY !== undefined && <i class="guide level" style={{ top: percent(guideY, height) }} />}
				{showFrame.value &&
					frameOf(shown.value.platform).map((area) => (
						<i
							key={area.name}
							class="covered"
							title={area.name}
							style={{
								left: `${area.left}%`,
								top: `${area.top}%`,
								width: `${area.width}%`,
								height: `${area.height}%`,
							}}
						>
							<span>{area.name}</span>
						</i>
					))}
			</div>
			{failure.value !== "" && (
				<p class="failure" role="status">
					{failure.value} The picture is the last good one.
				</p>
			)}
		</div>
	);
}
