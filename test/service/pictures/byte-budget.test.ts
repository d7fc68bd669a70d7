import t from "tap";
import { FairShare } from "../../../src/base/fair-share.js";
import { ByteBudget, HeldBytes } from "../../../src/service/pictures/fetch/byte-budget.js";

const heldBytes = (max: number, beyond = 0) => {
	const shares = new FairShare(max);
	return { shares, service: new HeldBytes(shares, beyond) };
};

t.test("a request has a bound of its own", async (t) => {
	const budget = new ByteBudget(100, heldBytes(1_000).service, "a");
	t.ok(budget.take(100));
	t.notOk(budget.take(1));
	t.match(budget.exceeded(), { reason: "too_large", details: { maxRequestBytes: 100 } });
});

t.test("all requests together have one, until they let go", async (t) => {
	const { shares, service } = heldBytes(150);
	const first = new ByteBudget(100, service, "a");
	const second = new ByteBudget(100, service, "b");
	t.ok(first.take(100));
	t.notOk(second.take(60));
	t.match(second.exceeded(), { code: "overloaded", retryAfter: 2 });
	second.release();
	second.release();
	t.equal(shares.total, 100, "released once");
	first.release();
	t.equal(shares.total, 0);
	t.ok(new ByteBudget(100, service, "b").take(90));
});

t.test("who holds little goes past the bound, who holds much does not", async (t) => {
	const { service } = heldBytes(100, 50);
	const greedy = new ByteBudget(1_000, service, "greedy");
	const honest = new ByteBudget(1_000, service, "honest");
	t.ok(greedy.take(100), "one alone may have all");
	t.ok(honest.take(20));
	t.notOk(greedy.take(1), "but no more");
	t.ok(honest.take(29));
	t.notOk(honest.take(1), "and beyond is an end, too");
});

t.test("past its share a client waits, unless its request is the first", async (t) => {
	const { service } = heldBytes(200);
	const budget = new ByteBudget(200, service, "a");
	const { signal } = new AbortController();
	const other = () => false;
	budget.take(174);
	await service.room("a", signal, other);
	budget.take(1);
	await service.room("a", signal, () => true);
	await service.room("b", signal, other);

	let entered = false;
	const waiting = service.room("a", signal, other).then(() => {
		entered = true;
	});
	const abort = new AbortController();
	const leaving = service.room("a", abort.signal, other);
	abort.abort(new Error("gone"));
	await t.rejects(leaving, { message: "gone" });
	service.recheck();
	await new Promise((resolve) => setImmediate(resolve));
	t.equal(entered, false);
	budget.release();
	await waiting;
	t.equal(entered, true);
});
