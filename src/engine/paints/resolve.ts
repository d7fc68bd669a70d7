import type {
	ColorParser,
	GradientInput,
	PaintFault,
	PaintInput,
	ResolvedPaint,
	Rgba,
	SingleResolvedPaint,
	Stop,
} from "./paint.js";

export const STOP_LIMITS = { least: 2, most: 16 } as const;

/**
 * Parses a paint.
 * @param parseColor parses its colours
 * @returns the paint, or all its faults
 */
export function resolvePaint(
	paint: PaintInput,
	parseColor: ColorParser,
): ResolvedPaint | { readonly faults: readonly PaintFault[] } {
	if (typeof paint === "string" || paint.type !== "layers") return resolveSingle(paint, parseColor);
	const faults: PaintFault[] = [];
	const paints: SingleResolvedPaint[] = [];
	for (const [i, one] of paint.paints.entries()) {
		const resolved = resolveSingle(one, parseColor);
		if (!("faults" in resolved)) paints.push(resolved);
		else
			for (const { field, message } of resolved.faults)
				faults.push({ field: field === "" ? `paints/${i}` : `paints/${i}/${field}`, message });
	}
	return faults.length > 0 ? { faults } : { kind: "layers", paints };
}

function resolveSingle(
	paint: Exclude<PaintInput, { type: "layers" }>,
	parseColor: ColorParser,
): SingleResolvedPaint | { readonly faults: readonly PaintFault[] } {
	if (typeof paint === "string") {
		const color = parseColor(paint);
		return color === null ? { faults: [notAColor("", paint)] } : { kind: "color", color };
	}
	if (paint.type === "image") return { kind: "image", image: paint };
	if (paint.type === "pattern") return { kind: "pattern", pattern: paint };
	if (paint.type === "grain") {
		const color = paint.color == null ? null : parseColor(paint.color);
		if (paint.color != null && color === null) return { faults: [notAColor("color", paint.color)] };
		return { kind: "grain", amount: paint.amount, size: paint.size ?? 1, color };
	}
	const faults: PaintFault[] = [];
	const stops = resolveStops(paint, parseColor, faults);
	if (faults.length > 0) return { faults };
	const common = { stops, ...(paint.repeating === true && { repeating: true }) };
	if (paint.type === "linear") return { kind: "linear", angle: paint.angle ?? 180, ...common };
	const centre = { cx: (paint.cx ?? 50) / 100, cy: (paint.cy ?? 50) / 100 };
	return paint.type === "radial"
		? { kind: "radial", ...centre, ...common }
		: { kind: "conic", from: paint.from ?? 0, ...centre, ...common };
}

const notAColor = (field: string, value: string): PaintFault => ({
	field,
	message: `${JSON.stringify(value.slice(0, 60))} is not a CSS colour`,
});

function resolveStops(
	{ stops }: GradientInput,
	parseColor: ColorParser,
	faults: PaintFault[],
): readonly Stop[] {
	const { least, most } = STOP_LIMITS;
	if (stops.length < least || stops.length > most) {
		faults.push({
			field: "stops",
			message: `Has ${stops.length} stops; a gradient needs ${least} to ${most}`,
		});
		return [];
	}
	const colors: Rgba[] = [];
	let last = 0;
	for (const [i, { color, at }] of stops.entries()) {
		const parsed = parseColor(color);
		if (parsed === null) faults.push(notAColor(`stops/${i}/color`, color));
		else colors.push(parsed);
		if (at === undefined || at === null) continue;
		if (!(at >= 0 && at <= 100))
			faults.push({ field: `stops/${i}/at`, message: `Must be 0 to 100 (percent), not ${at}` });
		else if (at < last)
			faults.push({
				field: `stops/${i}/at`,
				message: `Must not be less than the previous stop (${last}); it is ${at}`,
			});
		else last = at;
	}
	if (faults.length > 0) return [];
	const places = placeStops(stops.map(({ at }) => at ?? undefined));
	return colors.map((color, i) => ({ ...color, at: places[i]! }));
}

/**
 * Positions of stops as fractions. The first and last default to 0 and 1, and runs of stops without
 * a position are evenly spaced between their neighbours.
 * @param given percent, never decreasing
 * @see https://www.w3.org/TR/css-images-3/#color-stop-fixup
 */
function placeStops(given: readonly (number | undefined)[]): number[] {
	const places = [...given];
	places[0] ??= 0;
	places[places.length - 1] ??= 100;
	for (let i = 1; i < places.length; i++) {
		if (places[i] !== undefined) continue;
		let next = i;
		while (places[next] === undefined) next++;
		const from = places[i - 1]!;
		const step = (places[next]! - from) / (next - i + 1);
		for (let k = i; k < next; k++) places[k] = from + step * (k - i + 1);
	}
	return places.map((place) => place! / 100);
}
