/**
 * Every command of the README and of docs/ runs exactly as it is written, in a folder that looks
 * like a clone; only the port is another one. What cannot run is listed with the reason.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import sharp from "sharp";
import t, { type Test } from "tap";
import { packageRoot } from "../src/base/package-root.js";
import { COMMAND } from "./helpers/command.js";
import { LINK_KEY } from "./helpers/links.js";

const pages = [
	"README.md",
	...readdirSync(new URL("docs/", packageRoot))
		.filter((file) => file.endsWith(".md"))
		.map((file) => `docs/${file}`),
];

/** Pages whose `sh` and `bash` blocks another test runs. */
const ELSEWHERE: Readonly<Record<string, string>> = {
	"README.md": "test/readme.test.ts",
	"docs/cookbook.md": "test/docs-cookbook.test.ts",
};

/** Commands that do not run here: how they begin, and why. */
const NOT_RUN: readonly (readonly [string, string])[] = [
	["git pull", "gets and installs a new version; .ci/run installs a clean clone"],
	["git clone", "needs the network, and an address that the owner chooses"],
	["npm ci", "installs and builds; .ci/run begins with it on a clean clone"],
	["npm pack &&", "scripts/check-package.sh packs and installs"],
	["npm install @opentelemetry", "installs; test/http/traces.test.ts loads the packages"],
	["OTEL_EXPORTER", "needs the package installed; test/http/traces.test.ts serves with it"],
	["docker ", "needs Docker; `npm run operation -- container` builds the image without it"],
	["  --security-opt", "the second line of docker run"],
	["kubectl ", "needs a cluster; test/deploy/kubernetes.test.ts checks the manifests"],
	["cp deploy/nginx-tls.conf", "writes to /etc; test/deploy/proxies.test.ts runs the file"],
	["nginx -t", "reads /etc; test/deploy/proxies.test.ts runs the file"],
	["caddy run", "needs ports 80 and 443; test/deploy/proxies.test.ts runs the file"],
	["npm run bench", "measures for minutes, and installs what it compares with"],
	["post-image-render templates check opening-day.json", "test/cli/templates.test.ts"],
	["post-image-render render design.json -o out/ --watch", "test/cli/watch.test.ts"],
	["post-image-render serve", "test/cli/watch.test.ts"],
	["TEMPLATES_DIR=/srv/templates", "the folder is the operator's; Getting started runs its own"],
	["FONTS_DIR=/srv/fonts", "the folder is the operator's; test/app/operator/start.test.ts"],
	["kill -HUP", "the process is the operator's; test/app/operator/templates-folder.test.ts"],
];

interface Block {
	readonly kind: string;
	readonly text: string;
}
const blocksOf = (page: string): Block[] =>
	[
		...readFileSync(new URL(page, packageRoot), "utf8").matchAll(
			/^```(sh|bash|console)\n(.*?)^```/gms,
		),
	].map(([, kind, text]) => ({ kind: kind!, text: text! }));

/** The lines of a block as a shell gets them. */
const linesOf = ({ text }: Block) =>
	text
		.split("\n")
		.filter((line) => line.trim() !== "")
		.map((line) => line.replace(/^\$ /, ""));
