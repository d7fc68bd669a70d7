import { spawn } from "node:child_process";
import { once } from "node:events";
import t from "tap";
import type { ServiceError } from "../../../src/base/errors.js";
import { IMAGE_STAGE, type Stage } from "../../../src/engine/stage.js";
import { watchCpuLimit } from "../../../src/service/processes/cpu-limit.js";
import { UsageReader } from "../../../src/service/processes/process-usage.js";

const linux = process.platform === "linux" ? {} : { skip: "needs /proc" };

t.test("what the kernel says of a process", linux, async (t) => {
	const reader = new UsageReader(process.pid);
	const before = reader.read()!;
	const until = process.cpuUsage().user + 300_000;
	while (process.cpuUsage().user < until);
	const after = reader.read()!;
	t.ok(after.cpuSeconds - before.cpuSeconds > 0.2);
	t.ok(Math.abs(after.rss - process.memoryUsage.rss()) < after.rss / 2);
	reader.close();
	for (const nobody of [reader, new UsageReader(undefined), new UsageReader(2 ** 30)])
		t.equal(nobody.read(), undefined);
	const child = spawn(process.execPath, ["-e", "process.stdin.resume()"]);
	const ended = new UsageReader(child.pid);
	t.ok(ended.read(), "it runs");
	child.kill("SIGKILL");
	await once(child, "exit");
	t.equal(ended.read(), undefined, "it has ended");
	ended.close();
});

/** Runs a script until its allowance ends it. */
async function ended(script: string, stage: Partial<Stage>) {
	const child = spawn(process.execPath, ["-e", script], { stdio: "ignore" });
	const usage = new UsageReader(child.pid);
	let seconds = 0;
	const error = await new Promise<ServiceError>((resolve) => {
		const leave = watchCpuLimit({
			usage: () => usage.read(),
			path: "/slides/0",
			stage: () => ({ name: "draw", path: undefined, since: 0, began: 1, vector: false, ...stage }),
			used: (more) => {
				seconds += more;
			},
			end: (reason) => {
				leave();
				resolve(reason);
			},
		});
	});
	const gone = once(child, "exit");
	child.kill("SIGKILL");
	await gone;
	usage.close();
	return { error, seconds };
}

t.test(
	"a vector picture that takes three seconds of a core is ended, and to blame",
	linux,
	async (t) => {
		const picture = { name: IMAGE_STAGE, path: "/slides/0/image", vector: true };
		const { error, seconds } = await ended("for(;;);", picture);
		t.match(error, { code: "remote_image_failed", status: 422 });
		t.match(error.details, { path: "/slides/0/image", reason: "too_complex" });
		t.ok(seconds > 2 && seconds < 6, `${seconds} s`);
	},
);

t.test("and one that takes hundreds of megabytes", linux, async (t) => {
	const picture = { name: IMAGE_STAGE, path: "/slides/0/image", vector: true };
	const script = `setTimeout(() => { globalThis.held = Buffer.alloc(6e8, 1); setInterval(() => {}, 1000) }, 1000)`;
	const { error } = await ended(script, picture);
	t.match(error.details, { path: "/slides/0/image", reason: "too_complex" });
});
