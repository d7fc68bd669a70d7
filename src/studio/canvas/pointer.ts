/** Pointer input on the slide: select, move, resize, rotate, and marquee selection. */
import { signal } from "@preact/signals";
import { elementAt, type Ref, stackOf, topOf, typeOf } from "../design.js";
import { undoLast } from "../history.js";
import {
	type Box,
	boxOf,
	canvasSize,
	elements,
	measuredSlide,
	type Rectangle,
} from "../preview.js";
import { design, draft, locked, select, selection, shown, writing } from "../state.js";
import { canCrop, cropping } from "./crop.js";
import { drop, dropPlace, stacksAt, takeOut } from "./drop-place.js";
import { AXES, containerOf, type Distance, distancesOf, isWithin } from "./gaps.js";
import { type Grip, type Moved, move, resize, rotate } from "./gestures.js";
import {
	boundsOf,
	canDistort,
	type GroupMoved,
	keepsRatio,
	type Member,
	membersOf,
	resizeGroup,
	turnedBy,
	turnGroup,
} from "./group.js";
import { commitOnOneSize, splits } from "./one-size.js";
import {
	type Changes,
	commit,
	commitFurther,
	duplicate,
	fieldsOf,
	lead,
	outermost,
	preview,
	scaledText,
	shift,
} from "./place.js";
import { guidesInSight } from "./rulers.js";
import { type Lines, linesOf } from "./snapping.js";

/** A point on the slide. Preview pixels. */
interface Point {
	readonly x: number;
	readonly y: number;
}

/** The current gesture. */
interface Gesture {
	readonly kind: "move" | "rotate" | "marquee" | Grip;
	readonly from: Point;
	/** Start position on the screen. */
	readonly clientX: number;
	readonly clientY: number;
	readonly refs: readonly Ref[];
	/** Bounding box of all elements. */
	readonly box: Box;
	readonly boxes: readonly (readonly [Ref, Box])[];
	/** The elements that grips change. */
	readonly members: readonly Member[];
	/** Whether the moved elements are laid out by a stack. */
	readonly inFlow: boolean;
	/**
	 * Stacks under the start point that the pointer has not left yet: they do not receive the
	 * elements.
	 */
	passed: ReadonlySet<Ref>;
	readonly lines: Lines;
	/** Whether the elements are copies that the gesture has made. */
	readonly copies?: boolean;
	/** Called for a click: the pointer did not move. */
	readonly onClick?: (() => void) | undefined;
	moved: boolean;
	changes: Changes;
	after: readonly (readonly [Ref, Box])[];
}

/** What is shown during a gesture. */
export interface Live {
	readonly boxes: ReadonlyMap<Ref, Box>;
	readonly guides: Pick<Moved, "guideX" | "guideY">;
	/** Frame around several elements while they are resized or rotated. */
	readonly frame?: Box | undefined;
	/** The moving box, and its distances to its neighbours and the edges. */
	readonly moving?: Box | undefined;
	readonly distances?: readonly Distance[];
	/** Parts of the rendered image that follow the pointer. */
	readonly ghosts?: readonly (readonly [Ref, Box])[];
	/** The selection rectangle. */
	readonly marquee?: Rectangle | undefined;
	/** Label next to the pointer: the size or the angle. */
	readonly figure?: string | undefined;
}

const REST: Live = { boxes: new Map(), guides: {} };
export const live = signal<Live>(REST);

/** Movement that still counts as a click. Screen pixels. */
const SHAKE = 3;

let gesture: Gesture | null = null;
/** Cancels the gesture without writing anything. */
let stop: (() => void) | null = null;
let selectedBefore: readonly Ref[] = [];
/** Whether a pointer is down: the focus that it causes must not select anything. */
export const isPointing = (): boolean => gesture !== null;

/** The pointer's position on the slide, in preview pixels. */
function pointOf(stage: HTMLElement, event: MouseEvent): Point {
	const rect = stage.getBoundingClientRect();
	const { width, height } = canvasSize.peek();
	return {
		x: ((event.clientX - rect.left) / rect.width) * width,
		y: ((event.clientY - rect.top) / rect.height) * height,
	};
}

/** The element under a pointer. */
export const refUnder = (event: Event): Ref | undefined =>
	(event.target as globalThis.Element).closest<HTMLElement>("[data-ref]")?.dataset.ref;

/**
 * What pressing an element selects: its outermost stack, unless that stack or something in it is
 * already selected. A stack that covers most of the slide does not count as a group.
 */
