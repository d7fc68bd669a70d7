/** Slides of random layers that lie partly or wholly off the slide, with all effects in all combinations. */
import { BLEND_MODES } from "../../src/engine/paint/blend-mode.js";
import { fuzzer } from "./fuzzer.js";

type Fields = Record<string, unknown>;

/** A small opaque PNG, a translucent drawing with nested groups, an icon and a photo. */
const SOURCES = [
	"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAGElEQVQImWP4z8DAAMH//zMw/P//n+E/AErJCPgyknoBAAAAAElFTkSuQmCC",
	`data:image/svg+xml,${encodeURIComponent(
		'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 60"><g opacity=".5"><path d="M-400 10H300V40H-400z" fill="#08f"/><g opacity=".7" transform="rotate(20)"><circle cx="60" cy="20" r="15" fill="red"/><path d="M50 0h40v30z" stroke="#0a0" stroke-width="4"/></g></g><path d="M0 0h30v60z" fill="url(#g)"/><linearGradient id="g"><stop stop-color="#fff"/><stop offset="1" stop-color="#000" stop-opacity="0"/></linearGradient></svg>',
	)}`,
	"lucide:rocket",
	"/api/assets/photos/builtin/studio-blush-squarish.svg",
];
const TEXTS = [
	"Text",
	"Two words\nand a line",
	"emoji 😀 ❤️",
	"مرحبا بالعالم",
	"W",
	"long ".repeat(20),
];
const COLORS = ["red", "#08f8", "rgb(0 128 0 / 40%)", "white", "#000000", "transparent"];
const PATH = "M0 0L80 20C90 40 20 90 50 100Q10 60 0 0Z M30 30L60 30L60 60Z";

