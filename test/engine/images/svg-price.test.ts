import t from "tap";
import { ImageFault } from "../../../src/engine/images/image-fault.js";
import { openSvg } from "../../../src/engine/images/svg/open.js";
import { COSTLY_SVGS, LONG_VALUES } from "../../helpers/costly-svgs.js";
import { boxNeed } from "./helpers/prepare-in-child.js";

const SLIDE = { width: 1080, height: 1920 };
/** Seconds of one core that work takes: other processes do not change them much. */
async function cpuSeconds(work: () => Promise<unknown>): Promise<number> {
	const before = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1e6;
}
const write = async (svg: string, scale = 1) => {
	const image = await openSvg(Buffer.from(svg));
	const { width, height } = image.size;
	const box = { boxWidth: width * scale, boxHeight: height * scale };
	return image.write({ ...boxNeed(width, height), ...box, region: { left: 0, top: 0, ...SLIDE } });
};
/** Why it is refused; undefined when it is not. */
async function faultOf(svg: string, scale = 1): Promise<string | undefined> {
	try {
		await write(svg, scale);
		return undefined;
	} catch (error) {
		return error instanceof ImageFault ? error.reason : String(error);
	}
}

t.test("what would take seconds or gigabytes is refused before it is drawn", async (t) => {
	for (const [name, svg] of Object.entries(COSTLY_SVGS)) {
		let reason: string | undefined;
		const seconds = await cpuSeconds(async () => {
			reason = await faultOf(svg);
		});
		t.equal(reason, "too_complex", name);
		t.ok(seconds < 5, `${name}: ${seconds} s`);
	}
});

t.test("long values are read in linear time", async (t) => {
	for (const [name, svg] of Object.entries(LONG_VALUES)) {
		const seconds = await cpuSeconds(() => write(svg));
		t.ok(seconds < 3, `${name}: ${seconds} s`);
	}
});

t.test("the price follows the size of the picture", async (t) => {
	const blurs = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><filter id="f" x="-1" y="-1" width="3" height="3"><feGaussianBlur stdDeviation="3"/><feGaussianBlur stdDeviation="3"/></filter><rect width="100" height="100" filter="url(#f)"/></svg>`;
	t.match((await write(blurs)).markup, /feGaussianBlur/, "small");
	t.equal(await faultOf(blurs, 15), "too_complex", "on a whole slide");
});
