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
import { sizeTracks, type Track, type TrackItem, type TrackSize } from "./grid-tracks.js";
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
			width: inside ? across.size - child.margin.x : cellWidth(child, across.size, context),
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
				: heightLimits(child, undefined, items[index]!.width).min + around;
		return {
			...{ start: cell.row, span: cell.rowSpan, minContent: content, maxContent: content },
			minimum: fixed || !child.keepsContent ? least : content,
			automatic: !fixed && child.keepsContent,
			edges: child.edges.y + around,
		};
	});
	const { rows, height } = rowsOf(node, grid, rowItems, space);
	const children = items.map((item, index): Placed<R, M> => {
		const { child, cell, across } = item;
		const down = spanned(rows, cell.row, cell.rowSpan);
		const laidOut = layOutInCell(item, down.size, context);
		const { margin } = child;
		const x =
			edges.left +
			across.start +
			margin.left +
			(item.inside ? 0 : alignBox(child.justifySelf, laidOut.width + margin.x, across.size));
		const { above, below } = lines[index]!;
		const inRow =
			alignIn(child) === "baseline"
				? above - aboveOf(child, laidOut)
				: alignIn(child) === "last-baseline"
					? down.size - below - margin.top - lastBaselineOf(laidOut)
					: alignBox(alignIn(child), laidOut.height + margin.y, down.size);
		return { node: child, x, y: edges.top + down.start + margin.top + inRow, laidOut };
	});
	const edge = (row: number) =>
		children
			.filter((_, index) => {
				const cell = grid.cells[index]!;
				return row === 0 ? cell.row === 0 : cell.row + cell.rowSpan === rows.sizes.length;
			})
			.sort((a, b) => a.x - b.x);
	const first = edge(0).find(({ node: { align } }) => align === "baseline") ?? edge(0)[0];
	const last = edge(-1).find(({ node: { align } }) => align === "last-baseline") ?? edge(-1)[0];
	return {
		width: space.width,
		height,
		baseline: node.hasText && first ? first.y + baselineOf(first.laidOut) : undefined,
		lastBaseline: node.hasText && last ? last.y + lastBaselineOf(last.laidOut) : undefined,
		text: undefined,
		children,
		tracks: { columns, rows },
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
		const { sizes } = all;
		if (start >= sizes.length) return inside(size, lines);
		const area = spanned(all, start, Math.min(span, sizes.length - start));
		const from = edge + area.start;
		return {
			start: from,
			size: start + span > sizes.length ? size - lines[1] - from : area.size,
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
	return { start: starts[from]!, size: starts[last]! + sizes[last]! - starts[from]! };
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
	{ edges }: Node<R, M>,
	grid: Grid,
	items: readonly TrackItem[],
	space: Space,
): { rows: Tracks; height: number } {
	const count = Math.max(grid.rows.length, ...grid.cells.map(({ row, rowSpan }) => row + rowSpan));
	const gap = grid.rowGap;
	const inner = space.height === undefined ? undefined : Math.max(0, space.height - edges.y);
	const tracks = tracksOf(grid.rows, count, inner);
	const stretch = grid.alignContent === "stretch";
	const sizeAt = (available: TrackItem["start"] | "max-content") =>
		sizeTracks(tracks, items, { available, gap, stretch });
	let sizes = sizeAt(inner ?? "max-content");
	let height = inner;
	if (height === undefined) {
		const content = sum(sizes) + gap * Math.max(0, count - 1);
		height = clamp(content + edges.y, space.limits) - edges.y;
		if (Math.abs(height - content) > 1e-6) sizes = sizeAt(height);
	}
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
		if (!child.grid?.isSubgrid || child.flow.length === 0)
			return [{ start, span, ...widthNeeds(child, node, context) }];
		const between = ((child.grid.columnGap ?? gap) - gap) / 2;
		const edges = edgesIn(child, node);
		return columnItems(child, child.grid, context, gap).map((item) => {
			const at = runsAgainst(child, node) ? span - item.start - item.span : item.start;
			const left = at === 0 ? margin.left + edges.start : between;
			const right = at + item.span >= span ? margin.x - margin.left + edges.end : between;
			const more = left + right;
			return {
				...item,
				start: start + at,
				minimum: item.minimum + more,
				minContent: item.minContent + more,
				maxContent: item.maxContent + more,
				edges: item.edges + more,
			};
		});
	});
}

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
		inner.sizes.push(Math.max(0, end - start));
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
	const limits = limitsInside(child, heightLimits(child, base, width), base);
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
	const height = clamp(available - child.margin.y, heightLimits(child, available, width));
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

/** A height in percent of the row cannot decide its baseline, as in CSS. */
function alignIn<R, M extends TextSize>({ align, height }: Node<R, M>) {
	if (!height?.percent) return align;
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
