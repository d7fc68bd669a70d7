import { setTimeout as sleep } from "node:timers/promises";
import t from "tap";
import { IconCache } from "../../src/catalog/icons/icon-cache.js";

t.test("an icon is asked for once, some at a time, and remembered", async (t) => {
	let asked = 0;
	let now = 0;
	let most = 0;
	const cache = new IconCache(async (_set, name) => {
		asked++;
		most = Math.max(most, ++now);
		await sleep(5);
		now--;
		if (name === "broken") throw new Error("no answer");
		return name === "none" ? undefined : `<svg id="${name}"/>`;
	});
	const same = await Promise.all(Array.from({ length: 1_000 }, () => cache.svg("a", "one")));
	t.equal(asked, 1);
	t.ok(same.every((svg) => svg === '<svg id="one"/>'));
	const many = await Promise.allSettled(
		Array.from({ length: 1_000 }, (_, i) => cache.svg("a", `icon-${i}`)),
	);
	const answered = many.filter(({ status }) => status === "fulfilled").length;
	t.ok(answered >= 64 && answered < 100, `${answered} are waited for`);
	t.match(many.at(-1), { status: "rejected", reason: { code: "overloaded", status: 503 } });
	t.ok(most <= 8, `${most} at a time`);
	const before = asked;
	t.equal(await cache.svg("a", "none"), undefined);
	t.equal(await cache.svg("a", "none"), undefined);
	t.equal(asked, before + 1, "that there is none is remembered");
	await t.rejects(cache.svg("a", "broken"), { message: "no answer" });
	await t.rejects(cache.svg("a", "broken"));
	t.equal(asked, before + 3, "a failure is not");
});

t.test("the cache drops the oldest icons when its bytes are used up", async (t) => {
	let asked = 0;
	const cache = new IconCache(async () => {
		asked++;
		return "x".repeat(2_000_000);
	});
	for (let i = 0; i < 10; i++) await cache.svg("a", `${i}`);
	await cache.svg("a", "9");
	t.equal(asked, 10);
	await cache.svg("a", "0");
	t.equal(asked, 11, "the oldest was forgotten");
});
