/** What a project on GitHub is expected to have: workflows, policies, a changelog, and that they are right. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import t from "tap";
import { parse } from "yaml";
import { packageRoot } from "../src/base/package-root.js";
import { BY_NAME, isIn, LONG, MORE, SMOKE } from "./parts.js";

interface Step {
	readonly uses?: string;
	readonly run?: string;
}
interface Job {
	readonly steps: readonly Step[];
	readonly container?: { readonly image: string };
	readonly strategy?: { readonly matrix: { readonly node: readonly number[] } };
	readonly permissions?: Readonly<Record<string, string>>;
}
interface Workflow {
	readonly jobs: Readonly<Record<string, Job>>;
	readonly permissions: Readonly<Record<string, string>>;
}

const read = (file: string) => readFileSync(new URL(file, packageRoot), "utf8");
const exists = (file: string) => existsSync(new URL(file, packageRoot));
const manifest = JSON.parse(read("package.json")) as {
	version: string;
	engines: { node: string };
	scripts: Record<string, string>;
};
const names = ["ci.yml", "release.yml"];
const sources = names.map((name) => read(`.github/workflows/${name}`));
const workflows = sources.map((source) => parse(source) as Workflow);
const jobs = workflows.flatMap(({ jobs }) => Object.values(jobs));
const commands = jobs.flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));

t.test("workflows run parts of .ci/run and scripts that exist", async (t) => {
	const parts = [...read(".ci/run").matchAll(/^run_(\w+)\(\) /gm)].map(([, part]) => part!);
	t.ok(parts.length >= 8);
	const named = commands.flatMap((command) => [...command.matchAll(/\.ci\/run ([\w ]+)/g)]);
	for (const part of named.flatMap(([, list]) => list!.trim().split(" ")))
		t.ok(parts.includes(part), `.ci/run ${part}`);
	for (const [, script] of commands.join("\n").matchAll(/npm run ([\w:-]+)/g))
		t.ok(manifest.scripts[script!] !== undefined, `npm run ${script}`);
	for (const [, file] of commands.join("\n").matchAll(/node (scripts\/\S+)/g))
		t.ok(exists(file!), `node ${file}`);
	t.ok(
		["test", "long", "package", "generated", "fidelity", "operation"].every((part) =>
			named.some(([, list]) => list!.split(" ").includes(part)),
		),
		"and all of them, but the container, which Docker builds there",
	);
});

t.test(".ci/run refuses a part that does not exist, before it does anything", async (t) => {
	const run = fileURLToPath(new URL(".ci/run", packageRoot));
	t.equal(spawnSync(run, ["test", "nothing"]).status, 2);
});

t.test("CI tests the lines of Node that engines names", async (t) => {
	t.equal(manifest.engines.node, "^20.19.0 || >=22.12.0");
	const { test } = workflows[0]!.jobs;
	t.same(test!.strategy!.matrix.node, [20, 22, 24]);
	t.equal(read(".nvmrc"), "20\n", "the oldest one is what is developed with");
});

t.test("actions are pinned to a commit and may do no more than they have to", async (t) => {
	const used = sources.join("\n").match(/uses: .*/g)!;
	t.ok(used.length > 10);
	for (const line of used) t.match(line, /^uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	for (const { permissions } of workflows) t.same(permissions, { contents: "read" });
	const { npm, image } = workflows[1]!.jobs;
	t.same(npm!.permissions, { contents: "read", "id-token": "write" });
	t.same(image!.permissions, { contents: "read", "id-token": "write", packages: "write" });
});

t.test("Dependabot looks where there is something", async (t) => {
	const { updates } = parse(read(".github/dependabot.yml")) as {
		updates: { "package-ecosystem": string; directory?: string; directories?: string[] }[];
	};
	const FILES: Record<string, string> = {
		npm: "package-lock.json",
		docker: "",
		"docker-compose": "docker-compose.yml",
		"github-actions": ".github/workflows/ci.yml",
	};
	for (const { "package-ecosystem": kind, directory, directories = [directory!] } of updates) {
		for (const folder of directories)
			t.ok(exists(`.${folder}/${FILES[kind]!}`), `${kind} ${folder}`);
	}
	const locks = ["fonts", "scripts", "test/fidelity"].flatMap((folder) =>
		readdirSync(new URL(`${folder}/`, packageRoot), { recursive: true, encoding: "utf8" })
			.filter((file) => /(^|\/)package-lock\.json$/.test(file) && !file.includes("node_modules"))
			.map((file) => `/${folder}/${file}`.replace(/\/package-lock\.json$/, "")),
	);
	const npm = updates.find(({ "package-ecosystem": kind }) => kind === "npm")!;
	t.same(npm.directories!.sort(), ["/", ...locks].sort());
});

t.test("links of the policies lead somewhere", async (t) => {
	const pages = [
		"CONTRIBUTING.md",
		"SECURITY.md",
		"CODE_OF_CONDUCT.md",
		"PULL_REQUEST_TEMPLATE.md",
	];
	for (const page of pages) {
		for (const [, target] of read(`.github/${page}`).matchAll(/\]\((?!https?:)([^)]+)\)/g))
			t.ok(exists(`.github/${target!.replace(/#.*/, "")}`), `${page}: ${target}`);
	}
	const hostile = readdirSync(new URL("test/hostile/", packageRoot));
	for (const file of hostile)
		t.match(read(".github/SECURITY.md"), `test/hostile/${file}`, "the policy names every attack");
});

