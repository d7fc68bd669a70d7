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

interface Answer {
	readonly status?: number;
	readonly text: string;
	/** Bytes that are announced, if it has fewer. */
	readonly announced?: number;
}

/** A bucket that answers each request with a text, and remembers what was asked. */
async function bucket(t: Test, answer: (path: string, asked: number) => Answer) {
	const asked: string[] = [];
	const server = createServer((request, response) => {
		const { status = 200, text, announced } = answer(request.url ?? "", asked.length);
		asked.push(`${request.method} ${request.url}`);
		response.statusCode = status;
		if (announced === undefined) return void response.end(text);
		response.setHeader("content-length", announced);
		response.write(text, () => response.destroy());
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

t.test("reads are repeated while a store fails now and then", async (t) => {
	const passing: readonly [string, Answer][] = [
		["500", { status: 500, text: "<Code>InternalError</Code>" }],
		["503", { status: 503, text: "<Code>SlowDown</Code>" }],
		["429", { status: 429, text: "" }],
		["a short body", { text: "by", announced: 5 }],
		["no body", { text: "", announced: 5 }],
	];
	const name = `${"a".repeat(22)}.png`;
	for (const [what, failure] of passing) {
		const { asked, files } = await bucket(t, (_, asked) =>
			asked < 2 ? failure : { text: "bytes" },
		);
		t.equal((await files.get("one", "end.json"))?.toString(), "bytes", what);
		t.ok(asked.length >= 3, `${what}: ${asked.length} requests`);
	}
	for (const [what, failure] of passing.slice(0, 3)) {
		const { files } = await bucket(t, (_, asked) =>
			asked % 2 === 0 ? failure : { text: "bytes" },
		);
		const whole = await files.image("one", name, true);
		t.equal(await text(await whole!.read(0, 4)), "bytes", what);
		const part = await files.image("one", name).catch((error: unknown) => error);
		t.match(part, { code: "storage_unavailable" }, "this bucket gives no date");
		const list = await bucket(t, (_, asked) =>
			asked === 0 ? failure : { text: "<Prefix>a/prefix/jobs/one/</Prefix>" },
		);
		await list.files.remove("one");
		t.equal(list.asked.length, 2, `${what}: a list`);
	}
	const lasting = await bucket(t, () => passing[0]![1]);
	await t.rejects(lasting.files.get("one", "end.json"), { code: "storage_unavailable" });
	t.equal(lasting.asked.length, 4, "but not for ever");
	const refused = await bucket(t, () => ({ status: 403, text: "<Code>AccessDenied</Code>" }));
	await t.rejects(refused.files.get("one", "end.json"), { code: "storage_unavailable" });
	t.equal(refused.asked.length, 1, "what will not pass is asked once");
});
