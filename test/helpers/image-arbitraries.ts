import fc from "fast-check";
import { ALL_HOSTILE_SVGS, svg, svgUrl } from "./hostile-svgs.js";
import { dataUrl, type SampleImage } from "./sample-images.js";

/** Bodies have 2 MB: larger pictures are tried one by one elsewhere. */
const MAX_HOSTILE_BYTES = 60_000;
const HOSTILE_SVG_URLS = ALL_HOSTILE_SVGS.map((image) => svgUrl(image.svg)).filter(
	(url) => url.length < MAX_HOSTILE_BYTES,
);

const REMOTE = [
	...[
		"http://127.0.0.1:9/a.png",
		"http://[::1]/",
		"http://0x7f000001/",
		"https://169.254.169.254/",
	],
	...[
		"http://localhost:22/",
		"http://host.invalid/a.png",
		"HTTP://127.1/%00",
		"http://256.1.1.1.x/",
	],
];

const ODD_DATA = [
	...["data:image/png,", "data:image/png;base64,AAAA", "data:image/png;base64,iVBORw0KGgo="],
	...[
		"data:image/svg+xml,%",
		"data:image/svg+xml,<svg/>",
		"data:image/png;base64,!!!!",
		"data:image/x,%ff",
	],
	...["data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=", "DATA:IMAGE/PNG;BASE64,AA=="],
].filter((url) => url !== "data:image/png,");

/** Bytes of a real file with some of them changed, cut off, doubled. */
function mutated(samples: readonly SampleImage[]): fc.Arbitrary<string> {
	const change = fc.tuple(fc.nat({ max: 2_000 }), fc.nat({ max: 255 }));
	return fc
		.tuple(
			fc.constantFrom(...samples),
			fc.array(change, { minLength: 1, maxLength: 6 }),
			fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 3 }),
		)
		.map(([{ bytes, type }, changes, cut]) => {
			const copy = Buffer.from(bytes);
			for (const [at, value] of changes) copy[at % copy.length] = value;
			return dataUrl(
				cut === null ? copy : copy.subarray(0, 1 + Math.floor((copy.length - 1) * cut)),
				type,
			);
		});
}

const NUMBERS = [
	...[
		"0",
		"-0",
		"1",
		"-1",
		".5",
		"50",
		"100",
		"50%",
		"-10%",
		"1e6",
		"-1e6",
		"1e9",
		"1e38",
		"1e-38",
	],
	...["1e999", "NaN", "", "1px", "2em", "1e", "0.0001", "90", "180"],
];
const number = fc.constantFrom(...NUMBERS);
const reference = fc.constantFrom(...["a", "b", "c", "d", "e"]);
const transform = fc
	.tuple(
		fc.constantFrom("translate", "scale", "rotate", "skewX", "skewY", "matrix"),
		fc.array(number, { minLength: 1, maxLength: 6 }),
	)
	.map(([name, values]) => `${name}(${values.join(" ")})`);
const pathData = fc
	.array(
		fc
			.tuple(fc.constantFrom(..."MmLlHhVvCcSsQqTtAaZz"), fc.array(number, { maxLength: 7 }))
			.map(([command, values]) => command + values.join(" ")),
		{ maxLength: 12 },
	)
	.map((commands) => `M1 1${commands.join("")}`);
const numeric = fc
	.tuple(
		fc.constantFrom(
			...[
				"x",
				"y",
				"width",
				"height",
				"r",
				"rx",
				"cx",
				"fx",
				"stroke-width",
				"opacity",
				"stdDeviation",
			],
			...["stroke-dasharray", "stroke-dashoffset", "stroke-miterlimit", "offset", "fill-opacity"],
			...[
				"markerWidth",
				"refX",
				"baseFrequency",
				"numOctaves",
				"radius",
				"order",
				"scale",
				"dx",
				"k1",
			],
		),
		number,
	)
	.map(([name, value]) => `${name}="${value}"`);
