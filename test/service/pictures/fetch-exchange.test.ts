import t from "tap";
import { Agent, buildConnector } from "undici";
import { FairShare } from "../../../src/base/fair-share.js";
import { ByteBudget, HeldBytes } from "../../../src/service/pictures/fetch/byte-budget.js";
import { DeadlinePassed, exchange } from "../../../src/service/pictures/fetch/exchange.js";
import { startHostileServer, TINY_PNG } from "../../helpers/hostile-server.js";

t.test("a request that is given up before its connection stands is never sent", async (t) => {
	const server = await startHostileServer();
	const connect = buildConnector({});
	const agent = new Agent({
		connections: 1,
		connect: (target, callback) => void setTimeout(() => connect(target, callback), 60),
	});
	t.teardown(async () => {
		await agent.destroy();
		await server.close();
	});
	const ask = (path: string, signal: AbortSignal) =>
		exchange(
			agent,
			{ url: new URL(server.url(path)), headers: {}, maxBytes: 1_000 },
			{ signal, budget: new ByteBudget(1_000, new HeldBytes(new FairShare(1_000_000)), "") },
		);
	const controller = new AbortController();
	setTimeout(() => controller.abort(new DeadlinePassed(10)), 10);
	const failure: unknown = await ask("/image.png?late", controller.signal).catch((error) => error);
	t.match(failure, { name: "FetchFailure", reason: "unreachable" });
	const { signal } = new AbortController();
	t.match(await ask("/image.png?next", signal), { kind: "body", bytes: TINY_PNG });
	t.same(
		server.hits.map(({ query }) => query.toString()),
		["next="],
	);
});
