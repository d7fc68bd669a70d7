import t from "tap";
import { createImageSources, VIA } from "../../src/service/pictures/sources.js";
import { fakeRenderer, startApp } from "../helpers/app.js";
import { failureOf, imageBody, startVictim, summary, tryRows } from "../helpers/hostile-rows.js";
import { fakeDns, startHostileServer } from "../helpers/hostile-server.js";

const REFUSED = "422 unreachable";
const INVALID = "400 invalid_render_request";

t.test("private addresses and odd URLs are refused", async (t) => {
	const canary = await startHostileServer();
	const canary6 = await startHostileServer({ host: "::1" }).catch(() => undefined);
	t.teardown(() => Promise.all([canary.close(), canary6?.close()]));
	// A proxy that the environment names would reach what the guard refuses.
	const proxy = canary.url("");
	const victim = await startVictim({ HTTP_PROXY: proxy, http_proxy: proxy, HTTPS_PROXY: proxy });
	const at = (host: string) => `http://${host}:${canary.port}/image.png`;
	const refused = [
		// 1 to 3: loopback in all its spellings
		...["127.0.0.1", "127.1", "127.255.255.254", "2130706433", "0x7f000001", "0177.0.0.1"].map(at),
		...["0x7f.1", "0", "256", "①②⑦.⓪.⓪.①", "127。0。0。1", "%31%32%37.0.0.1"].map(at),
		// 4 and 5: IPv6, and IPv4 inside of it
		...["[::1]", "[::]", "[::ffff:127.0.0.1]", "[::127.0.0.1]", "[::ffff:0:127.0.0.1]"].map(at),
		...["[64:ff9b::7f00:1]", "[64:ff9b:1::a9fe:a9fe]", "[2002:7f00:1::]"].map(at),
		...["[2001:0:7f00:1::1]", "[2a00::200:5efe:7f00:1]", "[fe80::1]", "[fc00::1]", "[ff02::1]"].map(
			at,
		),
		// 6: metadata services
		...["169.254.169.254", "[fd00:ec2::254]", "100.100.100.200", "168.63.129.16"].map(at),
		"http://metadata.google.internal/computeMetadata/v1/",
		// 7: ranges that no registry gives out
		...["10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "192.0.0.1", "198.18.0.1"].map(at),
		...[
			"224.0.0.1",
			"240.0.0.1",
			"255.255.255.255",
			"192.0.2.1",
			"198.51.100.1",
			"203.0.113.1",
		].map(at),
		// 8: names
		...[
			"localhost",
			"LOCALHOST",
			"localhost.",
			"foo.localhost",
			"x.local",
			"x.internal",
			"single",
		].map(at),
		// 14: the host is what the URL standard says it is
		"http://127.0.0.1:80/@evil.example/",
		// 16: ports of other protocols
		...[22, 25, 6379, 11211].map((port) => `http://127.0.0.1:${port}/`),
		// 19: names that are none
		...["http://a..b/", "https://xn--a.example/", "http://gооgle.invalid/"],
	];
	const invalid = [
		...[
			"http://user:pw@host.example/",
			"http://127.0.0.1:80@evil.example/",
			"http://evil\\@127.0.0.1/",
		],
		...[
			"file:///etc/passwd",
			"ftp://host/",
			"gopher://host/",
			"javascript:alert(1)",
			"blob:http://host/1",
		],
		...[
			"about:blank",
			"ws://host/",
			"unix:/run/a.sock",
			"//host/x",
			"a.png",
			"../a.png",
			"",
			"http://",
		],
		...[
			"http://host/\r\nX: 1",
			"http://host/\ta",
			"http://host/\0",
			"http://ho st/",
			"http:\\\\host\\",
		],
		...[
			`http://host/${"a".repeat(100_000)}`,
			`http://host/?${"a=1&".repeat(10_000)}`,
			"http://[::1",
			"http:host",
		],
	];
	await tryRows(
		t,
		victim,
		[
			...refused.map((url) => ({
				name: url,
				body: imageBody(url),
				// What is no host name at all may be told so.
				expected: /a\.\.b|xn--|\b256\b/.test(url) ? [REFUSED, INVALID] : REFUSED,
			})),
			...invalid.map((url) => ({
				name: url.slice(0, 60),
				body: imageBody(url),
				expected: INVALID,
			})),
		],
		12,
	);
	t.equal(canary.connections(), 0, "nothing was connected to");
	t.equal(canary6?.connections() ?? 0, 0, "nor by IPv6");

	const texts = new Set<string>();
	for (const url of [
		at("127.0.0.1"),
		"http://x.internal/",
		"http://127.0.0.1:1/",
		"https://nowhere.invalid/",
	]) {
		texts.add((await failureOf(victim.post("/api/render", imageBody(url)))).text);
	}
	t.equal(texts.size, 1, "refused, unresolvable and closed read the same");
});

t.test("names that resolve to private or changing addresses are refused", async (t) => {
	const canary = await startHostileServer();
	t.teardown(() => canary.close());
	const dns = fakeDns({
		"private.example": [["127.0.0.1"]],
		"mixed.example": [["93.184.215.14", "127.0.0.1"]],
		"mixed6.example": [["93.184.215.14", "::1"]],
		"rebinding.example": [["0.0.0.0"], ["127.0.0.1"]],
	});
	const imageSources = createImageSources({
		allowPrivateHosts: false,
		userAgent: "test/1",
		resolveHost: dns.resolveHost,
	});
	const { post, get } = await startApp(t, {}, { renderer: fakeRenderer(), imageSources });
	for (const name of ["private", "mixed", "mixed6", "rebinding", "rebinding"]) {
		const url = canary.url("/image.png", `${name}.example`);
		t.equal(summary(await failureOf(post("/api/render", imageBody(url)))), REFUSED, name);
	}
	t.equal(canary.connections(), 0);
	t.equal((await get("/api/health")).status, 200);
});

t.test("redirects to private addresses, loops and other schemes are refused", async (t) => {
	const server = await startHostileServer();
	const other = await startHostileServer({ host: "127.0.0.2" });
	t.teardown(() => Promise.all([server.close(), other.close()]));
	const victim = await startVictim({ ALLOW_PRIVATE_IMAGE_HOSTS: "127.0.0.1" });
	const to = (target: string) => server.url(`/redirect?to=${encodeURIComponent(target)}`);
	const row = (path: string, expected: string) => ({
		name: path,
		body: imageBody(path.startsWith("http") ? path : server.url(path)),
		expected,
	});
	await tryRows(t, victim, [
		row("/image.png", "200"),
		...[
			...[other.url("/image.png", "127.0.0.2"), `//127.0.0.2:${other.port}/image.png`],
			...["http://169.254.169.254/", "http://localhost/", "file:///etc/passwd", "ftp://127.0.0.1/"],
			...["data:image/png;base64,AAAA", "http://a:b@127.0.0.1/", "http://127.0.0.1:22/"],
		].map((target) => row(to(target), REFUSED)),
		row("/hops?left=3", "200"),
		row("/hops?left=4", "422 too_many_redirects"),
		row("/hops?left=6", "422 too_many_redirects"),
		row("/loop", "422 too_many_redirects"),
		...["300 Choices", "302 Found", "304 Not Modified"].map((status) =>
			row(`/status?status=${encodeURIComponent(status)}`, "422 status"),
		),
	]);
	t.equal(other.connections(), 0, "each hop was checked");
});

t.test("a document that names the service as its own image ends", async (t) => {
	const victim = await startVictim({ ALLOW_PRIVATE_IMAGE_HOSTS: "127.0.0.1" });
	for (const path of ["/api/render", "/api/render.png", "/api/health", "/api/render-schema"]) {
		const failure = await failureOf(victim.post("/api/render", imageBody(victim.url + path)));
		t.match(summary(failure), /^422 (?:status|unreachable|not_an_image)$/, path);
	}
	const marked = await victim.get("/api/render-schema", { headers: { via: VIA } });
	t.equal(marked.status, 200, "what another such service asks for is served");
	await victim.expectUnharmed(t, "after the loops");
});
