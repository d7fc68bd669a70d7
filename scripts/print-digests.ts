/**
 * Starts the service with the Node that runs this, draws what digests.ts draws, and
 * prints the digests: what two versions of Node print can be compared.
 */
import { digests } from "./operation/digests.js";
import { startService } from "./operation/service.js";

const service = await startService();
try {
	for (const [request, digest] of await digests(service.url)) console.log(digest, request);
} finally {
	await service.dispose();
}
