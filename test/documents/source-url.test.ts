import t from "tap";
import { LIMITS } from "../../src/contract/limits.js";
import { parseImageSrc, parseRedirectTarget } from "../../src/documents/source-url.js";
import { processorTime } from "../helpers/processor-time.js";

const hrefOf = (src: string) => {
	const source = parseImageSrc(src);
	return source.kind === "remote" ? source.url.href : source.kind;
};

t.test("http and https URLs pass as the URL standard reads them", async (t) => {
	for (const [src, href] of [
		["https://example.com/a.png", "https://example.com/a.png"],
		["HTTP://EXAMPLE.com:8080/A?b=c&d", "http://example.com:8080/A?b=c&d"],
		["https://example.com/a.png#top", "https://example.com/a.png"],
		["https://example.com./a.png", "https://example.com/a.png"],
		["https://example.com", "https://example.com/"],
		["  https://example.com/a.png ", "https://example.com/a.png"],
		[
			"https://example.com/my photo (1).png?a= b",
			"https://example.com/my%20photo%20(1).png?a=%20b",
		],
		["https://例え.jp/絵.png", "https://xn--r8jz45g.jp/%E7%B5%B5.png"],
		["http://2130706433/", "http://127.0.0.1/"],
		["http://①②⑦.⓪.⓪.①/", "http://127.0.0.1/"],
		["http://%31%32%37.0.0.1/", "http://127.0.0.1/"],
		["http://127。0。0。1/", "http://127.0.0.1/"],
		["http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/"],
	] as const) {
		t.equal(hrefOf(src), href, src);
	}
});

t.test("other schemes, relative and empty sources are invalid", async (t) => {
	for (const src of [
		"",
		" ",
		"file:///etc/passwd",
		"ftp://example.com/a.png",
		"gopher://example.com/",
		"javascript:alert(1)",
		"blob:https://example.com/1",
		"about:blank",
		"ws://example.com/",
		"unix:/var/run/docker.sock",
		"//example.com/a.png",
		"/a.png",
		"a.png",
		"http:example.com/a.png",
		"https:/example.com/a.png",
		"https://",
		"https://:80/",
		"https://example.com:99999/",
		"https://exa<mple.com/",
		"https://exa mple.com/",
		"https:// example.com/",
		"https ://example.com/",
		"https://exam%00ple.com/",
		"http://1.2.3.256/",
	]) {
		t.equal(parseImageSrc(src).kind, "invalid", JSON.stringify(src));
	}
});

t.test("user names and passwords in a URL are invalid", async (t) => {
	for (const src of [
		"http://user:pw@example.com/",
		"http://user@example.com/",
		"http://:pw@example.com/",
		"http://127.0.0.1:80@evil.com/",
		"http://evil\\@127.0.0.1",
	]) {
		t.equal(parseImageSrc(src).kind, "invalid", src);
	}
});

t.test("control characters and backslashes in a URL are invalid", async (t) => {
	for (const odd of ["\r\n", "\n", "\t", "\0", "\\", "\x7f", "\x85", "\x1b"]) {
		for (const src of [
			`https://example.com/a${odd}b`,
			`https://example.com/${odd}`,
			`https://ex${odd}a.com/`,
		]) {
			t.equal(parseImageSrc(src).kind, "invalid", JSON.stringify(src));
		}
	}
});

t.test("the length of a URL is limited", async (t) => {
	const base = "https://example.com/?";
	const longest = base + "a".repeat(LIMITS.maxImageUrlLength - base.length);
	t.equal(parseImageSrc(longest).kind, "remote");
	t.match(parseImageSrc(`${longest}a`), { kind: "invalid", allowed: /8192/ });
	const spent = processorTime();
	t.equal(parseImageSrc(`https://example.com/?${"a=1&".repeat(1_000_000)}`).kind, "invalid");
	t.equal(parseImageSrc(`${" ".repeat(1_000_000)}x${" ".repeat(1_000_000)}x`).kind, "invalid");
	t.ok(spent() < 5_000, "without reading all of it");
});

t.test("what is invalid says why and what is allowed", async (t) => {
	t.match(parseImageSrc("ftp://example.com/"), {
		kind: "invalid",
		problem: "is not an http(s) or data:image URL",
		allowed: /http or https URL, a data:image URL, a path of this service .*lucide:rocket\)$/,
	});
});

t.test("images of this service, by their path or as the id of an icon", async (t) => {
	const path = "/api/assets/icons/lucide/rocket.svg";
	for (const [src, expected] of [
		[path, path],
		[`${path}?color=red#x`, `${path}?color=red`],
		["lucide:rocket", path],
		["tabler:brand-x", "/api/assets/icons/tabler/brand-x.svg"],
		["/api/assets/photos/builtin/aurora-green-portrait.svg", undefined],
	] as const) {
		t.same(parseImageSrc(src), { kind: "own", path: expected ?? src }, src);
	}
	for (const src of [
		"/api/health",
		"/api/assets/../health",
		"/api/assets/%2e%2e/health",
		"//api/assets/icons/lucide/rocket.svg",
		"api/assets/icons/lucide/rocket.svg",
		"/api/assets\\..\\health",
		"lucide:",
		"lucide:Rocket",
		"lucide:rocket:x",
		"mdi:home",
		"about:blank",
		`lucide:${"a".repeat(1_000)}`,
	]) {
		t.equal(parseImageSrc(src).kind, "invalid", src.slice(0, 60));
	}
});

t.test("redirect targets resolve against the URL that sent them", async (t) => {
	const base = new URL("https://example.com/a/b?c");
	const target = (location: string) => parseRedirectTarget(location, base)?.href;
	t.equal(target("d.png"), "https://example.com/a/d.png");
	t.equal(target("/d.png#e"), "https://example.com/d.png");
	t.equal(target("http://other.example/"), "http://other.example/");
	t.equal(target("//127.0.0.1/"), "https://127.0.0.1/");
	for (const refused of [
		"file:///etc/passwd",
		"data:image/png;base64,AAAA",
		"ftp://example.com/",
		"https://user@example.com/",
		"http://[::1",
		`/${"a".repeat(LIMITS.maxImageUrlLength)}`,
	]) {
		t.equal(target(refused), undefined, refused.slice(0, 40));
	}
});
