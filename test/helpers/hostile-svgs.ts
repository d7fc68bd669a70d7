import { gzipSync } from "node:zlib";

/** A picture that attacks: its bytes, and the name of the attack. */
export interface HostileSvg {
	readonly name: string;
	readonly svg: string | Uint8Array;
}

const XMLNS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const RECT = '<rect width="100" height="100" fill="#0a0"/>';
/** What is drawn where a body has room for little. */
const TINY = '<path d="M0 0h9v9"/>';

/** A document of 100 x 100 around a body. */
export const svg = (body: string, attributes = 'width="100" height="100"'): string =>
	`<svg ${XMLNS} ${attributes}>${body}</svg>`;

const times = (count: number, part: (i: number) => string): string =>
	Array.from({ length: count }, (_, i) => part(i)).join("");

const nested = (count: number, open: string, close: string, inside = RECT): string =>
	open.repeat(count) + inside + close.repeat(count);

/** Definitions of which each names the next. */
const chain = (count: number, definition: (i: number) => string, use: string): string =>
	svg(`<defs>${times(count, definition)}</defs>${use}`);

const filtered = (primitives: string, region = ""): string =>
	svg(`<filter id="f" ${region}>${primitives}</filter><g filter="url(#f)">${RECT}</g>`);

/** Sizes out of reason. */
export const SVG_SIZES: readonly HostileSvg[] = [
	'width="1e9" height="1e9"',
	'width="1e38" height="1e-38"',
	'width="NaN" height="NaN"',
	'width="-5" height="-5"',
	'width="0" height="0"',
	'width="40000" height="40000"',
	'width="1e9" height="1e9" viewBox="0 0 1 1"',
	'viewBox="0 0 1e38 1e-38"',
	'viewBox="0 0 0 0"',
	'viewBox="nonsense"',
	'width="100%" height="100%"',
	"",
].map((attributes) => ({ name: `<svg ${attributes}>`, svg: svg(RECT, attributes) }));

const doctype = (subset: string, body: string): string =>
	`<?xml version="1.0"?><!DOCTYPE svg [${subset}]>${svg(body)}`;

/** Entities: none of them may be resolved. */
export const SVG_ENTITIES: readonly HostileSvg[] = [
	{
		name: "billion laughs",
		svg: doctype(
			`<!ENTITY a0 "lol">${times(20, (i) => `<!ENTITY a${i + 1} "&a${i};&a${i};&a${i};&a${i};">`)}`,
			"<text>&a20;</text>",
		),
	},
	{
		name: "quadratic entity",
		svg: doctype(`<!ENTITY a "${"x".repeat(50_000)}">`, `<text>${"&a;".repeat(50_000)}</text>`),
	},
	{
		name: "entity in an attribute",
		svg: doctype(
			`<!ENTITY a "M0 0 ${"h1 ".repeat(10_000)}">`,
			`<path d="${"&a;".repeat(1_000)}"/>`,
		),
	},
	{
		name: "external entity, a file",
		svg: doctype('<!ENTITY a SYSTEM "file:///etc/passwd">', "<text>&a;</text>"),
	},
	{
		name: "external entity, a URL",
		svg: doctype('<!ENTITY a SYSTEM "http://127.0.0.1:9/">', "<text>&a;</text>"),
	},
	{
		name: "parameter entities",
		svg: doctype('<!ENTITY % a SYSTEM "file:///etc/passwd"> %a;', RECT),
	},
	{
		name: "an external subset with a parameter entity",
		svg: `<!DOCTYPE svg SYSTEM "http://127.0.0.1:9/a.dtd" [<!ENTITY b "c">]>${svg("&b;")}`,
	},
];

