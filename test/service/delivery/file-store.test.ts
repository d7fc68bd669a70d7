import { execFileSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { mkdtemp, readdir, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import t, { type Test } from "tap";
import { MEDIA_TYPES } from "../../../src/contract/formats.js";
import { FileStore } from "../../../src/service/delivery/file-store.js";
import { FolderUsage } from "../../../src/service/delivery/folder-usage.js";

const BYTES = Buffer.from("an image");

async function folder(t: Test): Promise<string> {
	const path = await mkdtemp(join(tmpdir(), "temporary-images-"));
	t.teardown(() => rm(path, { recursive: true, force: true }));
	return path;
}

const MB = 1_048_576;

function images(t: Test, directory: string, ttlSeconds = 900, maxBytes = MB): FileStore {
	const store = new FileStore({ directory, ttlSeconds, maxBytes });
	t.teardown(() => store.close());
	return store;
}

t.test("an image is stored whole, under a name nobody can guess", async (t) => {
	const directory = await folder(t);
	const store = images(t, directory);
	const names: string[] = [];
	for (const [format, type] of Object.entries(MEDIA_TYPES)) {
		const name = await store.put(BYTES, type);
		names.push(name);
		t.match(name, new RegExp(`^[A-Za-z0-9_-]{22}\\.${format}$`));
		t.match(await store.get(name), { type, size: BYTES.length });
		t.ok(((await store.get(name))?.remainingSeconds ?? 0) > 890);
	}
	t.same((await readdir(directory)).sort(), names.sort());
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
		t.equal(await store.get(name), undefined, JSON.stringify(name));
	}
});

t.test("an image ends, and is swept", async (t) => {
	const directory = await folder(t);
	const store = images(t, directory, 60);
	const [old, young] = [await store.put(BYTES, "image/png"), await store.put(BYTES, "image/png")];
	const before = new Date(Date.now() - 61_000);
	await utimes(join(directory, old), before, before);
	const half = `${"C".repeat(22)}.png.part`;
	await writeFile(join(directory, half), "half");
	await utimes(join(directory, half), before, before);
	await writeFile(join(directory, "notes.txt"), "mine");
	await utimes(join(directory, "notes.txt"), before, before);
	t.equal(await store.get(old), undefined);
	await store.sweep();
	t.same((await readdir(directory)).sort(), [young, "notes.txt"].sort());
});

t.test("a folder that goes is made again; one that cannot be is a 503", async (t) => {
	const directory = await folder(t);
	const store = images(t, join(directory, "a/b"));
	await store.put(BYTES, "image/png");
	await rm(join(directory, "a"), { recursive: true });
	await store.put(BYTES, "image/png");
	await rm(join(directory, "a"), { recursive: true });
	await writeFile(join(directory, "a"), "a file in the way");
	await t.rejects(store.put(BYTES, "image/png"), { code: "storage_unavailable", status: 503 });
	const linked = images(t, join(directory, "link"));
	await symlink(tmpdir(), join(directory, "link"));
	await t.rejects(linked.put(BYTES, "image/png"), { code: "storage_unavailable" });
});

t.test("an image that is swept while it is read is read to its end", async (t) => {
	const directory = await folder(t);
	const store = images(t, directory);
	const bytes = Buffer.alloc(300_000, "x");
	const name = await store.put(bytes, "image/png");
	const stream = await (await store.get(name))?.read(1, bytes.length - 1);
	await store.delete([name]);
	t.ok(stream && (await buffer(stream)).equals(bytes.subarray(1)));
	t.equal(await store.get(name), undefined);
	const late = await store.put(bytes, "image/png");
	const found = await store.get(late);
	await store.delete([late]);
	await t.rejects(async () => found?.read(0, 1), { code: "not_found" });
});

t.test("the folder holds no more than it may", async (t) => {
	const directory = await folder(t);
	const image = Buffer.alloc(100_000);
	const maxBytes = 5 * image.length + 1;
	const store = images(t, directory, 900, maxBytes);
	const outcomes = await Promise.allSettled(
		Array.from({ length: 20 }, () => store.put(image, "image/png")),
	);
	const names = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
	t.equal(names.length, 5, "images that are stored at a time cannot pass the bound together");
	t.same((await readdir(directory)).sort(), names.sort(), "no other file is left");
	for (const one of outcomes) {
		if (one.status === "rejected") {
			t.match(one.reason, { code: "storage_unavailable", retryAfter: 10 });
		}
	}
	t.same(store.stats(), { store: "file", images: 5, bytes: 500_000, maxBytes });

	const restarted = images(t, directory, 900, maxBytes);
	await t.rejects(restarted.put(image, "image/png"), { code: "storage_unavailable" });
	await restarted.delete(names.slice(0, 1));
	await restarted.put(image, "image/png");
	await t.rejects(restarted.put(image, "image/png"), { code: "storage_unavailable" });

	t.equal(store.stats().images, 5, "what another process did is not known at once");
	const before = new Date(Date.now() - 901_000);
	for (const name of names.slice(1, 3)) await utimes(join(directory, name), before, before);
	await store.sweep();
	t.match(store.stats(), { images: 3, bytes: 300_000 }, "but after a sweep");
	await store.put(image, "image/png");
});

t.test("the measurement keeps what is written while it goes on", async (t) => {
	const usage = new FolderUsage(100);
	usage.reserve("being written", 10);
	usage.reserve("written before", 20);
	usage.written("written before");
	const since = performance.now();
	usage.reserve("written meanwhile", 30);
	usage.written("written meanwhile");
	usage.measured(new Map([["of another process", 5]]), since);
	t.equal(usage.bytes, 45, "what was written before and is not found is gone");
	usage.release("being written");
	usage.release("written before");
	t.equal(usage.bytes, 35);
	t.equal(usage.reserve("too large", 66), false);
	t.equal(usage.reserve("just right", 65), true);
});

t.test("a disk that is full or cannot be written", { skip: noMounts() }, async (t) => {
	const directory = await folder(t);
	execFileSync("mount", ["-t", "tmpfs", "-o", "size=200k", "tmpfs", directory]);
	t.teardown(() => execFileSync("umount", [directory]));
	const store = images(t, directory);
	const name = await store.put(Buffer.alloc(100_000), "image/png");
	await t.rejects(store.put(Buffer.alloc(150_000), "image/png"), { code: "storage_unavailable" });
	t.same(await readdir(directory), [name], "nothing is left of what had no room");
	t.equal(store.stats().bytes, 100_000);
	await store.check();
	execFileSync("mount", ["-o", "remount,ro", directory]);
	await t.rejects(store.put(BYTES, "image/png"), { code: "storage_unavailable" });
	await t.rejects(store.check(), "the check tells");
	t.match(await store.get(name), { size: 100_000 }, "what is there is served");
});

/** Why file systems cannot be mounted here; false: they can. */
function noMounts(): string | false {
	try {
		const directory = mkdtempSync(join(tmpdir(), "temporary-images-"));
		execFileSync("mount", ["-t", "tmpfs", "tmpfs", directory], { stdio: "ignore" });
		execFileSync("umount", [directory]);
		rmdirSync(directory);
		return false;
	} catch {
		return "file systems cannot be mounted by this user";
	}
}
