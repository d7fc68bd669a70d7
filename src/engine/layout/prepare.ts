/**
 * Turns boxes into nodes: drops fields without effect, reports them, and finds out which sizes are
 * given.
 */
import type { Align, Box, LayoutNote, Size, TextSize } from "./box.js";
import { type Length, parseLength } from "./lengths.js";
import { MeasuredText } from "./measured-text.js";
import type { Axis, Node, Parent } from "./node.js";
import { settleRatio } from "./ratio.js";

export const IGNORED = {
	percent: "a percentage needs a parent whose size on this axis is given",
	inset: 'x, y, right and bottom have no effect in a stack without position: "absolute"',
	flex: "grow, shrink, basis and alignSelf have no effect outside a stack's flow",
	within: "within has no effect inside a stack",
} as const;

const X_FIELDS = ["x", "right", "width", "minWidth", "maxWidth"] as const;
const Y_FIELDS = ["y", "bottom", "height", "minHeight", "maxHeight"] as const;
const INSETS: ReadonlySet<string> = new Set(["x", "y", "right", "bottom"]);
type LengthField = (typeof X_FIELDS)[number] | (typeof Y_FIELDS)[number];

/** Sums of factors must stay finite. */
const factor = (value: number) => Math.min(1e9, Math.max(0, value));

/**
 * @param boxes the top-level boxes.
 * @param notes receives a note for every field that has no effect.
 */
export function prepare<R, M extends TextSize>(
	boxes: readonly Box<R, M>[],
	notes: LayoutNote<R>[],
): Node<R, M>[] {
	return boxes.map((box) => prepareBox(box, undefined, notes));
}

function prepareBox<R, M extends TextSize>(
	box: Box<R, M>,
	parent: Parent | undefined,
	notes: LayoutNote<R>[],
): Node<R, M> {
	const note = (field: string, reason: string) => notes.push({ ref: box.ref, field, reason });
	const inFlow = parent !== undefined && box.position !== "absolute";
	if (parent && box.within !== undefined) note("within", IGNORED.within);

	const lengths: Partial<Record<LengthField, Length>> = {};
	const read = (fields: readonly LengthField[], baseGiven: boolean) => {
		for (const field of fields) {
			const length = parseLength(box[field]);
			if (!length) continue;
			if (inFlow && INSETS.has(field)) note(field, IGNORED.inset);
			else if (length.percent && !baseGiven) note(field, IGNORED.percent);
			else lengths[field] = length;
		}
	};
	read(X_FIELDS, parent?.given.width ?? true);
	read(Y_FIELDS, parent?.given.height ?? true);

	let basis: Length | undefined;
	if (parent && inFlow) {
		basis = readBasis(box.basis, parent);
		if (!basis && box.basis !== undefined) note("basis", IGNORED.percent);
	} else
		for (const field of ["grow", "shrink", "basis", "alignSelf"] as const)
			if (box[field] !== undefined) note(field, IGNORED.flex);

	const settled = settleRatio(
		{
			...lengths,
			basis,
			ratio: box.aspectRatio,
			grow: inFlow ? factor(box.grow ?? 0) : 0,
			shrink: inFlow ? factor(box.shrink ?? (box.kind === "leaf" ? 0 : 1)) : 0,
			align: alignOf(box.alignSelf, parent),
		},
		inFlow ? parent : undefined,
	);
	const given = givenSizes(settled, { ...lengths, basis }, parent, inFlow);
	const stack = box.kind === "stack" ? box : undefined;
	const direction = stack?.direction ?? "column";
	const row = direction.startsWith("row");
	const wrap = stack?.wrap ?? false;
	const children = (stack?.children ?? []).map((child) =>
		prepareBox(child, { given, row, wrap, align: stack?.align ?? "start" }, notes),
	);
	const flow = children.filter((child) => child.inFlow);

	const border = Math.max(0, box.border ?? 0);
	const [top, right, bottom, left] = (box.padding ?? [0, 0, 0, 0]).map(
		(side) => Math.max(0, side) + border,
	) as [number, number, number, number];
	return {
		box,
		inFlow,
		x: lengths.x,
		y: lengths.y,
		right: lengths.right,
		bottom: lengths.bottom,
		width: lengths.width,
		height: lengths.height,
		minWidth: lengths.minWidth,
		maxWidth: lengths.maxWidth,
		minHeight: lengths.minHeight,
		maxHeight: lengths.maxHeight,
		basis,
		...settled,
		given,
		edges: { left, top, x: left + right, y: top + bottom },
		border,
		text: box.kind === "text" ? new MeasuredText(box.text) : undefined,
		defaultSize: defaultSize(box, settled.grow, parent),
		hasText: box.kind === "text" || flow.some((child) => child.hasText),
		widthFollowsHeight:
			(wrap && !row) || flow.some((child) => child.ratio !== undefined || child.widthFollowsHeight),
		children,
		flow,
		row,
		reverse: direction.endsWith("-reverse"),
		wrap,
		gap: Math.max(0, stack?.gap ?? 0),
		justify: stack?.justify ?? "start",
	};
}

/** A percentage of a main size that is not given is undefined. */
function readBasis(size: Size | undefined, parent: Parent): Length | undefined {
	const basis = parseLength(size);
	const mainGiven = parent.row ? parent.given.width : parent.given.height;
	return basis?.percent && !mainGiven ? undefined : basis;
}

/** Baseline only works in a row with a single line; elsewhere it means start. */
function alignOf(own: Align | undefined, parent: Parent | undefined): Align {
	const align = own ?? parent?.align ?? "start";
	return align === "baseline" && (!parent?.row || parent.wrap) ? "start" : align;
}

type Settled = ReturnType<typeof settleRatio>;

function givenSizes(
	{ ratio, align, grow }: Settled,
	lengths: { readonly [field in LengthField | "basis"]?: Length | undefined },
	parent: Parent | undefined,
	inFlow: boolean,
): Axis {
	const parentGiven = parent?.given ?? { width: true, height: true };
	let width = lengths.width !== undefined;
	let height = lengths.height !== undefined;
	if (!inFlow || !parent) {
		width ||= parentGiven.width && lengths.x !== undefined && lengths.right !== undefined;
		height ||= parentGiven.height && lengths.y !== undefined && lengths.bottom !== undefined;
	} else {
		const stretches = align === "stretch" && !parent.wrap;
		const flexes = grow > 0 || lengths.basis !== undefined;
		width ||= parentGiven.width && (parent.row ? flexes : stretches);
		height ||= parentGiven.height && (parent.row ? stretches : flexes);
	}
	if (ratio === undefined) return { width, height };
	return { width: width || height, height: width || height };
}

/** A size that `grow` determines has no default. */
function defaultSize<R, M extends TextSize>(
	box: Box<R, M>,
	grow: number,
	parent: Parent | undefined,
) {
	const { width, height } = (box.kind === "leaf" && box.defaultSize) || { width: 0, height: 0 };
	if (!parent || grow === 0) return { width, height };
	return {
		width: parent.row && parent.given.width ? 0 : width,
		height: !parent.row && parent.given.height ? 0 : height,
	};
}
