import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { packageRoot } from "../../src/package-root.js";

/** The production service in a process of its own, as an operator runs it. */
export interface Service {
	readonly url: string;
	readonly port: number;
	readonly pid: number;
	/** Folder of its temporary images. */
	readonly directory: string;
	/** Every line that it logged. */
	readonly log: readonly string[];
	get(path: string, init?: RequestInit): Promise<Response>;
	/** A string is sent as it stands, anything else as JSON. */
	post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
	/** Whether the process that was started still runs. */
	alive(): boolean;
	/** The most memory that the process ever held. MB resident. */
	peakMb(): number;
	files(): Promise<string[]>;
	close(): Promise<void>;
}

const SERVER = fileURLToPath(new URL("dist/src/server.js", packageRoot));
const LISTENING = /listening at http:\/\/127\.0\.0\.1:(\d+)/;

/** Time to start, on a machine that is busy with other things. Milliseconds. */
const START_MS = 20_000;

/**
 * Starts dist/src/server.js on a free port of the loopback interface.
 * @param env environment variables over the defaults; nothing else is inherited
 *   but PATH. The log has to have its level info, in which the port is told.
 * @throws Error when the process ends before it listens, or takes too long
 */
export async function startService(env: Record<string, string> = {}): Promise<Service> {
	const directory = await mkdtemp(join(tmpdir(), "post-image-hostile-"));
	const child = spawn(process.execPath, [SERVER], {
		env: { PATH: process.env.PATH, HOST: "127.0.0.1", PORT: "0", RENDER_DIR: directory, ...env },
		stdio: ["ignore", "pipe", "pipe"],
	});
	// A test that dies does not leave its service behind.
	const killWithParent = () => child.kill("SIGKILL");
	process.once("exit", killWithParent);
	const log: string[] = [];
	createInterface({ input: child.stderr }).on("line", (line) => log.push(line));
	child.once("exit", (code, signal) => log.push(`ended with ${signal ?? code}`));
	const port = await portOf(child, log);
	const url = `http://127.0.0.1:${port}`;
	const pid = child.pid ?? 0;
	return {
		url,
		port,
		pid,
		directory,
		log,
		get: (path, init) => fetch(`${url}${path}`, init),
		post: (path, body, headers = {}) =>
			fetch(`${url}${path}`, {
				method: "POST",
				headers: { "content-type": "application/json", ...headers },
				body: typeof body === "string" ? body : JSON.stringify(body),
			}),
		alive: () => child.exitCode === null && child.signalCode === null,
		peakMb: () => {
			const peakKb = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
			return Number(peakKb) / 1024;
		},
		files: () => readdir(directory),
		close: async () => {
			process.off("exit", killWithParent);
			if (child.exitCode === null && child.signalCode === null) {
				child.kill("SIGKILL");
				await once(child, "exit");
			}
			await rm(directory, { recursive: true, force: true });
		},
	};
}

function portOf(child: ChildProcess, log: string[]): Promise<number> {
	return new Promise((resolve, reject) => {
		setTimeout(() => reject(new Error("the service does not listen")), START_MS).unref();
		if (child.stdout === null) throw new Error("the service has no output");
		createInterface({ input: child.stdout }).on("line", (line) => {
			log.push(line);
			const port = LISTENING.exec(line)?.[1];
			if (port !== undefined) resolve(Number(port));
		});
		child.once("exit", () => reject(new Error(`the service did not start: ${log.join("\n")}`)));
	});
}