/** References that multiply, go round, or follow each other without end. */
export const SVG_REFERENCES: readonly HostileSvg[] = [
	{ name: "a use of itself", svg: svg('<g id="a"><use href="#a"/></g>') },
	{
		name: "uses in a circle",
		svg: svg('<g id="a"><use xlink:href="#b"/></g><g id="b"><use xlink:href="#a"/></g>'),
	},
	{
		name: "2^24 uses",
		svg: svg(
			`<defs><g id="u0">${RECT}</g>${times(24, (i) => `<g id="u${i + 1}"><use href="#u${i}"/><use href="#u${i}"/></g>`)}</defs><use href="#u24"/>`,
		),
	},
	{ name: "90,000 uses", svg: svg(`<g id="a">${RECT}</g>${'<use href="#a"/>'.repeat(90_000)}`) },
	{
		name: "chain of clip paths",
		svg: chain(
			15_000,
			(i) => `<clipPath id="c${i}" clip-path="url(#c${i + 1})">${TINY}</clipPath>`,
			'<g clip-path="url(#c0)"><rect width="9" height="9"/></g>',
		),
	},
	{
		name: "chain of masks",
		svg: chain(
			15_000,
			(i) => `<mask id="c${i}" mask="url(#c${i + 1})">${TINY}</mask>`,
			'<g mask="url(#c0)"><rect width="9" height="9"/></g>',
		),
	},
	{
		name: "chain of patterns",
		svg: chain(
			15_000,
			(i) =>
				`<pattern id="c${i}" width="9" height="9"><rect width="9" height="9" fill="url(#c${i + 1})"/></pattern>`,
			'<rect width="90" height="90" fill="url(#c0)"/>',
		),
	},
	{
		name: "chain of gradients",
		svg: chain(
			20_000,
			(i) => `<linearGradient id="c${i}" href="#c${i + 1}"/>`,
			'<rect width="90" height="90" fill="url(#c0)"/>',
		),
	},
	{
		name: "chain of markers",
		svg: chain(
			10_000,
			(i) => `<marker id="c${i}"><path d="M0 0h1v1" marker-mid="url(#c${i + 1})"/></marker>`,
			'<path d="M0 0h9v9" marker-mid="url(#c0)"/>',
		),
	},
	...(["clipPath", "mask"] as const).map((element) => {
		const property = element === "mask" ? "mask" : "clip-path";
		return {
			name: `a ${element} that doubles at each of 20 levels`,
			svg: svg(
				`<defs><${element} id="m0">${RECT}</${element}>${times(
					20,
					(i) =>
						`<${element} id="m${i + 1}"><rect width="9" height="9" fill="#fff" ${property}="url(#m${i})"/><rect x="9" width="9" height="9" fill="#fff" ${property}="url(#m${i})"/></${element}>`,
				)}</defs><rect width="90" height="90" ${property}="url(#m20)"/>`,
			),
		};
	}),
	{
		name: "a pattern of itself",
		svg: svg(
			'<pattern id="p" width="5" height="5"><rect width="5" height="5" fill="url(#p)"/></pattern><rect width="90" height="90" fill="url(#p)"/>',
		),
	},
	{
		name: "a mask of itself",
		svg: svg(
			'<mask id="m"><g mask="url(#m)"><rect width="9" height="9"/></g></mask><g mask="url(#m)"><rect width="9" height="9"/></g>',
		),
	},
];

