/** Layers that have room but paint nothing, and fills of lines. */
import type { Finding } from "../../../contract/warning.js";
import type { PlacedItem, PlacedLayers } from "../../layers/lay-out.js";
import type { LayerItem, ShapeItem, TextItem } from "../../layers/layer.js";
import type { ResolvedPaint } from "../../paints/paint.js";
import type { ReplacedPicture } from "../picture-warnings.js";

/** @param replaced a layer whose picture is left out has a warning already */
export function unseenFindings(
	{ behind, across, overlays, texts, layers, front }: PlacedLayers,
	replaced: readonly ReplacedPicture[],
): Finding[] {
	const all = [...behind, ...across, ...overlays.values(), ...texts.values(), ...layers, ...front];
	const isKnown = (path: string) => replaced.some((one) => one.path.startsWith(`${path}/`));
	return all.flatMap(findingsOf).filter(({ code, path }) => code !== "invisible" || !isKnown(path));
}

function findingsOf({ ref: item, children }: PlacedItem): Finding[] {
	if (item.opacity === 0) return [];
	return [...ownFindings(item), ...children.flatMap(findingsOf)];
}

function ownFindings(item: LayerItem): Finding[] {
	if (item.type === "text") return clearText(item);
	return item.type === "shape" ? [...clearShape(item), ...filledLine(item)] : [];
}

const isClear = (paint: ResolvedPaint | null): boolean =>
	paint === null || (paint.kind === "color" && paint.color.a === 0);

function clearShape({ layer, fill, stroke, path, look }: ShapeItem): Finding[] {
	if (
		layer.shape === "series" &&
		!(layer.values ?? []).some((value) => typeof value === "number")
	) {
		const message = "The series is not rendered: it has no numbers in values.";
		return [{ code: "empty_box", path, message }];
	}
	const isStroked = stroke !== null && stroke.width > 0 && !isClear(stroke.paint);
	if (isStroked || !isClear(fill) || look.shadows.length > 0) return [];
	const message =
		"The shape cannot be seen: its fill is transparent and it has no stroke. Set fill or stroke, or remove it.";
	return [{ code: "invisible", path, message }];
}

/** A line is its stroke. */
function filledLine({ layer, path }: ShapeItem): Finding[] {
	const isLine =
		layer.shape === "line" ||
		layer.shape === "arrow" ||
		(layer.shape === "series" && (layer.draw ?? "line") === "line");
	if (!isLine || layer.fill === undefined) return [];
	const instead =
		typeof layer.fill === "string"
			? ` "stroke": ${JSON.stringify({ color: layer.fill, width: 2 })}`
			: " stroke";
	const message = `The field has no effect: a line has no fill. Write${instead}.`;
	return [{ code: "field_ignored", path: `${path}/fill`, message }];
}

function clearText({ text, path, look }: TextItem): Finding[] {
	const { color, textFill, textStroke, style } = text;
	if (color.a > 0 || textFill !== null || textStroke !== null) return [];
	// Emoji and parts of a rich text have colours of their own.
	if (text.richText !== "" || !/[\p{L}\p{N}]/u.test(text.text)) return [];
	if (style === "highlight" || look.background !== null || look.border !== null) return [];
	const message =
		"The text cannot be seen: textColor is transparent. Give it another colour, or remove it.";
	return [{ code: "invisible", path, message }];
}
