import t from "tap";
import { prepareImage } from "../../../src/engine/images/prepare.js";
import { openFontLibrary } from "../../../src/engine/text/fonts/library.js";
import { boxNeed } from "./helpers/prepare-in-child.js";

/** The colour (RGBA) at a place of a 100 by 100 picture. */
async function colorAt(
	content: string,
	x: number,
	y: number,
	attributes = 'viewBox="0 0 100 100"',
): Promise<number[]> {
	const source = `<?xml version="1.0" encoding="UTF-8"?>
<!-- Generator: Adobe Illustrator -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`;
	const { data, channels } = await prepareImage(Buffer.from(source), boxNeed(100, 100));
	const at = (y * 100 + x) * channels;
	return [...data.subarray(at, at + 3), channels === 4 ? data[at + 3]! : 255];
}

const RED = [255, 0, 0, 255];
const CLEAR = 0;
const square = (attributes: string): string => `<rect width="50" height="50" ${attributes}/>`;

t.test("attributes, classes and style declarations set the paint", async (t) => {
	t.same(await colorAt(square('fill="red"'), 25, 25), RED);
	t.same(
		await colorAt(`<style>.st0,.st1{fill:#FF0000;}</style>${square('class="st1"')}`, 25, 25),
		RED,
		"class",
	);
	t.same(
		await colorAt(
			`<style>rect{fill:blue}#a{fill:red}</style>${square('id="a" fill="lime"')}`,
			25,
			25,
		),
		RED,
		"specificity",
	);
	t.same(await colorAt(square('style="fill:red" fill="blue"'), 25, 25), RED, "style attribute");
	t.same(
		await colorAt(`<g color="red">${square('fill="currentColor"')}</g>`, 25, 25),
		RED,
		"currentColor",
	);
	t.same(
		await colorAt(square('fill="currentColor"'), 25, 25),
		[0, 0, 0, 255],
		"currentColor unset",
	);
	t.same((await colorAt(square('fill="red" opacity=".5"'), 25, 25))[3], 128, "opacity");
});

t.test("references to gradients, clips, masks and uses are resolved", async (t) => {
	const gradient =
		'<linearGradient id="a"><stop stop-color="red"/><stop offset="1" stop-color="red"/></linearGradient><linearGradient id="g" xlink:href="#a" x2="9"/>';
	t.same(
		await colorAt(gradient + square('fill="url(#g)"'), 25, 25),
		RED,
		"gradient with a template",
	);
	t.same(
		await colorAt(
			'<symbol id="s" viewBox="0 0 1 1"><rect width="1" height="1" fill="red"/></symbol><use xlink:href="#s" x="10" width="50" height="50"/>',
			40,
			25,
		),
		RED,
		"symbol",
	);
	const clip = `<clipPath id="c"><use href="#r"/></clipPath><defs><rect id="r" width="20" height="20"/></defs><g clip-path="url(#c)">${square('fill="red"')}</g>`;
	t.same(await colorAt(clip, 10, 10), RED, "inside the clip path");
	t.equal((await colorAt(clip, 40, 40))[3], CLEAR, "outside the clip path");
	const mask = `<mask id="m"><rect width="20" height="20" fill="white"/></mask><g mask="url(#m)">${square('fill="red"')}</g>`;
	t.same(await colorAt(mask, 10, 10), RED, "inside the mask");
	t.equal((await colorAt(mask, 40, 40))[3], CLEAR, "outside the mask");
	const pattern =
		'<pattern id="p" width="10" height="10" patternUnits="userSpaceOnUse"><rect width="10" height="10" fill="red"/></pattern>';
	t.same(await colorAt(pattern + square('fill="url(#p)"'), 25, 25), RED, "pattern");
});

t.test("a drop shadow as Figma writes it", async (t) => {
	const shadow = `<g filter="url(#f)">${square('fill="red"')}</g><defs><filter id="f" x="-10" y="-10" width="110" height="110" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB"><feFlood flood-opacity="0" result="b"/><feColorMatrix in="SourceAlpha" type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0" result="hardAlpha"/><feOffset dy="20"/><feGaussianBlur stdDeviation="2"/><feColorMatrix type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0"/><feBlend in2="b" result="s"/><feBlend in="SourceGraphic" in2="s" result="shape"/></filter></defs>`;
	t.same(await colorAt(shadow, 25, 25), RED);
	const [red, , , alpha] = await colorAt(shadow, 25, 60);
	t.ok(red === 0 && alpha! > 250, "black below");
});

