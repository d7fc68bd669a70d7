import t from "tap";
import { FairQueue } from "../../src/base/fair-queue.js";

const takeAll = (queue: FairQueue<string>) => {
	const taken: string[] = [];
	for (let item = queue.shift(); item !== undefined; item = queue.shift()) taken.push(item);
	return taken;
};

t.test("clients take turns, each in its own order", async (t) => {
	const queue = new FairQueue<string>();
	for (const item of ["a1", "a2", "a3", "b1", "b2", "c1"]) queue.push(item.slice(0, 1), item);
	t.equal(queue.size, 6);
	t.same(takeAll(queue), ["a1", "b1", "c1", "a2", "b2", "a3"]);
	t.equal(queue.size, 0);
});

t.test("an item can be removed, or be given back to the front", async (t) => {
	const queue = new FairQueue<string>();
	for (const item of ["a1", "a2", "b1"]) queue.push(item.slice(0, 1), item);
	const first = queue.shift()!;
	queue.giveBack(first);
	t.equal(queue.remove("b", "b1"), true);
	t.equal(queue.remove("b", "b1"), false);
	t.equal(queue.size, 2);
	t.same(takeAll(queue), ["a1", "a2"]);
});

t.test("drain returns what waits and empties the queue", async (t) => {
	const queue = new FairQueue<string>();
	queue.push("a", "a1");
	queue.push("b", "b1");
	t.same(queue.drain(), ["a1", "b1"]);
	t.equal(queue.size, 0);
	t.equal(queue.shift(), undefined);
});
