import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import t, { type Test } from "tap";
import { packageRoot } from "../../src/base/package-root.js";

const SERVER = fileURLToPath(new URL("../../src/server.js", import.meta.url));

/** Starts the service as a process, as `npm start` does, and waits until it listens. */
async function start(t: Test, env: Record<string, string> = {}) {
	const directory = await mkdtemp(join(tmpdir(), "post-image-server-"));
	const child = spawn(process.execPath, [SERVER], {
		env: {
			...process.env,
			PORT: "0",
			HOST: "127.0.0.1",
			LOG_LEVEL: "debug",
			RENDER_DIR: directory,
			...env,
		},
		stdio: ["ignore", "pipe", "inherit"],
	});
	t.teardown(async () => {
		child.kill("SIGKILL");
		await rm(directory, { recursive: true, force: true });
	});
	const log: string[] = [];
	createInterface({ input: child.stdout }).on("line", (line) => log.push(line));
	/** Waits for a line of the log. */
	const logged = async (pattern: RegExp, { ended = false } = {}): Promise<RegExpExecArray> => {
		for (let i = 0; i < 6_000 && (ended || child.exitCode === null); i++) {
			for (const line of log) {
				const match = pattern.exec(line);
				if (match) return match;
			}
			await sleep(10);
		}
		throw new Error(`the log has no line like ${pattern}`);
	};
	const [, origin = ""] = await logged(/listening at (http:\S+?)"/);
	return { child, origin, log, logged };
}

const exitOf = async (child: ChildProcess): Promise<unknown> => (await once(child, "exit"))[0];

t.test("it renders, and ends on SIGTERM with what is in flight answered", async (t) => {
	const { child, origin, logged } = await start(t);
	const answer = fetch(`${origin}/api/render.png`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ slides: [{ textBlocks: [{ text: "Bye" }] }] }),
	});
	await logged(/incoming request/);
	const exit = exitOf(child);
	child.kill("SIGTERM");
	const response = await answer;
	t.equal(response.status, 200);
	t.same(
		Buffer.from(await response.arrayBuffer())
			.subarray(1, 4)
			.toString(),
		"PNG",
	);
	t.equal(await exit, 0);
});

t.test("a second signal ends it at once", async (t) => {
	const { child, origin, logged } = await start(t);
	const { port } = new URL(origin);
	// A request that never ends keeps the first signal waiting.
	const socket = connect(Number(port), "127.0.0.1", () =>
		socket.write(
			"POST /api/render HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
		),
	);
	socket.on("error", () => undefined);
	t.teardown(() => socket.destroy());
	await logged(/incoming request/);
	const exit = exitOf(child);
	child.kill("SIGTERM");
	setTimeout(() => child.kill("SIGTERM"), 300);
	t.equal(await exit, 1);
});

t.test("with an invalid value the service does not start, and prints one clear line", async (t) => {
	const child = spawn(process.execPath, [SERVER], {
		env: { ...process.env, PORT: "many" },
		stdio: ["ignore", "ignore", "pipe"],
	});
	let output = "";
	child.stderr.on("data", (data) => {
		output += data;
	});
	t.equal(await exitOf(child), 1);
	t.equal(output, "post-image-render-service: PORT must be a whole number from 0 to 65535\n");
});

/** A module that breaks the process from outside when it gets SIGUSR2. */
const breaks = (fault: string) =>
	`--import=data:text/javascript,${encodeURIComponent(`process.on("SIGUSR2", () => { ${fault} })`)}`;

t.test("an unexpected error is logged and ends the process, and nothing limps on", async (t) => {
	for (const fault of [
		"setImmediate(() => { throw new TypeError('zqxj') })",
		"Promise.reject(new TypeError('zqxj'))",
	]) {
		const { child, origin, log, logged } = await start(t, { NODE_OPTIONS: breaks(fault) });
		const rendered = await fetch(`${origin}/api/render.png`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ slides: [{ textBlocks: [{ text: "Hello" }] }] }),
		});
		t.equal((await rendered.arrayBuffer()).byteLength > 0, true);
		const own = childrenOf(child.pid);
		t.ok(own.length > 0);
		const exit = exitOf(child);
		child.kill("SIGUSR2");
		t.equal(await exit, 1, fault);
		await logged(/unexpected error, the process ends/, { ended: true });
		const line = log.find((line) => line.includes("unexpected error"));
		t.match(JSON.parse(line ?? "{}"), {
			level: 60,
			err: { type: "TypeError", message: "TypeError" },
		});
		t.notMatch(log.join("\n"), /zqxj/);
		await t.rejects(fetch(`${origin}/api/health`));
		for (let i = 0; i < 6_000 && own.some(isAlive); i++) await sleep(10);
		t.notOk(own.some(isAlive), "the render processes end with it");
	}
});

/** Ids of the processes that a process started. */
function childrenOf(parent: number | undefined): number[] {
	return readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name))
		.filter((pid) => statOf(pid)?.split(" ")[1] === String(parent))
		.map(Number);
}

/** The fields in /proc after the name of a process: state, parent and so on. */
function statOf(pid: string): string | undefined {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
		return stat.slice(stat.lastIndexOf(")") + 2);
	} catch {
		return undefined;
	}
}

const isAlive = (pid: number): boolean => !(statOf(String(pid)) ?? "Z").startsWith("Z");

t.test("a signal to npm start ends the server too", async (t) => {
	const npm = spawn("npm", ["start"], {
		cwd: fileURLToPath(packageRoot),
		env: { ...process.env, PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "info" },
		stdio: ["ignore", "pipe", "inherit"],
	});
	let output = "";
	npm.stdout.on("data", (chunk: Buffer) => {
		output += chunk.toString();
	});
	while (!/listening at/.test(output) && npm.exitCode === null) await sleep(10);
	npm.kill("SIGTERM");
	// The pipe is closed when the last process that has it is gone.
	await once(npm.stdout, "end");
	t.match(output, "the service ends");
});

t.test("what is drawn to warm up is counted, logged and paid for by nobody", async (t) => {
	const { origin, log } = await start(t, { API_KEYS: "a-key-of-sixteen", RATE_LIMIT_MAX: "1" });
	const headers = { "x-api-key": "a-key-of-sixteen" };
	const metrics = await (await fetch(`${origin}/metrics`, { headers })).text();
	t.match(metrics, /^post_image_slides_rendered_total\{format="png"\} 0$/m);
	t.notMatch(metrics, /http_requests_total\{/);
	t.notMatch(log[0] ?? "", /request/, "the first line of the log");
});

t.test("render processes that are killed before the service listens are replaced", async (t) => {
	const child = spawn(process.execPath, [SERVER], {
		env: { ...process.env, PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "info" },
		stdio: ["ignore", "pipe", "inherit"],
	});
	t.teardown(() => child.kill("SIGKILL"));
	while (childrenOf(child.pid).length === 0 && child.exitCode === null) await sleep(5);
	for (const pid of childrenOf(child.pid)) process.kill(pid, "SIGKILL");
	let log = "";
	child.stdout.on("data", (chunk: Buffer) => {
		log += chunk.toString();
	});
	while (!/listening at/.test(log) && child.exitCode === null) await sleep(10);
	t.match(log, /a render process was replaced/);
	const [, origin] = /listening at (http:\S+?)"/.exec(log) ?? [];
	const slide = { method: "POST", body: `{"slides":[{}]}` };
	const headers = { "content-type": "application/json" };
	t.equal((await fetch(`${origin}/api/render.png`, { ...slide, headers })).status, 200);
});
