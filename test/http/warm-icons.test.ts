import t from "tap";
import type { IconCatalog } from "../../src/catalog/icons/index.js";
import { startApp } from "../helpers/app.js";
import { until } from "../helpers/until.js";

/** An icon search that only counts how often it was asked to get ready. */
function countingIcons() {
	const asked = { warm: 0 };
	const icons = {
		warm: async () => void asked.warm++,
		close: async () => undefined,
	} as unknown as IconCatalog;
	return { asked, icons };
}

t.test("renders leave the index of the icons alone", async (t) => {
	const { asked, icons } = countingIcons();
	const { get, post } = await startApp(t, {}, { icons });
	const body = { slides: [{ textBlocks: [{ text: "Hello" }] }] };
	t.equal((await post("/api/render.png", body)).status, 200);
	t.equal((await get("/api/health")).status, 200);
	t.equal(asked.warm, 0);
});

for (const path of ["/", "/llms.txt"])
	t.test(`it gets ready, once, when somebody opens ${path}`, async (t) => {
		const { asked, icons } = countingIcons();
		const { get } = await startApp(t, {}, { icons });
		for (let i = 0; i < 3; i++) t.equal((await get(path)).status, 200);
		await until("the index is asked for", () => asked.warm > 0);
		t.equal(asked.warm, 1);
	});
