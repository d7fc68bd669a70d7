/** The slide as it is drawn, with a box over each of its elements. */
import { useEffect, useRef } from "preact/hooks";
import { elementsOf, entriesOf } from "../design.js";
import { frameOf } from "../frames.js";
import { boxOf, canvasSize, failure, measuredSlide, picture, type Rectangle } from "../preview.js";
import { selected, shown, slideIndex, writing } from "../state.js";
import { t } from "../texts/texts.js";
import { dropPlace } from "./drop-place.js";
import { ElementBox, percent } from "./element-box.js";
import { live, open, press } from "./pointer.js";
import { TextWriter } from "./text-writer.js";
import { fitted, showFrame, zoom, zoomAt } from "./view.js";

interface Size {
	readonly width: number;
	readonly height: number;
}

export function Stage() {
	const stage = useRef<HTMLDivElement>(null);
	const room = useRef<HTMLDivElement>(null);
	const size = canvasSize.value;
	const drawn = picture.value;
	useEffect(() => followRoom(room.current!, stage.current!), []);
	return (
		<div class="stage-room">
			<div
				ref={room}
				class={zoom.value === null ? "stage-scroll" : "stage-scroll zoomed"}
				onPointerDown={(event) => press(stage.current!, event)}
			>
				{/* biome-ignore lint/a11y/noStaticElementInteractions: what can be pressed has its own button inside */}
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
					<Boxes size={size} onRemoved={() => stage.current?.focus()} />
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

/** Keeps the zoom that fits known, and lets the wheel zoom while Ctrl is held. @returns ends it */
function followRoom(room: HTMLElement, stage: HTMLElement): () => void {
	const watch = new ResizeObserver(() => {
		fitted.value = stage.clientWidth / canvasSize.peek().width;
		stage.style.setProperty("--zoom", String(fitted.peek()));
	});
	watch.observe(stage);
	const wheel = (event: WheelEvent) => {
		if (!(event.ctrlKey || event.metaKey)) return;
		event.preventDefault();
		zoomAt(room, Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
	};
	room.addEventListener("wheel", wheel, { passive: false });
	return () => {
		watch.disconnect();
		room.removeEventListener("wheel", wheel);
	};
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

/** Lines, distances and figures of the gesture that is under way. */
function Overlays({ size }: { readonly size: Size }) {
	const { guides, moving, marquee, figure } = live.value;
	const { guideX, guideY } = guides;
	const at = (box: Rectangle) => ({
		left: percent(box.x, size.width),
		top: percent(box.y, size.height),
		width: percent(box.width, size.width),
		height: percent(box.height, size.height),
	});
	const place = dropPlace.value;
	return (
		<>
			{guideX !== undefined && (
				<i class="guide upright" style={{ left: percent(guideX, size.width) }} />
			)}
			{guideY !== undefined && (
				<i class="guide level" style={{ top: percent(guideY, size.height) }} />
			)}
			{moving && <Distances box={moving} size={size} />}
			<Spaces size={size} />
			{marquee && <i class="marquee" style={at(marquee)} />}
			{place && <i class="drop-line" style={at(place.line)} />}
			{figure && <output class="figure">{figure}</output>}
		</>
	);
}

/** What the selected stack keeps free: its padding, and the gaps between what is in it. */
function Spaces({ size }: { readonly size: Size }) {
	const one = selected.value;
	const box = one && boxOf(one.ref);
	if (!one || !box || one.element.type !== "stack" || box.rotation !== 0) return null;
	if (live.value.boxes.size > 0) return null;
	const { padding = 0, direction = "column" } = one.element;
	const [top = 0, right = 0, bottom = 0, left = 0] = Array.isArray(padding)
		? padding.map(Number)
		: Array<number>(4).fill(Number(padding));
	const isRow = String(direction).startsWith("row");
	const inner = {
		x: box.x + left,
		y: box.y + top,
		width: box.width - left - right,
		height: box.height - top - bottom,
	};
	const boxes = entriesOf(shown.value, `${one.ref}/children`)
		.flatMap(({ ref, element }) => (element.position === "absolute" ? [] : (boxOf(ref) ?? [])))
		.sort((a, b) => (isRow ? a.x - b.x : a.y - b.y));
	const gaps = boxes.slice(1).map((after, index): Rectangle => {
		const before = boxes[index]!;
		return isRow
			? { ...inner, x: before.x + before.width, width: after.x - before.x - before.width }
			: { ...inner, y: before.y + before.height, height: after.y - before.y - before.height };
	});
	const at = ({ x, y, width, height }: Rectangle) => ({
		left: percent(x, size.width),
		top: percent(y, size.height),
		width: percent(width, size.width),
		height: percent(height, size.height),
	});
	return (
		<>
			{inner.width > 0 && inner.height > 0 && top + right + bottom + left > 0 && (
				<i class="padding" style={at(inner)} />
			)}
			{gaps
				.filter(({ width, height }) => width > 0 && height > 0)
				.map((gap, index) => (
					<i key={index} class="gap" style={at(gap)} />
				))}
		</>
	);
}

/** How far a box is from the nearer edges of the slide. */
function Distances({ box, size }: { readonly box: Rectangle; readonly size: Size }) {
	const right = size.width - box.x - box.width;
	const below = size.height - box.y - box.height;
	const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2];
	const nearX =
		box.x <= right ? { at: 0, length: box.x } : { at: size.width - right, length: right };
	const nearY =
		box.y <= below ? { at: 0, length: box.y } : { at: size.height - below, length: below };
	return (
		<>
			{nearX.length >= 1 && (
				<i
					class="distance level"
					style={{
						left: percent(nearX.at, size.width),
						width: percent(nearX.length, size.width),
						top: percent(Math.max(0, Math.min(size.height, middleY)), size.height),
					}}
				>
					<span>{Math.round(nearX.length)}</span>
				</i>
			)}
			{nearY.length >= 1 && (
				<i
					class="distance upright"
					style={{
						top: percent(nearY.at, size.height),
						height: percent(nearY.length, size.height),
						left: percent(Math.max(0, Math.min(size.width, middleX)), size.width),
					}}
				>
					<span>{Math.round(nearY.length)}</span>
				</i>
			)}
		</>
	);
}

/** What the platform's own buttons and texts cover, and the area that they leave free. */
function CoveredAreas({ size }: { readonly size: Size }) {
	const safe = measuredSlide.value?.safeArea;
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
			{safe && (
				<i
					class="safe-area"
					style={{
						left: percent(safe.x, size.width),
						top: percent(safe.y, size.height),
						width: percent(safe.width, size.width),
						height: percent(safe.height, size.height),
					}}
				/>
			)}
		</>
	);
}
