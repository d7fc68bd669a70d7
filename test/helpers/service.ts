import { readFileSync } from "node:fs";
import { type Service as Started, startService as start } from "./service-process.js";

/** The production service in a process of its own, as an operator runs it, and ways to ask it. */
export interface Service extends Started {
	get(path: string, init?: RequestInit): Promise<Response>;
	/** A string is sent unchanged, anything else as JSON. */
	post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
	/** The most memory that the process ever held. MB resident. */
	peakMb(): number;
}

/** Starts it; the parameter and the errors are those of scripts/operation/service.ts. */
export async function startService(env: Readonly<Record<string, string>> = {}): Promise<Service> {
	const service = await start(env);
	const { url, pid } = service;
	return {
		...service,
		get: (path, init) => fetch(`${url}${path}`, init),
		post: (path, body, headers = {}) =>
			fetch(`${url}${path}`, {
				method: "POST",
				headers: { "content-type": "application/json", ...headers },
				body: typeof body === "string" ? body : JSON.stringify(body),
			}),
		peakMb: () => {
			const peakKb = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
			return Number(peakKb) / 1024;
		},
	};
}
