/** Small SVG files whose drawing would take seconds or gigabytes, each in another way. */

const WIDTH = 1080;
const HEIGHT = 1920;
const times = (count: number, write: (i: number) => string): string =>
	Array.from({ length: count }, (_, i) => write(i)).join("");
const svg = (content: string): string =>
	`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${content}</svg>`;
const rect = (attributes: string): string =>
	`<rect width="${WIDTH}" height="${HEIGHT}" ${attributes}/>`;
const filtered = (primitives: string): string =>
	svg(
		`<filter id="f" x="-2" y="-2" width="5" height="5">${primitives}</filter>${rect('filter="url(#f)"')}`,
	);
/** Lines that all cross one another from top to bottom. */
const crossing = (count: number): string =>
	`M${times(count, (i) => `${(i * 7919) % WIDTH} ${i % 2 === 0 ? HEIGHT : 0} `)}`;
const stops = (count: number): string =>
	times(count, (i) => `<stop offset="${i / count}" stop-color="#${(100 + i).toString(16)}"/>`);

export const COSTLY_SVGS: Readonly<Record<string, string>> = {
	"four blurs over twenty-five slides": filtered(
		times(4, () => '<feGaussianBlur stdDeviation="300"/>'),
	),
	"a merge of 24 nodes": filtered(
		`<feMerge>${times(24, () => '<feMergeNode in="SourceGraphic"/>')}</feMerge>`,
	),
	"200 layers far beyond the canvas": svg(
		times(
			200,
			() => '<g opacity=".5"><rect x="-5000" y="-9000" width="11000" height="19000"/></g>',
		),
	),
	"a pattern tile of 8,000 pixels, 20 times": svg(
		`<pattern id="p" width="8000" height="8000" patternUnits="userSpaceOnUse"><rect width="9" height="9"/></pattern>${times(20, () => rect('fill="url(#p)"'))}`,
	),
	"a pattern that 200 shapes inherit": svg(
		`<pattern id="p" width="3000" height="3000" patternUnits="userSpaceOnUse"><rect width="9" height="9"/></pattern><g fill="url(#p)">${times(200, () => '<rect width="10" height="10"/>')}</g>`,
	),
	"a pattern as large as its shape": svg(
		'<pattern id="p" width="1" height="1"><rect width="9" height="9"/></pattern><rect width="11000" height="12000" fill="url(#p)"/>',
	),
	"dashes in a marker": svg(
		`<marker id="m" markerWidth="9" markerHeight="9"><path d="M0 0L9 9" stroke="red" stroke-dasharray=".1"/></marker><path marker-mid="url(#m)" d="M${times(1500, (i) => `${i % 1000} ${(i * 7) % 1900} `)}"/>`,
	),
	"a large marker": svg(
		`<marker id="m" overflow="visible"><rect width="900" height="900" opacity=".5" stroke="red"/></marker><path stroke="red" stroke-width="300" marker-mid="url(#m)" d="M${times(300, (i) => `${i} ${i} `)}"/>`,
	),
	"round dashes of a thick stroke": svg(
		'<path stroke="red" stroke-width="400" stroke-linecap="round" stroke-dasharray=".1" d="M0 0L1080 1920"/>',
	),
	"rules for all elements": svg(
		`<style>${times(1900, () => "*{fill:red}")}</style>${times(19_000, () => "<g/>")}`,
	),
	"rules of many declarations": svg(
		`<style>${times(1900, () => `*{${"fill:red;".repeat(18)}}`)}</style>${times(19_000, () => "<g/>")}`,
	),
	"crossing lines, used 20 times": svg(
		`<path id="a" d="${crossing(14_000)}"/>${times(19, () => '<use href="#a"/>')}`,
	),
	"crossing lines as a clip path": svg(
		`<clipPath id="c"><path d="${crossing(14_000)}"/></clipPath>${times(20, () => rect('clip-path="url(#c)"'))}`,
	),
	"100,000 stroked lines": svg(`<path fill="none" stroke="red" d="${crossing(100_000)}"/>`),
	"bars narrower than a pixel": svg(
		`<path d="${times(4000, (i) => `M${(i * 0.27).toFixed(2)} 0V1920h.135V0Z`)}"/>`,
	),
	"gradients of 256 stops": svg(
		`<linearGradient id="g">${stops(256)}</linearGradient>${times(30, () => rect('fill="url(#g)"'))}`,
	),
	"gradients written again for each viewport": svg(
		`<linearGradient id="g">${stops(256)}</linearGradient>${times(4000, (i) => `<svg viewBox="0 0 9 ${i + 1}" overflow="visible"><rect width="1" height="1" fill="url(#g)"/></svg>`)}`,
	),
	"layers in layers": svg(
		`${'<g opacity=".9">'.repeat(15)}${times(50, () => rect('opacity=".5" stroke="red"'))}${"</g>".repeat(15)}`,
	),
	"masks of the whole canvas": svg(
		`<mask id="m">${rect("")}</mask>${times(30, () => rect('mask="url(#m)"'))}`,
	),
	"clip paths in a clip path": svg(
		`<clipPath id="a"><rect width="900" height="900"/></clipPath><clipPath id="b">${times(60, () => rect('clip-path="url(#a)"'))}</clipPath>${rect('clip-path="url(#b)"')}`,
	),
	"translucent rectangles": svg(times(300, () => rect('fill-opacity=".5"'))),
	"white space in path data that is used again": svg(
		`<path id="a" d="M0 0${" ".repeat(500_000)}L9 9V0z"/>${times(5000, () => '<use href="#a"/>')}`,
	),
};

/** Values whose reading took the square of their length: drawn, and at once. */
export const LONG_VALUES: Readonly<Record<string, string>> = {
	"spaces before nothing important": svg(
		`${times(90, () => `<g style="fill:red${" ".repeat(19_000)}x"/>`)}${rect("")}`,
	),
	"spaces in a fraction": svg(`<g opacity="${" ".repeat(200_000)}x">${rect("")}</g>`),
	"digits in a length": svg(`<g stroke-width="${"1".repeat(200_000)}x">${rect("")}</g>`),
};
