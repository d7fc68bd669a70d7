/** Slides with random SVG pictures: nested groups, masks, patterns, clips, filters and markers, far off their canvas. */
import { fuzzer } from "./fuzzer.js";

const FILTER_PRIMITIVES = [
	"feGaussianBlur",
	"feOffset",
	"feColorMatrix",
	"feMorphology",
	"feFlood",
	"feTile",
	"feTurbulence",
	"feDropShadow",
	"feDisplacementMap",
	"feComponentTransfer",
	"feConvolveMatrix",
	"feDiffuseLighting",
	"feMerge",
	"feImage",
	"feUnknown",
] as const;

/** The same pictures for the same seed, in the same order. */
export function randomSvgs(seed: number) {
	const { below, pick } = fuzzer(seed);
	const chance = (one: number): boolean => below(one) === 0;
	const number = (): string =>
		pick([
			() => String(below(120) - 10),
			() => String(below(6_000) - 3_000),
			() => (below(1_000_000) / 997).toFixed(3),
			() => `${below(200) - 50}%`,
			() => pick(["0", "-0", "1e-9", "1e9", "-1e30", "NaN", "", "3em", "1e309"]),
		])();
	const color = (): string =>
		pick([
			"red",
			"#08f8",
			"rgb(0 128 0 / 40%)",
			"currentColor",
			"none",
			"context-stroke",
			"oklch(70% .2 40)",
			"url(#g)",
			"url(#p)",
			"url(#missing)",
			"var(--x, blue)",
		]);
	const transform = (): string =>
		pick([
			() => `translate(${below(6_000) - 3_000} ${below(300) - 100})`,
			() => `rotate(${below(360)})`,
			() => `scale(${pick(["0", "-1", "1e-7", "40", ".5 3"])})`,
			() => `skewX(${below(180) - 90})`,
			() => `matrix(1 2 2 4 0 0)`,
		])();
	const reference = (kind: string): string => `url(#${kind}${below(2)})`;
	const attributes = (): string =>
		[
			[2, () => `fill="${color()}"`],
			[3, () => `stroke="${color()}" stroke-width="${number()}"`],
			[3, () => `transform="${transform()}"`],
			[4, () => `opacity="${pick(["0", ".5", ".99", "40%", "2", "-1"])}"`],
			[6, () => `style="mix-blend-mode:${pick(["multiply", "hue", "screen"])};isolation:isolate"`],
			[6, () => `mask="${reference("m")}"`],
			[6, () => `clip-path="${pick([reference("c"), "circle(40%)", "inset(-90px 200%)"])}"`],
			[
				6,
				() => `filter="${pick([reference("f"), "blur(30px)", "drop-shadow(900px 9px 20px red)"])}"`,
			],
			[8, () => `marker-end="url(#k)" marker-start="url(#k)"`],
			[8, () => `stroke-dasharray="${number()} ${number()}"`],
			[9, () => `vector-effect="non-scaling-stroke"`],
			[9, () => `pathLength="${number()}"`],
			[9, () => 'class="a"'],
		]
			.filter(([oneIn]) => chance(oneIn as number))
			.map(([, make]) => (make as () => string)())
			.join(" ");
	const at = (...names: string[]): string => names.map((name) => `${name}="${number()}"`).join(" ");
	const element = (depth: number): string => {
		const own = attributes();
		if (depth > 0 && chance(2)) {
			const inside = Array.from({ length: below(4) }, () => element(depth - 1)).join("");
			return pick([
				() => `<g ${own}>${inside}</g>`,
				() => `<g ${own}>${inside}</g>`,
				() =>
					`<svg ${at("x", "y", "width", "height")} viewBox="0 0 ${below(90)} 40" ${own}>${inside}</svg>`,
				() => `<a ${own}>${inside}</a>`,
				() => `<switch ${own}>${inside}</switch>`,
			])();
		}
		return pick([
			() => `<rect ${at("x", "y", "width", "height", "rx")} ${own}/>`,
			() => `<circle ${at("cx", "cy", "r")} ${own}/>`,
			() => `<ellipse ${at("cx", "rx")} ${own}/>`,
			() => `<line ${at("x1", "y1", "x2", "y2")} ${own}/>`,
			() =>
				`<path d="M${below(90)} ${below(4_000) - 2_000}L80 20A30 ${below(40)} 0 0 1 9 9Z" ${own}/>`,
			() => `<polyline points="0,0 ${below(3_000)},${below(90)} 40,60 1" ${own}/>`,
			() =>
				`<text ${at("x", "y", "font-size")} ${own}>A😀 مرحبا<tspan ${at("dy")}>b</tspan></text>`,
			() => `<use href="#${pick(["s", "u", "g", "missing"])}" ${at("x", "y")} ${own}/>`,
			() =>
				`<image ${at("x", "width", "height")} href="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAGElEQVQImWP4z8DAAMH//zMw/P//n+E/AErJCPgyknoBAAAAAElFTkSuQmCC" ${own}/>`,
		])();
	};
	const primitive = (): string => {
		const name = pick(FILTER_PRIMITIVES);
		const fields = {
			feGaussianBlur: `stdDeviation="${number()}"`,
			feOffset: at("dx", "dy"),
			feMorphology: `operator="${pick(["dilate", "erode"])}" radius="${number()}"`,
			feTurbulence: `baseFrequency="${number()}" numOctaves="${number()}"`,
			feDropShadow: at("dx", "dy", "stdDeviation"),
			feDisplacementMap: `in2="SourceAlpha" scale="${number()}"`,
			feConvolveMatrix: `order="3" kernelMatrix="1 0 1 0 1 0 1 0 ${number()}"`,
		} as Record<string, string>;
		return `<${name} ${fields[name] ?? ""} ${chance(3) ? at("x", "y", "width", "height") : ""} ${chance(2) ? 'in="SourceGraphic"' : ""} result="${pick(["a", "b"])}"/>`;
	};
	const definitions = (): string => {
		const units = () => pick(["userSpaceOnUse", "objectBoundingBox"]);
		const twice = (make: (index: number) => string) => make(0) + make(1);
		return `<defs>${twice((i) => `<mask id="m${i}" maskUnits="${units()}" ${at("x", "y", "width", "height")}>${element(2)}</mask>`)}${twice((i) => `<clipPath id="c${i}" clipPathUnits="${units()}">${element(1)}</clipPath>`)}${twice((i) => `<filter id="f${i}" filterUnits="${units()}" ${at("x", "y", "width", "height")}>${Array.from({ length: below(4) }, primitive).join("")}</filter>`)}<pattern id="p" patternUnits="${units()}" ${at("x", "y", "width", "height")} patternTransform="${transform()}">${element(2)}</pattern><linearGradient id="g" spreadMethod="${pick(["pad", "reflect", "repeat"])}" ${at("x1", "x2")}><stop stop-color="red"/><stop offset="${number()}" stop-color="blue" stop-opacity=".4"/></linearGradient><marker id="k" orient="auto" ${at("markerWidth", "markerHeight", "refX")}>${element(1)}</marker><symbol id="s" viewBox="0 0 40 40">${element(2)}</symbol><g id="u">${element(2)}</g></defs>`;
	};
	const picture = (): string =>
		`<svg xmlns="http://www.w3.org/2000/svg" ${pick(['viewBox="0 0 100 60"', 'width="90" height="40"', 'viewBox="-3000 0 6000 200"', 'viewBox="0 0 1 90"', ""])}>${definitions()}${Array.from({ length: 1 + below(4) }, () => element(3)).join("")}</svg>`;
	const slide = () => ({
		layers: [
			{
				type: "image",
				src: `data:image/svg+xml,${encodeURIComponent(picture())}`,
				x: pick([0, 0, -70, 50]),
				y: pick([0, 0, 30, -1_000]),
				width: pick([64, 200, 4_000]),
				height: pick([64, 120]),
				...(chance(3) && { rotation: below(360) - 180 }),
				...(chance(3) && { opacity: 0.5 }),
				...(chance(4) && { filter: { grayscale: 1, blur: 3 } }),
			},
		],
	});
	/** A document of some slides with a picture each, without its format. */
	const document = (slides: number): Record<string, unknown> & { slides: object[] } => ({
		mode: "carousel",
		platform: "custom",
		size: { width: pick([64, 160]), height: pick([64, 200]) },
		scale: pick([1, 0.5, 2, 3]),
		stepperStyle: "none",
		slides: Array.from({ length: slides }, slide),
	});
	return { document };
}
