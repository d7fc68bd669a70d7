import t from "tap";
import { retryAfterSeconds } from "../../src/catalog/photos/retry-after.js";
import {
	SEARCH_CACHE_ENTRIES,
	SEARCH_CACHE_MS,
	searchCache,
} from "../../src/catalog/photos/search-cache.js";
import { oneLine, webUrl } from "../../src/catalog/photos/text.js";

t.test("a search is remembered for a minute", async (t) => {
	let now = 1;
	const cache = searchCache<number[]>({ now: () => now });
	cache.set("a", [1]);
	now += SEARCH_CACHE_MS;
	t.same(cache.get("a"), [1]);
	now += 1;
	t.equal(cache.get("a"), undefined, "reading it does not prolong it");
	t.equal(cache.size, 0);
});

t.test("the least recently used search goes first", async (t) => {
	const cache = searchCache<number[]>();
	for (let i = 0; i < SEARCH_CACHE_ENTRIES; i++) cache.set(`${i}`, [i]);
	cache.get("0");
	cache.set("new", [-1]);
	t.equal(cache.size, SEARCH_CACHE_ENTRIES);
	t.same(cache.get("0"), [0]);
	t.equal(cache.get("1"), undefined);
	t.same(cache.get("new"), [-1]);
});

t.test("Retry-After in both of its forms", async (t) => {
	const now = Date.parse("Wed, 21 Oct 2026 07:28:00 GMT");
	t.equal(retryAfterSeconds("120", 60, now), 120);
	t.equal(retryAfterSeconds("Wed, 21 Oct 2026 07:30:00 GMT", 60, now), 120);
	t.equal(retryAfterSeconds("Wed, 21 Oct 2026 07:00:00 GMT", 60, now), 1, "past");
	t.equal(retryAfterSeconds("0", 60, now), 1);
	t.equal(retryAfterSeconds(undefined, 60, now), 60);
	t.equal(retryAfterSeconds("soon", 60, now), 60);
	t.equal(retryAfterSeconds("-5", 60, now), 60);
	t.equal(retryAfterSeconds("999999999", 60, now), 86_400);
	t.equal(retryAfterSeconds("9".repeat(10_000), 60, now), 60);
});

t.test("texts and addresses of others are tamed", async (t) => {
	t.equal(oneLine(" a\r\n\tb\u0000c\u001b[31m "), "a b c [31m");
	t.equal(oneLine(null), "");
	t.equal(oneLine("x".repeat(10_000)).length, 500);
	t.equal(webUrl("https://example.org"), "https://example.org/");
	for (const bad of ["", null, undefined, "x", "/a", "javascript:1", "data:,x", "https://u:p@h/"])
		t.equal(webUrl(bad), undefined);
});
