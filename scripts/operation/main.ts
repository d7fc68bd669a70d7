/**
 * Runs the service as in production, causes failures, and checks the behaviour. Exits with 1 if a
 * claim does not hold.
 *
 *     npm run operation [-- names of scenarios] [--seconds 60] [--count 10000]
 *
 * Without names, runs all scenarios except those that must be named.
 */
import { parseArgs } from "node:util";
import { boundedWork } from "./bounded-work.js";
import { container } from "./container.js";
import { flood } from "./flood.js";
import { hostileBytes, hostileSoak } from "./hostile-bytes.js";
import { hostileFonts } from "./hostile-fonts.js";
import { hostileJobs } from "./hostile-jobs.js";
import { jobs } from "./jobs.js";
import { replicas } from "./replicas.js";
import { Claims, type Scenario } from "./scenario.js";
import { stopAllServices } from "./service.js";
import { sigtermUnderLoad } from "./sigterm-under-load.js";
import { soak } from "./soak.js";
import { workerKilled } from "./worker-killed.js";
import { worstRequests } from "./worst-requests.js";

const SCENARIOS: Readonly<Record<string, Scenario>> = {
	container,
	"worker-killed": workerKilled,
	"sigterm-under-load": sigtermUnderLoad,
	replicas,
	flood,
	"worst-requests": worstRequests,
	"hostile-bytes": hostileBytes,
	"hostile-soak": hostileSoak,
	"hostile-fonts": hostileFonts,
	"hostile-jobs": hostileJobs,
	"bounded-work": boundedWork,
	jobs,
	soak,
};
/** Scenarios that run only if they are named. */
const ONLY_BY_NAME: ReadonlySet<string> = new Set([
	"container",
	"jobs",
	"soak",
	"hostile-soak",
	"hostile-fonts",
	"hostile-jobs",
	"bounded-work",
]);

const { values, positionals } = parseArgs({
	options: { seconds: { type: "string" }, count: { type: "string" } },
	allowPositionals: true,
});
const seconds = values.seconds === undefined ? undefined : Number(values.seconds);
const count = values.count === undefined ? undefined : Number(values.count);
const names =
	positionals.length > 0
		? positionals
		: Object.keys(SCENARIOS).filter((name) => !ONLY_BY_NAME.has(name));
const unknown = names.filter((name) => !Object.hasOwn(SCENARIOS, name));
if (
	unknown.length > 0 ||
	!(seconds === undefined || seconds > 0) ||
	!(count === undefined || count > 0)
) {
	console.error(
		`Scenarios: ${Object.keys(SCENARIOS).join(", ")}; --seconds and --count take a number.`,
	);
	process.exit(2);
}

let failed = 0;
for (const name of names) {
	const claims = new Claims(name);
	const start = performance.now();
	try {
		await SCENARIOS[name]!(claims, { seconds, count });
	} catch (error) {
		claims.check("it runs to its end", false, error instanceof Error ? error.stack : String(error));
	} finally {
		await stopAllServices();
	}
	claims.note(`took ${((performance.now() - start) / 1_000).toFixed(1)} s`);
	failed += claims.failed;
}
process.exitCode = failed > 0 ? 1 : 0;
