import t from "tap";
import { Slots } from "../../../src/base/slots.js";
import { ByteCollector } from "../../../src/service/pictures/fetch/byte-collector.js";
import { guardedConnector } from "../../../src/service/pictures/fetch/connector.js";
import type { Guard } from "../../../src/service/pictures/fetch/guard.js";
import { fakeDns, startHostileServer } from "../../helpers/hostile-server.js";

const never = () => new AbortController().signal;

t.test("ByteCollector grows up to its limit and keeps what it has", async (t) => {
	for (const expected of [undefined, 0, 10, 100_000]) {
		const collector = new ByteCollector(100_000, expected);
		for (let i = 0; i < 100; i++) t.ok(collector.push(Buffer.alloc(1_000, i)));
		t.notOk(collector.push(Buffer.alloc(1)));
		const bytes = collector.bytes();
		t.equal(bytes.length, 100_000);
		t.equal(bytes[99_999], 99);
	}
	const short = new ByteCollector(100, 100);
	short.push(Buffer.from("abc"));
	t.equal(short.bytes().buffer.byteLength, 3, "no memory is kept for what did not come");
});

t.test("Slots bounds what runs, serves in order, and lets the impatient go", async (t) => {
	const slots = new Slots(2);
	const order: number[] = [];
	let active = 0;
	let peak = 0;
	const impatient = new AbortController();
	const run = (id: number, signal: AbortSignal) =>
		slots.run("a", signal, async () => {
			peak = Math.max(peak, ++active);
			order.push(id);
			await new Promise((resolve) => setTimeout(resolve, 5));
			active--;
		});
	const all = [0, 1, 2, 3].map((id) => run(id, never()));
	const gone = run(4, impatient.signal);
	const last = run(5, never());
	impatient.abort(new Error("gone"));
	await t.rejects(gone, /gone/);
	await t.rejects(run(6, impatient.signal), /gone/);
	await Promise.all([...all, last]);
	t.same(order, [0, 1, 2, 3, 5]);
	t.equal(peak, 2);
	await t.rejects(
		slots.run("a", never(), async () => Promise.reject(new Error("work"))),
		/work/,
	);
	await run(7, never());
});

t.test("DNS rebinding: the address that was checked is the one connected to", async (t) => {
	const good = await startHostileServer({ host: "127.0.0.2" });
	t.teardown(() => good.close());
	// The name's second answer would be refused; nobody may ask for it.
	const dns = fakeDns({ "rebind.example": [["127.0.0.2"], ["127.0.0.1"]] });
	const guard: Guard = {
		trusts: () => false,
		admitsUrl: () => true,
		admitsAddress: (_, address) => address === "127.0.0.2",
	};
	const connect = (admits: Guard, hostname: string) =>
		new Promise<string>((resolve) => {
			const connector = guardedConnector(admits, dns.resolveHost, {
				timeoutMs: 1_000,
				signal: never(),
				onConnection: () => undefined,
			});
			connector({ hostname, protocol: "http:", port: `${good.port}` }, (...[error, socket]) => {
				resolve(error ? error.message : (socket.remoteAddress ?? ""));
				socket?.destroy();
			});
		});
	t.equal(await connect(guard, "rebind.example"), "127.0.0.2");
	t.same(dns.questions, ["rebind.example"], "asked once");
	t.match(await connect(guard, "rebind.example"), /refused address/, "the second answer");
	t.match(await connect(guard, "127.0.0.1"), /refused/, "a literal");

	let checks = 0;
	const suspicious: Guard = { ...guard, admitsAddress: () => ++checks === 1 };
	t.match(await connect(suspicious, "127.0.0.2"), /leads to a refused/, "the peer is checked too");
});
