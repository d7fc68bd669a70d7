import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify from "fastify";
import t, { type Test } from "tap";
import { endSlowResponses, type ReadingLimits } from "../../../src/http/response/sending.js";

const LIMITS: ReadingLimits = {
	graceMs: 400,
	bytesPerSecond: 1_000_000,
	longestMs: 60_000,
	tickMs: 50,
};
const LARGE = Buffer.alloc(40_000_000, 97);

async function start(t: Test, limits: Partial<ReadingLimits> = {}) {
	const app = Fastify();
	endSlowResponses(app, { ...LIMITS, ...limits });
	app.get("/large", async () => LARGE);
	app.get("/slow", async () => {
		await sleep(3 * LIMITS.graceMs);
		return "late";
	});
	await app.listen({ port: 0, host: "127.0.0.1" });
	t.teardown(() => app.close());
	const { port } = app.server.address() as { port: number };
	const connections = once(app.server, "connection") as Promise<[Socket]>;
	const open = (path: string) => {
		const socket = connect(port, "127.0.0.1");
		socket.on("error", () => undefined);
		socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
		return socket;
	};
	return { open, connection: async () => (await connections)[0] };
}

/** Takes so many bytes and no more, again and again, until told to hurry. */
function readSlowly(socket: Socket, bytes: number, everyMs: number) {
	let received = 0;
	let allowed = 0;
	const timer = setInterval(() => {
		allowed += bytes;
		if (received < allowed) socket.resume();
	}, everyMs);
	socket.on("data", (piece: Buffer) => {
		received += piece.length;
		if (received >= allowed) socket.pause();
	});
	socket.once("close", () => clearInterval(timer));
	socket.pause();
	const hurry = () => {
		allowed = Number.POSITIVE_INFINITY;
		socket.resume();
	};
	return { received: () => received, hurry };
}

t.test("an answer of which a client takes nothing more is given up", async (t) => {
	const { open, connection } = await start(t);
	open("/large").pause();
	await once(await connection(), "close");
	t.pass("it is closed");
});

t.test("and one of which it takes too little", async (t) => {
	// Its 40 MB may take two seconds more than the grace.
	const { open, connection } = await start(t, { bytesPerSecond: 20_000_000 });
	const slow = open("/large");
	const { received, hurry } = readSlowly(slow, 2_000, 20);
	await once(await connection(), "close");
	// What the kernel had taken before is still there.
	hurry();
	await once(slow, "close");
	t.ok(received() < LARGE.length, `${received()} bytes`);
});

t.test("and one that takes too long on the whole, however it is read", async (t) => {
	const { open, connection } = await start(t, { longestMs: 800, bytesPerSecond: 1 });
	const slow = open("/large");
	readSlowly(slow, 20_000, 20);
	await once(await connection(), "close");
	t.pass();
	slow.destroy();
});

t.test("the time before an answer and after it does not count", async (t) => {
	const { open } = await start(t);
	const patient = open("/slow");
	const [answer] = await once(patient, "data");
	t.match(String(answer), /late$/);
	await sleep(3 * LIMITS.graceMs);
	t.notOk(patient.destroyed);
	patient.destroy();
});

t.test("one that goes on taking gets it all", async (t) => {
	const { open } = await start(t);
	const slow = open("/large");
	const { received } = readSlowly(slow, 400_000, 20);
	const whole = setInterval(() => received() > LARGE.length && slow.destroy(), 10);
	await once(slow, "close");
	clearInterval(whole);
	t.ok(received() > LARGE.length, `${received()} bytes`);
});
