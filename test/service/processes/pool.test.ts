import t from "tap";
import type { ServiceError } from "../../../src/base/errors.js";
import { NO_WARNINGS } from "../../../src/engine/report/warning-list.js";
import { Usage } from "../../../src/service/fairness/usage.js";
import { Deadline } from "../../../src/service/processes/deadline.js";
import {
	createRenderPool,
	type PoolEvent,
	type RenderPoolOptions,
} from "../../../src/service/processes/pool.js";
import { until } from "../../helpers/until.js";
import {
	fixturePool,
	from,
	isAlive,
	NO_IMAGES,
	slideJob,
	WARMS_UP_SLOWLY,
} from "./fixtures/pool-fixture.js";

function openPool(
	t: { teardown(end: () => Promise<void>): void },
	options: Partial<RenderPoolOptions> = {},
) {
	const events: PoolEvent[] = [];
	const pool = createRenderPool(
		fixturePool({ spare: false, log: (event) => events.push(event), ...options }),
	);
	t.teardown(() => pool.close());
	const draw = (command: string, client = "a", signal?: AbortSignal) =>
		pool.drawSlide(slideJob(command), NO_IMAGES, from(client, signal));
	const pid = async () => Number((await draw("pid")).bytes.toString());
	return { pool, events, draw, pid };
}

t.test("images of 30 MB go there and back, prepared bitmaps among them", async (t) => {
	const { pool } = openPool(t);
	const source = Buffer.alloc(30 * 1024 * 1024, "0123456789abc");
	const data = Buffer.alloc(4 * 50 * 50, 7);
	const bitmap = { width: 50, height: 50, channels: 4, data } as const;
	const images = { sources: new Map([["s", source]]), bitmaps: new Map([["k", bitmap]]) };
	const { bytes, ...rest } = await pool.drawSlide(slideJob("echo"), images, from("a"));
	t.same(rest, { mimeType: "image/png", width: 1, height: 1, alt: "", ...NO_WARNINGS });
	t.ok(bytes.equals(Buffer.concat([source, data])));
});

t.test("a crash fails its own job, as the stage says, and no other", async (t) => {
	const { draw, pool, events } = openPool(t, { size: 2, spare: true });
	const good = Array.from({ length: 20 }, () => draw("pid", "b"));
	for (const command of ["abort", "segv"]) {
		await t.rejects(draw(command), { code: "internal_error", status: 500 }, command);
	}
	await t.rejects(draw("abort-image"), {
		code: "remote_image_failed",
		details: { path: "/slides/3/image", reason: "too_complex" },
	});
	t.equal((await Promise.all(good)).length, 20);
	await until("all processes are back", () => pool.health().processes === 3);
	t.equal(events.filter(({ event }) => event === "died").length, 3);
});

t.test("the spare process is for who waits because of others", async (t) => {
	const { pool } = openPool(t, { size: 1, spare: true });
	await until("both processes are ready", () => pool.health().processes === 2);
	const abort = new AbortController();
	t.teardown(() => abort.abort());
	const start = (command: string, client: string, light: boolean) => {
		const drawn = pool.drawSlide(slideJob(command), NO_IMAGES, {
			...from(client, abort.signal),
			light,
		});
		drawn.catch(() => undefined);
		return drawn;
	};
	const alone = [start("sleep 300", "a", true), start("sleep 300", "a", true)];
	t.same([pool.health().busy, pool.health().queued], [1, 1], "a client on its own does without");
	await Promise.all(alone);
	start("sleep 60000", "heavy", false);
	t.same([pool.health().busy, pool.health().queued], [1, 0]);
	start("sleep 60000", "other", false);
	t.same([pool.health().busy, pool.health().queued], [1, 1], "heavy work of another waits");
	const beside = start("sleep 300", "a", true);
	t.same([pool.health().busy, pool.health().queued], [2, 1], "light work takes the spare");
	const second = start("pid", "a", true);
	t.same([pool.health().busy, pool.health().queued], [2, 2], "one at a time");
	await Promise.all([beside, second]);
	t.pass("one after the other, while the heavy work goes on");
});

t.test("a client that has used much gets its light work before its heavy work", async (t) => {
	const usage = new Usage();
	const { pool } = openPool(t, { size: 1, usage });
	await until("the process is ready", () => pool.health().processes === 1);
	usage.add("a", 1_000);
	const order: string[] = [];
	const draw = async (name: string, light: boolean) => {
		await pool.drawSlide(slideJob("sleep 30"), NO_IMAGES, { ...from("a"), light });
		order.push(name);
	};
	const heavy = ["first", "second", "third"].map((name) => draw(name, false));
	await Promise.all([...heavy, draw("light", true)]);
	t.same(order, ["first", "light", "second", "third"]);
});