function target(ref: Ref): Ref {
	const top = topOf(ref);
	if (top === ref || selection.peek().some((one) => topOf(one) === top)) return ref;
	const box = boxOf(top);
	const { width, height } = canvasSize.peek();
	return box && box.width * box.height > 0.8 * width * height ? ref : top;
}

/** Handles a press on the stage. */
export function press(stage: HTMLElement, event: PointerEvent): void {
	if (event.button > 0 || gesture !== null) return;
	selectedBefore = selection.peek();
	const grip = (event.target as HTMLElement).dataset.grip as Grip | "rotate" | undefined;
	const under = refUnder(event);
	if (writing.peek() !== null) {
		if (under === writing.peek()) return;
		writing.value = null;
	}
	follow(stage);
	const point = pointOf(stage, event);
	if (grip !== undefined) {
		start(grip, event, point, selection.peek());
		return;
	}
	if (under === undefined) {
		if (!event.shiftKey) select();
		start("marquee", event, point, selection.peek());
		return;
	}
	const before = selection.peek();
	const wanted = target(under);
	if (event.shiftKey) {
		const without = before.filter((ref) => ref !== wanted);
		select(...(without.length < before.length ? without : [...before, wanted]));
		start("move", event, point, selection.peek());
		return;
	}
	// Inside a selected stack, a drag moves the stack and a click selects the element.
	const held = before.find((ref) => wanted === ref || wanted.startsWith(`${ref}/`));
	if (held === undefined) select(wanted);
	start("move", event, point, selection.peek(), () => {
		if (held !== undefined) select(wanted);
	});
}

/** Tracks the pointer, also outside the stage, until it is released. */
function follow(stage: HTMLElement): void {
	const end = (write: boolean) => () => {
		removeEventListener("pointermove", moved);
		removeEventListener("pointerup", up);
		removeEventListener("pointercancel", cancel);
		removeEventListener("keydown", onEscape, true);
		stop = null;
		release(write);
	};
	const moved = (event: PointerEvent) => go(stage, event);
	const up = end(true);
	const cancel = end(false);
	const onEscape = (event: KeyboardEvent) => {
		if (event.key !== "Escape") return;
		event.stopPropagation();
		cancel();
	};
	addEventListener("pointermove", moved);
	addEventListener("pointerup", up);
	addEventListener("pointercancel", cancel);
	addEventListener("keydown", onEscape, true);
	stop = cancel;
}

/** Cancels the gesture and restores the selection: a second finger starts a pinch. */
export function abandon(): void {
	if (stop === null) return;
	stop();
	select(...selectedBefore);
}

function start(
	kind: Gesture["kind"],
	event: PointerEvent,
	from: Point,
	chosen: readonly Ref[],
	onClick?: () => void,
): void {
	const members = membersOf(chosen);
	const inFlow = members.length === 0;
	const boxes = inFlow
		? outermost(chosen).flatMap((ref) => {
				const box = locked.peek().has(ref) ? undefined : boxOf(ref);
				return box ? [[ref, box] as const] : [];
			})
		: members.map(({ ref, box }) => [ref, box] as const);
	const lines = linesOf(
		canvasSize.peek(),
		neighbours(
			boxes.map(([ref]) => ref),
			inFlow,
		),
		measuredSlide.peek()?.safeArea,
	);
	const refs = kind === "marquee" ? chosen : boxes.map(([ref]) => ref);
	const [single] = boxes;
	const box =
		boxes.length === 1 && single
			? single[1]
			: boxes.length > 0
				? boundsOf(boxes.map(([, one]) => one))
				: { x: 0, y: 0, width: 0, height: 0, rotation: 0 };
	gesture = {
		kind,
		from,
		clientX: event.clientX,
		clientY: event.clientY,
		refs,
		box,
		boxes,
		members,
		inFlow,
		passed: new Set(stacksAt(from)),
		lines: {
			...lines,
			x: [...lines.x, ...guidesInSight("x")],
			y: [...lines.y, ...guidesInSight("y")],
		},
		onClick,
		moved: false,
		changes: [],
		after: [],
	};
}

/**
 * The boxes to snap to: free elements, and those of the same stack.
 * @param inFlow the elements leave their stack, and its other children move up
 */
