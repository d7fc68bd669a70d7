import t from "tap";
import { ServiceError } from "../../../src/base/errors.js";
import { LIMITS } from "../../../src/contract/limits.js";
import { DEFAULT_FETCH_LIMITS } from "../../../src/service/pictures/fetch/fetch-limits.js";
import {
	createImageSources,
	type ImageSourcesOptions,
	VIA,
} from "../../../src/service/pictures/sources.js";
import {
	fakeDns,
	type HostileServer,
	respond,
	startHostileServer,
	TINY_PNG,
	TINY_SVG,
} from "../../helpers/hostile-server.js";

const PATH = "/slides/0/image";

function sourcesFor(options: Partial<ImageSourcesOptions> = {}) {
	return createImageSources({ allowPrivateHosts: ["127.0.0.1"], userAgent: "test/1", ...options });
}

async function loadOne(src: string, options: Partial<ImageSourcesOptions> = {}): Promise<Buffer> {
	const found = await sourcesFor(options).load([{ path: PATH, src }], {
		signal: new AbortController().signal,
	});
	return Buffer.from(found.get(src) ?? []);
}

/** The details of the 422 that a source ends in, without the path and what says the same in words. */
async function failure(src: string, options: Partial<ImageSourcesOptions> = {}) {
	try {
		await loadOne(src, options);
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		const { path, issues, hint, found, allowed, ...details } = error.details;
		const reason = details.reason;
		if (!Array.isArray(issues) || issues[0].path !== PATH || issues[0].reason !== reason)
			throw error;
		if ((hint !== undefined) !== (reason === "unreachable")) throw error;
		if (error.code !== "remote_image_failed" || path !== PATH) throw error;
		return details;
	}
	throw new Error(`${src} was loaded`);
}

let server: HostileServer;
t.before(async () => {
	server = await startHostileServer();
});
t.teardown(() => server.close());

t.test("an honest image arrives, and the request identifies the service", async (t) => {
	t.same(await loadOne(server.url("/image.png?a=%20b")), TINY_PNG);
	const hit = server.hits.at(-1);
	t.same(hit?.headers, {
		host: `127.0.0.1:${server.port}`,
		connection: "keep-alive",
		"user-agent": "test/1",
		accept: "image/png,image/jpeg,image/webp,image/svg+xml,image/*;q=0.8,*/*;q=0.1",
		"accept-encoding": "identity",
		via: VIA,
	});
	t.same(await loadOne(server.url("/until-close")), TINY_PNG);
	t.same(await loadOne(server.url("/early-hints.png")), TINY_PNG);
});