t.test("the account is named in package.json alone", async (t) => {
	t.match(manifest, {
		repository: { url: "git+https://github.com/your-account/post-image-render-service.git" },
		bugs: { email: "your-account@example.com" },
	});
	const files = [".github", "deploy", "docs"].flatMap((folder) =>
		readdirSync(new URL(`${folder}/`, packageRoot), { recursive: true, encoding: "utf8" })
			.filter((file) => /\.(md|ya?ml|env|conf)$/.test(file))
			.map((file) => `${folder}/${file}`),
	);
	t.ok(files.length > 30);
	for (const file of [...files, "README.md", "Dockerfile", "docker-compose.yml"]) {
		if (file !== ".github/CONTRIBUTING.md") t.notMatch(read(file), "your-account", file);
	}
});

t.test("the notes of a release are its part of the changelog", async (t) => {
	t.match(read("docs/CHANGELOG.md"), /^# Changelog\n[^#]*\n## (Unreleased|\d+\.\d+\.\d+ - )/);
	const script = fileURLToPath(new URL("scripts/release-notes.mjs", packageRoot));
	const { status, stderr } = spawnSync(process.execPath, [script, "v999.0.0"]);
	t.equal(status, 1);
	t.match(`${stderr}`, "The tag is v999.0.0, package.json has");
});

t.test("all packages have permissive licences, or ones that were looked at", async (t) => {
	const script = fileURLToPath(new URL("scripts/licences.mjs", packageRoot));
	const licences = (...options: string[]) => {
		const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...options]);
		return { status, listed: `${stdout}`.trim().split("\n"), refused: `${stderr}` };
	};
	t.match(licences(), { status: 0, refused: "" });
	const lock = JSON.parse(read("package-lock.json")) as { packages: object };
	t.equal(licences("--packages").listed.length, Object.keys(lock.packages).length - 1);

	const folder = t.testdir({
		"lock.json": JSON.stringify({
			packages: {
				"node_modules/a": { version: "1.0.0", license: "GPL-3.0-only" },
				"node_modules/b": { version: "1.0.0", license: "(MIT OR GPL-3.0-only)" },
				"node_modules/c": { version: "1.0.0", license: "MIT AND GPL-3.0-only" },
				"node_modules/d": { version: "1.0.0", license: "MPL-2.0" },
				"node_modules/e": { version: "1.0.0" },
			},
		}),
	});
	const { status, refused } = licences(`${folder}/lock.json`);
	t.equal(status, 1);
	t.same(refused.match(/: \S+/g), [": a", ": c", ": d", ": e"]);
});

t.test("the audit says whether anything was checked", async (t) => {
	const folder = t.testdir({});
	const script = fileURLToPath(new URL("scripts/audit.mjs", packageRoot));
	/** The audit with an npm that prints this report. */
	const audit = (report: unknown) => {
		writeFileSync(`${folder}/report.json`, JSON.stringify(report));
		writeFileSync(`${folder}/npm`, `#!/bin/sh\ncat ${folder}/report.json\n`, { mode: 0o755 });
		const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
			encoding: "utf8",
			env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
		});
		return { status, stdout, stderr };
	};
	const metadata = (total: number) => ({ vulnerabilities: { total }, dependencies: { total: 9 } });
	t.same(audit({ vulnerabilities: {}, metadata: metadata(0) }), {
		status: 0,
		stdout: "0 vulnerabilities in 9 packages\n",
		stderr: "",
	});
	const glob = { name: "glob", severity: "high", range: "<10.5.0" };
	t.same(audit({ vulnerabilities: { glob }, metadata: metadata(1) }), {
		status: 1,
		stdout: "high: glob <10.5.0\n1 vulnerabilities in 9 packages\n",
		stderr: "",
	});
	const refused = audit({ message: "405 Method Not Allowed", error: { summary: "" } });
	t.match(refused, {
		status: 2,
		stdout: "",
		stderr: /^Nothing was checked, .*405 Method Not Allowed/,
	});
	t.match(read(".github/workflows/ci.yml"), "- run: npm run audit\n", "CI runs it");
});

t.test("each name in the lists of tests is that of a test", async (t) => {
	const files = readdirSync(new URL("test", packageRoot), { recursive: true, encoding: "utf8" })
		.filter((file) => file.endsWith(".test.ts"))
		.map((file) => file.replace(/\.ts$/, ""));
	for (const start of [...LONG, ...SMOKE, ...BY_NAME])
		t.ok(
			files.some((file) => file.startsWith(start)),
			start,
		);
	for (const name of MORE) t.ok(files.includes(`${name}.test`), name);
	const rooms = readdirSync(new URL("src", packageRoot), { withFileTypes: true })
		.filter((entry) => entry.isDirectory() && entry.name !== "backgrounds")
		.map(({ name }) => name);
	for (const room of rooms)
		t.ok(
			files.some((file) => file.startsWith(`${room}/`) && isIn("quick", file, false)),
			`npm test runs something of ${room}`,
		);
});
