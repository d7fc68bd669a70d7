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
