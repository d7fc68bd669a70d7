/** The rendered slide, with a box over each of its elements. */
import { useEffect, useRef } from "preact/hooks";
import { elementsOf } from "../design.js";
import { dropArea } from "../drop.js";
import { boxOf, canvasSize, failure, picture } from "../preview.js";
import { readable } from "../said.js";
import { screenScale, shown, slideIndex, uncoverPanel, writing } from "../state.js";
import { t } from "../texts/texts.js";
import { ContextMenu, openContextMenu } from "./context-menu.js";
import { CropBox, cropping } from "./crop.js";
import { ElementBox, GroupBox } from "./element-box.js";
import { listenForMeasuring } from "./measuring.js";
import { CoveredAreas, Overlays } from "./overlays.js";
import { open, press, refUnder } from "./pointer.js";
import { percent } from "./rounding.js";
import { Rulers } from "./rulers.js";
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
					uncoverPanel();
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
					onContextMenu={(event) => openContextMenu(event, refUnder(event))}
				>
					{drawn && (
						<img
							src={drawn.url}
							alt={drawn.alt || t("slide.n", { number: drawn.slide + 1 })}
							draggable={false}
							data-exact={drawn.exact}
						/>
					)}
					<p class="hidden" id="box-keys">
						{t("box.keys")}
					</p>
					{showFrame.value && <CoveredAreas size={size} />}
					<SlotBoxes size={size} />
					<Boxes size={size} onRemoved={() => stage.current?.focus()} />
					<GroupBox size={size} />
					<Rulers size={size} />
					<Overlays size={size} />
					{writing.value !== null && <TextWriter key={writing.value} target={writing.value} />}
					{cropping.value !== null && <CropBox key={cropping.value} target={cropping.value} />}
					<DropArea size={size} />
				</div>
			</div>
			<ContextMenu />
			{failure.value !== "" && (
				<p class="failure" role="status">
					{readable(failure.value)} {drawn && t("lastPicture")}
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
		screenScale.value = fitted.peek() * 0.375 * devicePixelRatio;
	});
	watch.observe(stage);
	return () => watch.disconnect();
}

/** Marks where a dragged picture would go. */
function DropArea({ size }: { readonly size: Size }) {
	const area = dropArea.value;
	if (area === null) return null;
	return (
		<i
			class="drop-area"
			style={{
				left: percent(area.x, size.width),
				top: percent(area.y, size.height),
				width: percent(area.width, size.width),
				height: percent(area.height, size.height),
			}}
		/>
	);
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