const attribute = fc.oneof(
	{ weight: 4, arbitrary: numeric },
	transform.map((value) => `transform="${value}"`),
	transform.map((value) => `patternTransform="${value}" gradientTransform="${value}"`),
	pathData.map((value) => `d="${value}"`),
	fc.array(number, { maxLength: 9 }).map((values) => `points="${values.join(",")}"`),
	fc.array(number, { maxLength: 5 }).map((values) => `viewBox="${values.join(" ")}"`),
	reference.map((id) => `id="${id}"`),
	fc
		.tuple(
			fc.constantFrom(
				"fill",
				"stroke",
				"clip-path",
				"mask",
				"filter",
				"marker-mid",
				"marker-start",
			),
			reference,
		)
		.map(([name, id]) => `${name}="url(#${id})"`),
	fc
		.tuple(fc.constantFrom("href", "xlink:href"), reference)
		.map(([name, id]) => `${name}="#${id}"`),
	fc.constantFrom(
		...['style="mix-blend-mode:multiply;isolation:isolate"', 'maskUnits="userSpaceOnUse"'],
		...[
			'clipPathUnits="objectBoundingBox"',
			'patternUnits="userSpaceOnUse"',
			'fill="red"',
			'stroke="#0f0"',
		],
		...['preserveAspectRatio="xMinYMax slice"', 'gradientUnits="userSpaceOnUse"', 'display="none"'],
		...[
			'spreadMethod="reflect"',
			'stroke-linejoin="round"',
			'fill-rule="evenodd"',
			'in="SourceAlpha"',
		],
		...[
			'class="k"',
			'paint-order="stroke"',
			'overflow="visible"',
			'primitiveUnits="objectBoundingBox"',
		],
	),
);
const ELEMENTS = [
	...[
		"g",
		"rect",
		"circle",
		"ellipse",
		"line",
		"path",
		"polygon",
		"use",
		"svg",
		"symbol",
		"defs",
		"switch",
	],
	...[
		"clipPath",
		"mask",
		"pattern",
		"linearGradient",
		"radialGradient",
		"stop",
		"marker",
		"filter",
		"image",
	],
	...[
		"feGaussianBlur",
		"feOffset",
		"feBlend",
		"feColorMatrix",
		"feComposite",
		"feFlood",
		"feMerge",
		"feTile",
	],
	...[
		"feTurbulence",
		"feMorphology",
		"feDisplacementMap",
		"feImage",
		"text",
		"tspan",
		"style",
		"a",
		"title",
	],
];

const element = (levels: number): fc.Arbitrary<string> =>
	fc
		.tuple(
			fc.constantFrom(...ELEMENTS),
			fc.uniqueArray(attribute, { maxLength: 5, selector: (text) => text.split("=")[0] }),
			levels > 0 ? fc.array(element(levels - 1), { maxLength: 3 }) : fc.constant([]),
		)
		.map(([name, attributes, children]) => {
			const inside = name === "style" ? ".k{fill:url(#a);opacity:.5}" : children.join("");
			return `<${name} ${attributes.join(" ")}>${inside}</${name}>`;
		});

/** Small documents of the elements and attributes of SVG, put together without sense. */
const randomSvg: fc.Arbitrary<string> = fc
	.array(element(3), { minLength: 1, maxLength: 4 })
	.map((elements) => svgUrl(svg(elements.join(""))));

/** Sources of images that the contract admits: good, odd, hostile and out of reach. */
export const imageSource = (samples: readonly SampleImage[]): fc.Arbitrary<string> =>
	fc.oneof(
		{ weight: 24, arbitrary: fc.constantFrom(...samples.map((it) => dataUrl(it.bytes, it.type))) },
		{ weight: 4, arbitrary: randomSvg },
		{ weight: 1, arbitrary: fc.constantFrom(...HOSTILE_SVG_URLS) },
		{ weight: 1, arbitrary: mutated(samples) },
		{ weight: 1, arbitrary: fc.constantFrom(...ODD_DATA) },
		{ weight: 1, arbitrary: fc.constantFrom(...REMOTE) },
	);
