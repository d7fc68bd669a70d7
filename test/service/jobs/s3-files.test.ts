/** Jobs in a bucket: what is asked of it, and what it may answer. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import t, { type Test } from "tap";
import { S3Files } from "../../../src/service/jobs/s3-files.js";
import { S3Client } from "../../../src/service/s3/client.js";
import { startS3 } from "../../helpers/s3-server.js";

const KEYS = { region: "us-east-1", accessKeyId: "test-key", secretAccessKey: "test/secret" };
/** Objects of one list. */
const LIST_KEYS = 40;
const OPTIONS = { redirect: false, urlSeconds: 60 };

function filesAt(t: Test, url: string): S3Files {
	const files = new S3Files(
		new S3Client({ url, ...KEYS, listKeys: LIST_KEYS }, () => undefined),
		OPTIONS,
	);
	t.teardown(() => files.close());
	return files;
}

/** A bucket that answers each request with a text, and remembers what was asked. */
async function bucket(t: Test, answer: (path: string) => { status?: number; text: string }) {
	const asked: string[] = [];
	const server = createServer((request, response) => {
		asked.push(`${request.method} ${request.url}`);
		const { status = 200, text } = answer(request.url ?? "");
		response.statusCode = status;
		response.end(text);
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	t.teardown(() => {
		server.closeAllConnections();
		server.close();
	});
	const { port } = server.address() as AddressInfo;
	return { asked, files: filesAt(t, `http://127.0.0.1:${port}/bucket/a/prefix`) };
}

t.test("an object is one request", async (t) => {
	const { asked, files } = await bucket(t, (path) =>
		path.endsWith("/end.json") ? { text: "{}" } : { status: 404, text: "<Code>NoSuchKey</Code>" },
	);
	t.equal((await files.get("folder", "end.json"))?.toString(), "{}");
	t.equal(await files.get("folder", "job.json"), undefined);
	t.strictSame(asked, [
		"GET /bucket/a/prefix/jobs/folder/end.json",
		"GET /bucket/a/prefix/jobs/folder/job.json",
	]);
});

t.test("a picture that is sent as a whole is one request, too", async (t) => {
	const name = `${"a".repeat(22)}.png`;
	const none = `${"b".repeat(22)}.png`;
	const { asked, files } = await bucket(t, (path) =>
		path.endsWith(name) ? { text: "bytes" } : { status: 404, text: "<Code>NoSuchKey</Code>" },
	);
	const image = await files.image("folder", name, true);
	t.match(image, { type: "image/png", size: 5 });
	t.equal(await text(await image!.read(0, 4)), "bytes");
	t.equal(await files.image("folder", none, true), undefined);
	t.strictSame(asked.splice(0), [
		`GET /bucket/a/prefix/jobs/folder/files/${name}`,
		`GET /bucket/a/prefix/jobs/folder/files/${none}`,
	]);
	t.equal(await files.image("folder", none), undefined);
	t.strictSame(asked, [`HEAD /bucket/a/prefix/jobs/folder/files/${none}`]);
});

t.test("folders are found with their sizes, and deleted as a whole", async (t) => {
	const s3 = await startS3(t);
	const files = filesAt(t, s3.env.S3_URL!);
	for (const folder of ["one", "two"]) {
		await files.put(folder, "job.json", Buffer.from("{}"));
		// More than one list has.
		const pictures = folder === "one" ? 2.5 * LIST_KEYS : 20;
		await Promise.all(
			Array.from({ length: pictures }, (_, i) =>
				files.put(folder, `files/${i}.png`, Buffer.alloc(100)),
			),
		);
	}
	const found = [];
	for await (const one of files.folders()) found.push(one);
	t.strictSame(found, [
		{ folder: "one", bytes: 2 + 2.5 * LIST_KEYS * 100 },
		{ folder: "two", bytes: 2 + 20 * 100 },
	]);
	await files.remove("one");
	await files.remove("none");
	const left = [];
	for await (const one of files.folders()) left.push(one.folder);
	t.strictSame(left, ["two"]);
	t.equal((await files.get("two", "job.json"))?.toString(), "{}");
});

t.test("a list that is garbage deletes nothing else, and has an end", async (t) => {
	const contents = (key: string) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`;
	const { asked, files } = await bucket(t, () => ({
		// Always the same, and always more of it.
		text: `<IsTruncated>true</IsTruncated>${contents("other/secret")}${contents("a/prefix/jobs/two/x")}${contents("a/prefix/jobs/one/../../x.png")}${contents("a/prefix/jobs/one/files/a-_1.png")}${contents("a/prefix/jobs/one/&lt;.png")}`,
	}));
	await files.remove("one");
	const deleted = asked.filter((line) => line.startsWith("DELETE"));
	t.ok(deleted.length > 0);
	t.strictSame([...new Set(deleted)], ["DELETE /bucket/a/prefix/jobs/one/files/a-_1.png"]);
	t.ok(asked.length < 10, `${asked.length} requests`);
	const endless = await bucket(t, () => ({ text: "x".repeat(5_000_000) }));
	await t.rejects(endless.files.remove("one"), { code: "storage_unavailable" });
	const refused = await bucket(t, () => ({ status: 403, text: "<Code>AccessDenied</Code>" }));
	await t.rejects(refused.files.remove("one"), { code: "storage_unavailable" });
});
