import t from "tap";
import {
	createImageSources,
	type ImageSourcesOptions,
} from "../../../src/service/pictures/sources.js";
import {
	closesSoon,
	fakeDns,
	startHostileServer,
	TINY_PNG,
	TINY_SVG,
} from "../../helpers/hostile-server.js";
import { rejectsWith } from "../../helpers/rejects-with.js";

const sourcesFor = (options: Partial<ImageSourcesOptions> = {}) =>
	createImageSources({ allowPrivateHosts: ["127.0.0.1"], userAgent: "test/1", ...options });
const never = () => new AbortController().signal;
const refsTo = (srcs: readonly string[]) =>
	srcs.map((src, i) => ({ path: `/slides/${i}/image`, src }));

t.test("an image that one request names often is fetched once, and is not kept", async (t) => {
	const server = await startHostileServer();
	t.teardown(() => server.close());
	const src = server.url("/sized.png?bytes=3000000");
	const sources = sourcesFor();
	const refs = refsTo([...Array(600).fill(src), `${src}#a`, `${src}#b`]);
	const found = await sources.load(refs, { signal: never() });
	t.equal(server.hits.length, 1);
	t.same([...found.keys()], [src, `${src}#a`, `${src}#b`]);
	t.equal(found.get(src), found.get(`${src}#b`));
	await sources.load(refs, { signal: never() });
	t.equal(server.hits.length, 2);
});

t.test("a request fetches six images at a time and reuses connections", async (t) => {
	const server = await startHostileServer();
	t.teardown(() => server.close());
	const srcs = Array.from({ length: 60 }, (_, i) => server.url(`/late.png?ms=10&i=${i}`));
	const found = await sourcesFor().load(refsTo(srcs), { signal: never() });
	t.equal(found.size, 60);
	t.equal(server.peak(), 6);
	t.equal(server.connections(), 6);
});

t.test("620 slow images end with one error and no open connection", async (t) => {
	const server = await startHostileServer();
	t.teardown(() => server.close());
	const srcs = Array.from({ length: 620 }, (_, i) => server.url(`/silent?i=${i}`));
	const sources = sourcesFor({ limits: { timeoutMs: 200 } });
	await rejectsWith(t, sources.load(refsTo(srcs), { signal: never() }), {
		code: "remote_image_failed",
		details: { reason: "timeout" },
	});
	t.equal(server.hits.length, 6);
	await closesSoon(t, server);
});

t.test("the service has a bound too, and waiting is not the image's time", async (t) => {
	const server = await startHostileServer();
	t.teardown(() => server.close());
	const sources = sourcesFor({ limits: { fetchesInService: 4, timeoutMs: 1_500 } });
	const loads = Array.from({ length: 6 }, (_, request) =>
		sources.load(
			refsTo(Array.from({ length: 4 }, (_, i) => server.url(`/late.png?ms=300&i=${request}.${i}`))),
			{ signal: never() },
		),
	);
	// 24 images, 4 at a time, 300 ms each: the last ones wait as long as their own 1.5 s.
	for (const found of await Promise.all(loads)) t.equal(found.size, 4);
	t.ok(server.peak() <= 24);
	let active = 0;
	let peak = 0;
	const counting = await startHostileServer({
		behaviours: {
			"/count": (socket) => {
				peak = Math.max(peak, ++active);
				setTimeout(() => {
					active--;
					socket.end("HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n");
				}, 20);
			},
		},
	});
	t.teardown(() => counting.close());
	await Promise.allSettled(
		Array.from({ length: 12 }, (_, i) =>
			sources.load(refsTo([counting.url(`/count?${i}`)]), { signal: never() }),
		),
	);
	t.equal(peak, 4);
	t.equal((await sources.load(refsTo([server.url("/image.png")]), { signal: never() })).size, 1);
});

t.test("the first failure ends the rest and names the first field", async (t) => {
	const server = await startHostileServer();
	t.teardown(() => server.close());
	const missing = server.url("/status?status=404+Missing");
	const refs = refsTo([server.url("/silent"), missing, server.url("/late.png?ms=3000"), missing]);
	await rejectsWith(t, sourcesFor().load(refs, { signal: never() }), {
		code: "remote_image_failed",
		status: 422,
		message: "The image's server answered 404.",
		details: {
			path: "/slides/1/image",
			reason: "status",
			status: 404,
			issues: [{ path: "/slides/1/image", message: "the image's server answered 404" }],
		},
	});
	await closesSoon(t, server, "the others were let go");
});

t.test("a failure also ends connections that do not stand yet", async (t) => {
	const server = await startHostileServer();
	t.teardown(() => server.close());
	const handshake = `https://127.0.0.1:${server.port}/`;
	const load = sourcesFor().load(
		refsTo([handshake, server.url("/late.png?ms=50"), server.url("/missing?ms=50"), handshake]),
		{ signal: never() },
	);
	await rejectsWith(t, load, { details: { path: "/slides/2/image", reason: "status" } });
	t.equal(server.connections(), 3);
	await closesSoon(t, server);
});

