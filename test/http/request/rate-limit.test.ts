import t from "tap";
import { MinuteCounts } from "../../../src/http/request/rate-limit.js";
import { fakeRenderer, startApp } from "../../helpers/app.js";
import { noRedis, startRedis } from "../../helpers/redis-server.js";
import { freePort } from "../../helpers/service-process.js";

/** An endpoint that is counted and costs little. */
const COUNTED = "/api/assets/icons/search?limit=0";
const PASSED = 400;

async function start(t: Parameters<typeof startApp>[0], env: Record<string, string>) {
	const service = await startApp(t, env, { renderer: fakeRenderer() });
	const send = async (address?: string, path = COUNTED) => {
		const headers: Record<string, string> = address ? { "x-forwarded-for": address } : {};
		const response = await service.get(path, { headers });
		await response.arrayBuffer();
		return response.status;
	};
	return { ...service, send };
}

t.test("a client that sends too much gets the time to wait", async (t) => {
	const { get, send } = await start(t, { RATE_LIMIT_MAX: "3" });
	for (let i = 0; i < 3; i++) t.equal(await send(), PASSED);
	const refused = await get(COUNTED);
	t.equal(refused.status, 429);
	t.match(refused.headers.get("retry-after"), /^(?:[1-9]|[1-5]\d|60)$/);
	t.match(await refused.json(), { error: { code: "rate_limited", details: {} } });
	for (const path of ["health", "render-schema", "openapi.json", "renders/x.png"]) {
		t.not(await send(undefined, `/api/${path}`), 429, `${path} is not counted`);
	}
	t.equal(await send(undefined, "/api/nowhere"), 404, "nor is what does not exist");
});

t.test("clients are addresses, an IPv6 network of 64 bits is one", async (t) => {
	const { send } = await start(t, { RATE_LIMIT_MAX: "1", TRUST_PROXY: "true" });
	const rows: [string, number][] = [
		["192.0.2.1", PASSED],
		["192.0.2.1", 429],
		["192.0.2.2", PASSED],
		["::ffff:192.0.2.2", 429],
		["2001:db8:1:2::1", PASSED],
		["2001:db8:1:2:ffff:ffff:ffff:ffff", 429],
		["2001:DB8:1:2::3", 429],
		["2001:db8:1:3::1", PASSED],
		["192.0.2.3:1024", PASSED],
		["192.0.2.3:1025", 429],
		["[2001:db8:1:4::1]:1024", PASSED],
		["[2001:db8:1:4::2]:1025", 429],
		["192.0.2.4:5, 10.0.0.1:6", PASSED],
		["192.0.2.4:7,10.0.0.2:8", 429],
		["fe80::1%eth0", PASSED],
		["no address", PASSED],
		["no address", 429],
		[`${"x".repeat(64)}a`, PASSED],
		[`${"x".repeat(64)}b`, 429],
	];
	for (const [address, status] of rows) t.equal(await send(address), status, address);
});

t.test("without TRUST_PROXY a client cannot take another's address", async (t) => {
	const { send } = await start(t, { RATE_LIMIT_MAX: "1" });
	t.equal(await send("192.0.2.1"), PASSED);
	t.equal(await send("192.0.2.2"), 429);
});

t.test(
	"replicas count together, and each for itself without Redis",
	{ skip: noRedis },
	async (t) => {
		const redis = await startRedis(t);
		const env = { RATE_LIMIT_MAX: "4", REDIS_URL: redis.url };
		const [a, b] = [await start(t, env), await start(t, env)];
		const inTurn = async () => [await a.send(), await b.send(), await a.send(), await b.send()];
		t.same(await inTurn(), [PASSED, PASSED, PASSED, PASSED]);
		t.same(await inTurn(), [429, 429, 429, 429]);
		const ends = await redis.ask(async (client) => {
			const keys = await client.keys("*");
			return Promise.all(keys.map((key) => client.pttl(key)));
		});
		t.equal(ends.length, 1);
		t.ok(
			ends.every((ms) => ms > 0 && ms <= 60_000),
			"what is counted ends by itself",
		);

		await redis.kill();
		t.same(await inTurn(), [PASSED, PASSED, PASSED, PASSED], "each starts with its own count");
		t.same(await inTurn(), [PASSED, PASSED, PASSED, PASSED]);
		t.same(await inTurn(), [429, 429, 429, 429]);
	},
);

t.test(
	"a Redis that hangs holds up only the request that finds it out",
	{ skip: noRedis },
	async (t) => {
		const redis = await startRedis(t);
		const { send } = await start(t, { RATE_LIMIT_MAX: "5", REDIS_URL: redis.url });
		t.equal(await send(), PASSED);
		redis.pause();
		for (let i = 0; i < 5; i++) t.equal(await send(), PASSED);
		t.equal(await send(), 429);
		redis.resume();
	},
);

t.test("the service starts without its Redis", async (t) => {
	const env = { RATE_LIMIT_MAX: "1", REDIS_URL: `redis://127.0.0.1:${await freePort()}` };
	const { send } = await start(t, env);
	t.same([await send(), await send()], [PASSED, 429]);
});

t.test("a minute ends by a clock that never goes back", async (t) => {
	let now = 5_000;
	const counts = new MinuteCounts(2, () => now);
	t.strictSame([counts.add("a", 1), counts.add("a", 1), counts.add("a", 1)], [0, 0, 60]);
	t.equal(counts.add("b", 3), 60);
	now += 59_001;
	t.equal(counts.add("a", 1), 1);
	now += 1_000;
	t.equal(counts.add("a", 2), 0);
	t.equal(counts.add("a", 1), 60);
});

t.test("a wall clock that is set back locks nobody out", async (t) => {
	const { Date: real } = globalThis;
	let offset = 0;
	globalThis.Date = class extends real {
		constructor(...args: ConstructorParameters<typeof real> | []) {
			super(...((args.length === 0 ? [real.now() + offset] : args) as [number]));
		}
		static override now = () => real.now() + offset;
	} as DateConstructor;
	t.teardown(() => {
		globalThis.Date = real;
	});
	const { send, get } = await start(t, { RATE_LIMIT_MAX: "2" });
	t.equal(await send(), PASSED);
	offset = -7_200_000;
	t.equal(await send(), PASSED);
	const refused = await get(COUNTED);
	t.equal(refused.status, 429);
	t.ok(Number(refused.headers.get("retry-after")) <= 60);
});

t.test("a Redis whose clock was set back begins a new minute", { skip: noRedis }, async (t) => {
	const redis = await startRedis(t);
	const { send } = await start(t, { RATE_LIMIT_MAX: "1", REDIS_URL: redis.url });
	t.strictSame([await send(), await send()], [PASSED, 429]);
	// As if its clock had been two hours ahead; or as if the key had lost its end.
	for (const end of [7_260_000, undefined]) {
		await redis.ask(async (client) => {
			for (const key of await client.keys("*:rate:*"))
				await (end === undefined ? client.persist(key) : client.pexpire(key, end));
		});
		t.strictSame([await send(), await send()], [PASSED, 429]);
	}
});
