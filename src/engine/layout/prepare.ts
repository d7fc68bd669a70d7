/**
 * Turns boxes into nodes: drops fields without effect, reports them, and finds out which sizes are
 * given.
 */
import type {
	Align,
	Box,
	Breadth,
	CellAlign,
	ContentFit,
	FourSides,
	GridBox,
	LayoutNote,
	Size,
	TextSize,
	TrackSpec,
} from "./box.js";
import { indexOf, type Placement, placeCells, spanInside } from "./grid-cells.js";
import { type Length, parseLength } from "./lengths.js";
import { MeasuredText } from "./measured-text.js";
import type { Axis, Fit, Node, Parent, TrackEnd, TrackLength } from "./node.js";
import { settleRatio } from "./ratio.js";

const NO_SIDES: FourSides = [0, 0, 0, 0];

export const IGNORED = {
	percent: "a percentage needs a parent whose size on this axis is given",
	inset: 'x, y, right and bottom have no effect in a stack without position: "absolute"',
	flex: "grow, shrink, basis and alignSelf have no effect outside a stack's flow",
	cell: "column, row, columnSpan, rowSpan and justifySelf have no effect outside a grid",
	within: "within has no effect inside a stack",
} as const;

const X_FIELDS = ["x", "right", "width", "minWidth", "maxWidth"] as const;
const Y_FIELDS = ["y", "bottom", "height", "minHeight", "maxHeight"] as const;
const CELL_FIELDS = ["column", "row", "columnSpan", "rowSpan"] as const;
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
	// The areas of a grid are known when its children are laid out.
	const ofGrid = parent?.grid !== undefined;
	const inArea = ofGrid && inFlow;
	read(X_FIELDS, ofGrid || (parent?.given.width ?? true));
	read(Y_FIELDS, ofGrid || (parent?.given.height ?? true));

	let basis: Length | undefined;
	if (parent && inFlow && !inArea) {
		basis = readBasis(box.basis, parent);
		if (!basis && box.basis !== undefined) note("basis", IGNORED.percent);
	} else
		for (const field of ["grow", "shrink", "basis", "alignSelf"] as const)
			if (box[field] !== undefined && !(inArea && field === "alignSelf")) note(field, IGNORED.flex);
	if (!parent?.grid)
		for (const field of [...CELL_FIELDS, "justifySelf"] as const)
			if (box[field] !== undefined) note(field, IGNORED.cell);

	const settled = settleRatio(
		{
			...lengths,
			basis,
			ratio: box.aspectRatio,
			grow: inFlow ? factor(box.grow ?? 0) : 0,
			shrink: inFlow ? factor(box.shrink ?? (box.kind === "leaf" ? 0 : 1)) : 0,
			align: alignOf(box.alignSelf, parent),
		},
		inFlow && !inArea ? parent : undefined,
	);
	const inGrid = inFlow ? parent?.grid : undefined;
	const justifySelf = box.justifySelf ?? inGrid?.justifyItems ?? "stretch";
	const given = inGrid
		? givenInCell(settled, lengths, justifySelf)
		: givenSizes(settled, { ...lengths, basis }, parent, inFlow);
	const stack = box.kind === "stack" ? box : undefined;
	const direction = stack?.direction ?? "column";
	const row = direction.startsWith("row");
	const wrap = stack?.wrap ?? false;
	const tracks = box.kind === "grid" ? gridTracks(box, inGrid) : undefined;
	const around: Parent | undefined = tracks
		? {
				...{ given, row: true, wrap: false, align: tracks.align },
				grid: {
					justifyItems: tracks.justifyItems,
					columns: tracks.columns.length,
					isSubgrid: tracks.isSubgrid,
				},
			}
		: { given, row, wrap, align: stack?.align ?? "start" };
	const children = ("children" in box ? box.children : []).map((child) =>
		prepareBox(child, around, notes),
	);
	const flow = children.filter((child) => child.inFlow);
	const fit = "children" in box ? box.fit : undefined;

	const { border: line = 0, padding = NO_SIDES } = box;
	const border = (typeof line === "number" ? [line, line, line, line] : line).map((side) =>
		Math.max(0, side),
	) as unknown as FourSides;
	const [top, right, bottom, left] = padding.map((side, i) => Math.max(0, side) + border[i]!) as [
		number,
		number,
		number,
		number,
	];
	const [marginTop, marginRight, marginBottom, marginLeft] = box.margin ?? NO_SIDES;
	const gapX = Math.max(0, stack?.columnGap ?? 0);
	const gapY = Math.max(0, stack?.rowGap ?? 0);
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
		margin: {
			left: marginLeft,
			top: marginTop,
			x: marginLeft + marginRight,
			y: marginTop + marginBottom,
		},
		justifySelf,
		grid: tracks && {
			...tracks,
			cells: placeCells(
				flow.map((child) => placementOf(child.box, tracks.columns.length)),
				tracks.columns.length,
				tracks.rows.length,
				tracks.isSubgrid,
			),
		},
		fit: fit && fitOf(fit, (scaled) => prepareBox(scaled, parent, [])),
		text: box.kind === "text" ? new MeasuredText(box.text) : undefined,
		keepsContent:
			box.kind === "text"
				? !box.text.follows
				: "children" in box && !box.clip && !fit && settled.ratio === undefined,
		defaultSize: defaultSize(box, settled.grow, parent),
		hasText: box.kind === "text" || flow.some((child) => child.hasText),
		widthFollowsHeight:
			(wrap && !row) || flow.some((child) => child.ratio !== undefined || child.widthFollowsHeight),
		children,
		flow,
		row,
		reverse: direction.endsWith("-reverse"),
		wrap,
		gap: row ? gapX : gapY,
		crossGap: row ? gapY : gapX,
		justify: stack?.justify ?? "start",
	};
}

