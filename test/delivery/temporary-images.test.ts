import { mkdtemp, readdir, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t, { type Test } from "tap";
import { TemporaryImages } from "../../src/delivery/temporary-images.js";

const BYTES = Buffer.from("an image");

async function folder(t: Test): Promise<string> {
	const path = await mkdtemp(join(tmpdir(), "temporary-images-"));
	t.teardown(() => rm(path, { recursive: true, force: true }));
	return path;
}

function images(t: Test, directory: string, ttlSeconds = 900): TemporaryImages {
	const store = new TemporaryImages(directory, ttlSeconds);
	t.teardown(() => store.close());
	return store;
}

t.test("an image is stored whole, under a name nobody can guess", async (t) => {
	const directory = await folder(t);
	const store = images(t, directory);
	const [png, svg] = [
		await store.store(BYTES, "image/png"),
		await store.store(BYTES, "image/svg+xml"),
	];
	t.match(png, /^[A-Za-z0-9_-]{22}\.png$/);
	t.match(svg, /^[A-Za-z0-9_-]{22}\.svg$/);
	t.same((await readdir(directory)).sort(), [png, svg].sort());
	t.match(await store.find(png), { name: png, mimeType: "image/png" });
	t.match(await store.find(svg), { name: svg, mimeType: "image/svg+xml" });
	t.ok(((await store.find(png))?.remainingSeconds ?? 0) > 890);
});

t.test("nothing else in the folder can be found", async (t) => {
	const directory = await folder(t);
	const store = images(t, directory);
	const link = `${"A".repeat(22)}.png`;
	await symlink("/etc/hostname", join(directory, link));
	await writeFile(join(directory, "notes.txt"), "mine");
	for (const name of [
		link,
		"notes.txt",
		"../x.png",
		"..",
		"",
		`${"B".repeat(22)}.png`,
		"a\0.png",
	]) {
		t.equal(await store.find(name), undefined, JSON.stringify(name));
	}
});

t.test("an image ends, and is swept", async (t) => {
	const directory = await folder(t);
	const store = images(t, directory, 60);
	const [old, young] = [
		await store.store(BYTES, "image/png"),
		await store.store(BYTES, "image/png"),
	];
	const before = new Date(Date.now() - 61_000);
	await utimes(join(directory, old), before, before);
	const half = `${"C".repeat(22)}.png.part`;
	await writeFile(join(directory, half), "half");
	await utimes(join(directory, half), before, before);
	await writeFile(join(directory, "notes.txt"), "mine");
	await utimes(join(directory, "notes.txt"), before, before);
	t.equal(await store.find(old), undefined);
	await store.sweep();
	t.same((await readdir(directory)).sort(), [young, "notes.txt"].sort());
});

t.test("a folder that goes is made again; one that cannot be is a 503", async (t) => {
	const directory = await folder(t);
	const store = images(t, join(directory, "a/b"));
	await store.store(BYTES, "image/png");
	await rm(join(directory, "a"), { recursive: true });
	await store.store(BYTES, "image/png");
	await rm(join(directory, "a"), { recursive: true });
	await writeFile(join(directory, "a"), "a file in the way");
	await t.rejects(store.store(BYTES, "image/png"), { code: "storage_unavailable", status: 503 });
	const linked = images(t, join(directory, "link"));
	await symlink(tmpdir(), join(directory, "link"));
	await t.rejects(linked.store(BYTES, "image/png"), { code: "storage_unavailable" });
});
