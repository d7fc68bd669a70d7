/** Outages: one line for each kind of failure, and one for the end. */
import t from "tap";
import { Outages } from "../../src/base/outages.js";
import { RareLines } from "../../src/service/jobs/rare-lines.js";
import { refusalOf } from "../../src/service/redis/connection.js";
import { until } from "../helpers/until.js";

t.test("an outage is told once for all that use the server", async (t) => {
	const events: unknown[] = [];
	const outages = new Outages((dependency, event) => events.push([dependency, event]), 50);
	const server = "redis:6379";
	const away = (user: string, kind: "READONLY" | "refused") =>
		outages.note("redis", user, { state: "away", server, kind, reason: "why" });
	const back = (user: string) => outages.note("redis", user, { state: "connected", server });
	back("images");
	back("jobs");
	t.strictSame(events.splice(0), [["redis", { state: "back", server }]], "one connection");
	for (let i = 0; i < 1_000; i++) for (const user of ["images", "jobs"]) away(user, "READONLY");
	t.ok(outages.isAway("redis"));
	t.notOk(outages.isAway("s3"));
	away("images", "refused");
	const told = { state: "away", server, reason: "why" };
	t.strictSame(events.splice(0), [
		["redis", { ...told, kind: "READONLY" }],
		["redis", { ...told, kind: "refused" }],
	]);
	back("images");
	t.ok(outages.isAway("redis"), "jobs still wait for it");
	for (let i = 0; i < 100; i++) {
		back("jobs");
		away("jobs", "READONLY");
	}
	t.strictSame(events, [], "what fails now and then is one outage");
	back("jobs");
	await until("it is over", () => !outages.isAway("redis"));
	t.match(events.splice(0), [["redis", { state: "back", server, seconds: Number }]]);
	back("jobs");
	t.strictSame(events, []);
	away("jobs", "READONLY");
	t.equal(events.length, 1, "the next outage is told again");
});

t.test("answers of Redis that concern all commands of a kind", async (t) => {
	const rows: [string, string | undefined][] = [
		["READONLY You can't write against a read only replica.", "READONLY"],
		["ERR Error running script (call to f_1): @user_script:1: -READONLY You can't", "READONLY"],
		["OOM command not allowed when used memory > 'maxmemory'.", "OOM"],
		["MISCONF Redis is configured to save RDB snapshots", "MISCONF"],
		["LOADING Redis is loading the dataset in memory", "LOADING"],
		["NOAUTH Authentication required.", "denied"],
		["WRONGPASS invalid username-password pair", "denied"],
		["NOPERM this user has no permissions", "denied"],
		["WRONGTYPE Operation against a key", undefined],
		["ERR unknown command", undefined],
	];
	for (const [message, kind] of rows) t.equal(refusalOf(message), kind, message);
});

t.test("lines that say the same are written once a minute", async (t) => {
	let now = 0;
	const lines = new RareLines(() => now);
	t.equal(lines.leftOut("a"), 0);
	for (let i = 0; i < 500; i++) t.equal(lines.leftOut("a"), undefined);
	t.equal(lines.leftOut("b"), 0);
	now += 60_000;
	t.equal(lines.leftOut("a"), 500);
	t.equal(lines.leftOut("a"), undefined);
});
