import t from "tap";
import { ImageFault } from "../../../src/engine/images/image-fault.js";
import { readSvgDocument } from "../../../src/engine/images/svg/sanitize.js";
import { COSTLY_SVGS, LONG_VALUES } from "../../helpers/costly-svgs.js";

const SLIDE = { width: 1080, height: 1920 };
/** Seconds of one core that work takes: other processes do not change them much. */
function cpuSeconds(work: () => void): number {
	const before = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1e6;
}
const write = (svg: string, scale = 1) =>
	readSvgDocument(Buffer.from(svg)).write([scale, 0, 0, scale, 0, 0], SLIDE);
/** Why it is refused; undefined when it is not. */
function faultOf(svg: string, scale = 1): string | undefined {
	try {
		write(svg, scale);
		return undefined;
	} catch (error) {
		return error instanceof ImageFault ? error.reason : String(error);
	}
}

t.test("what would take seconds or gigabytes is refused before it is drawn", async (t) => {
	for (const [name, svg] of Object.entries(COSTLY_SVGS)) {
		let reason: string | undefined;
		const seconds = cpuSeconds(() => {
			reason = faultOf(svg);
		});
		t.equal(reason, "too_complex", name);
		t.ok(seconds < 5, `${name}: ${seconds} s`);
	}
});

t.test("long values are read in linear time", async (t) => {
	for (const [name, svg] of Object.entries(LONG_VALUES)) {
		const seconds = cpuSeconds(() => write(svg));
		t.ok(seconds < 3, `${name}: ${seconds} s`);
	}
});

t.test("the price follows the size of the picture", async (t) => {
	const blurs = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><filter id="f" x="-1" y="-1" width="3" height="3"><feGaussianBlur stdDeviation="3"/><feGaussianBlur stdDeviation="3"/></filter><rect width="100" height="100" filter="url(#f)"/></svg>`;
	t.match(write(blurs).markup, /feGaussianBlur/, "small");
	t.equal(faultOf(blurs, 15), "too_complex", "on a whole slide");
});
