/**
 * Asks for /api/health until it is told to end, in a thread of its own: the
 * client is busy with images and answers meanwhile, and its pauses are not the
 * service's. Posts the times, milliseconds.
 */
import { parentPort, workerData } from "node:worker_threads";
import { send } from "./client.mjs";

/** Time between two questions; they do not wait for each other. Milliseconds. */
const EVERY_MS = 10;

/** @type {Promise<number>[]} */
const asked = [];
const asking = setInterval(() => {
	asked.push(send(workerData.origin, { path: "/api/health" }).then(({ time }) => time));
}, EVERY_MS);
parentPort?.once("message", async () => {
	clearInterval(asking);
	parentPort?.postMessage(await Promise.all(asked));
});
