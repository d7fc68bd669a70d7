/**
 * Requests /api/health until it is stopped. Runs in its own thread, because the client's thread is
 * busy with images and responses, which would delay the measurement. Posts the times in ms.
 */
import { parentPort, workerData } from "node:worker_threads";
import { send } from "./client.mjs";

/** Interval between requests, which do not wait for each other. Milliseconds. */
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