/** Depth and number. */
export const SVG_MASSES: readonly HostileSvg[] = [
	{ name: "100,000 nested groups", svg: svg(nested(100_000, "<g>", "</g>")) },
	{ name: "100,000 groups that are not closed", svg: svg("<g>".repeat(100_000)) },
	{ name: "1,000 nested layers", svg: svg(nested(1_000, '<g opacity=".9">', "</g>")) },
	{
		name: "1,000 nested documents",
		svg: svg(nested(1_000, '<svg width="99" height="99">', "</svg>")),
	},
	{
		name: "600,000 path segments",
		svg: svg(`<path d="M0 0${"h1".repeat(300_000)}${"v1".repeat(300_000)}" stroke="red"/>`),
	},
	{
		name: "fine dashes",
		svg: svg('<path d="M0 0H1e5V1e5H0z" stroke="red" stroke-dasharray="0.0001"/>'),
	},
	{
		name: "a wide stroke on 200,000 segments",
		svg: svg(
			`<path d="M0 0${"l9 9l-9 9".repeat(100_000)}" stroke="red" stroke-width="200" stroke-linejoin="round" fill="none"/>`,
		),
	},
	{
		name: "markers on 100,000 points",
		svg: svg(
			`<marker id="m"><circle r="5"/></marker><path d="M0 0${"h1 ".repeat(100_000)}" marker-mid="url(#m)"/>`,
		),
	},
	{
		name: "20,000 rules of CSS",
		svg: svg(
			`<style>${times(20_000, (i) => `g rect.a${i}:first-child>path{fill:red}`)}</style>${RECT.repeat(100)}`,
		),
	},
	{ name: "a megabyte of text", svg: svg(`<text y="50">${"word ".repeat(200_000)}</text>`) },
	{
		name: "30,000 attributes",
		svg: svg(`<rect ${times(30_000, (i) => `a${i}="1" `)}width="9" height="9"/>`),
	},
	{
		name: "10,000 gradient stops",
		svg: svg(
			`<linearGradient id="g">${times(10_000, (i) => `<stop offset="${i / 1e4}" stop-color="red"/>`)}</linearGradient><rect width="90" height="90" fill="url(#g)"/>`,
		),
	},
];

/** Filters that take time or memory. */
export const SVG_FILTERS: readonly HostileSvg[] = [
	{
		name: "a huge filter region",
		svg: filtered(
			"<feFlood/>",
			'x="-1e9" y="-1e9" width="1e9" height="1e9" filterUnits="userSpaceOnUse"',
		),
	},
	{
		name: "a million octaves",
		svg: filtered('<feTurbulence baseFrequency=".1" numOctaves="1000000"/>'),
	},
	{
		name: "morphology of radius 500",
		svg: filtered('<feMorphology operator="dilate" radius="500"/>'),
	},
	{
		name: "a convolution of order 101",
		svg: filtered(`<feConvolveMatrix order="101" kernelMatrix="${"1 ".repeat(10_201)}"/>`),
	},
	{ name: "200 blurs", svg: filtered('<feGaussianBlur stdDeviation="50"/>'.repeat(200)) },
	{ name: "a blur of 1e10", svg: filtered('<feGaussianBlur stdDeviation="1e10"/>') },
	{
		name: "a drop shadow at 1e30",
		svg: filtered('<feDropShadow dx="1e30" dy="1e30" stdDeviation="9"/>'),
	},
	{
		name: "20,000 filtered elements",
		svg: svg(
			`<filter id="f"><feGaussianBlur stdDeviation="9"/></filter>${'<rect width="90" height="90" filter="url(#f)"/>'.repeat(20_000)}`,
		),
	},
	{
		name: "a displacement of 1e9",
		svg: filtered(
			'<feTurbulence result="t"/><feDisplacementMap in="SourceGraphic" in2="t" scale="1e9"/>',
		),
	},
	{
		name: "feImage that names itself",
		svg: svg(
			'<filter id="f"><feImage href="#r"/></filter><rect id="r" width="90" height="90" filter="url(#f)"/>',
		),
	},
	{
		name: "a specular light with an exponent of 1e9",
		svg: filtered(
			'<feSpecularLighting specularExponent="1e9"><fePointLight x="1" y="1" z="1e9"/></feSpecularLighting>',
		),
	},
];

