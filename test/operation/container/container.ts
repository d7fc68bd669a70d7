import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { processTree } from "../../helpers/processes.js";
import type { Builder } from "./builder.js";

/** An image's settings for running it. */
export interface ImageSettings {
	readonly user: string;
	readonly command: readonly string[];
	readonly folder: string;
	readonly healthCheck: readonly string[];
	readonly env: readonly string[];
}

export async function settingsOf(builder: Builder, image: string): Promise<ImageSettings> {
	const text = await builder.buildah("inspect", "--type", "image", image);
	const { config } = (
		JSON.parse(text) as {
			Docker: {
				config: {
					User: string;
					Cmd: string[];
					WorkingDir: string;
					Env: string[];
					Healthcheck: { Test: string[] };
				};
			};
		}
	).Docker;
	return {
		user: config.User,
		command: config.Cmd,
		folder: config.WorkingDir,
		healthCheck: config.Healthcheck.Test.slice(1),
		env: config.Env,
	};
}

/** A service running in a container, with the network of this machine. */
export interface RunningContainer {
	readonly url: string;
	readonly port: number;
	/** Process id of the service on this machine. */
	readonly pid: number;
	/** @returns exit code, or the signal that ended it */
	ended(): Promise<number | string>;
}

/** Runs the image's command with `buildah run`, which uses the image's user and environment. */
export function runByBuildah(builder: Builder, container: string, settings: ImageSettings) {
	return start("buildah", [
		...[...builder.arguments, "run", "--isolation", "chroot"],
		...["--env", "PORT=0", "--env", "HOST=127.0.0.1", container, "--", ...settings.command],
	]);
}

/**
 * Runs the image's command with the restrictions of the replicas in docker-compose.yml and of the
 * pods: process 1 of its own process tree, read-only except for /tmp, and without privileges or a
 * way to regain them. Uses util-linux, because buildah's chroot isolation supports none of this.
 * @param root the container's file system
 */
export function runHardened(root: string, settings: ImageSettings) {
	const [uid, gid] = settings.user.split(":");
	const script = [
		"set -e",
		'mount --bind "$0" "$0"',
		'mount -t proc proc "$0/proc"',
		'mount --rbind /dev "$0/dev"',
		'mount -t tmpfs -o size=256m,mode=1777 tmpfs "$0/tmp"',
		'mount -o remount,bind,ro "$0"',
		'cd "$0"',
		'exec chroot "$0" "$@"',
	].join("\n");
	return start("unshare", [
		...["--mount", "--pid", "--fork", "--kill-child", "--", "sh", "-c", script, root],
		...["env", "--ignore-environment", `--chdir=${settings.folder}`, ...settings.env],
		...["PORT=0", "HOST=127.0.0.1"],
		...["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", "--no-new-privs"],
		...["--bounding-set=-all", "--inh-caps=-all", ...settings.command],
	]);
}

const running = new Set<ChildProcess>();

/** Kills the containers that still run; called after a scenario, even if it failed. */
export async function stopAllContainers(): Promise<void> {
	for (const child of running) {
		for (const pid of (await processTree(child.pid ?? 0)).reverse()) process.kill(pid, "SIGKILL");
		await once(child, "exit");
	}
}

/** Time to start listening on a busy machine. Milliseconds. */
const START_MS = 30_000;

async function start(program: string, args: readonly string[]): Promise<RunningContainer> {
	const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
	running.add(child);
	const ended = once(child, "exit").then(([code, signal]) => {
		running.delete(child);
		return code ?? signal;
	});
	const port = await listening(child);
	const pid = await serviceIn(await processTree(child.pid ?? 0));
	return { url: `http://127.0.0.1:${port}`, port, pid, ended: () => ended };
}

async function listening(child: ChildProcess): Promise<number> {
	const log: string[] = [];
	for (const output of [child.stdout, child.stderr])
		if (output !== null) createInterface({ input: output }).on("line", (line) => log.push(line));
	for (const deadline = performance.now() + START_MS; performance.now() < deadline; ) {
		const port = /listening at http:\/\/127\.0\.0\.1:(\d+)/.exec(log.join("\n"))?.[1];
		if (port !== undefined) return Number(port);
		if (child.exitCode !== null) break;
		await sleep(20);
	}
	throw new Error(`the container does not listen: ${log.join("\n")}`);
}

/** The process that runs the image's command; its ancestors have the command as an argument. */
async function serviceIn(tree: readonly number[]): Promise<number> {
	for (const pid of tree) {
		const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
		if (/^[^\0]*\bnode\0.*server\.js\0$/.test(command)) return pid;
	}
	throw new Error("the service's process is not found");
}
