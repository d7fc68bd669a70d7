import { type ImageFormat, latin1 } from "./sniff.js";

/**
 * Whether an image that could not be decoded is incomplete, because the download was interrupted or
 * the file was truncated. Only checks lengths and the end marker.
 */
export function isCutOff(bytes: Uint8Array, format: ImageFormat): boolean {
	const { length } = bytes;
	switch (format) {
		case "png":
			return latin1(bytes, length - 8, length - 4) !== "IEND";
		case "jpeg":
			// Cameras write zeros after the end marker.
			return !latin1(bytes, Math.max(0, length - 65_536), length).includes("\xff\xd9");
		case "gif":
			return bytes[length - 1] !== 0x3b;
		case "webp":
			return length < viewOf(bytes).getUint32(4, true) + 8;
		case "avif":
			return boxesReachBeyond(bytes);
		case "svg":
			return !/>\s*$/.test(latin1(bytes, Math.max(0, length - 256), length));
	}
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
	new DataView(buffer, byteOffset, byteLength);

/** Maximum number of boxes of an ISO base media file that are checked; a picture has a handful. */
const MAX_BOXES = 64;

/** Whether a top-level box (ISO/IEC 14496-12, 4.2) extends beyond the end of the file. */
function boxesReachBeyond(bytes: Uint8Array): boolean {
	const view = viewOf(bytes);
	let at = 0;
	for (let count = 0; count < MAX_BOXES && at + 8 <= bytes.length; count++) {
		let size = view.getUint32(at);
		// 0: to the end of the file. 1: a 64-bit length follows.
		if (size === 0) return false;
		if (size === 1) {
			if (at + 16 > bytes.length) return true;
			size = Number(view.getBigUint64(at + 8));
		}
		if (size < 8) return false;
		at += size;
	}
	return at > bytes.length;
}
