/** jpg is another name of jpeg. */
import t from "tap";
import type { LinkResponse } from "../../src/contract/links.js";
import { startApp } from "../helpers/app.js";
import { LINK_KEY } from "../helpers/links.js";

const DOCUMENT = {
	platform: "custom",
	size: { width: 64, height: 64 },
	slides: [{ textBlocks: [{ text: "a", fontSize: 8 }] }],
};

t.test("jpg is read and answered as jpeg", async (t) => {
	const app = await startApp(t, { LINK_KEYS: LINK_KEY, RENDER_PROCESSES: "1" });
	const bytes = async (answer: Response) => {
		t.equal(answer.status, 200);
		t.equal(answer.headers.get("content-type"), "image/jpeg");
		return Buffer.from(await answer.arrayBuffer());
	};
	const jpeg = await bytes(await app.post("/api/render.jpeg", DOCUMENT));
	t.ok(jpeg.equals(await bytes(await app.post("/api/render.jpg", DOCUMENT))));
	t.equal((await app.get("/api/render.jpg")).status, 405);
	const asked = { ...DOCUMENT, format: "jpg", delivery: "dataUrl" };
	const answer = await app.post("/api/render", asked);
	const { format, images } = (await answer.json()) as {
		format: string;
		images: { dataUrl: string }[];
	};
	t.equal(format, "jpeg");
	t.equal(images[0]!.dataUrl, `data:image/jpeg;base64,${jpeg.toString("base64")}`);
	for (const request of [
		{ document: DOCUMENT, format: "jpg" },
		{ document: { ...DOCUMENT, format: "jpg" } },
	]) {
		const { urls } = (await (await app.post("/api/links", request)).json()) as LinkResponse;
		t.match(urls[0], /\/1\.jpeg$/);
		t.ok(jpeg.equals(await bytes(await fetch(urls[0]!))));
	}
	for (const wrong of ["JPG", "gif", ["jpg"]])
		t.equal((await app.post("/api/render", { ...DOCUMENT, format: wrong })).status, 400);
});
