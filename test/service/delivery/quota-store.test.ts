import t from "tap";
import { MEDIA_TYPES } from "../../../src/contract/formats.js";
import type { ImageStore } from "../../../src/service/delivery/image-store.js";
import { quotaStore } from "../../../src/service/delivery/quota-store.js";

/** A store without a bound of its own. */
function boundless() {
	const names = new Set<string>();
	const store: ImageStore = {
		start: async () => undefined,
		async put() {
			const name = `${names.size}-${Math.random()}`;
			names.add(name);
			return name;
		},
		get: async () => undefined,
		delete: async (gone) => {
			for (const name of gone) names.delete(name);
		},
		check: async () => undefined,
		stats: () => ({ store: "s3" }),
		close: () => undefined,
	};
	return { store, names };
}

/** Stores images until one is refused. @returns the names of those that were stored */
async function fill(store: ImageStore, client: string, bytes: number): Promise<string[]> {
	const names: string[] = [];
	for (;;) {
		try {
			names.push(await store.put(new Uint8Array(bytes), MEDIA_TYPES.png, undefined, client));
		} catch (error) {
			t.match(error, { code: "storage_unavailable", status: 503 });
			return names;
		}
	}
}

t.test(
	"one client leaves room for the next, and gets its own back when its images go",
	async (t) => {
		const { store, names } = boundless();
		const shared = quotaStore(store, 1_000_000, 60);
		const first = await fill(shared, "a", 50_000);
		t.equal(first.length, 17, "seven eighths");
		t.equal((await fill(shared, "b", 50_000)).length, 2);
		t.equal(names.size, 19, "what is refused is not stored");
		await shared.delete(first.slice(0, 5));
		t.ok((await fill(shared, "a", 50_000)).length >= 3);
	},
);

t.test("images end by themselves, and small ones count as what they cost", async (t) => {
	const shared = quotaStore(boundless().store, 409_600, 1);
	t.equal((await fill(shared, "a", 10)).length, 87);
	await new Promise((resolve) => setTimeout(resolve, 1_100));
	t.equal((await fill(shared, "a", 10)).length, 87);
});
