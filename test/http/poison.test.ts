import t from "tap";
import { createRenderPool, type PoolEvent } from "../../src/service/processes/pool.js";
import { startApp } from "../helpers/app.js";
import { until } from "../helpers/until.js";
import { fixturePool } from "../service/processes/fixtures/pool-fixture.js";

const slides = (command: string, count: number) =>
	Array.from({ length: count }, () => ({ textBlocks: [{ text: command }] }));

t.test(
	"a carousel that kills what draws it costs few processes, and no other request",
	async (t) => {
		// One whose process was killed from outside is drawn once more; two are drawn at a time.
		for (const [command, most] of [
			["abort", 2],
			["throw", 2],
			["kill-self", 4],
		] as const) {
			const events: PoolEvent[] = [];
			const renderer = createRenderPool(
				fixturePool({ size: 2, spare: true, log: (event) => events.push(event) }),
			);
			const { post } = await startApp(t, { TRUST_PROXY: "1" }, { renderer });
			const allReady = () =>
				until("all processes are ready", () => renderer.health().processes === 3);
			const sendPoison = async () => {
				await allReady();
				events.length = 0;
				const poison = { mode: "carousel", slides: slides(command, 20) };
				const answer = await post("/api/render", poison, { "x-forwarded-for": "192.0.2.2" });
				t.equal(answer.status, 500);
				await allReady();
				const lost = events.filter(({ event }) => event === "died" || event === "threw").length;
				t.ok(lost >= 1 && lost <= most, `${command}: ${lost} processes`);
			};
			await sendPoison();
			const honest = Array.from({ length: 10 }, () =>
				post("/api/render", { slides: slides("sleep 20", 1) }, { "x-forwarded-for": "192.0.2.1" }),
			);
			await sendPoison();
			for (const response of await Promise.all(honest)) t.equal(response.status, 200);
		}
	},
);
