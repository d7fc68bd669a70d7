/** Overlays on the slide: guides, distances, gaps of stacks, and areas the platform covers. */
import { entriesOf } from "../design.js";
import { frameOf } from "../frames.js";
import { boxOf, measuredSlide, picture, type Rectangle } from "../preview.js";
import { selected, shown } from "../state.js";
import { dropPlace, withoutPadding } from "./drop-place.js";
import { isRow } from "./flow.js";
import type { Distance } from "./gaps.js";
import { measures } from "./measuring.js";
import { live } from "./pointer.js";
import { percent } from "./rounding.js";

interface Size {
	readonly width: number;
	readonly height: number;
}

/** Position of a rectangle on the stage. */
const placed = ({ x, y, width, height }: Rectangle, size: Size) => ({
	left: percent(x, size.width),
	top: percent(y, size.height),
	width: percent(width, size.width),
	height: percent(height, size.height),
});

/** The part of the rendered image inside a box, as the background of an equally large element. */
function partOfPicture(box: Rectangle, size: Size) {
	const share = (from: number, length: number, whole: number) =>
		length < whole ? percent(from, whole - length) : "0%";
	return {
		backgroundImage: `url("${picture.value?.url}")`,
		backgroundSize: `${percent(size.width, box.width)} ${percent(size.height, box.height)}`,
		backgroundPosition: `${share(box.x, box.width, size.width)} ${share(box.y, box.height, size.height)}`,
	};
}

/** Guides, distances and figures of the current gesture. */
export function Overlays({ size }: { readonly size: Size }) {
	const { guides, moving, distances = [], boxes, ghosts = [], marquee, figure } = live.value;
	const { guideX, guideY } = guides;
	const at = (box: Rectangle) => placed(box, size);
	const place = dropPlace.value;
	return (
		<>
			{ghosts.map(([ref, box]) => (
				<i
					key={ref}
					class="ghost"
					style={{ ...at(boxes.get(ref) ?? box), ...partOfPicture(box, size) }}
				/>
			))}
			{guideX !== undefined && (
				<i class="guide upright" style={{ left: percent(guideX, size.width) }} />
			)}
			{guideY !== undefined && (
				<i class="guide level" style={{ top: percent(guideY, size.height) }} />
			)}
			<Distances distances={moving ? distances : measures.value} size={size} />
			<Spaces size={size} />
			{marquee && <i class="marquee" style={at(marquee)} />}
			{place && <i class="drop-stack" style={at(place.stack)} />}
			{place && <i class="drop-line" style={at(place.line)} />}
			{figure && <output class="figure">{figure}</output>}
		</>
	);
}

/** The padding of the selected stack, and the gaps between its children. */
function Spaces({ size }: { readonly size: Size }) {
	const one = selected.value;
	const box = one && boxOf(one.ref);
	if (!one || !box || one.element.type !== "stack" || box.rotation !== 0) return null;
	if (live.value.boxes.size > 0) return null;
	const row = isRow(one.element);
	const inner = withoutPadding(one.element, box);
	const hasPadding = inner.width < box.width || inner.height < box.height;
	const boxes = entriesOf(shown.value, `${one.ref}/children`)
		.flatMap(({ ref, element }) => (element.position === "absolute" ? [] : (boxOf(ref) ?? [])))
		.sort((a, b) => (row ? a.x - b.x : a.y - b.y));
	const gaps = boxes.slice(1).map((after, index): Rectangle => {
		const before = boxes[index]!;
		return row
			? { ...inner, x: before.x + before.width, width: after.x - before.x - before.width }
			: { ...inner, y: before.y + before.height, height: after.y - before.y - before.height };
	});
	return (
		<>
			{inner.width > 0 && inner.height > 0 && hasPadding && (
				<i class="padding" style={placed(inner, size)} />
			)}
			{gaps
				.filter(({ width, height }) => width > 0 && height > 0)
				.map((gap, index) => (
					<i key={index} class="gap" style={placed(gap, size)} />
				))}
		</>
	);
}

/** Distances with their figures; equal ones are shown as bars. */
function Distances({
	distances,
	size,
}: {
	readonly distances: readonly Distance[];
	readonly size: Size;
}) {
	return (
		<>
			{distances.map(({ axis, from, to, at, equal }) => (
				<i
					key={`${axis} ${from} ${to} ${at}`}
					class={`distance ${axis === "x" ? "level" : "upright"}${equal ? " equal" : ""}`}
					style={
						axis === "x"
							? {
									left: percent(from, size.width),
									width: percent(to - from, size.width),
									top: percent(at, size.height),
								}
							: {
									top: percent(from, size.height),
									height: percent(to - from, size.height),
									left: percent(at, size.width),
								}
					}
				>
					<span>{Math.round(to - from)}</span>
				</i>
			))}
		</>
	);
}

/** The areas that the platform's own buttons and texts cover, and the area they leave free. */
export function CoveredAreas({ size }: { readonly size: Size }) {
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
			{safe && <i class="safe-area" style={placed(safe, size)} />}
		</>
	);
}
