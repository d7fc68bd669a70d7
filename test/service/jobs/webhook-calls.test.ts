/** Which webhooks are called at a time, and in what order. */
import t from "tap";
import { WebhookCalls } from "../../../src/service/jobs/webhook-calls.js";

/** Calls that end when the test says so. */
function setUp() {
	const calls = new WebhookCalls();
	const { signal } = new AbortController();
	const begun: string[] = [];
	const ends = new Map<string, (delivered: boolean) => void>();
	const call = (name: string, client: string, url = `https://${name}.example/`) => {
		void calls.run({ client, url }, signal, () => {
			begun.push(name);
			return new Promise<boolean>((resolve) => ends.set(name, resolve));
		});
	};
	const end = async (name: string, delivered = true) => {
		ends.get(name)!(delivered);
		await new Promise((resolve) => setImmediate(resolve));
	};
	const settled = () => new Promise((resolve) => setImmediate(resolve));
	return { call, begun, end, calls, settled };
}

t.test("at most 8 for a client, and 64 in all", async (t) => {
	const { call, begun, end, settled } = setUp();
	for (let i = 0; i < 30; i++) call(`a${i}`, "a");
	await settled();
	t.equal(begun.length, 8);
	for (let client = 0; client < 20; client++)
		for (let i = 0; i < 10; i++) call(`b${client}-${i}`, `b${client}`);
	await end("a0");
	t.equal(begun.length, 65, "one has ended");
	const of = (client: string) => begun.filter((name) => name.startsWith(client)).length;
	for (let client = 0; client < 7; client++) t.equal(of(`b${client}-`) <= 8, true);
});

t.test("a good webhook does not wait for dead ones of its client", async (t) => {
	const same = setUp();
	for (let i = 0; i < 30; i++) same.call(`dead${i}`, "a", "https://dead.example/hook");
	same.call("good", "a");
	await same.settled();
	t.strictSame(same.begun, ["dead0", "dead1", "good"], "two at a time to one URL");

	const paths = setUp();
	for (let i = 0; i < 30; i++) paths.call(`dead${i}`, "a", `https://dead.example/${i}`);
	paths.call("good", "a");
	await paths.settled();
	t.equal(paths.begun.length, 8);
	await paths.end("dead0", false);
	t.equal(paths.begun.at(-1), "good", "a receiver that failed comes later");

	const retried = setUp();
	for (let i = 0; i < 8; i++) retried.call(`dead${i}`, "a");
	await retried.settled();
	for (let i = 0; i < 8; i++) await retried.end(`dead${i}`, false);
	retried.begun.length = 0;
	for (let i = 0; i < 8; i++) retried.call(`busy${i}`, "a");
	for (let i = 0; i < 8; i++) retried.call(`dead${i}`, "a");
	retried.call("good", "a");
	await retried.settled();
	await retried.end("busy0");
	t.equal(retried.begun.at(-1), "good", "so do receivers whose calls are repeated");
	await retried.end("busy1");
	await retried.end("good");
	t.strictSame(retried.begun.slice(-2), ["dead0", "dead1"], "but they have their turn");
});

t.test("clients take turns", async (t) => {
	const { call, begun, end, settled } = setUp();
	for (let client = 0; client < 8; client++)
		for (let i = 0; i < 9; i++) call(`x${client}-${i}`, `x${client}`);
	call("late", "late");
	await settled();
	t.equal(begun.length, 64);
	await end("x0-0");
	t.equal(begun.at(-1), "late", "the client with the fewest calls");
});

t.test("one that is not wanted any more leaves", async (t) => {
	const { calls, call, begun, end, settled } = setUp();
	for (let i = 0; i < 8; i++) call(`a${i}`, "a");
	await settled();
	const stop = new AbortController();
	const waits = calls.run(
		{ client: "a", url: "https://b.example/" },
		stop.signal,
		async () => true,
	);
	stop.abort(new Error("the end"));
	await t.rejects(waits, { message: "the end" });
	call("next", "a");
	await end("a0");
	t.equal(begun.at(-1), "next");
	await t.rejects(
		calls.run({ client: "c", url: "https://c.example/" }, stop.signal, async () => true),
		{ message: "the end" },
	);
});
