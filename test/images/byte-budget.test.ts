import t from "tap";
import { ByteBudget, HeldBytes } from "../../src/images/fetch/byte-budget.js";

t.test("a request has a bound of its own", async (t) => {
	const budget = new ByteBudget(100, new HeldBytes(1_000));
	t.ok(budget.take(100));
	t.notOk(budget.take(1));
	t.match(budget.exceeded(), { reason: "too_large", details: { maxRequestBytes: 100 } });
});

t.test("all requests together have one, until they let go", async (t) => {
	const service = new HeldBytes(150);
	const first = new ByteBudget(100, service);
	const second = new ByteBudget(100, service);
	t.ok(first.take(100));
	t.notOk(second.take(60));
	t.match(second.exceeded(), { code: "overloaded", retryAfter: 2 });
	second.release();
	second.release();
	t.equal(service.held, 100, "released once");
	first.release();
	t.equal(service.held, 0);
	t.ok(new ByteBudget(100, service).take(90));
});

t.test("beyond what may be taken freely, only the first request goes on", async (t) => {
	const service = new HeldBytes(200, 100);
	const budget = new ByteBudget(200, service);
	const { signal } = new AbortController();
	const other = () => false;
	budget.take(100);
	await service.room(signal, other);
	budget.take(1);
	await service.room(signal, () => true);

	let entered = false;
	const waiting = service.room(signal, other).then(() => {
		entered = true;
	});
	const abort = new AbortController();
	const leaving = service.room(abort.signal, other);
	abort.abort(new Error("gone"));
	await t.rejects(leaving, { message: "gone" });
	service.recheck();
	await new Promise((resolve) => setImmediate(resolve));
	t.equal(entered, false);
	budget.release();
	await waiting;
	t.equal(entered, true);
});
