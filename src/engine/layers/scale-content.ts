/**
 * The content of a stack or grid at another scale: its padding, gaps and tracks, and every length in
 * pixels of the layers inside, defaults included. Percentages, em and factors stay.
 */
import type {
	GridLayer,
	Layer,
	StackLayer,
	TextLayer,
	TrackSpec,
} from "../../contract/document/layers.js";
import { TEXT_SIZE_PX } from "../../contract/enums.js";
import { LIMITS } from "../../contract/limits.js";
import { type GroupSizes, groupSizeOf } from "../scene/scene.js";

/** The members of a value that are lengths in pixels: all of it, or those of its members. */
export type Lengths = "px" | { readonly [member: string]: Lengths };

const SHADOW: Lengths = { x: "px", y: "px", blur: "px", spread: "px" };
const TILE: Lengths = { width: "px", gap: "px", size: "px" };
const PAINT: Lengths = { width: "px", gap: "px", size: "px", paints: TILE };
const STROKE: Lengths = { width: "px", dash: "px", paint: PAINT };

/** The lengths of a layer itself, by its fields; text in them, such as "50%", stays. */
export const OWN_LENGTHS: Readonly<Record<string, Lengths>> = {
	...{ x: "px", y: "px", right: "px", bottom: "px", basis: "px", margin: "px" },
	...{ width: "px", minWidth: "px", maxWidth: "px" },
	...{ height: "px", minHeight: "px", maxHeight: "px" },
	borderRadius: "px",
	border: STROKE,
	shadow: SHADOW,
	shadows: SHADOW,
	backdropBlur: "px",
	stroke: STROKE,
	thickness: "px",
	...{ fill: PAINT, background: PAINT, textFill: PAINT, mask: PAINT },
	filter: { blur: "px" },
	...{ fontSize: "px", minFontSize: "px", maxFontSize: "px" },
	textStroke: STROKE,
	...{ highlightPadding: "px", highlightRadius: "px" },
	list: { indent: "px" },
	indent: { first: "px", rest: "px" },
	onPath: { offset: "px" },
};

/** The lengths of the content of a box. */
export const CONTENT_LENGTHS: Readonly<Record<string, Lengths>> = {
	...{ padding: "px", gap: "px", columnGap: "px", rowGap: "px" },
};

/** Steps of a scale. */
const STEPS = 64;

/**
 * The scales that the content of a box may have, ascending: its minimum and the multiples of 1/64
 * above it, or the one that its group has.
 */
export function contentScales(
	{ fit, minScale = 0.5, maxScale = 2, fitGroup }: StackLayer | GridLayer,
	sizes: GroupSizes,
): number[] {
	const shared = groupSizeOf("stack", fitGroup, sizes);
	if (shared !== undefined) return [shared];
	const most = fit === "fill" ? maxScale : 1;
	const scales = [minScale];
	for (let step = Math.floor(minScale * STEPS) + 1; step <= most * STEPS; step++)
		scales.push(step / STEPS);
	return scales;
}

/** @returns the box itself as it is, with its content at a scale */
export function scaleContent<L extends StackLayer | GridLayer>(
	layer: L,
	scale: number,
	lengths: Readonly<Record<string, Lengths>> = CONTENT_LENGTHS,
): L {
	return {
		...scaleLengths(layer, lengths, scale),
		...(layer.type === "grid" && scaledTracks(layer, scale)),
		children: (layer.children ?? []).map((child) => scaleLayer(child, scale)),
	};
}

const ALL_LENGTHS = { ...OWN_LENGTHS, ...CONTENT_LENGTHS };

function scaleLayer(layer: Layer, scale: number): Layer {
	const whole = layer.type === "text" ? { ...layer, ...fontSizesOf(layer) } : layer;
	const scaled = scaleLengths<Layer>(whole, ALL_LENGTHS, scale);
	return scaled.type === "stack" || scaled.type === "grid"
		? scaleContent(scaled, scale, {})
		: scaled;
}

/** The sizes of a text, with their defaults. */
const fontSizesOf = ({ fit, size, fontSize, minFontSize, maxFontSize }: TextLayer) => ({
	fontSize: fontSize ?? TEXT_SIZE_PX[size ?? "L"],
	minFontSize: minFontSize ?? LIMITS.minFontSize,
	...(fit === "fill" && { maxFontSize: maxFontSize ?? LIMITS.maxFontSize }),
});

/** A number of tracks stays. */
function scaledTracks({ columns, rows }: GridLayer, scale: number) {
	const end = (size: number | string) => (typeof size === "number" ? size * scale : size);
	const scaled = (tracks: readonly TrackSpec[]): TrackSpec[] =>
		tracks.map((track) =>
			typeof track === "object" ? { min: end(track.min), max: end(track.max) } : end(track),
		);
	return {
		...(Array.isArray(columns) && { columns: scaled(columns) }),
		...(Array.isArray(rows) && { rows: scaled(rows) }),
	};
}

function scaleLengths<T extends object>(
	value: T,
	lengths: Readonly<Record<string, Lengths>>,
	scale: number,
): T {
	const scaled: Record<string, unknown> = {};
	for (const [member, inside] of Object.entries(value)) {
		const own = Object.hasOwn(lengths, member) ? lengths[member] : undefined;
		scaled[member] = own === undefined ? inside : scaleValue(inside, own, scale);
	}
	return scaled as T;
}

function scaleValue(value: unknown, lengths: Lengths, scale: number): unknown {
	if (typeof value === "number") return value * scale;
	if (Array.isArray(value)) return value.map((item) => scaleValue(item, lengths, scale));
	if (typeof value !== "object" || value === null || lengths === "px") return value;
	return scaleLengths(value, lengths, scale);
}