function fitOf<R, M extends TextSize>(
	{ scales, tolerance, at }: ContentFit<R, M>,
	prepareScaled: (box: Box<R, M>) => Node<R, M>,
): Fit<R, M> {
	const nodes = new Map<number, Node<R, M>>();
	return {
		scales,
		tolerance,
		at: (scale) => {
			const known = nodes.get(scale);
			if (known) return known;
			const node = prepareScaled({ ...at(scale), fit: undefined });
			nodes.set(scale, node);
			return node;
		},
	};
}

/** A percentage of a main size that is not given is undefined. */
function readBasis(size: Size | undefined, parent: Parent): Length | undefined {
	const basis = parseLength(size);
	const mainGiven = parent.row ? parent.given.width : parent.given.height;
	return basis?.percent && !mainGiven ? undefined : basis;
}

/** Baselines only work in a row with a single line; elsewhere they mean start and end. */
function alignOf(own: Align | undefined, parent: Parent | undefined): Align {
	const align = own ?? parent?.align ?? "start";
	if (parent?.row && !parent.wrap) return align;
	return align === "baseline" ? "start" : align === "last-baseline" ? "end" : align;
}

/** The place of a child; a subgrid spans all columns unless it says otherwise. */
export function placementOf<R, M extends TextSize>(box: Box<R, M>, columns: number): Placement {
	const { column, row, columnSpan, rowSpan } = box;
	const isSubgrid = box.kind === "grid" && box.columns === "subgrid";
	return {
		column,
		row,
		columnSpan: columnSpan ?? (isSubgrid ? spanOf(column, columns) : 1),
		rowSpan,
	};
}

/** All columns from `column` on. */
const spanOf = (column: number | undefined, columns: number) =>
	Math.max(1, columns - (column === undefined ? 0 : indexOf(column, columns)));

function subgridSpan<R, M extends TextSize>(
	box: GridBox<R, M>,
	{ columns, isSubgrid }: NonNullable<Parent["grid"]>,
): number {
	const { column, columnSpan = 1 } = placementOf(box, columns);
	return isSubgrid ? spanInside(column, columnSpan, columns) : columnSpan;
}

/** @param around the grid around it, if it is in its flow */
function gridTracks<R, M extends TextSize>(box: GridBox<R, M>, around: Parent["grid"]) {
	const isSubgrid = box.columns === "subgrid" && around !== undefined;
	const columns = isSubgrid
		? Array.from({ length: subgridSpan(box, around) }, () => AUTO_TRACK)
		: (box.columns === "subgrid" ? [] : (box.columns ?? [])).map(readTrack);
	const gap = (value: number | undefined) => Math.max(0, value ?? 0);
	return {
		columns: columns.length === 0 ? [AUTO_TRACK] : columns,
		isSubgrid,
		rows: (box.rows ?? []).map(readTrack),
		columnGap: isSubgrid && box.columnGap === undefined ? undefined : gap(box.columnGap),
		rowGap: gap(box.rowGap),
		align: box.align ?? ("stretch" as const),
		justifyItems: box.justifyItems ?? ("stretch" as const),
		justify: box.justify ?? ("stretch" as const),
		alignContent: box.alignContent ?? ("stretch" as const),
	};
}

const AUTO = { kind: "auto" } as const;
export const AUTO_TRACK: TrackLength = { min: AUTO, max: AUTO };

function readTrack(track: TrackSpec): TrackLength {
	if (typeof track === "object") return { min: readEnd(track.min), max: readEnd(track.max) };
	const end = readEnd(track);
	return { min: "kind" in end && end.kind === "flex" ? AUTO : end, max: end };
}

function readEnd(size: Breadth | `${number}fr`): TrackEnd {
	if (size === "auto" || size === "min-content" || size === "max-content") return { kind: size };
	if (typeof size === "string" && size.endsWith("fr"))
		return { kind: "flex", factor: factor(Number(size.slice(0, -2))) };
	const { value, percent } = parseLength(size as Size)!;
	return { value: Math.max(0, value), percent };
}

type Settled = ReturnType<typeof settleRatio>;

/** A cell gives its size to what is stretched in it. */
function givenInCell(
	{ ratio, align }: Settled,
	lengths: { readonly [field in LengthField]?: Length | undefined },
	justifySelf: CellAlign,
): Axis {
	const width = lengths.width !== undefined || justifySelf === "stretch";
	const height = lengths.height !== undefined || align === "stretch";
	if (ratio === undefined) return { width, height };
	return { width: width || height, height: width || height };
}

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
