/** The client of an object store, and a server that answers what it should not. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import t, { type Test } from "tap";
import type { DependencyEvent } from "../../../src/base/outages.js";
import { S3Client, type S3Options } from "../../../src/service/s3/client.js";

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** A client of a server that gives the next answer of a list, and what both saw. */
async function start(t: Test, options: Partial<S3Options> = {}) {
	const answers: Answer[] = [];
	const asked: IncomingMessage[] = [];
	const events: DependencyEvent[] = [];
	const server = createServer((request, response) => {
		asked.push(request);
		request.resume().once("end", () => answers.shift()?.(response, request));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const client = new S3Client(
		{
			url: `${origin}/bucket/a%20prefix/`,
			region: "eu-central-1",
			accessKeyId: "KEY",
			secretAccessKey: "SECRET",
			...options,
		},
		(event) => events.push(event),
	);
	t.teardown(() => {
		client.close();
		server.close();
		server.closeAllConnections();
	});
	return { client, answers, asked, events, origin };
}

/** An answer with a length, or without one (chunked). */
const answer =
	(status: number, body = ""): Answer =>
	(response) => {
		response.statusCode = status;
		response.end(body);
	};
const unmeasured =
	(status: number, ...pieces: string[]): Answer =>
	(response) => {
		response.writeHead(status);
		for (const piece of pieces) response.write(piece);
		response.end();
	};

async function textOf(pieces: Readable | undefined): Promise<string> {
	let text = "";
	for await (const piece of pieces ?? []) text += piece;
	return text;
}

t.test("a range is exactly what was asked for, or an error", async (t) => {
	const { client, answers, asked } = await start(t);
	const get = async (next: Answer, from = 2, to = 5) => {
		answers.push(next);
		return textOf(await client.get("images/a.png", from, to));
	};
	t.equal(await get(answer(206, "2345")), "2345");
	t.equal(asked[0]?.url, "/bucket/a%20prefix/images/a.png");
	t.equal(asked[0]?.headers.range, "bytes=2-5");
	t.equal(await get(unmeasured(206, "23", "45")), "2345", "without a length");
	t.equal(await get(answer(200, "0123"), 0, 3), "0123", "a whole object, asked from its start");
	t.equal(await get(answer(404)), "", "there is no such object");
	for (const wrong of [answer(200, "2345"), answer(206, "23456"), answer(206, "2")])
		await t.rejects(get(wrong), { name: "S3Error", message: "the answer has a different range" });
	await t.rejects(get(unmeasured(206, "234")), { message: /shorter than requested/ });
	await t.rejects(get(unmeasured(206, "23456")), { message: /longer than requested/ });
});

t.test("an object as a whole has a length, and no more bytes than it may have", async (t) => {
	const { client, answers } = await start(t);
	const get = async (next: Answer) => {
		answers.push(next);
		return (await client.getWhole("a", 4))?.toString();
	};
	t.equal(await get(answer(200, "1234")), "1234");
	t.equal(await get(answer(404)), undefined);
	for (const wrong of [answer(200, "12345"), unmeasured(200, "12")])
		await t.rejects(get(wrong), { name: "S3Error", message: /without length, or larger/ });
});

const listOf = (truncated: boolean, ...entries: string[]) =>
	answer(
		200,
		`<ListBucketResult><IsTruncated>${truncated}</IsTruncated>${entries.join("")}</ListBucketResult>`,
	);
const contents = (key: string, size: string) =>
	`<Contents><Key>${key}</Key><Size>${size}</Size></Contents>`;

t.test("a list has the objects and folders below the prefix", async (t) => {
	const { client, answers, asked } = await start(t);
	answers.push(
		listOf(
			true,
			contents("a prefix/jobs/a&amp;b", "7"),
			contents("another/prefix/x", "1"),
			contents("a prefix/jobs/no-size", "many"),
			"<CommonPrefixes><Prefix>a prefix/jobs/folder/</Prefix></CommonPrefixes>",
		),
	);
	t.strictSame(await client.list("jobs/", "", "/"), {
		objects: [{ key: "a&b", size: 7 }],
		folders: ["folder"],
		next: "folder/",
	});
	const { searchParams, pathname } = new URL(asked[0]?.url ?? "", "http://server");
	t.equal(pathname, "/bucket");
	t.strictSame(Object.fromEntries(searchParams), {
		prefix: "a prefix/jobs/",
		"max-keys": "1000",
		delimiter: "/",
	});
	answers.push(listOf(false, contents("a prefix/jobs/z", "0")));
	t.match(await client.list("jobs/", "folder/"), { next: undefined, objects: [{ key: "z" }] });
	t.match(asked[1]?.url, "marker=a+prefix%2Fjobs%2Ffolder%2F");
});

t.test("a list does not go on for ever", async (t) => {
	const { client, answers } = await start(t);
	answers.push(listOf(true));
	t.equal((await client.list("jobs/")).next, undefined, "more, but nothing to go on from");
	answers.push(listOf(true, contents("a prefix/jobs/a", "1")));
	t.equal((await client.list("jobs/", "a")).next, undefined, "the same list again");
	answers.push(
		unmeasured(
			200,
			..."x"
				.repeat(5)
				.split("")
				.map((x) => x.repeat(1_048_576)),
		),
	);
	await t.rejects(client.list("jobs/"), { name: "S3Error", message: /more was received/ });
	answers.push(answer(403, "<Error><Code>AccessDenied</Code><Message>KEY</Message></Error>"));
	await t.rejects(client.list("jobs/"), { message: "status 403, AccessDenied for a list" });
});

t.test("requests and links are signed, with the token of temporary credentials", async (t) => {
	const { client, answers, asked, origin } = await start(t, { sessionToken: "TOKEN" });
	answers.push(answer(200));
	await client.put("a", Buffer.from("bytes"), { "content-type": "image/png" });
	t.match(asked[0], {
		method: "PUT",
		headers: {
			authorization: /^AWS4-HMAC-SHA256 Credential=KEY\/\d{8}\/eu-central-1\/s3\/aws4_request/,
			"x-amz-security-token": "TOKEN",
			// SHA-256 of "bytes".
			"x-amz-content-sha256": "277089d91c0bdf4f2e6862ba7e4a07605119431f5d13f726dd352b06f1b206a9",
			"content-length": "5",
			"content-type": "image/png",
		},
	});
	const url = new URL(await client.presigned("a.png", 60));
	t.equal(`${url.origin}${url.pathname}`, `${origin}/bucket/a%20prefix/a.png`);
	t.equal(url.searchParams.get("X-Amz-Expires"), "60");
	t.match(url.searchParams.get("X-Amz-Signature"), /^[0-9a-f]{64}$/);
	t.notMatch(url.href, "SECRET");
});

t.test("a broken connection is tried once more; each change is reported once", async (t) => {
	const { client, answers, asked, events } = await start(t);
	const broken: Answer = (response) => void response.destroy();
	answers.push(broken, answer(204));
	await client.delete("a");
	t.equal(asked.length, 2);
	answers.push(broken, broken);
	await t.rejects(client.delete("a"), { name: "S3Error" });
	answers.push(answer(500, "<Code>InternalError</Code>"), answer(404), answer(200));
	await t.rejects(client.delete("a"), { message: "status 500, InternalError" });
	await t.rejects(client.check(), { message: "status 404" });
	await client.check();
	t.same(
		events.map(({ state }) => state),
		["answers", "away", "answers"],
	);
});

t.test("an end of the service ends requests, and is not reported", async (t) => {
	const { client, answers, events } = await start(t);
	answers.push(() => client.close());
	await t.rejects(client.head("a"), { name: "S3Error" });
	t.same(events, []);
});
