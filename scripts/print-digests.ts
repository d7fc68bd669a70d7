/**
 * Starts the service with the current Node version, renders the documents of digests.ts, and prints
 * the digests, to compare two versions of Node.
 */
import { digests } from "./operation/digests.js";
import { startService } from "./operation/service.js";

const service = await startService();
try {
	for (const [request, digest] of await digests(service.url)) console.log(digest, request);
} finally {
	await service.dispose();
}
