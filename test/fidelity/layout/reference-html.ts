/** A sample as HTML: the same tree in CSS, translated according to the contract of layers. */
import type { TrackSpec } from "../../../src/engine/layout/box.js";
import { indexOf } from "../../../src/engine/layout/grid-cells.js";
import type { LayoutNote } from "../../../src/engine/layout/index.js";
import type { Length } from "../../../src/engine/layout/lengths.js";
import type { Node } from "../../../src/engine/layout/node.js";
import { placementOf, prepare } from "../../../src/engine/layout/prepare.js";
import { type Sample, type SampleRef, sampleBoxes } from "./sample.js";
import type { MeasuredWords, Words } from "./words.js";

type SampleNode = Node<SampleRef, MeasuredWords>;
export type Style = Record<string, string | number | undefined>;

/** A text as HTML, used instead of the words. */
export interface ReferenceText {
	readonly style: Style;
	readonly html: string;
}
/** The text of a box by its document index; undefined: use its words. */
type TextOf = (index: number) => ReferenceText | undefined;

/** Each box has its document index as `data-box`. */
export function referenceHtml(
	{ boxes, slide, safeArea, dir }: Sample,
	textOf: TextOf = () => undefined,
): string {
	const notes: LayoutNote<SampleRef>[] = [];
	const nodes = prepare(sampleBoxes(boxes), notes);
	const area = (inSafeArea: boolean) =>
		nodes
			.filter((node) => (node.box.within === "safeArea") === inSafeArea)
			.map((node) => boxHtml(node, undefined, textOf))
			.join("");
	const frame = (x: number, y: number, width: number, height: number, content: string) =>
		`<div style="position:absolute;direction:${dir};left:${x}px;top:${y}px;width:${width}px;height:${height}px">${content}</div>`;
	return (
		frame(0, 0, slide.width, slide.height, area(false)) +
		frame(safeArea.x, safeArea.y, safeArea.width, safeArea.height, area(true))
	);
}

const css = (length: Length | undefined) =>
	length && `${length.value}${length.percent ? "%" : "px"}`;

function boxHtml(node: SampleNode, parent: SampleNode | undefined, textOf: TextOf): string {
	const { index, words } = node.box.ref;
	const text = words && textOf(index);
	const style = Object.entries({
		...boxStyle(node, parent),
		...(!node.inFlow ? insetStyle(node) : parent?.grid ? gridItemStyle(node) : flowStyle(node)),
		...(parent?.grid ? cellStyle(node, parent) : {}),
		...contentStyle(node, parent),
		...text?.style,
	})
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => `${name}:${value}`)
		.join(";");
	const content = words
		? (text?.html ?? wordsHtml(words))
		: node.children.map((child) => boxHtml(child, node, textOf)).join("");
	return `<div data-box="${index}" style="${style.replaceAll('"', "&quot;")}">${content}</div>`;
}

const wordsHtml = ({ widths, lineHeight }: Words) =>
	widths.map((width) => `<i style="width:${width}px;height:${lineHeight}px"></i>`).join(" ");

function boxStyle(node: SampleNode, parent: SampleNode | undefined): Style {
	const [top, right, bottom, left] = node.box.padding ?? [0, 0, 0, 0];
	const [marginTop, marginRight, marginBottom, marginLeft] = node.box.margin ?? [0, 0, 0, 0];
	// Along its stack, a box with content does not shrink below it.
	const keeps = node.keepsContent && node.inFlow;
	const inGrid = parent?.grid !== undefined;
	const minWidth = keeps && (inGrid || parent?.row === true) ? "auto" : "0";
	const minHeight = keeps && (inGrid || parent?.row === false) ? "auto" : "0";
	const { border } = node;
	const subgrid = node.grid?.isSubgrid === true;
	return {
		...(subgrid ? {} : { width: css(node.width), "max-width": css(node.maxWidth) }),
		height: css(node.height),
		"min-width": subgrid ? minWidth : (css(node.minWidth) ?? minWidth),
		"min-height":
			node.text && !(inGrid && node.inFlow)
				? `calc-size(min-content, max(size, ${css(node.minHeight) ?? "0px"}))`
				: (css(node.minHeight) ?? minHeight),
		"max-height": css(node.maxHeight),
		"aspect-ratio": node.ratio,
		"padding-block": `${top}px ${bottom}px`,
		"padding-inline": `${left}px ${right}px`,
		"margin-block": `${marginTop}px ${marginBottom}px`,
		"margin-inline": `${marginLeft}px ${marginRight}px`,
		"border-style": "solid",
		"border-block-width": `${border[0]}px ${border[2]}px`,
		"border-inline-width": `${border[3]}px ${border[1]}px`,
	};
}

