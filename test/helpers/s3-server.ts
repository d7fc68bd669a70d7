import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Test } from "tap";
import { freePort } from "./service-process.js";

/** The only credentials. */
const [KEY, SECRET] = ["test-key", "test/secret"];
const START_MS = 90_000;
const PROGRAM = fileURLToPath(new URL("s3-program.js", import.meta.url));

/** A server with the S3 API in its own process; its data survives a restart. See s3-program.ts. */
export interface S3Server {
	/** Environment of a service that uses it: a bucket with a prefix. */
	readonly env: Readonly<Record<string, string>>;
	readonly origin: string;
	start(): Promise<void>;
	/** Kills the server. */
	kill(): Promise<void>;
	/** Makes the server hang: connections stay open, but get no response. */
	pause(): void;
	resume(): void;
	/** Names of the objects below the service's prefix, relative to it. */
	names(prefix: string): Promise<string[]>;
	/** Stops the server and deletes its data. */
	dispose(): Promise<void>;
}

/** Starts a server on a free port of the loopback interface, and ends it with the test. */
export async function startS3(t: Test): Promise<S3Server> {
	const directory = await mkdtemp(join(tmpdir(), "post-image-s3-"));
	const port = await freePort();
	const origin = `http://127.0.0.1:${port}`;
	let child: ChildProcess | undefined;
	const server: S3Server = {
		origin,
		env: {
			S3_URL: `${origin}/bucket/a/prefix`,
			AWS_ACCESS_KEY_ID: KEY,
			AWS_SECRET_ACCESS_KEY: SECRET,
			S3_DELIVERY: "proxy",
		},
		async start() {
			child = spawn(process.execPath, [PROGRAM, directory, String(port), KEY, SECRET], {
				stdio: "ignore",
			});
			for (const until = Date.now() + START_MS; Date.now() < until; await sleep(50)) {
				if (await fetch(origin).catch(() => undefined)) return;
			}
			throw new Error("the S3 server does not answer");
		},
		async kill() {
			if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
			child.kill("SIGKILL");
			await once(child, "exit");
		},
		pause: () => void child?.kill("SIGSTOP"),
		resume: () => void child?.kill("SIGCONT"),
		async names(prefix) {
			const whole = `a/prefix/${prefix}`;
			const files = (await readdir(directory)).filter((file) => !/^\.|\.facts$/.test(file));
			const keys = files.map(decodeURIComponent).filter((key) => key.startsWith(whole));
			return keys.map((key) => key.slice(whole.length)).sort();
		},
		async dispose() {
			await server.kill();
			await rm(directory, { recursive: true, force: true });
		},
	};
	t.teardown(() => server.dispose());
	await server.start();
	return server;
}
