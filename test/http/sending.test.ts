import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify from "fastify";
import t from "tap";
import { endStalledAnswers } from "../../src/http/sending.js";

const STALL_MS = 300;
const LARGE = Buffer.alloc(30_000_000, 97);

t.test("an answer of which a client takes nothing more is given up", async (t) => {
	const app = Fastify();
	endStalledAnswers(app, STALL_MS);
	app.get("/large", async () => LARGE);
	app.get("/slow", async () => {
		await sleep(3 * STALL_MS);
		return "late";
	});
	await app.listen({ port: 0, host: "127.0.0.1" });
	t.teardown(() => app.close());
	const { port } = app.server.address() as { port: number };
	const open = (path: string) => {
		const socket = connect(port, "127.0.0.1");
		socket.on("error", () => undefined);
		socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
		return socket;
	};

	const accepted = once(app.server, "connection") as Promise<[Socket]>;
	open("/large").pause();
	const [connection] = await accepted;
	const start = performance.now();
	await once(connection, "close");
	const ms = performance.now() - start;
	t.ok(ms >= STALL_MS * 0.9 && ms < 10 * STALL_MS, `given up after ${Math.round(ms)} ms`);

	const patient = open("/slow");
	const [answer] = await once(patient, "data");
	t.match(String(answer), /late$/, "the time before an answer does not count");
	await sleep(2 * STALL_MS);
	t.notOk(patient.destroyed, "nor does that after it");
	patient.destroy();

	const slow = open("/large");
	let received = 0;
	slow.on("data", (piece) => {
		received += piece.length;
		slow.pause();
		setTimeout(() => slow.resume(), 2);
	});
	const whole = setInterval(() => received > LARGE.length && slow.destroy(), 10);
	await once(slow, "close");
	clearInterval(whole);
	t.ok(received > LARGE.length, "one that goes on taking gets it all");
});
