/**
 * The program of `startS3`: a bucket named "bucket" in a folder, with the part of the S3 API that
 * the service uses. It checks signatures (AWS Signature Version 4, in the header or in the query)
 * and the SHA-256 of what is stored. An object is stored as a whole or not at all, as in S3.
 *
 *     node s3-program.js FOLDER PORT KEY SECRET
 */
import { createHash, createHmac } from "node:crypto";
import {
	existsSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";

const [directory = "", port = "", keyId = "", secret = ""] = process.argv.slice(2);
/** Headers that are stored with an object. */
const KEPT = ["content-type", "cache-control", "content-disposition"];

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, data: string) =>
	createHmac("sha256", key).update(data).digest();
const encoded = (text: string) =>
	encodeURIComponent(text).replace(
		/[!'()*]/g,
		(char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
	);
const fileOf = (key: string) => join(directory, encodeURIComponent(key));

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html */
function isSigned({ method = "", headers }: IncomingMessage, url: URL): boolean {
	const query = url.searchParams;
	const inQuery = query.has("X-Amz-Signature");
	const given = inQuery
		? {
				credential: query.get("X-Amz-Credential"),
				names: query.get("X-Amz-SignedHeaders"),
				signature: query.get("X-Amz-Signature"),
				date: query.get("X-Amz-Date"),
				payload: "UNSIGNED-PAYLOAD",
			}
		: {
				credential: /Credential=([^,]+)/.exec(headers.authorization ?? "")?.[1],
				names: /SignedHeaders=([^,]+)/.exec(headers.authorization ?? "")?.[1],
				signature: /Signature=(\w+)/.exec(headers.authorization ?? "")?.[1],
				date: `${headers["x-amz-date"]}`,
				payload: `${headers["x-amz-content-sha256"]}`,
			};
	const [id, day = "", region = "", service = ""] = (given.credential ?? "").split("/");
	if (id !== keyId || !given.names || !given.date) return false;
	const pairs = [...query].filter(([name]) => name !== "X-Amz-Signature");
	const canonical = [
		method,
		url.pathname
			.split("/")
			.map((part) => encoded(decodeURIComponent(part)))
			.join("/"),
		pairs
			.map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
			.sort()
			.join("&"),
		...given.names.split(";").map((name) => `${name}:${`${headers[name] ?? ""}`.trim()}`),
		"",
		given.names,
		given.payload,
	].join("\n");
	const scope = `${day}/${region}/${service}/aws4_request`;
	const signed = ["AWS4-HMAC-SHA256", given.date, scope, sha256(canonical)].join("\n");
	const key = [day, region, service, "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${secret}`);
	return hmac(key, signed).toString("hex") === given.signature;
}

function list(query: URLSearchParams, response: ServerResponse): void {
	const [prefix, marker, delimiter] = ["prefix", "marker", "delimiter"].map(
		(name) => query.get(name) ?? "",
	) as [string, string, string];
	const most = Number(query.get("max-keys") ?? 1_000);
	/** A folder stands for all keys below it. */
	const entries = new Set<string>();
	for (const file of readdirSync(directory)) {
		const key = decodeURIComponent(file);
		if (file.startsWith(".") || file.endsWith(".facts") || !key.startsWith(prefix)) continue;
		const end = delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length);
		entries.add(end < 0 ? key : key.slice(0, end + 1));
	}
	const after = [...entries].filter((entry) => entry > marker).sort();
	const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
	const items = after
		.slice(0, most)
		.map((entry) =>
			existsSync(fileOf(entry))
				? `<Contents><Key>${escaped(entry)}</Key><Size>${statSync(fileOf(entry)).size}</Size></Contents>`
				: `<CommonPrefixes><Prefix>${escaped(entry)}</Prefix></CommonPrefixes>`,
		);
	response.end(
		`<ListBucketResult><IsTruncated>${after.length > most}</IsTruncated>${items.join("")}</ListBucketResult>`,
	);
}

function read(request: IncomingMessage, file: string, response: ServerResponse): void {
	const bytes = readFileSync(file);
	const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
	const part = from === undefined ? bytes : bytes.subarray(Number(from), Number(to) + 1);
	response.writeHead(from === undefined ? 200 : 206, {
		...(JSON.parse(readFileSync(`${file}.facts`, "utf8")) as object),
		"last-modified": statSync(file).mtime.toUTCString(),
		"content-length": part.length,
	});
	response.end(request.method === "HEAD" ? undefined : part);
}

let written = 0;
/** Writes the whole file before it gets its name. */
function write(file: string, bytes: Buffer | string): void {
	const temporary = join(directory, `.${process.pid}-${written++}`);
	writeFileSync(temporary, bytes);
	renameSync(temporary, file);
}

createServer(async (request, response) => {
	const fail = (status: number, code: string) =>
		response
			.writeHead(status)
			.end(request.method === "HEAD" ? undefined : `<Error><Code>${code}</Code></Error>`);
	const body = await buffer(request);
	const url = new URL(request.url ?? "", "http://a");
	const [, bucket, ...rest] = url.pathname.split("/");
	const file = fileOf(rest.map(decodeURIComponent).join("/"));
	const facts = Object.fromEntries(KEPT.map((name) => [name, request.headers[name]]));
	const reads = request.method === "GET" || request.method === "HEAD";
	if (bucket === "") response.end();
	else if (!isSigned(request, url)) fail(403, "SignatureDoesNotMatch");
	else if (bucket !== "bucket") fail(404, "NoSuchBucket");
	else if (rest.length === 0)
		request.method === "HEAD" ? response.end() : list(url.searchParams, response);
	else if (reads && !existsSync(file)) fail(404, "NoSuchKey");
	else if (reads) read(request, file, response);
	else if (request.method === "DELETE") {
		for (const one of [file, `${file}.facts`]) rmSync(one, { force: true });
		response.writeHead(204).end();
	} else if (sha256(body) !== request.headers["x-amz-content-sha256"])
		fail(400, "XAmzContentSHA256Mismatch");
	else {
		write(`${file}.facts`, JSON.stringify(facts));
		write(file, body);
		response.end();
	}
}).listen(Number(port), "127.0.0.1");
