import { setImmediate as turn } from "node:timers/promises";
import t, { type Test } from "tap";
import { FairShare } from "../../../src/base/fair-share.js";
import { ByteBudget, HeldBytes } from "../../../src/service/pictures/fetch/byte-budget.js";
import { ConnectionPool } from "../../../src/service/pictures/fetch/connection-pool.js";
import type { FetchSession } from "../../../src/service/pictures/fetch/session.js";
import { createImageSources } from "../../../src/service/pictures/sources.js";
import {
	type Behaviour,
	closesSoon,
	respond,
	startHostileServer,
	TINY_PNG,
	TINY_SVG,
} from "../../helpers/hostile-server.js";
import { rejectsWith } from "../../helpers/rejects-with.js";
import { until } from "../../helpers/until.js";

/** A server, and a client that loads one image from it after the other. */
async function world(t: Test, behaviours: Readonly<Record<string, Behaviour>> = {}) {
	const server = await startHostileServer({ behaviours });
	const sources = createImageSources({ allowPrivateHosts: ["127.0.0.1"], userAgent: "test/1" });
	t.teardown(async () => {
		await sources.close();
		await server.close();
	});
	const load = async (path: string, client = "a") => {
		const src = server.url(path);
		const { signal } = new AbortController();
		const found = await sources.load([{ path: "/slides/0/image", src }], { signal, client });
		// The connection is free after the library's own callbacks.
		await turn();
		return Buffer.from(found.get(src) ?? []);
	};
	return { server, sources, load };
}

t.test("the next request of a client uses the connection of the last one", async (t) => {
	const { server, sources, load } = await world(t);
	for (let i = 0; i < 5; i++) t.same(await load(`/image.png?${i}`), TINY_PNG);
	t.equal(server.hits.length, 5);
	t.equal(server.connections(), 1);
	await load("/image.png", "b");
	t.equal(server.connections(), 2, "another client has its own");
	await sources.close();
	await closesSoon(t, server, "all end with the service");
	await load("/image.png");
	await closesSoon(t, server, "none is kept after that");
});

t.test("simultaneous requests do not share a connection", async (t) => {
	const { server, load } = await world(t);
	await load("/image.png");
	const all = Array.from({ length: 3 }, (_, i) => load(`/late.png?ms=30&i=${i}`));
	for (const bytes of await Promise.all(all)) t.same(bytes, TINY_PNG);
	t.equal(server.connections(), 3);
});

t.test("an idle connection closes after some seconds", async (t) => {
	const { server, load } = await world(t, {
		"/patient.png": (socket) => respond(socket, TINY_PNG, { headers: ["Keep-Alive: timeout=600"] }),
	});
	await load("/patient.png");
	t.equal(server.open(), 1);
	await until("the connection closes", () => server.open() === 0);
	t.same(await load("/image.png"), TINY_PNG);
	t.equal(server.connections(), 2);
});

t.test("a kept connection that its server closes costs nothing but a new one", async (t) => {
	let served = 0;
	// Closes when the second request has arrived, as if it had crossed the end of the connection.
	const once = (end: (socket: Parameters<Behaviour>[0]) => void): Behaviour => {
		const used = new WeakSet<object>();
		return (socket) => {
			if (used.has(socket)) return end(socket);
			used.add(socket);
			served++;
			respond(socket, TINY_PNG);
		};
	};
	const { server, load } = await world(t, {
		"/end.png": once((socket) => socket.end()),
		"/reset.png": once((socket) => socket.resetAndDestroy()),
		"/leave.png": (socket) => {
			respond(socket, TINY_PNG);
			socket.end();
		},
	});
	for (const path of ["/end.png", "/reset.png", "/leave.png"]) {
		const hits = server.hits.length;
		for (let i = 0; i < 3; i++) t.same(await load(path), TINY_PNG, `${path} ${i}`);
		t.ok(server.hits.length - hits <= 6, "asked again once at most");
	}
	t.ok(served >= 6);
});

t.test("a server that never answers a second request gets two of them, not more", async (t) => {
	let requests = 0;
	const { load } = await world(t, {
		"/gone.png": (socket) => {
			requests++;
			socket.end();
		},
	});
	await load("/image.png");
	await rejectsWith(t, load("/gone.png"), { details: { reason: "unreachable" } });
	t.equal(requests, 2, "over the kept connection and over a new one");
	await rejectsWith(t, load("/gone.png"), { details: { reason: "unreachable" } });
	t.equal(requests, 3, "there is none to keep after a failure");
});

