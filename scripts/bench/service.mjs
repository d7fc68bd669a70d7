import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { send } from "./client.mjs";

const SERVER = fileURLToPath(new URL("../../dist/bundle/server.js", import.meta.url));
/** Timeout for the first response of a service. Milliseconds. */
const START_MS = 60_000;

const HEALTH = { path: "/api/health" };

/** @type {Set<Service>} */
const running = new Set();

/**
 * @typedef {object} Service
 * @property {string} name
 * @property {string} origin
 * @property {number} pid
 * @property {() => Promise<void>} stop
 */

/**
 * Starts a program that listens on $PORT.
 * @param {string} name
 * @param {string[]} command
 * @param {Record<string, string>} [env]
 * @param {import("./client.mjs").Call} [first] sent until it is answered
 * @returns {Promise<Service>}
 */
async function start(name, [program = "", ...args], env = {}, first = HEALTH) {
	const port = await freePort();
	const child = spawn(program, args, {
		env: { ...process.env, NODE_ENV: "production", HOST: "127.0.0.1", PORT: String(port), ...env },
		stdio: ["ignore", "ignore", "inherit"],
	});
	const ended = new Promise((resolve) => child.once("close", resolve));
	const service = {
		name,
		origin: `http://127.0.0.1:${port}`,
		pid: /** @type {number} */ (child.pid),
		async stop() {
			running.delete(service);
			child.kill("SIGTERM");
			const timer = setTimeout(() => child.kill("SIGKILL"), 5_000);
			await ended;
			clearTimeout(timer);
		},
	};
	running.add(service);
	const deadline = performance.now() + START_MS;
	for (;;) {
		if (child.exitCode !== null) throw new Error(`${name} ended at its start`);
		const ok = await send(service.origin, first).catch(() => undefined);
		if (ok) return service;
		if (performance.now() > deadline) throw new Error(`${name} does not answer`);
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
}

const OURS = [process.execPath, SERVER];
const OUR_ENV = { ALLOW_PRIVATE_IMAGE_HOSTS: "true" };

/**
 * Our service with default settings, except that loopback images are allowed.
 * @param {Record<string, string>} [env]
 * @param {import("./client.mjs").Call} [first] sent until it is answered; default: health
 */
export const startOurs = (env = {}, first) => start("ours", OURS, { ...OUR_ENV, ...env }, first);

/** @param {"takumi" | "satori" | "chromium"} name */
export const startPeer = (name) =>
	start(name, [process.execPath, fileURLToPath(new URL(`peers/${name}.mjs`, import.meta.url))]);

/** Time for services to finish deferred startup work. Milliseconds. */
const SETTLE_MS = 6_000;
export const settle = () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS));

export const stopAll = () => Promise.all([...running].map((service) => service.stop()));

/** @returns {Promise<number>} */
function freePort() {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.once("error", reject);
		server.listen(0, "127.0.0.1", () => {
			const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
			server.close(() => resolve(port));
		});
	});
}