t.test("while a process is replaced, heavy work leaves the last warm one to light", async (t) => {
	const { pool } = openPool(t, { size: 2, spare: true, drawModule: WARMS_UP_SLOWLY });
	const abort = new AbortController();
	t.teardown(() => abort.abort());
	const draw = (command: string, client: string, light: boolean) =>
		pool.drawSlide(slideJob(command), NO_IMAGES, { ...from(client, abort.signal), light });
	await until("all processes are ready", () => pool.health().processes === 3);
	// Those who come first wait until all are warm.
	await Promise.all(
		["sleep 100", "sleep 100", "pid"].map((command) => draw(command, command, true)),
	);
	draw("sleep 60000", "heavy", false).catch(() => undefined);
	await t.rejects(draw("abort", "heavy", false));
	t.equal(pool.health().processes, 2, "one draws, one is free, one starts");
	const heavy = draw("pid", "heavy", false);
	t.same([pool.health().busy, pool.health().queued], [1, 1], "heavy work waits");
	const light = draw("pid", "a", true);
	t.same([pool.health().busy, pool.health().queued], [2, 1], "light work does not");
	await light;
	await until("the new process is ready", () => pool.health().processes === 3);
	t.same([pool.health().busy, pool.health().queued], [1, 1], "and has to be warm");
	await heavy;
	t.equal(pool.health().busy, 1, "then heavy work goes on");
});

t.test("memory without bound ends the process, not the service", async (t) => {
	const { draw } = openPool(t, { memoryMb: 500 });
	await t.rejects(draw("grow"), { code: "internal_error" });
	t.ok((await draw("pid")).bytes.length > 0);
});

t.test("a hang ends at the deadline: 504, or 422 when a picture took the time", async (t) => {
	const { pool, draw } = openPool(t);
	const drawWithin = (command: string, ms: number) => {
		const options = { client: "a", signal: from("a").signal, deadline: new Deadline(ms) };
		return pool.drawSlide(slideJob(command), NO_IMAGES, options);
	};
	await t.rejects(drawWithin("hang", 400), { code: "render_timeout", status: 504 });
	await t.rejects(drawWithin("hang-image", 1_500), {
		code: "remote_image_failed",
		details: { path: "/slides/3/image", reason: "too_complex" },
	});
	await t.rejects(
		drawWithin("late-image 900", 1_000),
		{ code: "render_timeout" },
		"a late picture is not blamed",
	);
	await t.rejects(
		drawWithin("idle-image 60000", 800),
		{ code: "render_timeout" },
		"nor is one whose process got no time of a core",
	);
	t.ok((await draw("pid")).bytes.length > 0);
});

t.test("the deadline is that of all jobs of a render, their waiting not counted", async (t) => {
	const { pool, draw, events } = openPool(t);
	const { signal } = from("a");
	await draw("pid");
	const within = (ms: number) => {
		const deadline = new Deadline(ms);
		return (command: string) =>
			pool.drawSlide(slideJob(command), NO_IMAGES, { client: "a", signal, deadline });
	};
	const short = within(900);
	const jobs = await Promise.allSettled(Array.from({ length: 6 }, () => short("sleep 300")));
	const ended = jobs.filter(({ status }) => status === "fulfilled").length;
	t.ok(ended <= 3, `${ended} of 6 jobs of 300 ms fit into 900 ms`);
	t.match(
		jobs.flatMap((job) => (job.status === "rejected" ? [job.reason.code] : [])),
		Array.from({ length: 6 - ended }, () => "render_timeout"),
	);
	t.ok(events.some(({ event }) => event === "timeout"));

	// Another process starts in place of the late one.
	await draw("pid");
	const patient = within(2_000);
	const before = draw("sleep 3000");
	t.ok(await patient("sleep 50"), "it waited longer than it may be drawn");
	await before;
});

