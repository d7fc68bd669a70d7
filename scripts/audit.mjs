/**
 * Runs `npm audit`, and reports clearly if the registry does not support it.
 *
 *     npm run audit
 *
 * Exits with 0 if no package has a known vulnerability, 1 if one has, and 2 if nothing was checked:
 * mirrors and proxies of the npm registry often reject audits with 404 or 405.
 */
import { spawnSync } from "node:child_process";

const { stdout, error } = spawnSync("npm", ["audit", "--json"], { encoding: "utf8" });
if (error !== undefined) throw error;
const report = JSON.parse(stdout);
if (report.metadata === undefined) {
	const reason = report.message || report.error?.summary || "no report";
	console.error(`Nothing was checked, because the registry does not answer audits: ${reason}`);
	console.error("It may be a mirror, or behind a proxy. CI runs the audit in GitHub's network.");
	process.exitCode = 2;
} else {
	const { vulnerabilities, dependencies } = report.metadata;
	for (const { name, severity, range } of Object.values(report.vulnerabilities))
		console.log(`${severity}: ${name} ${range}`);
	console.log(`${vulnerabilities.total} vulnerabilities in ${dependencies.total} packages`);
	process.exitCode = vulnerabilities.total === 0 ? 0 : 1;
}