const notRun = (line: string) => NOT_RUN.find(([start]) => line.startsWith(start));
const starts = (line: string) => /\bnpm start$/.test(line.replace(/\s+#.*/, ""));

/** A folder that looks like a clone that is installed and built. */
function clone(t: Test): { folder: string; env: NodeJS.ProcessEnv } {
	const folder = mkdtempSync(join(tmpdir(), "post-image-docs-"));
	t.teardown(() => rmSync(folder, { recursive: true, force: true }));
	for (const name of ["package.json", "dist", "node_modules", "data", "fonts", "scripts"])
		symlinkSync(fileURLToPath(new URL(name, packageRoot)), join(folder, name));
	// A copy: commands write into it.
	cpSync(fileURLToPath(new URL("deploy", packageRoot)), join(folder, "deploy"), {
		recursive: true,
	});
	const bin = join(folder, "bin");
	mkdirSync(bin);
	const command = join(bin, "post-image-render");
	writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${COMMAND}" "$@"\n`, {
		mode: 0o755,
	});
	return { folder, env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` } };
}

async function freePort(): Promise<number> {
	const server = createServer();
	await once(server.listen(0, "127.0.0.1"), "listening");
	const { port } = server.address() as AddressInfo;
	server.close();
	return port;
}

/** Runs a command that starts the service, and waits until it answers. */
async function serve(line: string, folder: string, env: NodeJS.ProcessEnv) {
	const port = await freePort();
	// A page may name the port itself.
	const command = line.replace(/\bPORT=\d+ /, "");
	const child = spawn("bash", ["-euo", "pipefail", "-c", command], {
		cwd: folder,
		env: { ...env, PORT: `${port}`, RENDER_PROCESSES: "1", LOG_LEVEL: "warn" },
		stdio: ["ignore", "ignore", "pipe"],
		detached: true,
	});
	let said = "";
	child.stderr.on("data", (data) => {
		said += data;
	});
	const end = performance.now() + 120_000;
	const url = `http://localhost:${port}`;
	while (!(await fetch(`${url}/api/health`).catch(() => undefined))) {
		if (child.exitCode !== null || performance.now() > end)
			throw new Error(`${line} does not serve: ${said}`);
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	const stop = async () => {
		if (child.exitCode !== null || child.signalCode !== null) return;
		const exit = once(child, "exit");
		// The process group: npm, its shell and the service.
		process.kill(-child.pid!, "SIGTERM");
		await exit;
	};
	return { url, stop };
}

t.test("every command runs, or has a reason not to", async (t) => {
	const used = new Set<string>();
	let commands = 0;
	for (const page of pages)
		for (const block of blocksOf(page)) {
			if (block.kind !== "console") continue;
			for (const line of linesOf(block)) {
				const reason = notRun(line);
				if (reason) used.add(reason[0]);
				commands++;
				t.ok(reason || starts(line) || /^(printf|cp) /.test(line), `${page}: ${line}`);
			}
		}
	t.ok(commands > 15, `${commands} commands`);
	t.same(
		NOT_RUN.map(([start]) => start).filter((start) => !used.has(start)),
		[],
		"reasons without a command",
	);
	for (const [page, test] of Object.entries(ELSEWHERE)) {
		t.ok(blocksOf(page).length > 0, page);
		t.ok(readFileSync(new URL(test, packageRoot)).length > 0, test);
	}
});

for (const page of pages) {
	const blocks = blocksOf(page);
	if (blocks.length === 0) continue;
	t.test(page, async (t) => {
		const { folder, env } = clone(t);
		let service: Awaited<ReturnType<typeof serve>> | undefined;
		t.teardown(() => service?.stop());
		const run = (text: string) =>
			promisify(execFile)("bash", ["-euo", "pipefail", "-c", text], { cwd: folder, env });
		for (const block of blocks) {
			if (block.kind === "console") {
				for (const line of linesOf(block)) {
					if (notRun(line)) continue;
					if (starts(line)) {
						await service?.stop();
						service = await serve(line, folder, env);
					} else await run(line);
					t.pass(line);
				}
			} else if (!(page in ELSEWHERE)) {
				service ??= await serve(`LINK_KEYS=${LINK_KEY} npm start`, folder, env);
				// A page may set keys for others; its own commands show none.
				await run(block.text.replaceAll("http://localhost:3000", service.url));
				t.pass(block.text.split("\n")[0]!);
			}
		}
		if (page === "docs/getting-started.md") {
			for (const name of ["first", "quote", "greeting"]) {
				const { width } = await sharp(join(folder, `${name}.png`)).metadata();
				t.equal(width, 1_080, `${name}.png`);
			}
			const [, src] = /src="([^"]+)"/.exec(readFileSync(join(folder, "page.html"), "utf8"))!;
			const picture = await fetch(src!);
			t.equal(picture.headers.get("content-type"), "image/png", "the picture in the page");
		}
	});
}
