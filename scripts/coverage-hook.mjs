/**
 * Preloaded into every Node process of a coverage run (NODE_OPTIONS). V8 writes its counts when a
 * process exits, but not after SIGKILL, with which tests end render processes and services. Here,
 * SIGKILL first makes the process write its counts.
 */
import { ChildProcess } from "node:child_process";
import { takeCoverage } from "node:v8";
import { isMainThread } from "node:worker_threads";

/** Timeout for a killed process to write its counts; a hung process never does. Milliseconds. */
const WRITE_MS = 5_000;

if (isMainThread && process.env.NODE_V8_COVERAGE) {
	const { kill } = process;
	const leave = () => {
		takeCoverage();
		kill.call(process, process.pid, "SIGKILL");
	};
	process.kill = (pid, signal) =>
		pid === process.pid && signal === "SIGKILL" ? leave() : kill.call(process, pid, signal);
	process.on("SIGUSR2", leave);

	const { spawn, kill: killChild } = ChildProcess.prototype;
	const counting = new WeakSet();
	const ending = new Set();
	process.on("exit", () => {
		for (const child of ending) killChild.call(child, "SIGKILL");
	});
	const inherited = `NODE_OPTIONS=${process.env.NODE_OPTIONS}`;
	ChildProcess.prototype.spawn = function (options) {
		// Node passes NODE_V8_COVERAGE to a child with a custom environment, but not this preload.
		const { envPairs, args = [] } = options;
		if (!envPairs.some((pair) => pair.startsWith("NODE_OPTIONS="))) envPairs.push(inherited);
		if (args.some((argument) => argument.includes("/dist/src/"))) counting.add(this);
		return spawn.call(this, options);
	};
	ChildProcess.prototype.kill = function (signal) {
		if (signal !== "SIGKILL" || !counting.has(this)) return killChild.call(this, signal);
		// A second SIGKILL is sent at once.
		counting.delete(this);
		ending.add(this);
		const timer = setTimeout(() => killChild.call(this, "SIGKILL"), WRITE_MS);
		this.once("exit", () => {
			clearTimeout(timer);
			ending.delete(this);
		});
		return killChild.call(this, "SIGUSR2");
	};
}
