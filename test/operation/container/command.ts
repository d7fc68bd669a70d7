import { spawn } from "node:child_process";

/**
 * Runs a program and waits until it exits.
 * @returns its stdout, trimmed
 * @throws Error with the end of its output if it fails
 */
export function run(program: string, ...args: string[]): Promise<string> {
	return new Promise((resolve, reject) => {
		const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
		let stdout = "";
		let output = "";
		child.stdout.on("data", (chunk) => {
			stdout += chunk;
			output += chunk;
		});
		child.stderr.on("data", (chunk) => {
			output += chunk;
		});
		child.on("error", reject);
		child.on("close", (code) => {
			if (code === 0) resolve(stdout.trim());
			else reject(new Error(`${program} ${args[0]} ended with ${code}:\n${output.slice(-4_000)}`));
		});
	});
}
