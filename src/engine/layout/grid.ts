/** Lays out the children of a grid (CSS Grid Layout §11). */
import { alignBox, baselineOf, lastBaselineOf } from "./align.js";
import type { Justify, Rect, TextSize } from "./box.js";
import { autoWidths } from "./content-widths.js";
import {
	type ContentWidths,
	type Context,
	fitContentWidth,
	heightLimits,
	type LaidOut,
	limitsInside,
	NO_LIMITS,
	ownHeight,
	ownWidth,
	type Placed,
	type Space,
	type Tracks,
	widthLimits,
} from "./context.js";
import type { Cell } from "./grid-cells.js";
import { indexOf } from "./grid-cells.js";
import {
	isFlexible,
	sizeTracks,
	type Track,
	type TrackItem,
	type TrackSize,
} from "./grid-tracks.js";
import { justifyLine } from "./justify.js";
import { clamp, heightFor, resolve, widthFor } from "./lengths.js";
import type { Grid, Node, TrackEnd, TrackLength } from "./node.js";
import { AUTO_TRACK } from "./prepare.js";

export function layOutGrid<R, M extends TextSize>(
	node: Node<R, M>,
	grid: Grid,
	space: Space,
	context: Context<R, M>,
): LaidOut<R, M> {
	const { edges, flow } = node;
	const width = Math.max(0, space.width - edges.x);
	const columns = space.columns ?? columnsOf(node, grid, width, context);
	const items = flow.map((child, index) => {
		const cell = grid.cells[index]!;
		const across = spanned(columns, cell.column, cell.columnSpan);
		const inside = child.grid?.isSubgrid
			? subgridColumns(child, child.grid, cell, columns, node)
			: undefined;
		return {
			child,
			cell,
			across,
			inside,
			width: inside
				? Math.max(0, across.size - child.margin.x)
				: cellWidth(child, across.size, context),
		};
	});
	const natural = items.map(({ child, width: own, inside }) =>
		naturalBox(child, own, inside, context),
	);
	const lines = sharedBaselines(items, natural);
	const rowItems = items.map(({ child, cell }, index): TrackItem => {
		const { above, below } = lines[index]!;
		const box = natural[index]!;
		const shim =
			alignIn(child) === "baseline"
				? above - aboveOf(child, box)
				: alignIn(child) === "last-baseline"
					? below - belowOf(child, box)
					: 0;
		const around = child.margin.y + shim;
		const content = box.height + around;
		const fixed = resolve(child.height, undefined) !== undefined || child.minHeight !== undefined;
		const least =
			resolve(child.height, undefined) !== undefined
				? content
				: heightLimits(child, undefined).min + around;
		return {
			...{ start: cell.row, span: cell.rowSpan, minContent: content, maxContent: content },
			minimum: fixed || !child.keepsContent ? least : content,
			automatic: !fixed && child.keepsContent,
			edges: child.edges.y + around,
		};
	});
	const { rows, height } = rowsOf(node, grid, rowItems, space);
	const boxes = items.map((item) =>
		layOutInCell(item, spanned(rows, item.cell.row, item.cell.rowSpan).size, context),
	);
	const aligned = sharedBaselines(items, boxes);
	const children = items.map((item, index): Placed<R, M> => {
		const { child, cell, across } = item;
		const down = spanned(rows, cell.row, cell.rowSpan);
		const laidOut = boxes[index]!;
		const { margin } = child;
		const x =
			edges.left +
			across.start +
			margin.left +
			(item.inside ? 0 : alignBox(child.justifySelf, laidOut.width + margin.x, across.size));
		const { above, below } = aligned[index]!;
		const inRow =
			alignIn(child) === "baseline"
				? above - aboveOf(child, laidOut)
				: alignIn(child) === "last-baseline"
					? down.size - below - margin.top - lastBaselineOf(laidOut)
					: alignBox(alignIn(child), laidOut.height + margin.y, down.size);
		return { node: child, x, y: edges.top + down.start + margin.top + inRow, laidOut };
	});
	return {
		width: space.width,
		height,
		...(node.hasText ? gridBaselines(children, grid.cells) : NO_BASELINES),
		text: undefined,
		children,
		tracks: { columns, rows },
	};
}

