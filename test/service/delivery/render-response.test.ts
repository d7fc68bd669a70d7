import t from "tap";
import { renderResponse } from "../../../src/service/delivery/render-response.js";
import { SpooledSlide } from "../../../src/service/delivery/spooled-slide.js";

const head = {
	ok: true,
	format: "svg",
	delivery: "both",
	platform: "photo-feed-post",
	mode: "carousel",
	slideCount: 2,
} as const;
const told = {
	warnings: [
		{
			code: "off_slide",
			severity: "error",
			path: "/slides/0/imageOverlays/0",
			message: "Nothing is seen.",
		},
	],
	warningCount: 1,
} as const;
const meta = { slide: 1, mimeType: "image/svg+xml", width: 1080, height: 1350, alt: "" } as const;

const slide = (bytes: Buffer, base64 = false) =>
	new SpooledSlide({ ...meta, ...told, base64 }, { bytes, release: () => undefined });

t.test("the pieces are one JSON document, whatever the bytes and their length", async (t) => {
	for (const length of [0, 1, 2, 3, 49_151, 49_152, 49_153, 200_001]) {
		const svg = `<svg>"\\\n${"é€😀".repeat(length / 9)}</svg>`.padEnd(length);
		const bytes = Buffer.from(svg);
		let text = "";
		for await (const piece of renderResponse(
			head,
			[
				{ meta, slide: slide(bytes), inline: true },
				{
					meta: { ...meta, slide: 2, mimeType: "image/png" },
					slide: slide(bytes),
					inline: false,
				},
				{
					meta: { ...meta, slide: 3, mimeType: "image/png" },
					slide: slide(Buffer.from(bytes.toString("base64")), true),
					inline: true,
				},
			],
			told,
		)) {
			t.ok(piece.length <= 200_000);
			text += typeof piece === "string" ? piece : Buffer.from(piece).toString("latin1");
		}
		t.same(JSON.parse(text), {
			...head,
			...told,
			images: [
				{ ...meta, dataUrl: `data:image/svg+xml;base64,${bytes.toString("base64")}`, svg },
				{ ...meta, slide: 2, mimeType: "image/png" },
				{
					...meta,
					slide: 3,
					mimeType: "image/png",
					dataUrl: `data:image/png;base64,${bytes.toString("base64")}`,
				},
			],
		});
	}
});

t.test("others get a turn while much text is made, and none is given for little", async (t) => {
	for (const [length, least, most] of [
		[30_000, 0, 0],
		[10_000_000, 100, 250],
	] as const) {
		const images = [{ meta, slide: slide(Buffer.alloc(length, "a")), inline: true }];
		let turns = 0;
		let going = true;
		const count = () => {
			if (!going) return;
			turns++;
			setImmediate(count);
		};
		setImmediate(count);
		for await (const _ of renderResponse(head, images, told));
		going = false;
		t.ok(turns >= least && turns <= most, `${turns} turns for ${length} bytes`);
	}
});