/** What a seed gives: the same slides in the same order each time. */
export function randomTrees(seed: number) {
	const { below, pick } = fuzzer(seed);
	const chance = (one: number): boolean => below(one) === 0;
	const between = (least: number, most: number): number => {
		const value = least + ((most - least) * below(1_000_000)) / 1_000_000;
		return chance(2) ? Math.round(value) : value;
	};
	const color = () => pick(COLORS);
	/** Some of the fields; each is made only if it is chosen. */
	const some = (
		fields: Readonly<Record<string, readonly [oneIn: number, make: () => unknown]>>,
	) => {
		const chosen: Fields = {};
		for (const [name, [oneIn, make]] of Object.entries(fields))
			if (chance(oneIn)) chosen[name] = make();
		return chosen;
	};

	const position = (): unknown =>
		pick([
			() => between(-3_000, 3_000),
			() => between(-300, 300),
			() => between(-20, 120),
			() => `${below(300) - 100}%`,
		])();
	const side = (): unknown =>
		pick([
			() => between(1, 200),
			() => between(1, 60),
			() => between(0, 2),
			() => between(200, 4_000),
			() => `${below(200)}%`,
			() => 0,
		])();
	const stops = () =>
		Array.from({ length: 2 + below(3) }, (_, i) =>
			i === 0 ? { color: color() } : { color: color() },
		);
	const paint = (): unknown =>
		pick([
			color,
			color,
			() => ({ type: "linear", angle: between(-180, 180), stops: stops() }),
			() => ({ type: "radial", stops: stops() }),
			() => ({ type: "image", src: pick(SOURCES) }),
		])();
	const place = (): Fields =>
		some({
			x: [2, position],
			y: [2, position],
			right: [9, position],
			bottom: [9, position],
			width: [2, side],
			height: [2, side],
			minWidth: [12, side],
			minHeight: [12, side],
			maxWidth: [12, side],
			maxHeight: [12, side],
			aspectRatio: [6, () => pick([0.001, 0.1, 0.7, 1, 3, 40, 1_000])],
			position: [4, () => "absolute"],
			grow: [10, () => below(3)],
			shrink: [6, () => below(2)],
			basis: [14, side],
			alignSelf: [14, () => pick(["start", "center", "end", "stretch", "last-baseline"])],
			margin: [10, () => pick([between(-1_000, 1_000), [-40, 3, 1_000, 0]])],
			rotation: [3, () => between(-180, 180)],
			opacity: [3, () => pick([0, 0.3, 0.5, 0.99])],
			blendMode: [5, () => pick(BLEND_MODES)],
		});
	const border = () =>
		chance(4)
			? {
					width: pick([between(0, 60), [between(0, 60), 0, pick([1, 8]), between(0, 60)]]),
					color: pick([color(), [color(), color(), color(), color()]]),
				}
			: {
					width: pick([1, 3, between(0, 60)]),
					color: color(),
					...(chance(5) && { dash: [between(2, 30), between(1, 30)] }),
				};
	const shadow = (spread: boolean) => ({
		x: between(-100, 100),
		y: between(-100, 100),
		blur: pick([0, 4, between(0, 100)]),
		color: color(),
		...(spread && chance(3) && { spread: between(-30, 60) }),
	});
	const box = (spread: boolean): Fields =>
		some({
			border: [4, border],
			borderRadius: [4, () => pick([4, 999, [0, 20, 3, 60]])],
			shadow: [4, () => shadow(spread)],
		});
	const stroke = () => ({
		width: pick([1, 3, between(0, 200)]),
		color: color(),
		...some({
			dash: [5, () => [between(2, 30), between(1, 30)]],
			cap: [4, () => pick(["butt", "round", "square"])],
			join: [4, () => pick(["miter", "round", "bevel"])],
		}),
	});
	const filter = () =>
		some({
			blur: [2, () => between(0, 60)],
			grayscale: [3, () => 1],
			duotone: [4, () => [color(), color()]],
		});

	const text = (): Fields => ({
		text: pick(TEXTS),
		...some({
			fontSize: [2, () => pick([8, 20, 60, 240])],
			style: [3, () => pick(["bold", "shadow", "outline", "highlight"])],
			textColor: [3, () => "#2040ff"],
			textFill: [6, paint],
			textStroke: [
				6,
				() => ({
					width: between(1, 12),
					...(chance(2) ? { color: color() } : { paint: paint() }),
					...(chance(3) && { position: pick(["inside", "outside"]) }),
				}),
			],
			letterSpacing: [8, () => between(-0.2, 1)],
			textWrap: [8, () => pick(["nowrap", "balance"])],
			overflowWrap: [10, () => pick(["anywhere", "normal"])],
			maxLines: [10, () => 1 + below(3)],
			maxHeight: [8, () => between(1, 200)],
			fit: [8, () => pick(["fill", "shrink"])],
			background: [5, paint],
			padding: [6, () => below(40)],
		}),
		...box(false),
	});
	const image = (): Fields => ({
		src: pick(SOURCES),
		...some({
			fit: [3, () => "contain"],
			flip: [6, () => pick(["horizontal", "vertical", "both"])],
			zoom: [5, () => between(1, 8)],
			cropX: [5, () => below(101)],
			color: [6, () => "#ff8800"],
			filter: [4, filter],
		}),
		...box(false),
	});
	const leaf = (): Fields =>
		pick([
			() => {
				const fields = { type: "text", ...text() };
				// A text that fits needs both sides.
				return "fit" in fields ? { ...fields, width: side(), height: 1 + below(200) } : fields;
			},
			() => ({ type: "image", ...image() }),
			() => {
				const shape = pick([
					...[
						"rectangle",
						"ellipse",
						"line",
						"arrow",
						"triangle",
						"polygon",
						"star",
						"arc",
						"path",
						"series",
					],
				]);
				return {
					type: "shape",
					shape,
					...(shape === "path" && { path: PATH, viewBox: [0, 0, 100, 100] }),
					...(shape === "series" && {
						values: pick([[], [3], [1, null, -4, 2, 2], [5, 5, 5], [1e300, -1e300, 0]]),
						draw: pick(["line", "area", "columns", "dots"]),
						...some({
							smooth: [2, () => true],
							domain: [
								3,
								() =>
									pick([
										[0, 10],
										[2, 2],
									]),
							],
						}),
					}),
					...(shape === "arc" &&
						some({ sweep: [2, () => below(360)], thickness: [2, () => below(80)] })),
					...(shape === "rectangle" && some({ borderRadius: [2, () => below(60)] })),
					...some({ fill: [2, paint], stroke: [2, stroke], shadow: [4, () => shadow(false)] }),
				};
			},
			() => ({ type: "barcode", kind: pick(["qr", "datamatrix"]), data: "abc" }),
		])();
	const track = (): unknown =>
		pick([
			() => between(0, 3_000),
			() => `${below(200)}%`,
			() => "auto",
			() => "min-content",
			() => "max-content",
			() => `${1 + below(3)}fr`,
			() => ({ min: pick([0, 40, "auto", "min-content"]), max: pick(["1fr", 20, "auto", "90%"]) }),
		])();
	const tracks = (): unknown =>
		chance(2) ? 1 + below(24) : Array.from({ length: 1 + below(5) }, track);
	const CELL = {
		column: [4, () => pick([1, 2, 3, -1, -2])],
		row: [4, () => pick([1, 2, -1])],
		columnSpan: [4, () => 1 + below(4)],
		rowSpan: [6, () => 1 + below(3)],
		justifySelf: [6, () => pick(["start", "center", "end", "stretch"])],
	} as const;
	const layer = (depth: number): Fields => {
		if (depth === 0 || !chance(3)) return { ...place(), ...leaf() };
		const children = Array.from({ length: 1 + below(4) }, () => layer(depth - 1));
		const container = {
			...place(),
			...box(true),
			...some({
				gap: [3, () => pick([0, 4, between(0, 2_000)])],
				columnGap: [8, () => between(0, 40)],
				align: [4, () => pick(["center", "end", "stretch"])],
				justify: [4, () => pick(["center", "end", "space-between"])],
				clip: [2, () => true],
				background: [3, paint],
				padding: [5, () => pick([between(0, 60), [1, 2, 3, 400]])],
			}),
		};
		if (chance(4))
			return {
				type: "grid",
				...container,
				...some({
					columns: [1, tracks],
					rows: [3, tracks],
					justifyItems: [4, () => pick(["start", "center", "end"])],
					alignContent: [4, () => pick(["start", "space-around"])],
				}),
				children: children.map((child) => ({ ...child, ...some(CELL) })),
			};
		return {
			type: "stack",
			...container,
			...some({
				direction: [2, () => pick(["row", "row-reverse", "column-reverse"])],
				wrap: [4, () => true],
			}),
			children,
		};
	};
	const old = (fields: Fields): Fields => ({
		...fields,
		...some({
			x: [1, () => between(-3_000, 3_000)],
			y: [2, () => between(-300, 300)],
			width: [2, () => between(1, 300)],
			rotation: [2, () => between(-180, 180)],
			opacity: [3, () => 0.5],
		}),
	});
	const slide = (): Fields => ({
		layers: Array.from({ length: 1 + below(3) }, () => layer(3)),
		...some({
			background: [5, () => pick(["transparent", "#336", paint()])],
			textBlocks: [8, () => [old(text())]],
			imageOverlays: [8, () => [old(image())]],
			scrim: [9, () => ({ color: "#000000", opacity: 0.5 })],
			dir: [9, () => "rtl"],
		}),
	});
	/** A document of some slides, without its format. */
	const document = (slides: number): Fields & { slides: Fields[] } => ({
		mode: "carousel",
		platform: "custom",
		size: { width: pick([64, 90, 160]), height: pick([64, 120, 200]) },
		scale: pick([1, 1, 0.25, 0.5, 1.37, 2, 3]),
		stepperStyle: pick(["none", "none", "dots", "bars"]),
		slides: Array.from({ length: slides }, slide),
	});
	return { document };
}