function flowStyle(node: SampleNode): Style {
	return {
		position: "relative",
		flex: `${node.grow} ${node.shrink} ${css(node.basis) ?? "auto"}`,
		"align-self": flexKeyword(node.align),
	};
}

const gridItemStyle = (node: SampleNode): Style => ({
	position: "relative",
	"align-self": node.align.replace("last-baseline", "last baseline"),
	"justify-self": node.grid?.isSubgrid ? "stretch" : node.justifySelf,
});

/** 0 on an axis without insets. */
function insetStyle(node: SampleNode): Style {
	return {
		position: "absolute",
		"inset-inline-start": css(node.x) ?? (node.right ? undefined : "0"),
		"inset-inline-end": css(node.right),
		top: css(node.y) ?? (node.bottom ? undefined : "0"),
		bottom: css(node.bottom),
	};
}

function contentStyle(node: SampleNode, parent: SampleNode | undefined): Style {
	const { box } = node;
	if (box.kind === "text") return { "line-height": `${box.ref.words?.lineHeight}px` };
	if (box.kind === "leaf") {
		const { width, height } = node.defaultSize;
		const [top, right, bottom, left] = node.border;
		const inner = (size: number, lines: number) => `${Math.max(0, size - lines)}px`;
		const size = `${inner(width, left + right)} ${inner(height, top + bottom)}`;
		return { contain: "size", "contain-intrinsic-size": size };
	}
	const subgrid = node.grid?.isSubgrid === true;
	// With layout containment a box has no baseline, so its bottom edge is used; nor is it a subgrid.
	const contain = node.hasText || !parent || subgrid ? undefined : "layout";
	const overflow = box.clip ? "hidden" : undefined;
	if (box.kind === "grid") {
		const gap = node.grid?.columnGap;
		const columns =
			box.columns === "subgrid" || !box.columns?.length ? ["auto" as const] : box.columns;
		return {
			...{ overflow, contain, display: "grid" },
			"grid-template-columns": subgrid ? "subgrid" : columns.map(trackCss).join(" "),
			// A percentage of an unknown height is automatic.
			"grid-template-rows": box.rows
				?.map(trackCss)
				.join(" ")
				.replace(/[\d.]+%/g, (percent) => (node.given.height ? percent : "auto")),
			"column-gap": gap === undefined ? undefined : `${gap}px`,
			"row-gap": `${box.rowGap ?? 0}px`,
			"align-items": box.align?.replace("last-baseline", "last baseline") ?? "stretch",
			"justify-items": box.justifyItems ?? "stretch",
			"justify-content": subgrid ? undefined : (box.justify ?? "stretch"),
			"align-content": box.alignContent ?? "stretch",
		};
	}
	return {
		...{ overflow, contain, display: "flex" },
		"flex-direction": box.direction ?? "column",
		"flex-wrap": box.wrap ? "wrap" : undefined,
		gap: node.row ? `${node.crossGap}px ${node.gap}px` : `${node.gap}px ${node.crossGap}px`,
		"justify-content": flexKeyword(node.justify),
	};
}

const trackCss = (track: TrackSpec): string =>
	typeof track === "object"
		? `minmax(${trackCss(track.min)}, ${trackCss(track.max)})`
		: typeof track === "number"
			? `${track}px`
			: track;

/** The place of a child of a grid; an absolute one takes an area only on axes with a number. */
function cellStyle(node: SampleNode, { grid }: SampleNode): Style {
	const { column, row } = node.box;
	const { columnSpan = 1, rowSpan = 1 } = node.inFlow
		? placementOf(node.box, grid!.columns.length)
		: node.box;
	const line = (number: number | undefined, count: number) =>
		number === undefined ? undefined : indexOf(number, count) + 1;
	const axis = (start: number | undefined, span: number) =>
		node.inFlow || start !== undefined ? `${start ?? "auto"} / span ${span}` : undefined;
	return {
		"grid-column": axis(line(column, grid!.columns.length), columnSpan),
		"grid-row": axis(line(row, grid!.rows.length), rowSpan),
	};
}

const flexKeyword = (keyword: string) =>
	keyword === "start" || keyword === "end"
		? `flex-${keyword}`
		: keyword.replace("last-baseline", "last baseline");
