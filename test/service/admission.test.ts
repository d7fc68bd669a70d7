import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import t from "tap";
import type { ServiceError } from "../../src/base/errors.js";
import { Admission } from "../../src/service/admission.js";
import { Usage } from "../../src/service/fairness/usage.js";

/** A task that ends on command. */
function held() {
	let end = () => {};
	const done = new Promise<void>((resolve) => {
		end = resolve;
	});
	return { done, end: () => end() };
}
const { signal } = new AbortController();

const admit = (running: number, waiting: number) => new Admission({ running, waiting });

/** A render that has nothing to fetch. */
const draw = <T>(admission: Admission, client: string, task: () => Promise<T>, own = signal) =>
	admission.accept(client, (turn) => turn(own, task));

t.test("clients take turns", async (t) => {
	const admission = admit(1, 10);
	const order: string[] = [];
	const first = held();
	const running = ["a", "b"].map((client) => draw(admission, client, () => first.done));
	const task = (name: string, client: string) =>
		draw(admission, client, async () => {
			order.push(name);
		});
	const all = [task("a1", "a"), task("a2", "a"), task("a3", "a"), task("b1", "b")];
	first.end();
	await Promise.all([...running, ...all]);
	t.same(order.indexOf("b1") <= 1, true, `${order}`);
	t.same(
		order.filter((name) => name.startsWith("a")),
		["a1", "a2", "a3"],
	);
});

t.test("a client of whom nothing is drawn waits for no other client's renders", async (t) => {
	const admission = admit(2, 20);
	const flood = held();
	const flooding = Array.from({ length: 10 }, () => draw(admission, "a", () => flood.done));
	t.equal(admission.running, 2);
	t.equal(await draw(admission, "b", async () => "drawn"), "drawn");
	const others = ["c", "d", "e"].map((client) => draw(admission, client, () => flood.done));
	t.equal(admission.running, 4, "not without a bound");
	flood.end();
	await Promise.all([...flooding, ...others]);
	t.match(admission, { accepted: 0, running: 0, waiting: 0 });
});

t.test("it counts what was ever accepted, and not what was refused", async (t) => {
	const admission = admit(1, 0);
	const first = held();
	const running = draw(admission, "a", () => first.done);
	await t.rejects(
		draw(admission, "a", async () => {}),
		{ code: "overloaded" },
	);
	const behind = admission.accept("b", (turn) => turn(signal, async () => {}), {
		background: true,
	});
	first.end();
	await Promise.all([running, behind]);
	await draw(admission, "a", async () => {});
	t.match(admission, { accepted: 0, acceptedSoFar: 3 });
});

t.test("who is accepted is never refused, however long the images take", async (t) => {
	const admission = admit(1, 2);
	const images = held();
	const fetching = Array.from({ length: 3 }, () =>
		admission.accept("a", async (turn) => {
			await images.done;
			return turn(signal, () => nextTurn("drawn"));
		}),
	);
	t.equal(admission.accepted, 3);
	t.throws(() => admission.check("a"), { code: "overloaded" });
	await t.rejects(
		draw(admission, "b", async () => "never"),
		{ code: "overloaded" },
	);
	images.end();
	t.same(await Promise.all(fetching), ["drawn", "drawn", "drawn"]);
	t.equal(admission.accepted, 0);
});

t.test("no client gets all places", async (t) => {
	const admission = admit(4, 60);
	const all = held();
	const renders: Promise<unknown>[] = [];
	const fill = (client: string) => {
		const before = admission.accepted;
		for (let i = 0; i < 100; i++) {
			const render = draw(admission, client, () => all.done);
			render.catch(() => undefined);
			renders.push(render);
		}
		return admission.accepted - before;
	};
	t.equal(fill("a"), 56);
	t.equal(fill("b"), 7);
	t.equal(fill("c"), 1);
	t.equal(fill("d"), 0);
	all.end();
	const ends = await Promise.allSettled(renders);
	t.equal(ends.filter(({ status }) => status === "fulfilled").length, 64);
	t.equal(admission.accepted, 0);
});

t.test("places of heavy users do not count against light users", async (t) => {
	const usage = new Usage(() => 0);
	const admission = new Admission({ running: 1, waiting: 7 }, usage);
	const all = held();
	const renders = ["a", "b", "c", "d", "e", "f", "g", "h"].map((client) =>
		draw(admission, client, () => all.done),
	);
	t.throws(() => admission.check("honest"), { code: "overloaded" }, "nobody has used anything");
	for (const client of ["a", "b", "c", "d", "e", "f", "g", "h"]) usage.add(client, 100);
	admission.check("honest");
	t.throws(() => admission.check("a"), { code: "overloaded" });
	for (let i = 0; admission.accepted < 16; i++)
		renders.push(draw(admission, `honest ${i}`, () => all.done));
	t.throws(() => admission.check("honest"), { code: "overloaded" }, "not without a bound");
	all.end();
	await Promise.all(renders);
	t.equal(admission.accepted, 0);
});

