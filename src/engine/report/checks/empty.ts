/** empty_box of layers: shapes, pictures, barcodes and boxes without a size. */
import type { Finding } from "../../../contract/warning.js";
import type { PlacedItem, PlacedLayers } from "../../layers/lay-out.js";
import type { LayerItem } from "../../layers/layer.js";

export function emptyFindings({
	behind,
	across,
	overlays,
	layers,
	front,
}: PlacedLayers): Finding[] {
	return [...behind, ...across, ...overlays.values(), ...layers, ...front].flatMap(findingsOf);
}

function findingsOf(placed: PlacedItem): Finding[] {
	const { ref: item, width, height } = placed;
	if (item.opacity === 0) return [];
	const inside = placed.children.flatMap(findingsOf);
	const missing = [...(width > 0 ? [] : ["width"]), ...(height > 0 ? [] : ["height"])];
	if (missing.length === 0 || !needsRoom(item, missing)) return inside;
	const clipped = "clip" in item && item.clip ? " with all that is inside" : "";
	const are = missing.length === 1 ? `its ${missing[0]} is 0` : "its width and height are 0";
	const own: Finding = {
		code: "empty_box",
		path: item.path,
		message: `The ${item.type} is not rendered${clipped}: ${are}. ${remedy(item, missing)}`,
	};
	return [own, ...inside];
}

/** Whether an item shows nothing without these. */
function needsRoom(item: LayerItem, missing: readonly string[]): boolean {
	const { background, border } = item.look;
	switch (item.type) {
		case "text":
			return false;
		case "shape": {
			if (item.fill === null && item.stroke === null) return false;
			// A line may have one dimension alone.
			const flat = item.layer.shape === "line" || item.layer.shape === "arrow";
			return !flat || missing.length === 2;
		}
		case "stack":
		case "grid":
			return background !== null || border !== null || (item.clip && item.children.length > 0);
		default:
			return true;
	}
}

/** What to write, according to what was written. */
function remedy({ type, layer }: LayerItem, missing: readonly string[]): string {
	const given = missing.filter((name) => layer[name as "width" | "height"] != null);
	if (given.length > 0) return `Give it a larger ${given.join(" and ")}, or remove the layer.`;
	const sizes = missing.join(" and ");
	return type === "stack" || type === "grid"
		? `Set ${sizes} or padding, or put something into it.`
		: `Set ${sizes}; in a stack, grow or alignSelf: "stretch" also give it a size.`;
}