function neighbours(refs: readonly Ref[], inFlow: boolean): Box[] {
	const found: Box[] = [];
	const own = refs[0] === undefined || inFlow ? undefined : stackOf(refs[0]);
	for (const [ref, { box }] of elements.peek()) {
		if (refs.some((one) => one === ref || ref.startsWith(`${one}/`))) continue;
		if (stackOf(ref) !== undefined && stackOf(ref) !== own) continue;
		found.push(box);
	}
	return found;
}

/** The gesture with copies of the elements, which stay where they are. */
function withCopies(now: Gesture): Gesture {
	const copies = duplicate(now.refs, 0);
	const own = (ref: Ref): Ref => copies.get(ref) ?? ref;
	const boxes = now.boxes.map(([ref, box]) => [own(ref), box] as const);
	lead(boxes);
	gesture = {
		...now,
		refs: now.refs.map(own),
		boxes,
		members: now.members.map((member) => ({ ...member, ref: own(member.ref) })),
		copies: true,
	};
	return gesture;
}

/** Handles a pointer move. */
function go(stage: HTMLElement, event: PointerEvent): void {
	let now = gesture;
	if (now === null) return;
	if (!now.moved) {
		const way = Math.hypot(event.clientX - now.clientX, event.clientY - now.clientY);
		if (way < SHAKE) return;
		now.moved = true;
		if (event.altKey && now.kind === "move" && !now.inFlow) now = withCopies(now);
	}
	const { x, y } = pointOf(stage, event);
	const [dx, dy] = [x - now.from.x, y - now.from.y];
	if (now.kind === "marquee") {
		frame(now, x, y, event.shiftKey);
		return;
	}
	const free = event.ctrlKey || event.metaKey || (event.altKey && now.kind !== "move");
	if (now.kind === "move") {
		moveAll(now, dx, dy, free, event.shiftKey, { x, y });
		return;
	}
	if (now.boxes.length > 1) {
		goGroup(now, now.kind, { x, y }, free, event.shiftKey);
		return;
	}
	const [first] = now.boxes;
	const element = first && elementAt(design.peek(), first[0]);
	if (!first || !element) return;
	const [ref, before] = first;
	if (now.kind === "rotate") {
		const { box } = rotate(before, x, y, free);
		show(now, [[ref, box]], {}, [{ ref, fields: fieldsOf(ref, element, before, box) }]);
		live.value = { ...live.value, figure: `${Math.round(box.rotation)}°` };
		return;
	}
	const isCorner = now.kind.length === 2;
	const keep = isCorner && keepsRatio(ref, element) !== event.shiftKey;
	const { box, guideX, guideY } = resize(
		before,
		now.kind,
		dx,
		dy,
		keep,
		free ? undefined : now.lines,
	);
	const fontSize = elements.peek().get(ref)?.fontSize;
	const fields =
		isCorner && typeOf(ref, element) === "text" && fontSize !== undefined
			? scaledText(ref, element, before, box, fontSize)
			: fieldsOf(ref, element, before, box);
	show(now, [[ref, box]], { guideX, guideY }, [{ ref, fields }]);
	live.value = { ...live.value, figure: `${Math.round(box.width)} × ${Math.round(box.height)}` };
}

/** Resizes or rotates several elements. @param shift inverts whether the aspect ratio is kept */
function goGroup(
	now: Gesture,
	kind: Grip | "rotate",
	at: Point,
	free: boolean,
	shift: boolean,
): void {
	if (kind === "rotate") {
		const by = turnedBy(now.box, now.from, at, free);
		showGroup(now, turnGroup(now.members, now.box, by), `${by}°`);
		return;
	}
	const isCorner = kind.length === 2;
	const holds = now.members.some(({ ref, element }) => keepsRatio(ref, element));
	const keep = isCorner && (holds !== shift || !canDistort(now.members));
	const lines = free ? undefined : now.lines;
	const moved = resizeGroup(
		now.members,
		now.box,
		kind,
		at.x - now.from.x,
		at.y - now.from.y,
		keep,
		lines,
	);
	const { width, height } = moved.frame;
	showGroup(now, moved, `${Math.round(width)} × ${Math.round(height)}`);
}

function showGroup(now: Gesture, moved: GroupMoved, figure: string): void {
	show(now, moved.boxes, moved, moved.changes);
	live.value = { ...live.value, frame: moved.frame, figure };
}