t.test("the request's signal ends a load, waiting, resolving or reading", async (t) => {
	const server = await startHostileServer();
	t.teardown(() => server.close());
	const sources = sourcesFor({
		limits: { fetchesInService: 1 },
		allowPrivateHosts: ["127.0.0.1", "stuck.example"],
		resolveHost: () => new Promise(() => undefined),
	});
	for (const src of [server.url("/silent"), server.url("/drip-body"), "http://stuck.example/"]) {
		const controller = new AbortController();
		const first = sources.load(refsTo([src]), { signal: controller.signal });
		const second = sources.load(refsTo([src]), { signal: controller.signal });
		setTimeout(() => controller.abort(new Error("client gone")), 50);
		await Promise.all([t.rejects(first, /client gone/), t.rejects(second, /client gone/)]);
		await t.rejects(sources.load(refsTo([src]), { signal: controller.signal }), /client gone/);
	}
	await closesSoon(t, server);
	t.equal((await sources.load(refsTo([server.url("/image.png")]), { signal: never() })).size, 1);
});

t.test("close ends what is in progress", async (t) => {
	const server = await startHostileServer();
	t.teardown(() => server.close());
	const sources = sourcesFor();
	const load = sources.load(refsTo([server.url("/silent")]), { signal: never() });
	const rejected = t.rejects(load, /shutting down/);
	await sources.close();
	await rejected;
});

t.test("the images of one request have a size together", async (t) => {
	const server = await startHostileServer();
	t.teardown(() => server.close());
	const srcs = [1, 2, 3].map((i) => server.url(`/sized.png?bytes=1000&i=${i}`));
	const limited = (maxRequestBytes: number) => sourcesFor({ limits: { maxRequestBytes } });
	t.equal((await limited(3_000).load(refsTo(srcs), { signal: never() })).size, 3);
	await rejectsWith(t, limited(2_999).load(refsTo(srcs), { signal: never() }), {
		details: { reason: "too_large", maxRequestBytes: 2_999 },
	});
});

t.test("the service's own images need no network, those of others do", async (t) => {
	const dns = fakeDns({});
	const asked: string[] = [];
	const sources = sourcesFor({
		resolveHost: dns.resolveHost,
		publicBaseUrl: "https://img.example/base",
		serviceImages: async (path) => {
			asked.push(path);
			return TINY_SVG;
		},
	});
	const host = "render.example:8080";
	const path = "/api/assets/icons/lucide/rocket.svg";
	const own = {
		[path]: path,
		[`${path}?color=red#y`]: `${path}?color=red`,
		"lucide:rocket": path,
		[`http://${host}${path}`]: path,
		[`https://${host}${path}?x`]: `${path}?x`,
		[`https://img.example/base${path}`]: path,
	};
	for (const [src, expected] of Object.entries(own)) {
		asked.length = 0;
		const found = await sources.load(refsTo([src]), { signal: never(), host });
		t.equal(found.get(src), TINY_SVG, src);
		t.same(asked, [expected], src);
	}
	asked.length = 0;
	for (const src of [
		`https://any.example${path}`,
		`http://render.example${path}`,
		`https://img.example${path}`,
		`http://${host}/api/health`,
		`http://${host}/api/assets/../health`,
	]) {
		const load = sources.load(refsTo([src]), { signal: never(), host });
		await rejectsWith(t, load, { details: { reason: "unreachable" } });
	}
	t.same(asked, []);
	t.ok(dns.questions.length > 0, "they were looked up like any image");
});

t.test("data URLs: content decides, and what does not decode is not an image", async (t) => {
	const png = TINY_PNG.toString("base64");
	for (const src of [
		`data:image/png;base64,${png}`,
		`data:image/svg+xml;base64,${png}`,
		`data:image/gif;base64,${png.replace(/=+$/, "")}`,
		"data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg'/>",
	]) {
		t.ok((await sourcesFor().load(refsTo([src]), { signal: never() })).get(src)?.length);
	}
	for (const [src, message] of [
		["data:image/png;base64,_-_-", /does not decode: it has a character that base64 does not use/],
		["data:image/png;base64,AAAA", /it is unknown/],
		["data:image/svg+xml,%", /it is text/],
		["data:image/svg+xml,<!doctype html><p>", /it is HTML/],
		[`data:image/bmp;base64,${Buffer.from("BM").toString("base64")}`, /it is BMP/],
	] as const) {
		const load = sourcesFor().load(refsTo([src]), { signal: never() });
		await rejectsWith(t, load, { code: "remote_image_failed", message });
	}
});

t.test("no references, no work; an invalid one is never fetched", async (t) => {
	t.equal((await sourcesFor().load([], { signal: never() })).size, 0);
	await rejectsWith(t, sourcesFor().load(refsTo(["file:///etc/passwd"]), { signal: never() }), {
		details: { path: "/slides/0/image", reason: "not_an_image" },
	});
});
