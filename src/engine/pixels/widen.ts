import { kernels, stagingArea } from "./kernels.js";

/** Converts RGB pixels to opaque RGBA, in a new buffer. */
export function widened(rgb: Uint8Array): Uint8Array {
	const rgba = new Uint8Array((rgb.length / 3) * 4);
	const staging = stagingArea();
	const most = Math.floor(staging.length / 16) * 4;
	for (let at = 0; at * 3 < rgb.length; at += most) {
		const part = rgb.subarray(at * 3, (at + most) * 3);
		staging.set(part);
		const count = part.length / 3;
		kernels.widenStaged(Math.ceil(count / 4) * 4);
		rgba.set(staging.subarray(0, count * 4), at * 4);
	}
	return rgba;
}