/** @param straight moves along one axis only */
function moveAll(
	now: Gesture,
	dx: number,
	dy: number,
	free: boolean,
	straight: boolean,
	at: Point,
): void {
	if (now.refs.length === 0) return;
	const level = Math.abs(dx) > Math.abs(dy);
	const [stepX, stepY] = straight ? [level ? dx : 0, level ? 0 : dy] : [dx, dy];
	const over = new Set(stacksAt(at));
	now.passed = new Set([...now.passed].filter((stack) => over.has(stack)));
	const box = { ...now.box, x: now.box.x + stepX, y: now.box.y + stepY };
	const place = free ? null : drop(now.refs, box, at, now.inFlow ? undefined : now.passed);
	const moved = move(now.box, stepX, stepY, free || place ? undefined : now.lines);
	const [byX, byY] = [moved.box.x - now.box.x, moved.box.y - now.box.y];
	const after = now.boxes.map(
		([ref, box]) => [ref, { ...box, x: box.x + byX, y: box.y + byY }] as const,
	);
	dropPlace.value = place;
	const guides = { guideX: moved.guideX, guideY: moved.guideY };
	if (now.inFlow) {
		// The stack is shown unchanged until the child has its new position.
		now.after = after;
		live.value = { boxes: new Map(after), guides, ghosts: now.boxes };
	} else show(now, after, guides, shift(now.refs, byX, byY));
	if (place === null)
		live.value = { ...live.value, moving: moved.box, distances: distancesAround(now, moved.box) };
}

/** Distances from a moved box to its neighbours and to the edges of its container or the slide. */
function distancesAround({ lines: { boxes } }: Gesture, moved: Box): Distance[] {
	const bounds = boundsOf([moved]);
	const container = containerOf(bounds, boxes);
	const edges = container ?? { x: 0, y: 0, ...canvasSize.peek() };
	const others = container ? boxes.filter((box) => isWithin(box, container)) : boxes;
	return AXES.flatMap((axis) => distancesOf(axis, bounds, others, edges));
}

function show(
	now: Gesture,
	after: readonly (readonly [Ref, Box])[],
	{ guideX, guideY }: Pick<Moved, "guideX" | "guideY">,
	changes: Changes,
): void {
	now.after = after;
	now.changes = changes;
	live.value = { boxes: new Map(after), guides: { guideX, guideY } };
	preview(changes);
}

/** Selects the elements that the marquee touches. */
function frame(now: Gesture, x: number, y: number, adds: boolean): void {
	const marquee = {
		x: Math.min(x, now.from.x),
		y: Math.min(y, now.from.y),
		width: Math.abs(x - now.from.x),
		height: Math.abs(y - now.from.y),
	};
	live.value = { boxes: new Map(), guides: {}, marquee };
	const touched: Ref[] = [];
	const { width, height } = canvasSize.peek();
	for (const [ref, { box }] of elements.peek()) {
		if (stackOf(ref) !== undefined || locked.peek().has(ref)) continue;
		if (elementAt(shown.peek(), ref) === undefined) continue;
		if (box.width * box.height > 0.8 * width * height) continue;
		const apart =
			box.x > marquee.x + marquee.width ||
			box.y > marquee.y + marquee.height ||
			box.x + box.width < marquee.x ||
			box.y + box.height < marquee.y;
		if (!apart) touched.push(ref);
	}
	select(...(adds ? new Set([...now.refs, ...touched]) : touched));
}

/** Ends the gesture. @param write false: restores the previous state */
function release(write: boolean): void {
	const now = gesture;
	gesture = null;
	live.value = REST;
	const place = dropPlace.peek();
	dropPlace.value = null;
	if (now === null) return;
	if (!write) {
		draft.value = null;
		if (now.copies) undoLast();
		return;
	}
	if (!now.moved) {
		now.onClick?.();
		return;
	}
	if (place) {
		draft.value = null;
		place.commit();
		return;
	}
	if (now.inFlow) takeOut(now.after);
	if (now.changes.length === 0) return;
	if (splits(now.refs)) {
		commitOnOneSize(now.changes);
		return;
	}
	lead(now.after);
	if (now.copies) commitFurther(now.changes);
	else commit(now.changes);
}

/** A double click edits the text under it, or crops the picture; in a stack it selects the element under it. */
export function open(event: MouseEvent): void {
	const ref = refUnder(event);
	if (ref === undefined) return;
	const element = elementAt(design.peek(), ref);
	select(ref);
	if (!element) return;
	const type = typeOf(ref, element);
	if (type === "text") writing.value = ref;
	else if (type === "image" && canCrop(element)) cropping.value = ref;
}
