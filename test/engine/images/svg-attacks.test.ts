import { gzipSync } from "node:zlib";
import t from "tap";
import { boxNeed, PreparingChild } from "./helpers/prepare-in-child.js";

type Expected = "drawn" | "not_an_image" | "too_complex";

const RED = '<rect width="50" height="50" fill="red"/>';
const svg = (content: string, attributes = 'viewBox="0 0 100 100"'): string =>
	`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`;
const times = (count: number, write: (i: number) => string): string =>
	Array.from({ length: count }, (_, i) => write(i)).join("");

/** Each definition names the next. */
const chain = (element: string, property: string, count: number): string =>
	svg(
		`${times(count, (i) => `<${element} id="c${i}"><rect width="9" height="9" ${property}="url(#c${i + 1})"/></${element}>`)}<rect width="9" height="9" ${property}="url(#c0)"/>`,
	);
/** Each definition names the one before it twice. */
const doubling = (element: string, property: string, levels: number): string =>
	svg(
		`<${element} id="e0">${RED}</${element}>${times(levels, (i) => `<${element} id="e${i + 1}">${RED.replace("/>", ` ${property}="url(#e${i})"/>`).repeat(2)}</${element}>`)}<rect width="9" height="9" ${property}="url(#e${levels})"/>`,
	);
const filter = (content: string, attributes = ""): string =>
	svg(
		`<filter id="f" ${attributes}>${content}</filter><rect width="50" height="50" filter="url(#f)"/>`,
	);
const BLUR = '<feGaussianBlur stdDeviation="3"/>';