/** The small ones that end a renderer: transforms, numbers, emptiness. */
export const SVG_MINIMALS: readonly HostileSvg[] = [
	{ name: "skewX(90)", svg: svg(`<g transform="skewX(90)">${RECT}</g>`) },
	{ name: "scale(1e30)", svg: svg(`<g transform="scale(1e30)">${RECT}</g>`) },
	{ name: "scale(0)", svg: svg(`<g transform="scale(0)" opacity=".5">${RECT}</g>`) },
	{
		name: "matrix(0 0 0 0 0 0)",
		svg: svg(`<g transform="matrix(0 0 0 0 0 0)" opacity=".5">${RECT}</g>`),
	},
	{ name: "a transform of NaN", svg: svg(`<g transform="translate(NaN,1e999)">${RECT}</g>`) },
	{
		name: "a nearly singular image",
		svg: svg(
			'<g transform="matrix(1 1e-9 1 1e-9 0 0)"><image width="9" height="9" href="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="/></g>',
		),
	},
	{ name: "a layer far off", svg: svg(`<g opacity=".5" transform="translate(300 0)">${RECT}</g>`) },
	{
		name: "a clipped layer at 1e9",
		svg: svg(
			`<clipPath id="c">${RECT}</clipPath><g clip-path="url(#c)" transform="translate(1e9 1e9)">${RECT}</g>`,
		),
	},
	{
		name: "coordinates of 1e38",
		svg: svg('<path d="M-1e38 0L1e38 1e38 0 3e38z" stroke="red" stroke-width="1e38"/>'),
	},
	{ name: "a stroke of 1e10", svg: svg('<path d="M0 0h9" stroke="red" stroke-width="1e10"/>') },
	{ name: "a radius of 1e30", svg: svg('<ellipse rx="1e30" ry="1e-30"/><circle r="1e308"/>') },
	{
		name: "an arc of no size",
		svg: svg('<path d="M1 1a0 0 0 0 1 0 0a1e-30 1e30 0 1 1 1e-30 0"/>'),
	},
	{
		name: "a pattern of no size",
		svg: svg(
			'<pattern id="p" width="1e-30" height="1e-30"><rect width="1" height="1"/></pattern><rect width="90" height="90" fill="url(#p)"/>',
		),
	},
	{
		name: "a pattern of many tiles",
		svg: svg(
			'<pattern id="p" width=".001" height=".001" patternUnits="userSpaceOnUse"><circle r=".0005"/></pattern><rect width="90" height="90" fill="url(#p)"/>',
		),
	},
	{
		name: "a singular gradient",
		svg: svg(
			'<radialGradient id="g" gradientTransform="scale(0)" r="1e-30" fx="1e30"><stop stop-color="red"/></radialGradient><rect width="90" height="90" fill="url(#g)"/>',
		),
	},
	{ name: "nothing in it", svg: svg("") },
];

/**
 * References to what is outside.
 * @param file absolute path of a picture that must not appear
 * @param url a picture that must not be asked for
 */
