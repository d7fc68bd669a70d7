import t from "tap";
import { Admission } from "../../src/http/admission.js";

/** A task that ends when it is told to. */
function held() {
	let end = () => {};
	const done = new Promise<void>((resolve) => {
		end = resolve;
	});
	return { done, end: () => end() };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));
const { signal } = new AbortController();

t.test("clients take turns", async (t) => {
	const admission = new Admission({ running: 1, waiting: 10 });
	const order: string[] = [];
	const first = held();
	const running = admission.run("x", signal, () => first.done);
	const task = (name: string, client: string) =>
		admission.run(client, signal, async () => {
			order.push(name);
		});
	const all = [task("a1", "a"), task("a2", "a"), task("a3", "a"), task("b1", "b")];
	first.end();
	await Promise.all([running, ...all]);
	t.same(order, ["a1", "b1", "a2", "a3"]);
});

t.test("one too many is refused; one that gives up leaves its place", async (t) => {
	const admission = new Admission({ running: 1, waiting: 1 });
	const first = held();
	const running = admission.run("a", signal, () => first.done);
	const abort = new AbortController();
	const waiting = admission.run("a", abort.signal, async () => "never");
	t.throws(() => admission.check(), { code: "overloaded", retryAfter: 2 });
	await t.rejects(
		admission.run("b", signal, async () => "never"),
		{ code: "overloaded" },
	);
	abort.abort(new Error("gave up"));
	await t.rejects(waiting, { message: "gave up" });
	const next = admission.run("b", signal, async () => "done");
	first.end();
	await running;
	t.equal(await next, "done");
	await settled();
	t.equal(await admission.run("c", signal, async () => "free"), "free");
});

t.test("a task that fails leaves its place", async (t) => {
	const admission = new Admission({ running: 1, waiting: 0 });
	const failing = async () => {
		throw new Error("failed");
	};
	await t.rejects(admission.run("a", signal, failing), { message: "failed" });
	t.equal(await admission.run("a", signal, async () => "next"), "next");
});