const CASES: readonly (readonly [name: string, source: string | Uint8Array, expected: Expected])[] =
	[
		["size 1e9", svg(RED, 'width="1e9" height="1e9"'), "drawn"],
		["size 40000", svg(RED, 'width="40000" height="40000"'), "drawn"],
		["size 1e38 by 1e-38", svg(RED, 'width="1e38" height="1e-38"'), "not_an_image"],
		["size NaN", svg(RED, 'width="NaN" height="NaN"'), "drawn"],
		["negative size", svg(RED, 'width="-5" height="5"'), "drawn"],
		["no size", svg(RED, ""), "drawn"],
		["entities", `<!DOCTYPE svg [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>${svg("&b;")}`, "drawn"],
		[
			"entity in an attribute",
			`<!DOCTYPE svg [<!ENTITY a "red">]>${svg('<rect fill="&a;"/>')}`,
			"drawn",
		],
		["external document type", `<!DOCTYPE svg SYSTEM "file:///etc/passwd">${svg(RED)}`, "drawn"],
		[
			"parameter entity",
			`<!DOCTYPE svg [<!ENTITY % a SYSTEM "http://127.0.0.1/"> %a;]>${svg(RED)}`,
			"not_an_image",
		],
		["undeclared entity", svg("<style>&nbsp;</style>"), "not_an_image"],
		["use of itself", svg('<g id="a"><use href="#a"/></g>'), "drawn"],
		[
			"uses of each other",
			svg(
				`${times(40, (i) => `<g id="u${i}">${times(40, (j) => `<use href="#u${j}"/>`)}</g>`)}${RED}`,
			),
			"too_complex",
		],
		[
			"definitions that name themselves",
			svg(
				'<linearGradient id="g" href="#g"/><pattern id="p" href="#p" width="5" height="5"><rect width="5" height="5" fill="url(#p)"/></pattern><clipPath id="c" clip-path="url(#c)"><rect width="9" height="9" clip-path="url(#c)"/></clipPath><mask id="m" mask="url(#m)"><rect width="9" height="9" mask="url(#m)"/></mask><marker id="k"><path d="M0 0L9 9" marker-end="url(#k)"/></marker><path d="M0 0L50 50L90 0" fill="url(#g)" stroke="url(#p)" clip-path="url(#c)" mask="url(#m)" marker-end="url(#k)"/>',
			),
			"drawn",
		],
		[
			"2,000 rules that set everything",
			svg(
				`<style>${times(2_000, (i) => `.a{all:unset;--x${i}:1}`)}</style>${RED.replace("/>", ' class="a"/>')}`,
			),
			"too_complex",
		],
		[
			"many tiles for each of 2,000 shapes",
			svg(
				`<pattern id="p" width=".0173" height=".0171"><circle r=".7"/></pattern>${times(2_000, (i) => `<rect x="${i % 50}" width="${40 + (i % 9)}" height="50" fill="url(#p)"/>`)}`,
			),
			"too_complex",
		],
		[
			"tiles of a thousandth",
			svg(
				'<pattern id="p" width=".001" height=".0013" patternUnits="userSpaceOnUse"><circle r="9"/></pattern><rect width="50" height="50" fill="url(#p)"/>',
			),
			"drawn",
		],
		[
			"2^24 uses",
			svg(
				`<rect id="u0" width="1" height="1"/>${times(24, (i) => `<g id="u${i + 1}">${`<use href="#u${i}"/>`.repeat(2)}</g>`)}`,
			),
			"too_complex",
		],
		[
			"90,000 uses",
			svg(`<rect id="a" width="1" height="1"/>${'<use href="#a"/>'.repeat(90_000)}`),
			"too_complex",
		],
		["100,000 nested groups", svg("<g>".repeat(100_000) + "</g>".repeat(100_000)), "too_complex"],
		[
			"1,000 nested opacities",
			svg('<g opacity=".9">'.repeat(1000) + RED + "</g>".repeat(1000)),
			"too_complex",
		],
		["40 nested opacities", svg('<g opacity=".9">'.repeat(40) + RED + "</g>".repeat(40)), "drawn"],
		[
			"1,000 nested viewports",
			svg("<svg>".repeat(1000) + RED + "</svg>".repeat(1000)),
			"too_complex",
		],
		["chain of clip paths", chain("clipPath", "clip-path", 15_000), "too_complex"],
		["chain of masks", chain("mask", "mask", 15_000), "too_complex"],
		[
			"chain of patterns",
			svg(
				`${times(9000, (i) => `<pattern id="c${i}" width="5" height="5"><rect width="9" height="9" fill="url(#c${i + 1})"/></pattern>`)}<rect width="9" height="9" fill="url(#c0)"/>`,
			),
			"too_complex",
		],
		[
			"chain of gradients",
			svg(
				`${times(15_000, (i) => `<linearGradient id="c${i}" href="#c${i + 1}"/>`)}<rect width="9" height="9" fill="url(#c0)"/>`,
			),
			"too_complex",
		],
		["doubling clip paths", doubling("clipPath", "clip-path", 20), "too_complex"],
		["doubling masks", doubling("mask", "mask", 20), "too_complex"],
		["seven doubling masks", doubling("mask", "mask", 7), "drawn"],
		["filter region of 1e9", filter(BLUR, 'x="-1e9" y="-1e9" width="1e10" height="1e10"'), "drawn"],
		["turbulence", filter('<feTurbulence numOctaves="1000000"/>'), "drawn"],
		[
			"noise of extremes",
			filter(
				'<feTurbulence baseFrequency="1e9 0" seed="-1e9" stitchTiles="stitch" x="-1e5" width="1e5" height="1e-9"/>',
				'primitiveUnits="objectBoundingBox"',
			),
			"drawn",
		],
		[
			"lengths of 1e5 boxes",
			filter(
				'<feMorphology radius="1e5"/><feOffset dx="1e5" dy="-1e5" x="1e5" width="1e5"/><feGaussianBlur stdDeviation="1e5 1"/>',
				'primitiveUnits="objectBoundingBox"',
			),
			"drawn",
		],
		["morphology", filter('<feMorphology radius="500"/>'), "drawn"],
		[
			"drop shadow of 1e30",
			filter('<feDropShadow dx="1e30" dy="1e30" stdDeviation="1e30"/>'),
			"drawn",
		],
		["blur of 1e6", filter('<feGaussianBlur stdDeviation="1e6"/>'), "drawn"],
		["200 primitives", filter(BLUR.repeat(200)), "too_complex"],
		["feImage", filter('<feImage href="#f"/>'), "drawn"],
		[
			"15,000 filtered shapes",
			svg(
				`<filter id="f">${BLUR}</filter>${'<rect width="5" height="5" filter="url(#f)"/>'.repeat(15_000)}`,
			),
			"too_complex",
		],
		[
			"tiny dashes",
			svg('<path d="M0 0L100 100" stroke="red" stroke-dasharray="0.0001"/>'),
			"too_complex",
		],
		[
			"inherited tiny dashes",
			svg('<g stroke="red" stroke-dasharray="0.001"><path d="M0 0L100 100"/></g>'),
			"too_complex",
		],
		[
			"380,000 segments",
			svg(`<path stroke="red" d="M0 0${"l1 1".repeat(380_000)}"/>`),
			"too_complex",
		],
		[
			"thick stroke on 200,000 segments",
			svg(
				`<path stroke="red" stroke-width="50" stroke-linejoin="round" d="M0 0${"l9 1-9-1".repeat(100_000)}"/>`,
			),
			"too_complex",
		],
		[
			"markers on 100,000 points",
			svg(
				`<marker id="m"><rect width="3" height="3"/></marker><path marker-mid="url(#m)" d="M0 0${"l1 1-1-1".repeat(50_000)}"/>`,
			),
			"too_complex",
		],
		[
			"20,000 CSS rules",
			svg(`<style>${times(20_000, (i) => `.a${i}{fill:red}`)}</style>`),
			"too_complex",
		],
		["image of a file", svg('<image href="/etc/hostname" width="9" height="9"/>'), "drawn"],
		[
			"image by xlink and references",
			svg('<image xlink:href="&#x66;ile:///etc/passwd"/>'),
			"drawn",
		],
		["image of a host", svg('<image href="http://127.0.0.1/"/>'), "drawn"],
		[
			"image under a prefix",
			'<x:svg xmlns:x="http://www.w3.org/2000/svg"><x:image href="/etc/hostname"/></x:svg>',
			"drawn",
		],
		["use of another file", svg('<use href="/etc/hostname#a"/>'), "drawn"],
		["style sheet instruction", `<?xml-stylesheet href="file:///x"?>${svg(RED)}`, "drawn"],
		[
			"CSS that imports",
			svg(`<style>@import "file:///x";rect{clip-path:u\\72l(file:///x)}</style>${RED}`),
			"drawn",
		],
		[
			"script and foreign content",
			svg(
				`<script>x()</script><foreignObject/><animate/><rect width="9" height="9" onclick="x()"/>`,
			),
			"drawn",
		],
		["1 MB of text", svg(`<text>${"a".repeat(1e6)}</text>${RED}`), "drawn"],
		["3 MB", svg(`<title>${"a".repeat(3e6)}</title>${RED}`), "too_complex"],
		["gzipped", gzipSync(svg(RED)), "not_an_image"],
		["UTF-16", Buffer.from(`\ufeff${svg(RED)}`, "utf16le"), "drawn"],
		["Latin-1", Buffer.from(svg("<title>\u00e9</title>"), "latin1"), "not_an_image"],
		["byte order mark", `\ufeff${svg(RED)}`, "drawn"],
		["CDATA in a style", svg(`<style><![CDATA[rect{fill:blue}]]></style>${RED}`), "drawn"],
		["64,000 open tags", "<svg ".repeat(64_000), "not_an_image"],
		["cut in the middle", svg(RED).slice(0, -9), "not_an_image"],
		["skewX(90)", svg(`<g transform="skewX(90)">${RED}</g>`), "drawn"],
		[
			"layer far off the canvas",
			svg(`<g opacity=".5"><rect x="5000" width="50" height="50" stroke="red"/></g>${RED}`),
			"drawn",
		],
		[
			"layer two canvases off",
			svg(`<g opacity=".5"><rect x="-190" width="30" height="30" stroke="red"/></g>${RED}`),
			"drawn",
		],
		[
			"mask far off the canvas",
			svg(
				`<mask id="c"><rect x="90000" width="5" height="5" fill="#fff" opacity=".5" stroke="red"/></mask><g mask="url(#c)">${RED}</g>`,
			),
			"drawn",
		],
		["path to 1e9", svg('<path d="M0 0L1e9 1e9L5 5"/>'), "drawn"],
		["path to 9e5", svg('<path d="M0 0L9e5 9e5L5 5"/>'), "too_complex"],
		["stroke of 1e10", svg('<path d="M0 0L90 90" stroke="red" stroke-width="1e10"/>'), "drawn"],
		[
			"pattern tile of 100,000",
			svg(
				'<pattern id="p" patternUnits="userSpaceOnUse" width="1e5" height="1e5"><rect width="1" height="1"/></pattern><rect width="9" height="9" fill="url(#p)"/>',
			),
			"too_complex",
		],
		[
			"pattern tile of nothing",
			svg(
				'<pattern id="p" width="1e-5" height="1e-5"><rect width="1" height="1"/></pattern><rect width="9" height="9" fill="url(#p)"/>',
			),
			"drawn",
		],
	];

t.test("hostile SVGs are refused or drawn harmlessly, and the process lives", async (t) => {
	const child = new PreparingChild();
	t.teardown(() => child.close());
	for (const [name, source, expected] of CASES) {
		const bytes = typeof source === "string" ? Buffer.from(source) : source;
		const outcome = await child.run(bytes, boxNeed(432, 540));
		const found = outcome.kind === "refused" ? outcome.reason : outcome.kind;
		t.equal(found, expected, name);
		if (outcome.kind === "refused") t.equal(outcome.path, "/slides/0/image", `${name}: path`);
	}
});
