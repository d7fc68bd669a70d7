import type { Test } from "tap";
import { type S3Server, startS3Server } from "../../scripts/operation/s3-server.js";

export type { S3Server };

/** Starts a real S3 server, and ends it with the test. */
export async function startS3(t: Test): Promise<S3Server> {
	const server = await startS3Server();
	t.teardown(() => server.dispose());
	return server;
}
