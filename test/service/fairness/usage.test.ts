import t from "tap";
import { FairQueue } from "../../../src/base/fair-queue.js";
import { Usage } from "../../../src/service/fairness/usage.js";

t.test("what was used counts half after fifteen seconds", async (t) => {
	let now = 100;
	const usage = new Usage(() => now);
	t.equal(usage.of("a"), 0);
	usage.add("a", 16);
	t.equal(usage.of("a"), 16);
	t.notOk(usage.isLittle("a"));
	now += 15;
	t.equal(usage.of("a"), 8);
	usage.add("a", 1);
	t.equal(usage.of("a"), 9);
	now += 60;
	t.ok(usage.isLittle("a"));
	t.ok(usage.isLittle("b"));
});

t.test("five renders of 20 ms a second are little, a whole core is not", async (t) => {
	let now = 0;
	const usage = new Usage(() => now);
	for (; now < 120; now += 0.2) {
		usage.add("honest", 0.02);
		usage.add("greedy", 0.2);
	}
	t.ok(usage.isLittle("honest"));
	t.notOk(usage.isLittle("greedy"));
});

t.test("no number of clients is remembered for ever", async (t) => {
	const usage = new Usage(() => 0);
	for (let i = 0; i < 50_000; i++) usage.add(`client ${i}`, 1);
	t.equal(usage.of("client 49999"), 1);
	t.equal(usage.of("client 0"), 0);
});

t.test(
	"the client that has used least comes first, and the items of a client stay in order",
	async (t) => {
		const used: Record<string, number> = { a: 3, b: 1, c: 2 };
		const queue = new FairQueue<string>((client) => used[client] ?? 0);
		for (const client of ["a", "b", "c"])
			for (const i of [1, 2]) queue.push(client, `${client}${i}`);
		t.equal(queue.next(), "b");
		t.equal(queue.shift(), "b1");
		used.b = 9;
		t.equal(queue.shift(), "c1");
		t.equal(
			queue.shift((client) => client !== "c"),
			"a1",
		);
		t.strictSame([queue.shift(), queue.shift(), queue.shift()], ["c2", "a2", "b2"]);
		t.equal(queue.next(), undefined);
	},
);