const NO_BASELINES = { baseline: undefined, lastBaseline: undefined };

/**
 * The baselines of the first and the last row with children: the one that children of the row share,
 * otherwise that of the first child, and of the last.
 */
function gridBaselines<R, M extends TextSize>(
	children: readonly Placed<R, M>[],
	cells: readonly Cell[],
): Pick<LaidOut<R, M>, "baseline" | "lastBaseline"> {
	const places = children.map((child, index) => ({ child, cell: cells[index]! }));
	const endOf = ({ row, rowSpan }: Cell) => row + rowSpan;
	const top = Math.min(...cells.map(({ row }) => row));
	const bottom = Math.max(...cells.map(endOf));
	const inOrder = (row: (cell: Cell) => number) => (a: { cell: Cell }, b: { cell: Cell }) =>
		row(a.cell) - row(b.cell) || a.cell.column - b.cell.column;
	const first = places.filter(({ cell }) => cell.row === top).sort(inOrder(({ row }) => row));
	const last = places.filter(({ cell }) => endOf(cell) === bottom).sort(inOrder(endOf));
	const of = (group: typeof places, align: "baseline" | "last-baseline") =>
		group.find(({ child }) => alignIn(child.node) === align)?.child;
	const upper = (child: Placed<R, M> | undefined) => child && child.y + baselineOf(child.laidOut);
	const lower = (child: Placed<R, M> | undefined) =>
		child && child.y + lastBaselineOf(child.laidOut);
	return {
		baseline:
			upper(of(first, "baseline")) ?? lower(of(first, "last-baseline")) ?? upper(first[0]?.child),
		lastBaseline:
			lower(of(last, "last-baseline")) ?? upper(of(last, "baseline")) ?? lower(last.at(-1)?.child),
	};
}

/** The widths of a grid that its content alone determines. */
export function gridWidths<R, M extends TextSize>(
	node: Node<R, M>,
	grid: Grid,
	context: Context<R, M>,
): ContentWidths {
	const gap = grid.columnGap ?? 0;
	const widthAt = (available: "min-content" | "max-content") => {
		const tracks = tracksOf(grid.columns, columnCount(grid), undefined);
		const sizes = sizeTracks(tracks, columnItems(node, grid, context), {
			available,
			gap,
			stretch: false,
		});
		return sum(sizes) + gap * Math.max(0, sizes.length - 1) + node.edges.x;
	};
	return { min: widthAt("min-content"), max: widthAt("max-content") };
}

/**
 * The area of an absolute child with `column` or `row`, relative to the border box of its grid; on
 * the other axis the padding box. undefined: the padding box on both.
 */
export function areaOf<R, M extends TextSize>(
	{ box: { column, row, columnSpan = 1, rowSpan = 1 } }: Node<R, M>,
	{ grid, edges, border }: Node<R, M>,
	{ width, height, tracks }: LaidOut<R, M>,
): Rect | undefined {
	if (!grid || !tracks || (column === undefined && row === undefined)) return undefined;
	// A line that the grid does not have means the edge of the padding box.
	const along = (
		all: Tracks,
		count: number,
		number: number,
		span: number,
		edge: number,
		size: number,
		lines: readonly [before: number, after: number],
	) => {
		const start = indexOf(number, count);
		const { starts, sizes } = all;
		if (start > sizes.length) return inside(size, lines);
		const area =
			start < sizes.length
				? spanned(all, start, Math.min(span, sizes.length - start))
				: { start: start === 0 ? 0 : starts[start - 1]! + sizes[start - 1]!, size: 0 };
		const from = edge + area.start;
		return {
			start: from,
			size: start + span > sizes.length ? Math.max(0, size - lines[1] - from) : area.size,
		};
	};
	const inside = (size: number, [before, after]: readonly [number, number]) => ({
		start: before,
		size: Math.max(0, size - before - after),
	});
	const [top, right, bottom, left] = border;
	const [beside, above] = [[left, right] as const, [top, bottom] as const];
	const x =
		column === undefined
			? inside(width, beside)
			: along(tracks.columns, grid.columns.length, column, columnSpan, edges.left, width, beside);
	const y =
		row === undefined
			? inside(height, above)
			: along(tracks.rows, grid.rows.length, row, rowSpan, edges.top, height, above);
	return { x: x.start, y: y.start, width: x.size, height: y.size };
}