t.test("width, height, viewBox and aspect ratio place the drawing", async (t) => {
	const content = '<rect width="10" height="10" fill="red"/>';
	t.same(await colorAt(content, 95, 95, 'width="10" height="10"'), RED, "size only");
	t.same(
		await colorAt(content, 95, 95, 'width="100%" height="100%" viewBox="0 0 10 10"'),
		RED,
		"percent",
	);
	t.same(
		await colorAt(
			content,
			5,
			50,
			'width="20" height="10" viewBox="0 0 10 10" preserveAspectRatio="xMinYMid"',
		),
		RED,
		"aligned to the left of its own size, cut in the middle",
	);
	t.same(
		await colorAt(
			`<svg x="50" width="50" height="50" viewBox="0 0 10 10">${content}</svg>`,
			95,
			45,
		),
		RED,
		"nested viewport",
	);
});

t.test("a nested viewport clips", async (t) => {
	const content = '<svg width="20" height="20"><rect width="90" height="90" fill="red"/></svg>';
	t.same(await colorAt(content, 10, 10), RED);
	t.equal((await colorAt(content, 60, 60))[3], CLEAR);
});

t.test("tiles of a pattern keep their distance where it is not whole pixels", async (t) => {
	const tile = (attributes: string, width: number): string =>
		`<pattern id="p" ${attributes}><rect width="${width}" height="100" fill="red"/></pattern>${square('width="100" height="100" fill="url(#p)"').replace('width="50" height="50"', "")}`;
	const absolute = 'width="7.4" height="100" patternUnits="userSpaceOnUse"';
	t.same(await colorAt(tile(absolute, 3.7), 90, 50), RED, "in user space");
	t.equal((await colorAt(tile(absolute, 3.7), 94, 50))[3], CLEAR, "between tiles");
	t.same(await colorAt(tile('width=".074" height="1"', 3.7), 90, 50), RED, "in shares of a box");
	t.same(
		await colorAt(tile('width="7.4" height="100" patternUnits="userSpaceOnUse"', 9), 94, 50),
		RED,
		"without a seam",
	);
});

t.test("what a browser draws otherwise is named, and nothing else", async (t) => {
	const fonts = await openFontLibrary();
	const names = async (content: string, attributes = ""): Promise<string[]> => {
		const source = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" ${attributes}>${content}</svg>`;
		const { notes = [] } = await prepareImage(Buffer.from(source), boxNeed(100, 100), { fonts });
		return notes.map(({ name }) => name);
	};
	t.same(await names(square('style="border:1px solid;padding:9px;perspective:9px"')), []);
	t.same(await names(square(""), 'style="border:1px solid"'), ["border"], "of the root");
	t.same(
		await names(`<style>.none{backdrop-filter:blur(1px)}</style>${square("")}`),
		[],
		"a rule that nothing matches",
	);
	t.same(
		await names(square('style="mask-image:linear-gradient(red,blue);mix-blend-mode:plus-lighter"')),
		["mask-image", "mix-blend-mode: plus-lighter"],
	);
	t.same(await names(`<foreignObject/>${square("")}`), [], "foreignObject without content");
	t.same(
		await names(
			`<filter id="f"><feGaussianBlur stdDeviation="5 1"/></filter>${square('transform="rotate(9)" filter="url(#f)"')}`,
		),
		["stdDeviation on a rotated element"],
	);
	for (const mode of ["tb", "vertical-rl", "sideways-lr"])
		t.same(
			await names(`<text y="50" style="writing-mode:${mode}">a</text>`),
			["writing-mode"],
			mode,
		);
	for (const mode of ["lr", "horizontal-tb"])
		t.same(await names(`<text y="50" writing-mode="${mode}">a</text>`), [], mode);
	const empty = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 0 9"/>');
	await t.rejects(prepareImage(empty, boxNeed(100, 100)), {
		message: "The SVG cannot be drawn: its viewBox has no width or no height.",
	});
});
