/**
 * Golden pictures: each `name.json` beside this file's source holds a request
 * and a slide number, each `name.png` what it must look like. A mismatch writes
 * actual and difference to golden-failures/. To accept new pictures, look at
 * them, then run with UPDATE_GOLDENS=1: that run still fails, the next passes.
 */
import t from "tap";
import { startApp } from "../helpers/app.js";
import { checkGolden, goldenCases } from "../helpers/golden.js";

t.test("golden documents give the same bytes as before", async (t) => {
	const { app } = await startApp(t);
	const cases = goldenCases();
	t.ok(cases.length > 40, "the cases are found");
	for (const { name, slide, request } of cases) {
		await t.test(name, async (t) => {
			const answer = await app.inject({
				method: "POST",
				url: `/api/render.png?slide=${slide}`,
				payload: request,
			});
			t.equal(answer.statusCode, 200, answer.statusCode === 200 ? "drawn" : answer.body);
			await checkGolden(t, name, answer.rawPayload);
		});
	}
});
