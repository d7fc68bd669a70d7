/** Groups elements into a stack, and takes a stack apart: neither changes what is seen. */
import { type JsonPath, stepsOf } from "../../base/json-pointer.js";
import {
	type Element,
	elementAt,
	entriesOf,
	placeIn,
	type Ref,
	stackOf,
	valueAt,
} from "../design.js";
import { edit } from "../history.js";
import { type Box, boxOf, canvasSize } from "../preview.js";
import { design, select, slideIndex } from "../state.js";
import { asEntryOf, asFree, isRightToLeft } from "./flow.js";
import { halfTurns } from "./group.js";
import { around, inOrder, lastFirst, outermost, settle } from "./place.js";
import { tenth, upToTenth } from "./rounding.js";

/** Differences up to this are not seen. Preview pixels. */
const SAME = 0.6;

interface Member {
	readonly ref: Ref;
	readonly box: Box;
}

/** A layout that puts the children exactly where they are. */
interface Layout {
	readonly members: readonly Member[];
	readonly fields: Readonly<Record<string, unknown>>;
}

const areSame = (values: readonly number[]): boolean =>
	Math.max(...values) - Math.min(...values) <= SAME;

/** The row or column that the boxes form; undefined if they form none. */
function layoutOf(members: readonly Member[]): Layout | undefined {
	const spread = (centers: readonly number[]) => Math.max(...centers) - Math.min(...centers);
	const isRow =
		spread(members.map(({ box: { x, width } }) => x + width / 2)) >
		spread(members.map(({ box: { y, height } }) => y + height / 2));
	const [near, length, across, breadth] = isRow
		? (["x", "width", "y", "height"] as const)
		: (["y", "height", "x", "width"] as const);
	const sorted = members.toSorted((a, b) => a.box[near] - b.box[near]);
	const gaps = sorted.slice(1).map(({ box }, index) => {
		const before = sorted[index]!.box;
		return box[near] - before[near] - before[length];
	});
	if (gaps.some((gap) => gap < -SAME) || (gaps.length > 0 && !areSame(gaps))) return undefined;
	const starts = sorted.map(({ box }) => box[across]);
	const ends = sorted.map(({ box }) => box[across] + box[breadth]);
	const middles = sorted.map(({ box }) => box[across] + box[breadth] / 2);
	const mirrored = !isRow && isRightToLeft();
	const side = areSame(starts) ? "start" : areSame(ends) ? "end" : undefined;
	const align = side
		? mirrored
			? { start: "end", end: "start" }[side]
			: side
		: areSame(middles)
			? "center"
			: undefined;
	if (align === undefined) return undefined;
	const gap = Math.max(0, tenth(gaps.reduce((sum, one) => sum + one, 0) / (gaps.length || 1)));
	if (isRow && isRightToLeft()) sorted.reverse();
	return {
		members: sorted,
		fields: {
			...(isRow && { direction: "row" }),
			...(align !== "start" && { align }),
			...(gap > 0 && { gap }),
		},
	};
}

/**
 * Groups elements into a new stack: a row or a column if they form one, otherwise a box in which
 * each keeps its place.
 */
export function group(refs: readonly Ref[]): void {
	const chosen = inOrder(outermost(refs));
	const members = chosen.flatMap((ref): Member[] => {
		const box = boxOf(ref);
		return box ? [{ ref, box }] : [];
	});
	const [first] = chosen;
	if (first === undefined || members.length < chosen.length) return;
	const whole = around(members.map(({ box }) => box));
	const inner =
		stackOf(first) !== undefined && chosen.every((ref) => stackOf(ref) === stackOf(first));
	const layout = layoutOf(members);
	const rightToLeft = isRightToLeft();
	const children = (layout?.members ?? members).map(({ ref, box }) => {
		const child = asEntryOf("/layers/0/children", ref, elementAt(design.peek(), ref)!, box);
		// A percentage of another stack is meaningless here.
		const sized =
			typeof child.width === "string" ? { ...child, width: upToTenth(box.width) } : child;
		if (layout) return sized;
		const x = rightToLeft ? whole.x + whole.width - box.x - box.width : box.x - whole.x;
		// A text in a box of its own size must not wrap earlier than before.
		const width = sized.width ?? upToTenth(box.width);
		return { ...sized, width, position: "absolute", x: tenth(x), y: tenth(box.y - whole.y) };
	});
	const x = rightToLeft ? canvasSize.peek().width - whole.x - whole.width : whole.x;
	const stack: Element = {
		type: "stack",
		...(inner ? {} : { x: tenth(x), y: tenth(whole.y) }),
		...(layout?.fields ?? { width: upToTenth(whole.width), height: upToTenth(whole.height) }),
		children,
	};
	const list = inner ? placeIn(first).list : `/slides/${slideIndex.peek()}/layers`;
	const without = lastFirst(chosen).reduce(
		(document, ref) => removed(document, ref),
		design.peek() as unknown,
	);
	const entries = valueAt(without, list);
	const at = inner ? placeIn(first).index : Array.isArray(entries) ? entries.length : 0;
	const next = (Array.isArray(entries) ? entries : []).toSpliced(at, 0, stack);
	settle();
	edit([
		...lastFirst(chosen).map((ref): [JsonPath, unknown] => [stepsOf(ref), undefined]),
		[stepsOf(list), next],
	]);
	select(`${list}/${at}`);
}