t.test("private, unresolvable, closed and filtered addresses give the same error", async (t) => {
	const dns = fakeDns({
		"private.example": [["10.0.0.1"]],
		"loopback.example": [["127.0.0.1"]],
		"mixed.example": [["8.8.8.8", "127.0.0.1"]],
		"mixed6.example": [["8.8.8.8", "::1"]],
		"nothing.example": [[]],
		"garbage.example": [["not an address"]],
	});
	const closed = await startHostileServer();
	await closed.close();
	const before = server.connections();
	const bodies = new Set<string>();
	for (const url of [
		server.url("/image.png", "127.0.0.2"),
		server.url("/image.png", "127.1.1.1"),
		server.url("/image.png", "[::ffff:127.0.0.1]"),
		server.url("/image.png", "[::1]"),
		server.url("/image.png", "localhost"),
		server.url("/image.png", "localhost."),
		"http://169.254.169.254/latest/meta-data/",
		"http://metadata.google.internal/",
		"http://single/",
		"https://private.example/",
		server.url("/image.png", "loopback.example"),
		server.url("/image.png", "mixed.example"),
		server.url("/image.png", "mixed6.example"),
		"https://nothing.example/",
		"https://garbage.example/",
		"https://unknown.example/",
		"https://a..b/",
		"http://unknown.example:22/",
		closed.url("/image.png"),
	]) {
		try {
			await loadOne(url, { resolveHost: dns.resolveHost });
			t.fail(`${url} was loaded`);
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error;
			bodies.add(JSON.stringify([error.code, error.message, error.details]));
		}
	}
	// A name that takes for ever, and a TLS handshake that does.
	const silent = { timeoutMs: 100 };
	const stuck = await failure("https://stuck.example/", {
		limits: silent,
		resolveHost: () => new Promise(() => {}),
	});
	const handshake = await failure(`https://127.0.0.1:${server.port}/`, { limits: silent });
	t.same(stuck, { reason: "unreachable" });
	t.same(handshake, { reason: "unreachable" });
	t.equal(bodies.size, 1, "one answer, to the letter");
	t.match([...bodies][0], /^\["remote_image_failed","The image's server could not be reached\."/);
	t.equal(server.connections(), before + 1, "nothing but the handshake was connected to");
	t.notOk(dns.questions.includes("localhost"), "refused names are not looked up");
});

t.test(
	"DNS rebinding: a trusted name is resolved once, and that answer is connected to",
	async (t) => {
		const dns = fakeDns({ "dev.example": [["127.0.0.1"], ["127.0.0.9"]] });
		const options = { allowPrivateHosts: ["dev.example"], resolveHost: dns.resolveHost };
		t.same(await loadOne(server.url("/image.png", "dev.example"), options), TINY_PNG);
		t.same(dns.questions, ["dev.example"]);
		t.same(
			await loadOne(server.url("/image.png", "localhost"), { allowPrivateHosts: true }),
			TINY_PNG,
		);
	},
);

t.test("redirects to private addresses and other schemes are refused at every hop", async (t) => {
	const dns = fakeDns({ "private.example": [["127.0.0.1"]] });
	const other = await startHostileServer({ host: "127.0.0.2" });
	t.teardown(() => other.close());
	for (const target of [
		other.url("/image.png", "127.0.0.2"),
		`//127.0.0.2:${other.port}/image.png`,
		other.url("/image.png", "private.example"),
		"http://169.254.169.254/",
		"http://[::ffff:127.0.0.1]/",
		"file:///etc/passwd",
		"data:image/png;base64,AAAA",
		"ftp://127.0.0.1/",
		`http://user:pw@127.0.0.1:${server.port}/image.png`,
		"http://127.0.0.1:99999/",
	]) {
		const url = server.url(`/redirect?to=${encodeURIComponent(target)}`);
		t.same(await failure(url, { resolveHost: dns.resolveHost }), { reason: "unreachable" }, target);
	}
	t.equal(other.connections(), 0);
	for (const status of [
		"301 Moved",
		"302 Found",
		"303 See Other",
		"307 Temporary",
		"308 Permanent",
	]) {
		const to = encodeURIComponent("image.png#x");
		t.same(
			await loadOne(server.url(`/redirect?to=${to}&status=${encodeURIComponent(status)}`)),
			TINY_PNG,
		);
	}
	const allowed = { allowPrivateHosts: ["127.0.0.1", "127.0.0.2"] };
	const to = encodeURIComponent(other.url("/image.png", "127.0.0.2"));
	t.same(await loadOne(server.url(`/redirect?to=${to}`), allowed), TINY_PNG);
});

t.test(
	"what a browser shows: bytes beyond ASCII in Location, spaces in a URL, status 203",
	async (t) => {
		for (const name of ["Köln 東京", " y"]) {
			const path = `/image.png?name=${name}`;
			t.same(await loadOne(server.url(`/redirect?to=${encodeURIComponent(path)}`)), TINY_PNG);
			t.equal(server.hits.at(-1)?.query.get("name"), name);
		}
		t.same(await loadOne(` ${server.url("/image.png?a= b")} `), TINY_PNG);
		t.same(await loadOne(server.url("/status?status=203%20Transformed")), TINY_PNG);
	},
);

t.test("redirect loops and long chains end with an error", async (t) => {
	t.same(await loadOne(server.url("/hops?left=3")), TINY_PNG);
	const before = server.hits.length;
	const tooMany = { reason: "too_many_redirects", maxRedirects: LIMITS.maxRemoteImageRedirects };
	t.same(await failure(server.url("/hops?left=4")), tooMany);
	t.equal(server.hits.length - before, 4);
	t.same(await failure(server.url("/loop")), tooMany);
	for (const status of ["300 Choices", "302 Found", "304 Not Modified", "305 Use Proxy"]) {
		const url = server.url(`/status?status=${encodeURIComponent(status)}`);
		const expected = { reason: "status", status: Number(status.slice(0, 3)) };
		t.same(await failure(url), expected, `${status} without Location`);
	}
});

t.test("the endless body of a redirect is not read", async (t) => {
	let open = 0;
	const watching = await startHostileServer({
		behaviours: {
			"/watch.png": (socket) => {
				setTimeout(() => {
					open = watching.open();
					respond(socket, TINY_PNG);
				}, 100);
			},
		},
	});
	t.teardown(() => watching.close());
	t.same(await loadOne(watching.url("/redirect-endless?to=/watch.png")), TINY_PNG);
	t.equal(open, 1, "its connection was closed while the image was still on its way");
});

t.test("a status other than 200 is reported", async (t) => {
	for (const status of [
		"204 No Content",
		"206 Partial Content",
		"401 Who",
		"404 Not Found",
		"429 Slow",
		"500 Oops",
		"599 X",
	]) {
		const url = server.url(`/status?status=${encodeURIComponent(status)}`);
		t.same(await failure(url), { reason: "status", status: Number(status.slice(0, 3)) }, status);
	}
});

t.test("servers that never answer or drip bytes are given up at the deadline", async (t) => {
	t.equal(DEFAULT_FETCH_LIMITS.timeoutMs, 10_000);
	for (const path of ["/silent", "/drip-head", "/drip-body", "/late.png?ms=5000"]) {
		t.same(
			await failure(server.url(path), { limits: { timeoutMs: 250 } }),
			{ reason: "timeout", timeoutMs: 250 },
			path,
		);
	}
	const hops = server.url(`/redirect?to=${encodeURIComponent("/late.png?ms=5000")}`);
	t.match(await failure(hops, { limits: { timeoutMs: 250 } }), { reason: "timeout" });
});

t.test("endless, overstated and oversized bodies are refused at the limit", async (t) => {
	const max = LIMITS.maxRemoteImageBytes;
	for (const path of ["/sized.png", "/sized-chunked.png"]) {
		t.equal((await loadOne(server.url(`${path}?bytes=${max}`))).length, 12_582_912, path);
		t.same(
			await failure(server.url(`${path}?bytes=${max + 1}`)),
			{ reason: "too_large", maxBytes: max },
			path,
		);
	}
	t.same(await failure(server.url("/endless")), { reason: "too_large", maxBytes: max });
	t.same(await failure(server.url("/huge-length")), { reason: "too_large", maxBytes: max });
});

t.test("broken framing, header floods and resets give no partial image", async (t) => {
	for (const path of [
		"/cut-short",
		"/cut-chunked",
		"/two-lengths",
		"/length-and-chunked",
		"/reset",
		"/big-header",
		"/many-headers",
		"/informational",
		"/not-http",
	]) {
		t.same(await failure(server.url(path)), { reason: "unreachable" }, path);
	}
	// What goes past the announced length is not part of the image; here it leaves none.
	t.match(await failure(server.url("/overlong")), { reason: "not_an_image" });
});

t.test("what delivers nothing is ended long before the deadline", async (t) => {
	for (const path of ["/single-bytes", "/chunk-extensions", "/endless-status"]) {
		t.same(await failure(server.url(path)), { reason: "unreachable" }, path);
	}
});

t.test("connections that close at once are not tried for ever", async (t) => {
	const rude = await startHostileServer({ onConnect: (socket) => socket.destroy() });
	t.teardown(() => rude.close());
	t.same(await failure(rude.url("/image.png"), { limits: { timeoutMs: 1_000 } }), {
		reason: "unreachable",
	});
	t.ok(rude.connections() <= 3, `${rude.connections()} connections`);
});

t.test("expired and foreign certificates are refused, whatever the environment says", async (t) => {
	const secure = await startHostileServer({ secure: true });
	const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
	process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
	t.teardown(async () => {
		if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
		else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
		await secure.close();
	});
	t.same(await failure(secure.url("/image.png")), { reason: "unreachable" });
	t.equal(secure.hits.length, 0);
	t.same(
		await failure(`https://127.0.0.1:${server.port}/not-http`, { limits: { timeoutMs: 200 } }),
		{ reason: "unreachable" },
	);
	t.same(
		await failure(`http://127.0.0.1:${secure.port}/image.png`, { limits: { timeoutMs: 500 } }),
		{ reason: "unreachable" },
	);
});

t.test("compressed bodies are decoded up to the limit", async (t) => {
	t.same(await loadOne(server.url("/gzip.svg")), TINY_SVG);
	t.same(await loadOne(server.url("/br.svg")), TINY_SVG);
	const max = LIMITS.maxRemoteImageBytes;
	t.same(await failure(server.url("/gzip-bomb")), { reason: "too_large", maxBytes: max });
	for (const path of ["/gzip-damaged", "/zstd", "/gzip-twice"]) {
		t.same(await failure(server.url(path)), { reason: "not_an_image" }, path);
	}
});

t.test(
	"content decides over the media type, but a page or an empty body is never an image",
	async (t) => {
		t.same(await loadOne(server.url("/png-as.txt")), TINY_PNG);
		for (const path of ["/png-as.html", "/html-as.png", "/empty.png", "/byte.png"]) {
			t.same(await failure(server.url(path)), { reason: "not_an_image" }, path);
		}
	},
);

t.test("cookies of servers and proxies of the environment are ignored", async (t) => {
	const proxy = await startHostileServer();
	const names = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY", "NODE_USE_ENV_PROXY"];
	const before = names.map((name) => process.env[name]);
	for (const name of names) process.env[name] = name === "NODE_USE_ENV_PROXY" ? "1" : proxy.url("");
	t.teardown(async () => {
		names.forEach((name, i) => {
			const value = before[i];
			if (value === undefined) delete process.env[name];
			else process.env[name] = value;
		});
		await proxy.close();
	});
	const sources = sourcesFor();
	for (const query of ["1", "2"]) {
		const refs = [
			{ path: PATH, src: server.url(`/cookie.png?${query}`) },
			{ path: PATH, src: server.url(`/cookie.png?${query}b`) },
		];
		await sources.load(refs, { signal: new AbortController().signal });
	}
	t.notOk(server.hits.some(({ headers }) => "cookie" in headers));
	t.equal(proxy.connections(), 0);
});

t.test("nothing can be smuggled into the request", async (t) => {
	const before = server.hits.length;
	await loadOne(server.url("/image.png?a=%0d%0aX-Evil:%201"));
	t.equal(server.hits.length, before + 1);
	t.notOk("x-evil" in (server.hits.at(-1)?.headers ?? {}));
});
