/** Which cells the children of a grid take (CSS Grid Layout §8.5, sparse, row by row). */

/** Numbers of columns and rows from 1, negative from the end; undefined: the next free cell. */
export interface Placement {
	readonly column?: number | undefined;
	readonly row?: number | undefined;
	readonly columnSpan?: number | undefined;
	readonly rowSpan?: number | undefined;
}

/** Counted from 0. */
export interface Cell {
	readonly column: number;
	readonly row: number;
	readonly columnSpan: number;
	readonly rowSpan: number;
}

/** The index of a column or row; a number before the first means the first. */
export const indexOf = (number: number, count: number): number =>
	Math.max(0, number < 0 ? count + number : number - 1);

const columnIndex = (number: number, columns: number, fixed: boolean) =>
	fixed ? Math.min(indexOf(number, columns), columns - 1) : indexOf(number, columns);

/** The span of a child in a grid without further columns. */
export const spanInside = (column: number | undefined, span: number, columns: number): number =>
	Math.min(span, columns - (column === undefined ? 0 : columnIndex(column, columns, true)));

/**
 * @param columns number of explicit columns.
 * @param rows number of explicit rows.
 * @param fixed the grid has no further columns: cells stay inside.
 */
export function placeCells(
	children: readonly Placement[],
	columns: number,
	rows: number,
	fixed: boolean,
): Cell[] {
	const wanted = children.map(({ column, row, columnSpan = 1, rowSpan = 1 }) => ({
		column: column === undefined ? undefined : columnIndex(column, columns, fixed),
		row: row === undefined ? undefined : indexOf(row, rows),
		columnSpan: fixed ? spanInside(column, columnSpan, columns) : columnSpan,
		rowSpan,
	}));
	let width = Math.max(
		1,
		columns,
		...wanted.map(({ column = 0, columnSpan }) => column + columnSpan),
	);
	const taken = new Set<string>();
	const isFree = ({ column, row, columnSpan, rowSpan }: Cell) => {
		for (let y = row; y < row + rowSpan; y++)
			for (let x = column; x < column + columnSpan; x++) if (taken.has(`${x} ${y}`)) return false;
		return true;
	};
	const cells: Cell[] = [];
	const take = (index: number, cell: Cell, at = cell.column) => {
		cells[index] = cell;
		for (let y = cell.row; y < cell.row + cell.rowSpan; y++)
			for (let x = at; x < at + cell.columnSpan; x++) taken.add(`${x} ${y}`);
	};
	for (const [index, { column, row, ...spans }] of wanted.entries())
		if (column !== undefined && row !== undefined)
			// As in Chromium, a place beyond a grid without further columns keeps none inside it free.
			take(index, { column, row, ...spans }, indexOf(children[index]!.column!, columns));

	// Each row has its own position from which it is filled.
	const reached = new Map<number, number>();
	for (const [index, { column, row, ...spans }] of wanted.entries()) {
		if (column !== undefined || row === undefined) continue;
		let at = reached.get(row) ?? 0;
		const last = fixed ? width - spans.columnSpan : Number.POSITIVE_INFINITY;
		while (at < last && !isFree({ column: at, row, ...spans })) at++;
		at = Math.min(at, last);
		take(index, { column: at, row, ...spans });
		reached.set(row, at + spans.columnSpan);
		width = Math.max(width, at + spans.columnSpan);
	}
	let next = { column: 0, row: 0 };
	for (const [index, { column, row, ...spans }] of wanted.entries()) {
		if (row !== undefined) continue;
		if (column !== undefined) {
			let at = column < next.column ? next.row + 1 : next.row;
			while (!isFree({ column, row: at, ...spans })) at++;
			next = { column, row: at };
		} else
			while (next.column + spans.columnSpan > width || !isFree({ ...next, ...spans }))
				next =
					next.column + spans.columnSpan < width
						? { column: next.column + 1, row: next.row }
						: { column: 0, row: next.row + 1 };
		take(index, { ...next, ...spans });
	}
	return cells;
}
