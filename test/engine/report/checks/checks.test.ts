import t from "tap";
import type { Warning } from "../../../../src/contract/warning.js";
import { startApp } from "../../../helpers/app.js";
import { type Case, DEFECTS, DESIGNS } from "./cases.js";

t.test("the checks", async (t) => {
	const { post } = await startApp(t);
	const warningsOf = async ({ document, slide, drawn }: Case): Promise<Warning[]> => {
		const body = { platform: "photo-feed-post", ...document, slides: [slide] };
		const response = await post(drawn ? "/api/render" : "/api/measure", body);
		const answer = (await response.json()) as { warnings: Warning[] };
		if (response.status !== 200) throw new Error(JSON.stringify(answer));
		return answer.warnings;
	};

	await t.test("report what a person would see", async (t) => {
		t.ok(DEFECTS.length >= 40, `${DEFECTS.length} defects`);
		for (const defect of DEFECTS) {
			const warnings = await warningsOf(defect);
			const { code, severity, says, name } = defect;
			const found = warnings.find((warning) => warning.code === code);
			t.ok(found, `${name}: ${JSON.stringify(warnings.map((one) => one.code))}`);
			if (severity) t.equal(found?.severity, severity, `${name}: severity`);
			if (says) t.match(found?.message, says, `${name}: how to fix it`);
		}
	});

	await t.test("leave deliberate designs alone", async (t) => {
		t.ok(DESIGNS.length >= 60, `${DESIGNS.length} designs`);
		for (const design of DESIGNS)
			t.same(
				(await warningsOf(design)).map(({ code, path, message }) => `${code} ${path} ${message}`),
				[],
				design.name,
			);
	});
});
