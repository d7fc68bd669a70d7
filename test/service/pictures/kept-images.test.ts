import t from "tap";
import { FairShare } from "../../../src/base/fair-share.js";
import { HeldBytes } from "../../../src/service/pictures/fetch/byte-budget.js";
import { KeptImages } from "../../../src/service/pictures/kept-images.js";

const URL = "https://example.com/photo.jpg";
const MEGABYTE = 1024 * 1024;

function keptImages(max = 100 * MEGABYTE) {
	const shares = new FairShare(max);
	const held = new HeldBytes(shares);
	const kept = new KeptImages(held);
	let fetched = 0;
	const get = (batch: object, url = URL, size = 10, signal = new AbortController().signal) =>
		kept.get(batch, url, { client: "a", signal }, async () => {
			fetched++;
			return new Uint8Array(size);
		});
	return { shares, held, kept, get, fetched: () => fetched };
}

t.test("documents of a batch share an image, other batches do not", async (t) => {
	const { kept, get, fetched, shares } = keptImages();
	const [one, other] = [{}, {}];
	t.equal(await get(one), await get(one));
	t.equal(fetched(), 1);
	await get(other);
	await get(one, `${URL}?2`);
	t.equal(fetched(), 3);
	t.equal(shares.of("a"), 30, "they count as held");
	kept.forget(one);
	t.equal(shares.of("a"), 10);
	await get(one);
	t.equal(fetched(), 4);
});

t.test("documents that ask at the same time share one fetch", async (t) => {
	const { get, fetched } = keptImages();
	const batch = {};
	const all = await Promise.all([get(batch), get(batch), get(batch)]);
	t.equal(fetched(), 1);
	t.ok(all.every((bytes) => bytes === all[0]));
});

t.test("a fetch that fails is not shared", async (t) => {
	const { kept } = keptImages();
	const batch = {};
	const caller = { client: "a", signal: new AbortController().signal };
	let asked = 0;
	const failing = async () => {
		asked++;
		throw new Error(`failure ${asked}`);
	};
	const results = await Promise.allSettled([
		kept.get(batch, URL, caller, failing),
		kept.get(batch, URL, caller, failing),
	]);
	t.same(
		results.map((result) => result.status === "rejected" && result.reason.message),
		["failure 1", "failure 2"],
	);
	t.same(await kept.get(batch, URL, caller, async () => Uint8Array.of(1)), Uint8Array.of(1));
});

t.test("who waits for the fetch of another document stops when it is aborted", async (t) => {
	const { kept } = keptImages();
	const batch = {};
	const never = kept.get(
		batch,
		URL,
		{ client: "a", signal: new AbortController().signal },
		() => new Promise<Uint8Array>(() => {}),
	);
	const abort = new AbortController();
	const caller = { client: "a", signal: abort.signal };
	const waiting = kept.get(batch, URL, caller, () => never);
	abort.abort(new Error("gone"));
	await t.rejects(waiting, /gone/);
});

t.test("no more is kept than a bound, and nothing that others need room for", async (t) => {
	const { get, shares, held } = keptImages();
	const batch = {};
	for (let i = 0; i < 5; i++) await get(batch, `${URL}?${i}`, 10 * MEGABYTE);
	t.equal(shares.of("a"), 30 * MEGABYTE, "three fit into 32 MB");
	t.ok(held.add("b", 100 * MEGABYTE), "all of it is released when another needs it");
	t.equal(shares.of("a"), 0);
	await get(batch, URL, MEGABYTE);
	t.equal(shares.of("a"), 0, "without room, nothing is kept");
	held.release("b", 100 * MEGABYTE);

	await get(batch, `${URL}?9`, 20 * MEGABYTE);
	held.add("a", 70 * MEGABYTE);
	await held.room("a", new AbortController().signal, () => false);
	t.equal(shares.of("a"), 70 * MEGABYTE, "a fetch of the same client does not wait for it");
});
