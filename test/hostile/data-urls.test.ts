import t from "tap";
import { gif, plainPng } from "../helpers/hostile-rasters.js";
import { imageBody, startVictim, tryRows } from "../helpers/hostile-rows.js";
import { svg } from "../helpers/hostile-svgs.js";
import { dataUrl } from "../helpers/sample-images.js";

const DRAWN = "200";
const INVALID = "400 invalid_render_request";
const NO_IMAGE = "422 not_an_image";

t.test("malformed, mislabelled and long data URLs are refused", async (t) => {
	const victim = await startVictim();
	const png = plainPng(9, 9, { rows: 9 });
	const base64 = png.toString("base64");
	const picture = svg('<rect width="9" height="9"/>');
	const rows: [src: string, expected: string][] = [
		// 66
		["data:", INVALID],
		["data:,", INVALID],
		["data:;base64,", INVALID],
		["data:image/png;base64", INVALID],
		["data:image/png;base64,", INVALID],
		["data:image/png,", INVALID],
		// 67: the forgiving forms of the Infra standard, and no others
		[`data:image/png;base64,${base64.replace(/=+$/, "")}`, DRAWN],
		[`data:image/png;base64,${base64.replace(/(.{20})/g, "$1\n ")}`, DRAWN],
		[`data:image/png;base64,${base64.replaceAll("+", "%2B").replaceAll("/", "%2F")}`, DRAWN],
		[`data:image/png;base64,${base64}*`, NO_IMAGE],
		[`data:image/png;base64,-_${base64}`, NO_IMAGE],
		[`data:image/png;base64,A===`, NO_IMAGE],
		[`data:image/png;base64,A`, NO_IMAGE],
		// 68
		[`data:text/html;base64,${base64}`, INVALID],
		[`data:application/pdf;base64,${base64}`, INVALID],
		[`data:image/bmp;base64,${Buffer.from("BM").toString("base64")}`, NO_IMAGE],
		[`DATA:IMAGE/PNG;BASE64,${base64}`, DRAWN],
		[`data:image/svg+xml;utf8,${picture}`, DRAWN],
		[`data:image/png;charset=x;base64,${base64}`, DRAWN],
		// 69: the bytes decide
		[dataUrl(png, "image/gif"), DRAWN],
		[dataUrl(png, "image/svg+xml"), DRAWN],
		[dataUrl(Buffer.from(picture), "image/png"), DRAWN],
		[dataUrl(gif(9, 9, 0), "image/png"), NO_IMAGE],
		// 70
		["data:image/svg+xml,%", NO_IMAGE],
		[`data:image/svg+xml,${svg("<desc>ünïcödé 漢字 😀</desc>")}`, DRAWN],
		[`data:image/svg+xml,${"<svg ".repeat(64_000)}`, NO_IMAGE],
		[`data:image/svg+xml,${"%".repeat(1_000_000)}`, NO_IMAGE],
		// 71
		[`data:image/png;base64;base64,${base64}`, INVALID],
		[`data:image/png${";a=b".repeat(100_000)};base64,${base64}`, INVALID],
		[`data:image/${"a".repeat(1_000_000)},a`, INVALID],
		[`data:${" ".repeat(1_000_000)}image/png,a`, INVALID],
	];
	await tryRows(
		t,
		victim,
		rows.map(([src, expected]) => ({
			name: src.slice(0, 60),
			body: imageBody(src),
			expected,
		})),
	);
});