/** The area of a child in the flow of a grid, relative to the border box of the grid. */
export function cellArea<R, M extends TextSize>(
	{ grid, edges }: Node<R, M>,
	{ tracks }: LaidOut<R, M>,
	index: number,
): Rect | undefined {
	if (!grid || !tracks) return undefined;
	const { column, columnSpan, row, rowSpan } = grid.cells[index]!;
	const across = spanned(tracks.columns, column, columnSpan);
	const down = spanned(tracks.rows, row, rowSpan);
	return {
		x: edges.left + across.start,
		y: edges.top + down.start,
		width: across.size,
		height: down.size,
	};
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

const columnCount = ({ columns, cells }: Grid) =>
	Math.max(columns.length, ...cells.map(({ column, columnSpan }) => column + columnSpan));

/** @param base inner size of the grid; undefined: percentages are automatic. */
function tracksOf(
	lengths: readonly TrackLength[],
	count: number,
	base: number | undefined,
): Track[] {
	const sizeOf = (end: TrackEnd): TrackSize => {
		if ("kind" in end) return end;
		const value = resolve(end, base);
		return value === undefined ? { kind: "auto" } : { kind: "fixed", value };
	};
	return Array.from({ length: count }, (_, i) => {
		const { min, max } = lengths[i] ?? AUTO_TRACK;
		return { min: sizeOf(min), max: sizeOf(max) };
	});
}

/** From the start of the first to the end of the last of some tracks. */
function spanned({ starts, sizes }: Tracks, from: number, span: number) {
	if (span <= 0 || sizes.length === 0) return { start: 0, size: 0 };
	const last = Math.min(sizes.length, from + span) - 1;
	return { start: starts[from]!, size: Math.max(0, starts[last]! + sizes[last]! - starts[from]!) };
}

/** Positions of tracks that are as large as given. */
function placeTracks(
	sizes: readonly number[],
	gap: number,
	available: number,
	justify: Justify | "stretch",
): Tracks {
	const along = justify === "stretch" ? "start" : justify;
	return { starts: justifyLine(sizes, available, { justify: along, gap, reverse: false }), sizes };
}

function columnsOf<R, M extends TextSize>(
	node: Node<R, M>,
	grid: Grid,
	available: number,
	context: Context<R, M>,
): Tracks {
	const gap = grid.columnGap ?? 0;
	const tracks = tracksOf(grid.columns, columnCount(grid), available);
	const stretch = grid.justify === "stretch";
	const sizes = sizeTracks(tracks, columnItems(node, grid, context), { available, gap, stretch });
	return placeTracks(sizes, gap, available, grid.justify);
}

/** The rows, and the height of the border box. */
function rowsOf<R, M extends TextSize>(
	{ edges, given }: Node<R, M>,
	grid: Grid,
	items: readonly TrackItem[],
	space: Space,
): { rows: Tracks; height: number } {
	const count = Math.max(grid.rows.length, ...grid.cells.map(({ row, rowSpan }) => row + rowSpan));
	const gap = grid.rowGap;
	const inner = space.height === undefined ? undefined : Math.max(0, space.height - edges.y);
	const known = given.height ? inner : undefined;
	const tracks = tracksOf(grid.rows, count, known);
	const stretch = grid.alignContent === "stretch";
	const sizeAt = (available: TrackItem["start"] | "max-content") =>
		sizeTracks(tracks, items, { available, gap, stretch });
	let sizes = sizeAt(known ?? "max-content");
	const content = sum(sizes) + gap * Math.max(0, count - 1);
	const height = inner ?? clamp(content + edges.y, space.limits) - edges.y;
	// Only flexible rows become smaller with their grid, as in Chromium.
	if (known === undefined && (height > content || tracks.some(isFlexible))) sizes = sizeAt(height);
	return { rows: placeTracks(sizes, gap, height, grid.alignContent), height: height + edges.y };
}

/** What the children need of the columns, those of subgrids included (CSS Grid §9). */
function columnItems<R, M extends TextSize>(
	node: Node<R, M>,
	grid: Grid,
	context: Context<R, M>,
	outerGap = 0,
): TrackItem[] {
	const gap = grid.columnGap ?? outerGap;
	return node.flow.flatMap((child, index): TrackItem[] => {
		const { column: start, columnSpan: span } = grid.cells[index]!;
		const { margin } = child;
		if (!child.grid?.isSubgrid) return [{ start, span, ...widthNeeds(child, node, context) }];
		const between = ((child.grid.columnGap ?? gap) - gap) / 2;
		const edges = edgesIn(child, node);
		const before = margin.left + edges.start;
		const after = margin.x - margin.left + edges.end;
		const inner = columnItems(child, child.grid, context, gap).map((item) => {
			const at = runsAgainst(child, node) ? span - item.start - item.span : item.start;
			const inside = item.isEdge ? 0 : between;
			const left = at === 0 ? before : inside;
			const right = at + item.span >= span ? after : inside;
			return larger({ ...item, start: start + at }, left + right);
		});
		const own =
			span === 1
				? [edgeItem(start, before + after)]
				: [edgeItem(start, before), edgeItem(start + span - 1, after)];
		return [...own, ...inner];
	});
}

const larger = (item: TrackItem, more: number): TrackItem => ({
	...item,
	minimum: item.minimum + more,
	minContent: item.minContent + more,
	maxContent: item.maxContent + more,
	edges: item.edges + more,
});

/** What the edge of a subgrid needs of its column, even without a child there. */
const edgeItem = (start: number, size: number): TrackItem => ({
	...{ start, span: 1, minimum: size, minContent: size, maxContent: size },
	...{ automatic: false, edges: size, isEdge: true },
});

function widthNeeds<R, M extends TextSize>(
	child: Node<R, M>,
	node: Node<R, M>,
	context: Context<R, M>,
): Pick<TrackItem, "minimum" | "minContent" | "maxContent" | "automatic" | "edges"> {
	const { margin, edges, keepsContent } = child;
	const own = resolve(child.width, undefined);
	const { min, max } =
		own === undefined ? autoWidths(child, node, undefined, context) : { min: own, max: own };
	const limits = widthLimits(child, undefined);
	const minContent = clamp(min, limits) + margin.x;
	const least = own === undefined ? limits.min + margin.x : minContent;
	const automatic = own === undefined && child.minWidth === undefined && keepsContent;
	return {
		minimum: automatic ? minContent : least,
		minContent,
		maxContent: clamp(max, limits) + margin.x,
		automatic,
		edges: edges.x + margin.x,
	};
}

/** The columns of a subgrid, from the inner edge of its box. */
function subgridColumns<R, M extends TextSize>(
	child: Node<R, M>,
	grid: Grid,
	{ column, columnSpan }: Cell,
	{ starts, sizes }: Tracks,
	node: Node<R, M>,
): Tracks {
	const { margin } = child;
	const edges = edgesIn(child, node);
	const area = spanned({ starts, sizes }, column, columnSpan);
	const from = area.start + margin.left + edges.start;
	const to = area.start + area.size - (margin.x - margin.left) - edges.end;
	const gap = node.grid?.columnGap ?? 0;
	const between = ((grid.columnGap ?? gap) - gap) / 2;
	const inner = { starts: [] as number[], sizes: [] as number[] };
	for (let i = 0; i < columnSpan; i++) {
		const at = column + i;
		const start = i === 0 ? from : starts[at]! + between;
		const end = i === columnSpan - 1 ? to : starts[at]! + sizes[at]! - between;
		inner.starts.push(start - from);
		inner.sizes.push(end - start);
	}
	if (!runsAgainst(child, node)) return inner;
	const mirrored = inner.starts.map((start, i) => to - from - start - inner.sizes[i]!);
	return { starts: mirrored.reverse(), sizes: inner.sizes.reverse() };
}

/** Whether the columns of a subgrid run in the other direction than those of the grid around it. */
const runsAgainst = <R, M extends TextSize>({ box }: Node<R, M>, around: Node<R, M>) =>
	box.dir !== around.box.dir;

/** Padding and border of a child where the columns of the grid around it start and end. */
function edgesIn<R, M extends TextSize>(child: Node<R, M>, node: Node<R, M>) {
	const { left, x } = child.edges;
	return runsAgainst(child, node) ? { start: x - left, end: left } : { start: left, end: x - left };
}

/** @param available width of the area */
function cellWidth<R, M extends TextSize>(
	child: Node<R, M>,
	available: number,
	context: Context<R, M>,
): number {
	const limits = widthLimits(child, available);
	const own = ownWidth(child, available);
	if (own !== undefined) return own;
	const room = available - child.margin.x;
	const height = ownHeight(child, undefined);
	if (child.ratio !== undefined && height !== undefined)
		return clamp(widthFor(height, child.ratio), limits);
	if (child.justifySelf === "stretch") return clamp(Math.max(child.edges.x, room), limits);
	return clamp(fitContentWidth(child, room, height, context), limits);
}

/** A child with the height of its content, or its given one. */
function naturalBox<R, M extends TextSize>(
	child: Node<R, M>,
	width: number,
	columns: Tracks | undefined,
	context: Context<R, M>,
	base?: number,
): LaidOut<R, M> {
	const limits = limitsInside(child, heightLimits(child, base), base);
	const height =
		resolve(child.height, base) ??
		(child.ratio === undefined ? undefined : heightFor(width, child.ratio));
	const space = columns ? { width, columns } : { width };
	return height === undefined
		? context.layOut(child, { ...space, height, limits })
		: context.layOut(child, { ...space, height: clamp(height, limits), limits: NO_LIMITS });
}

interface CellItem<R, M extends TextSize> {
	readonly child: Node<R, M>;
	readonly cell: Cell;
	readonly width: number;
	readonly inside: Tracks | undefined;
}

/** @param available height of the area */
function layOutInCell<R, M extends TextSize>(
	{ child, width, inside }: CellItem<R, M>,
	available: number,
	context: Context<R, M>,
): LaidOut<R, M> {
	const stretches =
		child.align === "stretch" && child.height === undefined && child.ratio === undefined;
	if (!stretches) return naturalBox(child, width, inside, context, available);
	const height = clamp(available - child.margin.y, heightLimits(child, available));
	const space = inside ? { width, columns: inside } : { width };
	return context.layOut(child, { ...space, height, limits: NO_LIMITS });
}

/** The baselines of a row: how far the children with each reach above the first, and below the last. */
interface RowLines {
	readonly above: number;
	readonly below: number;
}

const aboveOf = <R, M extends TextSize>({ margin }: Node<R, M>, box: LaidOut<R, M>) =>
	margin.top + baselineOf(box);
const belowOf = <R, M extends TextSize>({ margin }: Node<R, M>, box: LaidOut<R, M>) =>
	margin.y - margin.top + box.height - lastBaselineOf(box);

/** The lower edge of a box without text is not its baseline if the row decides its height, as in CSS. */
function alignIn<R, M extends TextSize>({ align, hasText, ...node }: Node<R, M>) {
	const { height, minHeight, maxHeight } = node;
	if (hasText || ![height, minHeight, maxHeight].some((size) => size?.percent)) return align;
	return align === "baseline" ? "start" : align === "last-baseline" ? "end" : align;
}

/** The baselines that each child shares with others of its row. */
function sharedBaselines<R, M extends TextSize>(
	items: readonly CellItem<R, M>[],
	boxes: readonly LaidOut<R, M>[],
): RowLines[] {
	const above = new Map<number, number>();
	const below = new Map<number, number>();
	const most = (lines: Map<number, number>, row: number, reach: number) =>
		lines.set(row, Math.max(reach, lines.get(row) ?? reach));
	const endOf = ({ row, rowSpan }: Cell) => row + rowSpan;
	for (const [index, { child, cell }] of items.entries())
		if (alignIn(child) === "baseline") most(above, cell.row, aboveOf(child, boxes[index]!));
		else if (alignIn(child) === "last-baseline")
			most(below, endOf(cell), belowOf(child, boxes[index]!));
	return items.map(({ cell }) => ({
		above: above.get(cell.row) ?? 0,
		below: below.get(endOf(cell)) ?? 0,
	}));
}