export const svgReferences = (file: string, url: string): readonly HostileSvg[] => {
	const targets = [
		file,
		`file://${file}`,
		`../../../../../../../..${file}`,
		`/proc/self/root${file}`,
		url,
	];
	const entity = `&#x${file.charCodeAt(0).toString(16)};${file.slice(1)}`;
	const size = 'width="100" height="100"';
	return [
		...targets.flatMap((target) => [
			{ name: `image ${target}`, svg: svg(`<image ${size} href="${target}"/>`) },
			{ name: `xlink image ${target}`, svg: svg(`<image ${size} xlink:href="${target}"/>`) },
			{ name: `feImage ${target}`, svg: filtered(`<feImage href="${target}"/>`) },
			{ name: `use ${target}`, svg: svg(`<use href="${target}#a"/>`) },
			{ name: `fill ${target}`, svg: svg(`<rect ${size} fill="url(${target}#a)"/>`) },
			{
				name: `style ${target}`,
				svg: svg(`<style>rect{fill:url("${target}#a")}</style><rect ${size}/>`),
			},
			{ name: `import ${target}`, svg: svg(`<style>@import url("${target}");</style>${RECT}`) },
			{
				name: `escaped url ${target}`,
				svg: svg(`<rect ${size} style="fill:u\\72l(${target}#a)"/>`),
			},
			{ name: `stylesheet ${target}`, svg: `<?xml-stylesheet href="${target}"?>${svg(RECT)}` },
			{
				name: `xinclude ${target}`,
				svg: svg(`<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${target}"/>`),
			},
			{
				name: `image in a data URL ${target}`,
				svg: svg(
					`<image ${size} href="data:image/svg+xml;base64,${Buffer.from(svg(`<image ${size} href="${target}"/>`)).toString("base64")}"/>`,
				),
			},
		]),
		{ name: "image, entity-encoded", svg: svg(`<image ${size} href="${entity}"/>`) },
		{ name: "image /dev/zero", svg: svg(`<image ${size} href="/dev/zero"/>`) },
		{ name: "image /proc/self/environ", svg: svg(`<image ${size} href="/proc/self/environ"/>`) },
		{
			name: "a prefix",
			svg: `<x:svg xmlns:x="http://www.w3.org/2000/svg" width="100" height="100"><x:image ${size} href="${file}"/></x:svg>`,
		},
		{
			name: "CDATA in a style",
			svg: svg(`<style><![CDATA[</style><image ${size} href="${file}"/>]]></style>`),
		},
		{ name: "a comment that ends early", svg: svg(`<!--> <image ${size} href="${file}"/> -->`) },
		{ name: "a comment in a tag name", svg: svg(`<ima<!-- -->ge ${size} href="${file}"/>`) },
	];
};

/** What would run in a page. */
export const SVG_SCRIPTS: readonly HostileSvg[] = [
	{ name: "script", svg: svg(`<script>alert(1)</script>${RECT}`) },
	{
		name: "handlers",
		svg: svg('<rect width="9" height="9" onload="alert(1)" onclick="alert(1)"/>'),
	},
	{
		name: "foreignObject",
		svg: svg(
			'<foreignObject width="90" height="90"><iframe xmlns="http://www.w3.org/1999/xhtml" src="http://127.0.0.1:9/"/></foreignObject>',
		),
	},
	{
		name: "animate",
		svg: svg(
			'<rect width="9" height="9"><animate attributeName="href" to="javascript:alert(1)"/></rect>',
		),
	},
	{ name: "a link", svg: svg(`<a href="javascript:alert(1)">${RECT}</a>`) },
	{ name: "text", svg: svg('<text x="9" y="50" font-family="serif">Text</text>') },
];