t.test("bytes after a response are no answer to the next request", async (t) => {
	const twice: Behaviour = (socket) => {
		socket.cork();
		respond(socket, TINY_PNG);
		respond(socket, TINY_SVG);
		socket.uncork();
	};
	const later: Behaviour = (socket) => {
		respond(socket, TINY_PNG);
		setTimeout(() => respond(socket, TINY_SVG), 20);
	};
	const flood: Behaviour = (socket) => {
		respond(socket, TINY_PNG);
		const pour = () => {
			while (!socket.destroyed && socket.write(Buffer.alloc(65_536)));
		};
		socket.on("drain", pour);
		setTimeout(pour, 20);
	};
	const { server, load } = await world(t, {
		"/twice.png": twice,
		"/later.png": later,
		"/flood.png": flood,
	});
	for (const path of ["/twice.png", "/later.png", "/flood.png"]) {
		t.same(await load(path), TINY_PNG, path);
		await new Promise((resolve) => setTimeout(resolve, 60));
		t.same(await load("/image.png"), TINY_PNG, `after ${path}`);
	}
	await closesSoon(t, server, "the connections were closed", 1);
});

t.test("a failure closes the connections of its request", async (t) => {
	const { server, load } = await world(t);
	await load("/image.png");
	await rejectsWith(t, load("/status?status=404+Missing"), { details: { reason: "status" } });
	await closesSoon(t, server);
});

t.test("a connection on which something is still to come is not kept", async (t) => {
	const { server, load } = await world(t, {
		"/slow-redirect": (socket) => {
			socket.write("HTTP/1.1 302 Found\r\nLocation: /image.png\r\nContent-Length: 100\r\n\r\n");
		},
	});
	t.same(await load("/slow-redirect"), TINY_PNG);
	await closesSoon(t, server);
});

t.test("what one request receives does not count for the next", async (t) => {
	// Each answer has 8 MB of chunk extensions; 16 MB of them would end a request. The bytes are
	// counted every 50 ms.
	const image = Buffer.concat([TINY_PNG, Buffer.alloc(600)]);
	const { server, load } = await world(t, {
		"/heavy.png": (socket) => {
			const extension = "x".repeat(12_000);
			socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
			for (const byte of image) {
				socket.write(`1;${extension}\r\n`);
				socket.write(Buffer.from([byte]));
				socket.write("\r\n");
			}
			setTimeout(() => socket.write("0\r\n\r\n"), 200);
		},
	});
	for (let i = 0; i < 4; i++) t.same(await load("/heavy.png"), image);
	t.equal(server.connections(), 1);
});

t.test("many clients keep a limited number of connections", async (t) => {
	const { server, load } = await world(t);
	for (let i = 0; i < 50; i++) await load("/image.png", `client ${i}`);
	t.equal(server.connections(), 50);
	await closesSoon(t, server, "those of 32 requests stay open", 32);
	t.ok(server.open() > 0);
});

/** A session without connections that records what is done to it. */
function fakeSession(openedAt: number, origin: string, open = 1) {
	const session: FetchSession & { closed: boolean; begun: number; state: string } = {
		openedAt,
		closed: false,
		begun: 0,
		state: "idle",
		connections: { dispatcher: undefined as never, kept: false },
		begin() {
			session.begun++;
		},
		end: () => (session.state === "idle" ? { origins: new Set([origin]), open } : undefined),
		replace: () => undefined,
		close() {
			session.closed = true;
		},
	};
	return session;
}

t.test("a session is not used for ever, nor with too many connections", async (t) => {
	let now = 1_000;
	let open = 1;
	let origin = "";
	const opened: ReturnType<typeof fakeSession>[] = [];
	const kept = new ConnectionPool(
		() => {
			const session = fakeSession(now, origin, open);
			opened.push(session);
			return session;
		},
		() => now,
	);
	const budget = new ByteBudget(1_000, new HeldBytes(new FairShare(1_000)), "");
	const use = (url = "https://a.example", client = "a") => {
		origin = url;
		const session = kept.take(client, origin, budget);
		kept.giveBack(session, client);
		return opened.indexOf(session as (typeof opened)[number]);
	};
	t.equal(use(), 0);
	for (now = 1_000; now <= 31_000; now += 3_000) t.equal(use(), 0, `at ${now} ms`);
	t.equal(opened[0]?.begun, 12);
	t.equal(use(), 1, "half a minute after it was opened");
	t.equal(opened[0]?.closed, true);
	now += 4_001;
	t.equal(use(), 2, "after four seconds without a request");
	t.equal(use("https://b.example"), 3, "another origin");
	t.equal(use("https://a.example", "b"), 4, "another client");
	t.equal(use(), 2);
	open = 9;
	t.equal(use("https://c.example", "c"), 5);
	t.equal(opened[5]?.closed, true, "nine connections are too many");
	open = 0;
	use("https://d.example", "d");
	t.equal(opened[6]?.closed, true, "none is too few");
	open = 1;
	const busy = kept.take("e", origin, budget);
	(busy as (typeof opened)[number]).state = "reading";
	kept.giveBack(busy, "e");
	t.equal(opened[7]?.closed, true, "an exchange is not over");
	kept.close();
	t.ok(opened.every((session) => session.closed));
});