/** A document without one of its elements. */
function removed(document: unknown, ref: Ref): unknown {
	const { list, index } = placeIn(ref);
	const rest = (valueAt(document, list) as unknown[]).toSpliced(index, 1);
	const steps = stepsOf(list);
	const put = (value: unknown, depth: number): unknown => {
		const step = steps[depth];
		if (step === undefined) return rest;
		const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
			string | number,
			unknown
		>;
		copy[step] = put(copy[step], depth + 1);
		return copy;
	};
	return put(document, 0);
}

/** A box turned with the stack that contains it. */
function turned(box: Box, stack: Box): Box {
	if (stack.rotation === 0) return box;
	const angle = (stack.rotation * Math.PI) / 180;
	const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
	const dx = box.x + box.width / 2 - stack.x - stack.width / 2;
	const dy = box.y + box.height / 2 - stack.y - stack.height / 2;
	return {
		...box,
		x: stack.x + stack.width / 2 + dx * cos - dy * sin - box.width / 2,
		y: stack.y + stack.height / 2 + dx * sin + dy * cos - box.height / 2,
		rotation: halfTurns(box.rotation + stack.rotation),
	};
}

/** Conditions of a stack, which apply to what was in it. */
const CONDITIONS = ["only", "showIf", "hideIf"] as const;

/** A rectangle that looks like the background and border of a stack; undefined if it has none. */
function groundOf(stack: Element, box: Box): Element | undefined {
	const { background, border, borderRadius, shadow, name } = stack;
	if (background == null && border == null) return undefined;
	const { width = 1, color, ...line } = (border ?? {}) as { width?: unknown; color?: unknown };
	// A shape has one line on all sides. It is centred on the outline; a border is inside of it.
	const stroke =
		typeof width === "number" && typeof color === "string" ? { ...line, width, color } : undefined;
	const edge = stroke === undefined ? 0 : stroke.width / 2;
	const mirrored = isRightToLeft();
	const x = mirrored ? canvasSize.peek().width - box.x - box.width : box.x;
	return {
		type: "shape",
		shape: "rectangle",
		...(name !== undefined && { name }),
		x: tenth(x + edge),
		y: tenth(box.y + edge),
		width: tenth(box.width - 2 * edge),
		height: tenth(box.height - 2 * edge),
		...(background != null && { fill: background }),
		...(stroke && { stroke }),
		...(borderRadius != null && { borderRadius }),
		...(shadow != null && { shadow }),
		...(box.rotation !== 0 && { rotation: box.rotation }),
	};
}

/** Ungroups a stack: its children stay where they are, and its background stays behind them. */
export function ungroup(ref: Ref): void {
	const stack = elementAt(design.peek(), ref);
	const own = boxOf(ref);
	if (!Array.isArray(stack?.children)) return;
	const { list, index } = placeIn(ref);
	const inner = stackOf(ref) !== undefined;
	const opacity = typeof stack.opacity === "number" ? stack.opacity : 1;
	const passed = (element: Element): Element => ({
		...element,
		...Object.fromEntries(
			CONDITIONS.flatMap((name) =>
				element[name] == null && stack[name] != null ? [[name, stack[name]]] : [],
			),
		),
		...(opacity !== 1 && { opacity: opacity * Number(element.opacity ?? 1) }),
	});
	const children = entriesOf(design.peek(), `${ref}/children`).map(({ ref: child, element }) => {
		const box = boxOf(child);
		if (inner || !box || !own) return element;
		const place = turned(box, own);
		const free = asFree(list, child, element, place);
		return passed(place.rotation === 0 ? free : { ...free, rotation: place.rotation });
	});
	const ground = inner || !own ? undefined : groundOf(stack, own);
	const parts = [...(ground ? [passed(ground)] : []), ...children];
	const entries = valueAt(design.peek(), list) as unknown[];
	settle();
	edit([[stepsOf(list), entries.toSpliced(index, 1, ...parts)]]);
	select(...parts.map((_, offset) => `${list}/${index + offset}`));
}
