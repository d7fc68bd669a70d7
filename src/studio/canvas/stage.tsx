/** The rendered slide, with a box over each of its elements. */
import { useEffect, useRef } from "preact/hooks";
import { elementsOf } from "../design.js";
import { boxOf, canvasSize, failure, picture } from "../preview.js";
import { shown, slideIndex, writing } from "../state.js";
import { t } from "../texts/texts.js";
import { ElementBox, GroupBox } from "./element-box.js";
import { listenForMeasuring } from "./measuring.js";
import { CoveredAreas, Overlays } from "./overlays.js";
import { open, press } from "./pointer.js";
import { SlotBoxes } from "./slot-boxes.js";
import { TextWriter } from "./text-writer.js";
import { fitted, showFrame, zoom } from "./view.js";
import { listenForView, panning, pressView } from "./view-gestures.js";

interface Size {
	readonly width: number;
	readonly height: number;
}

export function Stage() {
	const stage = useRef<HTMLDivElement>(null);
	const room = useRef<HTMLDivElement>(null);
	const size = canvasSize.value;
	const drawn = picture.value;
	useEffect(() => followSize(stage.current!), []);
	useEffect(() => listenForView(room.current!), []);
	useEffect(() => listenForMeasuring(stage.current!), []);
	return (
		<div class="stage-room">
			<div
				ref={room}
				class={`stage-scroll${zoom.value === null ? "" : " zoomed"}${panning.value === "off" ? "" : ` pan-${panning.value}`}`}
				onPointerDown={(event) => {
					if (!pressView(room.current!, event)) press(stage.current!, event);
				}}
			>
				{/* biome-ignore lint/a11y/noStaticElementInteractions: the parts inside are buttons */}
				<div
					ref={stage}
					class="stage"
					style={{
						aspectRatio: `${size.width} / ${size.height}`,
						"--ratio": String(size.width / size.height),
						...(zoom.value !== null && { width: `${size.width * zoom.value}px` }),
					}}
					tabIndex={-1}
					onDblClick={open}
				>
					{drawn && (
						<img
							src={drawn.url}
							alt={drawn.alt || t("slide.n", { number: drawn.slide + 1 })}
							draggable={false}
						/>
					)}
					<p class="hidden" id="box-keys">
						{t("box.keys")}
					</p>
					{showFrame.value && <CoveredAreas size={size} />}
					<SlotBoxes size={size} />
					<Boxes size={size} onRemoved={() => stage.current?.focus()} />
					<GroupBox size={size} />
					<Overlays size={size} />
					{writing.value !== null && <TextWriter key={writing.value} target={writing.value} />}
				</div>
			</div>
			{failure.value !== "" && (
				<p class="failure" role="status">
					{failure.value} {drawn && t("lastPicture")}
				</p>
			)}
		</div>
	);
}

/** Keeps the fitted zoom up to date. @returns stops watching */
function followSize(stage: HTMLElement): () => void {
	const watch = new ResizeObserver(() => {
		fitted.value = stage.clientWidth / canvasSize.peek().width;
		stage.style.setProperty("--zoom", String(fitted.peek()));
	});
	watch.observe(stage);
	return () => watch.disconnect();
}

function Boxes({ size, onRemoved }: { readonly size: Size; readonly onRemoved: () => void }) {
	return (
		<>
			{elementsOf(shown.value, slideIndex.value).map(({ ref, element }) => {
				const box = boxOf(ref);
				return (
					box && (
						<ElementBox
							key={ref}
							target={ref}
							element={element}
							box={box}
							size={size}
							onRemoved={onRemoved}
						/>
					)
				);
			})}
		</>
	);
}
