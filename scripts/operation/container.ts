import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { makeBaseImages } from "./container/base-images.js";
import { type Builder, buildImage, openBuilder } from "./container/builder.js";
import { run } from "./container/command.js";
import {
	type ImageSettings,
	type RunningContainer,
	runByBuildah,
	runHardened,
	settingsOf,
	stopAllContainers,
} from "./container/container.js";
import { digests } from "./digests.js";
import { isAlive, processTree } from "./processes.js";
import type { Claims, Scenario } from "./scenario.js";
import { startService } from "./service.js";

const LARGEST_IMAGE_MB = 400;
const UNWANTED = ["cc", "gcc", "g++", "make", "python3", "npm", "npx", "git", "curl"];

/**
 * Builds the actual Dockerfile and runs the image without a Docker engine: with buildah in chroot
 * isolation, on base images made from Debian and npm. Needs root, and Debian's buildah and
 * mmdebstrap.
 */
export const container: Scenario = async (claims) => {
	const builder = await openBuilder();
	try {
		const bases = await timed(claims, "base images", () => makeBaseImages(builder));
		const image = await timed(claims, "the Dockerfile", () => buildImage(builder, bases));
		const settings = await settingsOf(builder, image);
		const name = await builder.buildah("from", image);
		const root = await builder.buildah("mount", name);
		await checkImage(claims, root, settings);
		const outside = await startService();
		const expected = await digests(outside.url);
		await outside.dispose();
		await timed(claims, "buildah run", async () => {
			const running = await runByBuildah(builder, name, settings);
			await checkHealth(claims, builder, name, settings, running);
			await checkRun(claims, "buildah run", running, expected, settings);
		});
		await timed(claims, "hardened", async () => {
			const running = await runHardened(root, settings);
			await checkPrivileges(claims, running);
			await checkRun(claims, "hardened", running, expected, settings);
		});
	} finally {
		await stopAllContainers();
		await builder.close();
	}
};

async function timed<T>(claims: Claims, what: string, work: () => Promise<T>): Promise<T> {
	const begin = performance.now();
	const result = await work();
	claims.note(`${what}: ${((performance.now() - begin) / 1_000).toFixed(1)} s`);
	return result;
}

async function checkImage(claims: Claims, root: string, settings: ImageSettings): Promise<void> {
	const bytes = Number((await run("du", "--summarize", "--bytes", root)).split("\t")[0]);
	const mb = bytes / 1e6;
	claims.check(`below ${LARGEST_IMAGE_MB} MB`, mb < LARGEST_IMAGE_MB, `${mb.toFixed(0)} MB`);
	claims.check("not root", /^[1-9]\d*:[1-9]\d*$/.test(settings.user), `user ${settings.user}`);
	const folders = ["usr/local/sbin", "usr/local/bin", "usr/sbin", "usr/bin"];
	const found: string[] = [];
	for (const tool of UNWANTED)
		for (const folder of folders) if (await exists(join(root, folder, tool))) found.push(tool);
	claims.check("no compiler, no package manager of Node", found.length === 0, found.join(", "));
	const folder = settings.folder;
	const licences = [`${folder}/LICENSE`, `${folder}/fonts/inter/LICENSE.txt`];
	for (const file of [...licences, "usr/local/share/doc/node/LICENSE"])
		claims.check(`${file} is included`, await exists(join(root, file)));
}

const exists = (path: string) =>
	stat(path).then(
		() => true,
		() => false,
	);

/** The image's own health check succeeds if the service runs, and fails if there is none. */
async function checkHealth(
	claims: Claims,
	builder: Builder,
	name: string,
	{ healthCheck }: ImageSettings,
	{ port }: RunningContainer,
): Promise<void> {
	const check = (at: number) =>
		builder
			.buildah(
				...["run", "--isolation", "chroot", "--env", `PORT=${at}`],
				...[name, "--", ...healthCheck],
			)
			.then(
				() => true,
				() => false,
			);
	claims.check("the health check passes", await check(port));
	claims.check("the health check fails without a service", !(await check(1)));
}

async function checkPrivileges(claims: Claims, { pid }: RunningContainer): Promise<void> {
	const status = await readFile(`/proc/${pid}/status`, "utf8");
	const field = (name: string) => new RegExp(`^${name}:\\s+(.*)$`, "m").exec(status)?.[1] ?? "";
	const none = ["CapEff", "CapPrm", "CapBnd"].every((name) => /^0+$/.test(field(name)));
	claims.check("hardened: no capability, none to be had", none && field("NoNewPrivs") === "1");
	claims.check("hardened: it is process 1", field("NSpid").endsWith("\t1"));
	const mounts = await readFile(`/proc/${pid}/mountinfo`, "utf8");
	const writable = mounts
		.split("\n")
		.map((line) => line.split(" "))
		.filter(
			([, , , , at, options]) => !/^\/(dev|proc)(\/|$)/.test(at!) && options?.startsWith("rw"),
		)
		.map(([, , , , at]) => at);
	claims.check("hardened: only /tmp is writable", writable.join() === "/tmp", `${writable}`);
}

async function checkRun(
	claims: Claims,
	how: string,
	{ url, pid, ended }: RunningContainer,
	expected: ReadonlyMap<string, string>,
	settings: ImageSettings,
): Promise<void> {
	const uid = /^Uid:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
	claims.check(`${how}: it runs as the image's user`, uid === settings.user.split(":")[0]);
	const drawn = await digests(url);
	const others = [...expected].filter(([what, digest]) => drawn.get(what) !== digest);
	claims.check(
		`${how}: the same bytes as outside`,
		expected.size > 0 && others.length === 0,
		`${expected.size} answers${others.map(([what]) => `, not ${what}`).join("")}`,
	);
	const tree = await processTree(pid);
	const begin = performance.now();
	process.kill(pid, "SIGTERM");
	const code = await ended();
	const ms = Math.round(performance.now() - begin);
	claims.check(`${how}: SIGTERM ends it with 0`, code === 0, `code ${code}, ${ms} ms`);
	const left = tree.filter(isAlive);
	claims.check(`${how}: no process is left`, left.length === 0, `${tree.length} ran`);
}