function dataNest(levels: number): string {
	let document = svg(RECT);
	for (let i = 0; i < levels; i++) {
		// Percent-encoding of what has to be: twice nested, a "%" is three characters.
		const encoded = document.replace(/[%"#<>]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
		document = svg(`<image width="100" height="100" href='data:image/svg+xml,${encoded}'/>`);
		if (document.length > 900_000) break;
	}
	return document;
}

/** Encodings, compression, damage. */
export const SVG_ENCODINGS: readonly HostileSvg[] = [
	{ name: "30 data URLs within one another", svg: dataNest(30) },
	{ name: "300 data URLs within one another", svg: dataNest(300) },
	{ name: "svgz", svg: gzipSync(svg(RECT)) },
	{
		name: "svgz that inflates to 200 MB",
		svg: gzipSync(svg(" ".repeat(200_000_000)), { level: 9 }),
	},
	{ name: "UTF-16", svg: Buffer.from(`\ufeff${svg(RECT)}`, "utf16le") },
	{
		name: "UTF-16 that says UTF-8",
		svg: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${svg(RECT)}`, "utf16le"),
	},
	{
		name: "Latin-1",
		svg: Buffer.from(
			`<?xml version="1.0" encoding="ISO-8859-1"?>${svg(`<!--é-->${RECT}`)}`,
			"latin1",
		),
	},
	{
		name: "not UTF-8",
		svg: Buffer.concat([Buffer.from("<svg>"), Buffer.from([0xff, 0xc0, 0x80])]),
	},
	{ name: "a NUL", svg: svg(`<desc>\0</desc>${RECT}`) },
	{ name: "64,000 tags that are not closed", svg: "<svg ".repeat(64_000) },
	{ name: "300,000 comments that are not closed", svg: `<svg>${"<!--".repeat(300_000)}` },
	{ name: "cut off", svg: svg(RECT).slice(0, -20) },
	{ name: "two roots", svg: svg(RECT).repeat(2) },
	{ name: "an HTML page", svg: `<!DOCTYPE html><html><body>${svg(RECT)}</body></html>` },
	{ name: "an undefined entity", svg: svg("<desc>&nbsp;</desc>") },
	{ name: "an unknown prefix", svg: svg("<q:rect/>") },
	{ name: "the same attribute twice", svg: svg('<rect width="9" width="10"/>') },
];

const PIXEL =
	"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Style sheets that take time or memory. */
export const SVG_STYLES: readonly HostileSvg[] = [
	{
		name: "variables that double",
		svg: svg(
			`<style>rect{--a0:red red;${times(30, (i) => `--a${i + 1}:var(--a${i}) var(--a${i});`)}fill:var(--a30)}</style>${RECT}`,
		),
	},
	{
		name: "variables that double, in fallbacks",
		svg: svg(
			`<style>rect{fill:${"var(--x,var(--y) ".repeat(200)}red${")".repeat(200)}}</style>${RECT}`,
		),
	},
	{
		name: "variables in a circle",
		svg: svg("<style>rect{--a:var(--b);--b:var(--a);fill:var(--a)}</style><rect/>"),
	},
	{
		name: ":nth-last-child of 40,000 siblings",
		svg: svg(
			`<style>g:nth-last-child(2n+1),g:nth-of-type(3n){fill:red}</style>${"<g/>".repeat(40_000)}`,
		),
	},
	{
		name: ":has of 20,000 elements",
		svg: svg(
			`<style>g:has(path),g:not(:has(a ~ b)){fill:red}</style>${"<g><rect/></g>".repeat(20_000)}`,
		),
	},
	{
		name: "rules nested 10,000 deep",
		svg: svg(`<style>${"g{".repeat(10_000)}fill:red${"}".repeat(10_000)}</style>${RECT}`),
	},
	{
		name: "nested rules whose selectors double",
		svg: svg(`<style>${"&amp;,&amp; &amp;{".repeat(11)}fill:red${"}".repeat(11)}</style>${RECT}`),
	},
	{ name: "a selector of a megabyte", svg: svg(`<style>${":is(".repeat(250_000)}</style>${RECT}`) },
	{
		name: "100,000 declarations",
		svg: svg(`<style>rect{${"fill:red;".repeat(100_000)}}</style>${RECT}`),
	},
	{
		name: "calculations in calculations",
		svg: svg(
			`<rect width="9" height="9" style="stroke-width:${"calc(".repeat(5_000)}1px${")".repeat(5_000)}"/>`,
		),
	},
	{
		name: "colours in colours",
		svg: svg(`<rect width="9" height="9" fill="${"color-mix(in srgb,".repeat(2_000)}red"/>`),
	},
	{
		name: "keyframes and layers without end",
		svg: svg(
			`<style>${times(1_000, (i) => `@keyframes k${i}{from{fill:red}}@layer a${i}.b.c;`)}rect{animation:${times(1_000, (i) => `k${i} 1s,`)}k 1s}</style>${RECT}`,
		),
	},
];

/** Texts, pictures and animations in a picture. */
export const SVG_CONTENTS: readonly HostileSvg[] = [
	{
		name: "a megabyte of text at positions",
		svg: svg(`<text x="${"1 ".repeat(50_000)}">${"a".repeat(1_000_000)}</text>`),
	},
	{
		name: "text of font size 1e5",
		svg: svg('<text x="1" y="50" font-size="1e5" stroke="red" stroke-width="1e4">WWW</text>'),
	},
	{
		name: "text spans nested 50 deep",
		svg: svg(`<text>${"<tspan>".repeat(50)}a${"</tspan>".repeat(50)}</text>`),
	},
	{
		name: "text along a path of a million pieces",
		svg: svg(
			`<path id="p" d="M0 0${"h1".repeat(250_000)}"/><text><textPath href="#p">${"a".repeat(2_000)}</textPath></text>`,
		),
	},
	{
		name: "a picture used 10,000 times",
		svg: svg(
			`<image id="i" width="90" height="90" href="${PIXEL}"/>${'<use href="#i"/>'.repeat(10_000)}`,
		),
	},
	{
		name: "1,000 different pictures",
		svg: svg(times(1_000, (i) => `<image width="9" height="9" href="${PIXEL}#${i}"/>`)),
	},
	{
		name: "a picture of 1e6 pixels' width",
		svg: svg(`<image width="1e6" height="1e6" href="${PIXEL}" preserveAspectRatio="none"/>`),
	},
	{
		name: "a picture that is not one",
		svg: svg('<image width="9" height="9" href="data:image/png;base64,AAAA"/>'),
	},
	{
		name: "a picture in a filter that is huge",
		svg: filtered(`<feImage href="${PIXEL}" width="1e5" height="1e5"/>`),
	},
	{
		name: "markers in markers",
		svg: svg(
			`<marker id="m"><path d="M0 0h1v1h1v1" marker-mid="url(#m)" marker-end="url(#m)"/></marker><path d="M0 0h9v9h9" marker-mid="url(#m)"/>`,
		),
	},
	{
		name: "100,000 values of an animation",
		svg: svg(
			`<rect width="9" height="9"><animate attributeName="fill" values="${"red;".repeat(100_000)}" begin="-1s" dur="9s"/></rect>`,
		),
	},
	{
		name: "an animation of the href",
		svg: svg('<image width="9" height="9"><set attributeName="href" to="/etc/hostname"/></image>'),
	},
	{
		name: "a polygon of 100,000 corners as a clip",
		svg: svg(
			`<rect width="9" height="9" style="clip-path:polygon(${"1px 1px,".repeat(100_000)}0 0)"/>`,
		),
	},
	{
		name: "a stroke that does not scale at 1e-6",
		svg: svg(
			'<g transform="scale(1e-5)"><path d="M0 0h1e5v1e5" stroke="red" vector-effect="non-scaling-stroke" stroke-dasharray=".001"/></g>',
		),
	},
	...(
		[
			"feTurbulence",
			"feMorphology",
			"feConvolveMatrix",
			"feTile",
			"feDisplacementMap",
			"feDiffuseLighting",
		] as const
	).map((name) => ({
		name: `${name} in a region of no size`,
		svg: filtered(
			`<${name} radius="9" order="5" kernelMatrix="${"1 ".repeat(25)}" scale="1e4"><fePointLight/></${name}>`,
			'x="1" y="1" width=".5" height=".5" filterUnits="userSpaceOnUse"',
		),
	})),
];

export const ALL_HOSTILE_SVGS: readonly HostileSvg[] = [
	...SVG_SIZES,
	...SVG_ENTITIES,
	...SVG_REFERENCES,
	...SVG_MASSES,
	...SVG_FILTERS,
	...SVG_MINIMALS,
	...SVG_SCRIPTS,
	...SVG_ENCODINGS,
	...SVG_STYLES,
	...SVG_CONTENTS,
	...svgReferences("/etc/hostname", "http://127.0.0.1:9/a.png"),
];

/** As the src of an image. */
export const svgUrl = (image: string | Uint8Array): string =>
	`data:image/svg+xml;base64,${Buffer.from(image as string).toString("base64")}`;