t.test("a process that is killed from outside costs its job nothing, once", async (t) => {
	const { draw, events, pool } = openPool(t, { size: 2, spare: true });
	const kill = async () => {
		await until("it is drawn", () => pool.health().busy > 0);
		await new Promise((resolve) => setTimeout(resolve, 100));
		return pool.pids();
	};
	await until("all are ready", () => pool.health().processes === 3);
	const job = draw("sleep 400");
	const pids = await kill();
	for (const pid of pids) process.kill(pid, "SIGKILL");
	const drawnBy = Number((await job).bytes.toString());
	t.notOk(pids.includes(drawnBy), "another process drew it");
	await until("all are replaced", () => pool.health().processes === 3);
	t.equal(events.filter(({ event }) => event === "died").length, 3);

	await t.rejects(draw("kill-self"), { code: "internal_error", status: 500 });
	await until("all are replaced", () => pool.health().processes === 3);
	t.equal(
		events.filter(({ event }) => event === "died").length,
		5,
		"the second time it is its own",
	);
});

t.test("a ServiceError comes through as it is, and its process stays", async (t) => {
	const { draw, pid } = openPool(t);
	const before = await pid();
	const error = await draw("refuse").then(
		() => t.fail("no error"),
		(error: ServiceError) => error,
	);
	t.match(error, {
		name: "ServiceError",
		code: "remote_image_failed",
		status: 422,
		message: "The image has too many pixels.",
		details: { path: "/slides/3/image", reason: "too_many_pixels", limit: 7 },
	});
	t.equal(await pid(), before);
});

t.test(
	"any other exception is a 500 that reveals nothing, and its process is replaced",
	async (t) => {
		const { draw, pid, events } = openPool(t);
		const before = await pid();
		await t.rejects(draw("throw"), { code: "internal_error", message: "Internal server error." });
		t.not(await pid(), before);
		t.match(events[0], { event: "threw", pid: before, output: /memory access out of bounds/ });
	},
);

t.test("a job that was aborted while it waited never runs; a running one ends soon", async (t) => {
	const { draw, pool, pid } = openPool(t, { abortGraceMs: 50 });
	const first = await pid();
	const [running, waiting] = [new AbortController(), new AbortController()];
	const hanging = draw("hang", "a", running.signal);
	const queued = draw("pid", "b", waiting.signal);
	t.equal(pool.health().queued, 1);
	const reason = new Error("client left");
	waiting.abort(reason);
	await t.rejects(queued, reason);
	t.equal(pool.health().queued, 0);
	running.abort(reason);
	await t.rejects(hanging, reason);
	await until("the hanging process is gone", () => !isAlive(first));
	t.not(await pid(), first);
	await t.rejects(draw("pid", "a", AbortSignal.abort(reason)), reason);
});

t.test("an aborted job that ends by itself keeps its process", async (t) => {
	const { draw, pid } = openPool(t, { abortGraceMs: 2_000 });
	const before = await pid();
	const controller = new AbortController();
	const job = draw("sleep 30", "a", controller.signal);
	controller.abort();
	await t.rejects(job, { name: "AbortError" });
	t.equal(await pid(), before);
});

t.test("clients take turns", async (t) => {
	const { draw } = openPool(t);
	const order: string[] = [];
	const run = async (client: string) => {
		await draw("sleep 5", client);
		order.push(client);
	};
	await Promise.all(["a", "a", "a", "a", "a", "b"].map(run));
	t.ok(order.indexOf("b") <= 2, `b was served within two turns: ${order}`);
});

t.test("images are prepared in a process, whose death is the picture's fault", async (t) => {
	const { pool } = openPool(t);
	const need = {
		path: "/slides/1/imageOverlays/2/src",
		boxWidth: 30,
		boxHeight: 20,
		region: { left: 0, top: 0, width: 30, height: 20 },
		cropX: 50,
		cropY: 50,
		radius: 0,
		color: null,
		opacity: 1,
	};
	const bitmap = await pool.prepareImage(need, Uint8Array.of(9), from("a"));
	t.match(bitmap, { width: 30, height: 20, channels: 4 });
	t.ok(bitmap.data.length === 30 * 20 * 4 && bitmap.data.every((value) => value === 9));
	await t.rejects(pool.prepareImage(need, Uint8Array.of(0xff), from("a")), {
		code: "remote_image_failed",
		details: { path: need.path, reason: "too_complex" },
	});
	await t.rejects(
		pool.prepareImage(need, Uint8Array.of(0xee), from("a")),
		{ code: "internal_error" },
		"a bitmap of another size than it says",
	);
});

t.test("a process gets nothing of the service's environment", async (t) => {
	process.env.UNSPLASH_ACCESS_KEY = "secret";
	t.teardown(() => delete process.env.UNSPLASH_ACCESS_KEY);
	const { draw } = openPool(t);
	const text = (await draw("environment")).bytes.toString();
	t.notMatch(text, "secret");
	t.notMatch(text, "HOME");
});
