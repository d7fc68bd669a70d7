const channels = (hex: string): [number, number, number] => {
	const value = Number.parseInt(hex.slice(1), 16);
	return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};

/** The colour at `share` (0..1) of the way from one #rrggbb to another. */
export function mix(from: string, to: string, share: number): string {
	const a = channels(from);
	const b = channels(to);
	const mixed = a.map((v, i) => Math.round(v + ((b[i] as number) - v) * share));
	return `#${mixed.map((v) => v.toString(16).padStart(2, "0")).join("")}`;
}

/** A lighter neighbour for a soft light on a ground: strong on a light ground, slight on a dark one. */
export function lift(hex: string): string {
	const [r, g, b] = channels(hex);
	const luma = (0.299 * r + 0.587 * g + 0.114 * b) / 255;
	return mix(hex, "#ffffff", 0.1 + 0.6 * luma ** 1.5);
}

/** The colour at `share` (0..1) along a list of colours. */
export function along(colors: readonly string[], share: number): string {
	const last = colors.length - 1;
	const at = Math.min(1, Math.max(0, share)) * last;
	const i = Math.min(last - 1, Math.floor(at));
	return last === 0
		? (colors[0] as string)
		: mix(colors[i] as string, colors[i + 1] as string, at - i);
}
