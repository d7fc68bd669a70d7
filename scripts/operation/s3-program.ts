/**
 * The program of `startS3Server`: s3rver with atomic writes of objects, as in S3. By default,
 * s3rver writes in place and responds before the bytes are written, so a kill would leave truncated
 * objects and lose some that were confirmed.
 *
 *     node s3-program.js FOLDER PORT
 */
import { createHash } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";

interface StoredObject {
	readonly bucket: string;
	readonly key: string;
	readonly content: Buffer | NodeJS.ReadableStream;
	readonly metadata: unknown;
}

/** The parts of s3rver that are used; it has no types. */
interface S3rver {
	readonly store: {
		putObject(object: StoredObject): Promise<{ size: number; md5: string }>;
		getResourcePath(bucket: string, key: string, resource: string): string;
		putMetadata(bucket: string, key: string, metadata: unknown, md5: string): Promise<void>;
	};
	run(): Promise<unknown>;
}

const Server = createRequire(import.meta.url)("s3rver") as new (options: object) => S3rver;
const [directory = "", port = ""] = process.argv.slice(2);
const server = new Server({
	directory,
	address: "127.0.0.1",
	port: Number(port),
	silent: true,
	configureBuckets: [{ name: "bucket", configs: [] }],
});

let written = 0;
server.store.putObject = async ({ bucket, key, content, metadata }) => {
	const bytes = Buffer.isBuffer(content) ? content : await buffer(content);
	const md5 = createHash("md5").update(bytes).digest("hex");
	// Outside the buckets, so that it is not listed.
	const temporary = join(directory, `.${process.pid}-${written++}`);
	await writeFile(temporary, bytes);
	const path = server.store.getResourcePath(bucket, key, "object");
	await mkdir(dirname(path), { recursive: true });
	await server.store.putMetadata(bucket, key, metadata, md5);
	await rename(temporary, path);
	return { size: bytes.length, md5 };
};
await server.run();
