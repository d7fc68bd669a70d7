import type { SvgElement } from "../element.js";

/** The painting properties of an element, including inherited ones. */
export class Paints {
	readonly #byId: ReadonlyMap<string, SvgElement>;
	readonly #values: Readonly<Record<string, string>>;

	constructor(
		byId: ReadonlyMap<string, SvgElement>,
		values: Readonly<Record<string, string>> = {},
	) {
		this.#byId = byId;
		this.#values = values;
	}

	/** The inherited properties, overridden by the element's own. */
	of({ attributes }: SvgElement): Paints {
		let values: Record<string, string> | undefined;
		for (const name of INHERITED) {
			const value = attributes.get(name);
			if (value === undefined) continue;
			values ??= { ...this.#values };
			values[name] = value;
		}
		return values === undefined ? this : new Paints(this.#byId, values);
	}

	/** The fill or the stroke; undefined for none. */
	paint(
		property: "fill" | "stroke",
	): { server: SvgElement | undefined; opaque: boolean } | undefined {
		const value = this.#values[property] ?? (property === "fill" ? "black" : "none");
		if (value === "none") return undefined;
		const server = value.startsWith("url(#") ? this.#byId.get(value.slice(5, -1)) : undefined;
		const opacity = this.#values[`${property}-opacity`] ?? "1";
		return { server, opaque: opacity === "1" && !/^(?:rgba|hsla|#....$|#.{8}$)|\//.test(value) };
	}

	/** In user space. */
	get strokeWidth(): number {
		return Math.abs(Number(this.#values["stroke-width"] ?? 1));
	}
	get round(): boolean {
		return (
			this.#values["stroke-linejoin"] === "round" || this.#values["stroke-linecap"] === "round"
		);
	}
	/** Lengths of dashes and gaps; empty for a solid line. */
	get dashes(): readonly number[] {
		const written = this.#values["stroke-dasharray"] ?? "none";
		return written === "none" ? [] : written.split(" ").map(Number);
	}
	/** How far a stroke may extend beyond its outline, in user space. */
	get strokeReach(): number {
		if (this.paint("stroke") === undefined) return 0;
		const mitre = (this.#values["stroke-linejoin"] ?? "miter") === "miter";
		const limit = mitre ? Number(this.#values["stroke-miterlimit"] ?? 4) : 1.5;
		return (this.strokeWidth / 2) * Math.max(1.5, limit);
	}
}

const INHERITED = [
	"fill",
	"stroke",
	"fill-opacity",
	"stroke-opacity",
	"stroke-width",
	"stroke-linejoin",
	"stroke-linecap",
	"stroke-miterlimit",
	"stroke-dasharray",
] as const;
