/** Cropping a picture on the slide: a drag moves it inside its frame, a slider zooms it. */
import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Element, elementAt, type Ref, transformOf } from "../design.js";
import { shownSource } from "../library.js";
import { boxOf, canvasSize } from "../preview.js";
import { shown } from "../state.js";
import { t } from "../texts/texts.js";
import { commit, type Fields, preview } from "./place.js";
import { percent, tenth } from "./rounding.js";

/** The image that is cropped. */
export const cropping = signal<Ref | null>(null);

/** Limits of `zoom`. */
const ZOOM = { least: 1, most: 8, step: 0.05 } as const;

/** Whether an image can be cropped: icons and drawings are shown whole. */
export const canCrop = (element: Element): boolean =>
	element.color == null && shownSource(element.src) !== undefined;

const number = (value: unknown, otherwise: number): number =>
	typeof value === "number" ? value : otherwise;

const within = (value: number, least: number, most: number): number =>
	Math.max(least, Math.min(most, value));

export function CropBox({ target }: { readonly target: Ref }) {
	const root = useRef<HTMLDivElement>(null);
	const [natural, setNatural] = useState({ width: 0, height: 0 });
	const from = useRef<{ x: number; y: number; cropX: number; cropY: number } | null>(null);
	const element = elementAt(shown.value, target);
	const box = boxOf(target);
	useEffect(() => {
		root.current?.focus();
	}, []);
	if (!element || !box) return null;
	const size = canvasSize.value;
	const cropX = number(element.cropX, 50);
	const cropY = number(element.cropY, 50);
	const zoom = number(element.zoom, 1);
	const scale =
		natural.width > 0 ? Math.max(box.width / natural.width, box.height / natural.height) * zoom : 0;
	const [width, height] = [natural.width * scale, natural.height * scale];
	const [spareX, spareY] = [width - box.width, height - box.height];
	const [flipX, flipY] = ["horizontal", "vertical"].map((side) =>
		element.flip === side || element.flip === "both" ? -1 : 1,
	) as [number, number];
	/** Cropping fills the frame, from where the user says. */
	const cover = {
		...(element.fit !== undefined && { fit: undefined }),
		...(element.focus !== undefined && { focus: undefined }),
	};
	const fieldsAt = (dx: number, dy: number, x: number, y: number): Fields => {
		const moved = (value: number, by: number, spare: number) =>
			spare > 0.5 ? tenth(within(value - (by / spare) * 100, 0, 100)) : value;
		return { ...cover, cropX: moved(x, dx * flipX, spareX), cropY: moved(y, dy * flipY, spareY) };
	};
	const write = (fields: Fields) => commit([{ ref: target, fields }], `crop ${target}`);
	const setZoom = (next: number) =>
		write({ ...cover, zoom: Math.round(within(next, ZOOM.least, ZOOM.most) * 100) / 100 });
	const moveOf = (event: PointerEvent): Fields | undefined => {
		const start = from.current;
		const stage = root.current?.closest(".stage")?.getBoundingClientRect();
		if (!start || !stage) return undefined;
		const unit = size.width / stage.width;
		const [dx, dy] = [(event.clientX - start.x) * unit, (event.clientY - start.y) * unit];
		const angle = (-box.rotation * Math.PI) / 180;
		const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
		return fieldsAt(dx * cos - dy * sin, dx * sin + dy * cos, start.cropX, start.cropY);
	};
	const end = () => {
		cropping.value = null;
	};
	const keys: Readonly<Record<string, () => void>> = {
		ArrowLeft: () => write(fieldsAt(-4, 0, cropX, cropY)),
		ArrowRight: () => write(fieldsAt(4, 0, cropX, cropY)),
		ArrowUp: () => write(fieldsAt(0, -4, cropX, cropY)),
		ArrowDown: () => write(fieldsAt(0, 4, cropX, cropY)),
		"+": () => setZoom(zoom + 0.1),
		"-": () => setZoom(zoom - 0.1),
		Escape: end,
		Enter: end,
	};
	return (
		// biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be dragged on the slide
		<div
			ref={root}
			class="crop"
			role="group"
			aria-label={t("crop.label")}
			tabIndex={-1}
			style={{
				left: percent(box.x, size.width),
				top: percent(box.y, size.height),
				width: percent(box.width, size.width),
				height: percent(box.height, size.height),
				transform: transformOf(box),
			}}
			onPointerDown={(event) => {
				event.stopPropagation();
				if ((event.target as HTMLElement).closest(".crop-bar")) return;
				from.current = { x: event.clientX, y: event.clientY, cropX, cropY };
				event.currentTarget.setPointerCapture(event.pointerId);
			}}
			onPointerMove={(event) => {
				const fields = moveOf(event);
				if (fields) preview([{ ref: target, fields }]);
			}}
			onPointerUp={(event) => {
				const fields = moveOf(event);
				from.current = null;
				if (fields) write(fields);
			}}
			onDblClick={(event) => {
				event.stopPropagation();
				end();
			}}
			onWheel={(event) => {
				event.preventDefault();
				event.stopPropagation();
				setZoom(zoom * (event.deltaY < 0 ? 1.08 : 1 / 1.08));
			}}
			onKeyDown={(event) => {
				const does = keys[event.key];
				if ((event.target as HTMLElement).localName !== "div" && event.key !== "Escape") return;
				if (does === undefined) return;
				event.preventDefault();
				event.stopPropagation();
				does();
			}}
			onFocusOut={({ relatedTarget }) => {
				const inside = root.current?.contains(relatedTarget as Node | null);
				if (!inside && relatedTarget !== null) end();
			}}
		>
			<img
				class="crop-whole"
				src={shownSource(element.src)}
				alt=""
				draggable={false}
				onLoad={({ currentTarget }) =>
					setNatural({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
				}
				style={{
					left: percent((-spareX * cropX) / 100, box.width),
					top: percent((-spareY * cropY) / 100, box.height),
					width: percent(width, box.width),
					height: percent(height, box.height),
					transform: `scale(${flipX}, ${flipY})`,
				}}
			/>
			<i class="crop-frame" />
			<div class="crop-bar">
				<label>
					<span>{t("crop.zoom")}</span>
					<input
						type="range"
						min={ZOOM.least}
						max={ZOOM.most}
						step={ZOOM.step}
						value={zoom}
						onInput={({ currentTarget }) => setZoom(currentTarget.valueAsNumber)}
					/>
				</label>
				<button type="button" class="primary" onClick={end}>
					{t("done")}
				</button>
			</div>
		</div>
	);
}