t.test("one that gives up leaves its place", async (t) => {
	const admission = admit(1, 1);
	const first = held();
	const running = draw(admission, "a", () => first.done);
	const abort = new AbortController();
	const waiting = draw(admission, "a", async () => "never", abort.signal);
	t.throws(() => admission.check("a"), { code: "overloaded", retryAfter: 1 });
	abort.abort(new Error("gave up"));
	await t.rejects(waiting, { message: "gave up" });
	const next = draw(admission, "a", async () => "done");
	first.end();
	await running;
	t.equal(await next, "done");
	await t.rejects(
		draw(admission, "a", async () => "never", abort.signal),
		{ message: "gave up" },
	);
	t.match(admission, { accepted: 0, running: 0, waiting: 0 });
});

t.test("a task that fails leaves its place", async (t) => {
	const admission = admit(1, 0);
	const failing = async () => {
		throw new Error("failed");
	};
	await t.rejects(draw(admission, "a", failing), { message: "failed" });
	t.equal(await draw(admission, "a", async () => "next"), "next");
});

t.test("the advice to wait follows what renders take", async (t) => {
	const admission = admit(1, 9);
	const advice = () => {
		try {
			admission.check("z");
		} catch (error) {
			return (error as ServiceError).retryAfter;
		}
		throw new Error("it was not refused");
	};
	const fill = () => {
		const all = held();
		const renders = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"].map((client) =>
			draw(admission, client, () => all.done),
		);
		return async () => {
			all.end();
			await Promise.all(renders);
		};
	};
	const end = fill();
	t.equal(advice(), 5, "ten renders of half a second, as long as nothing is known");
	await end();
	t.match(await draw(admission, "a", () => sleep(1_500, "slow")), "slow");
	const endAgain = fill();
	t.equal(advice(), 4, "most took no time, the last one 1.5 s");
	await endAgain();
});

/** A render for which nobody waits. */
const drawBehind = <T>(admission: Admission, task: () => Promise<T>, own = signal) =>
	admission.accept("job", (turn) => turn(own, task), { background: true });

t.test("renders in the background draw while there is room, and leave some", async (t) => {
	const admission = admit(4, 10);
	const rows = held();
	const behind = Array.from({ length: 10 }, () => drawBehind(admission, () => rows.done));
	t.match(admission, { inBackground: 3, accepted: 0, running: 0 });
	t.equal(await draw(admission, "a", async () => "drawn"), "drawn", "nobody waits for them");
	rows.end();
	await Promise.all(behind);
	t.equal(admission.inBackground, 0);
});

t.test("renders in the background wait for those of clients, all but one", async (t) => {
	const admission = admit(2, 20);
	const rows = held();
	const flood = held();
	const flooding = Array.from({ length: 8 }, () => draw(admission, "a", () => flood.done));
	const order: string[] = [];
	const behind = Array.from({ length: 4 }, async () => {
		await drawBehind(admission, () => rows.done);
		order.push("row");
	});
	t.match(admission, { running: 2, waiting: 6, inBackground: 1 });
	const last = draw(admission, "a", async () => order.push("client"));
	flood.end();
	await Promise.all([...flooding, last]);
	t.strictSame(order, ["client"], "no row was over before");
	await nextTurn();
	t.ok(admission.inBackground > 1, "now there is room");
	rows.end();
	await Promise.all(behind);
	t.match(admission, { inBackground: 0, accepted: 0, running: 0, waiting: 0 });
});

t.test("one render in the background comes to an end beside clients who never stop", async (t) => {
	const admission = admit(1, 1_000);
	let ended = false;
	const busy = async (client: string) => {
		while (!ended) await draw(admission, client, () => nextTurn());
	};
	const clients = ["a", "b", "c"].map(busy);
	for (let row = 0; row < 20; row++) await drawBehind(admission, () => nextTurn());
	ended = true;
	await Promise.all(clients);
	t.equal(admission.inBackground, 0);
});

t.test("a render in the background that is given up leaves the queue", async (t) => {
	const admission = admit(1, 10);
	const rows = held();
	const first = drawBehind(admission, () => rows.done);
	const stop = new AbortController();
	const second = drawBehind(admission, async () => t.fail("is not drawn"), stop.signal);
	stop.abort(new Error("stopped"));
	await t.rejects(second, /stopped/);
	rows.end();
	await first;
	t.equal(await drawBehind(admission, async () => "drawn"), "drawn");
});
