import t from "tap";
import { LIMITS } from "../../src/contract/limits.js";
import { failureOf, imageBody, startVictim, summary, tryRows } from "../helpers/hostile-rows.js";
import {
	type HostileServer,
	respond,
	startHostileServer,
	TINY_PNG,
} from "../helpers/hostile-server.js";

const ENV = { ALLOW_PRIVATE_IMAGE_HOSTS: "127.0.0.1" };

const rowsFor = (server: HostileServer, expectations: Readonly<Record<string, string>>) =>
	Object.entries(expectations).map(([path, expected]) => ({
		name: path,
		body: imageBody(server.url(path)),
		expected,
	}));

t.test("image servers that lie, flood and break cost the client an error", async (t) => {
	const server = await startHostileServer();
	const secure = await startHostileServer({ secure: true });
	t.teardown(() => Promise.all([server.close(), secure.close()]));
	const victim = await startVictim(ENV);
	const status = (line: string) => `/status?status=${encodeURIComponent(line)}`;
	await tryRows(t, victim, [
		...rowsFor(server, {
			"/endless": "422 too_large",
			"/huge-length": "422 too_large",
			"/cut-short": "422 unreachable",
			"/cut-chunked": "422 unreachable",
			"/two-lengths": "422 unreachable",
			"/length-and-chunked": "422 unreachable",
			"/until-close": "200",
			"/gzip.svg": "200",
			"/br.svg": "200",
			"/gzip-bomb": "422 too_large",
			"/gzip-damaged": "422 not_an_image",
			"/gzip-twice": "422 not_an_image",
			"/zstd": "422 not_an_image",
			[`/sized.png?bytes=${LIMITS.maxRemoteImageBytes}`]: "200",
			[`/sized.png?bytes=${LIMITS.maxRemoteImageBytes + 1}`]: "422 too_large",
			[`/sized-chunked.png?bytes=${LIMITS.maxRemoteImageBytes}`]: "200",
			[`/sized-chunked.png?bytes=${LIMITS.maxRemoteImageBytes + 1}`]: "422 too_large",
			"/big-header": "422 unreachable",
			"/many-headers": "422 unreachable",
			"/endless-status": "422 unreachable",
			"/early-hints.png": "200",
			[status("204 No Content")]: "422 status",
			[status("206 Partial Content")]: "422 status",
			[status("401 Who")]: "422 status",
			[status("404 Not Found")]: "422 status",
			[status("429 Slow")]: "422 status",
			[status("500 Oops")]: "422 status",
			"/reset": "422 unreachable",
			"/not-http": "422 unreachable",
			"/html-as.png": "422 not_an_image",
			// Error pages and log-ins are HTML, whatever they begin with.
			"/png-as.html": "422 not_an_image",
			"/png-as.txt": "200",
			"/empty.png": "422 not_an_image",
			"/byte.png": "422 not_an_image",
			"/cookie.png": "200",
		}),
		{
			name: "a certificate that nobody vouches for",
			body: imageBody(secure.url("/image.png")),
			expected: "422 unreachable",
		},
		{
			name: "no TLS where https is asked for",
			body: imageBody(server.url("/image.png").replace("http:", "https:")),
			expected: "422 unreachable",
		},
	]);
	await victim.post("/api/render", imageBody(server.url("/cookie.png")));
	t.notOk(
		server.hits.some(({ headers }) => headers.cookie !== undefined),
		"no cookie is ever sent back",
	);
});

t.test("slow image servers, all at once, end at the deadline", async (t) => {
	const server = await startHostileServer();
	t.teardown(() => server.close());
	// Each request holds one of two places for each process while it waits.
	const victim = await startVictim({ ...ENV, RENDER_PROCESSES: "3" });
	const slow = ["/silent", "/drip-head", "/drip-body", "/late.png?ms=30000"].map((path) =>
		victim.post("/api/render", imageBody(server.url(path))),
	);
	const overlays = (slide: number) =>
		Array.from({ length: 30 }, (_, i) => ({ src: server.url(`/silent?i=${slide}.${i}`) }));
	slow.push(
		victim.post("/api/render", {
			mode: "carousel",
			slides: Array.from({ length: 20 }, (_, i) => ({
				image: server.url(`/silent?slide=${i}`),
				imageOverlays: overlays(i),
			})),
		}),
	);
	const answers = Promise.all(slow.map(failureOf));
	const health = await victim.get("/api/health");
	t.equal(health.status, 200, "health is good meanwhile");
	for (const failure of await answers) {
		t.equal(summary(failure), "422 timeout");
	}
	t.ok(server.peak() <= 10, `${server.peak()} connections at once: six for a request`);
	await victim.expectUnharmed(t, "after the slow ones");
});

t.test("one large image named 600 times is fetched once", async (t) => {
	const server = await startHostileServer();
	t.teardown(() => server.close());
	const victim = await startVictim(ENV);
	const src = server.url("/sized.png?bytes=12000000");
	const overlay = { src, width: 4, height: 4 };
	const answer = await failureOf(
		victim.post("/api/render", {
			mode: "carousel",
			platform: "photo-feed-square",
			slides: Array(20).fill({ imageOverlays: Array(30).fill(overlay) }),
		}),
	);
	t.equal(summary(answer), "200");
	t.equal(server.hits.length, 1);
	await victim.expectUnharmed(t, "after 600 of them");
});

t.test("an image server gains nothing from a connection that stays open", async (t) => {
	const page = "<!DOCTYPE html><title>Not an image</title>";
	const server = await startHostileServer({
		behaviours: {
			"/two-answers.png": (socket) => {
				respond(socket, TINY_PNG);
				respond(socket, page);
			},
			"/answer-later.png": (socket) => {
				respond(socket, TINY_PNG);
				setTimeout(() => respond(socket, page), 30);
			},
			"/pour-later.png": (socket) => {
				respond(socket, TINY_PNG);
				const pour = () => {
					while (!socket.destroyed && socket.write(Buffer.alloc(65_536)));
				};
				socket.on("drain", pour);
				setTimeout(pour, 30);
			},
			"/gone.png": (socket) => socket.destroy(),
		},
	});
	t.teardown(() => server.close());
	const victim = await startVictim(ENV);
	const answerOf = async (path: string) =>
		summary(await failureOf(victim.post("/api/render", imageBody(server.url(path)))));
	for (const path of ["/two-answers.png", "/answer-later.png", "/pour-later.png"]) {
		t.equal(await answerOf(path), "200", path);
		await new Promise((resolve) => setTimeout(resolve, 100));
		t.equal(await answerOf("/image.png"), "200", `after ${path}`);
	}
	const before = server.connections();
	for (let i = 0; i < 4; i++) t.equal(await answerOf(`/image.png?${i}`), "200");
	t.equal(server.connections(), before, "requests of one client share a connection");
	const hits = server.hits.length;
	t.equal(await answerOf("/gone.png"), "422 unreachable");
	t.equal(server.hits.length, hits + 2, "asked again once");
	t.equal(await answerOf("/image.png"), "200");
	await victim.expectUnharmed(t, "after the open connections");
});
