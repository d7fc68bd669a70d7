import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import t, { type Test } from "tap";
import { isAlive, processTree } from "../helpers/processes.js";
import { startService } from "../helpers/service-process.js";
import { check } from "./check.js";
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

const LARGEST_IMAGE_MB = 400;
const UNWANTED = ["cc", "gcc", "g++", "make", "python3", "npm", "npx", "git", "curl"];

/**
 * Builds the actual Dockerfile and runs the image without a Docker engine: with buildah in chroot
 * isolation, on base images made from Debian and npm. Needs root, and Debian's buildah and
 * mmdebstrap.
 */
t.test("container", async (t) => {
	const builder = await openBuilder();
	try {
		const bases = await timed(t, "base images", () => makeBaseImages(builder));
		const image = await timed(t, "the Dockerfile", () => buildImage(builder, bases));
		const settings = await settingsOf(builder, image);
		const name = await builder.buildah("from", image);
		const root = await builder.buildah("mount", name);
		await checkImage(t, root, settings);
		const outside = await startService();
		const expected = await digests(outside.url);
		await outside.dispose();
		await timed(t, "buildah run", async () => {
			const running = await runByBuildah(builder, name, settings);
			await checkHealth(t, builder, name, settings, running);
			await checkRun(t, "buildah run", running, expected, settings);
		});
		await timed(t, "hardened", async () => {
			const running = await runHardened(root, settings);
			await checkPrivileges(t, running);
			await checkRun(t, "hardened", running, expected, settings);
		});
	} finally {
		await stopAllContainers();
		await builder.close();
	}
});

async function timed<T>(t: Test, what: string, work: () => Promise<T>): Promise<T> {
	const begin = performance.now();
	const result = await work();
	t.comment(`${what}: ${((performance.now() - begin) / 1_000).toFixed(1)} s`);
	return result;
}

async function checkImage(t: Test, root: string, settings: ImageSettings): Promise<void> {
	const bytes = Number((await run("du", "--summarize", "--bytes", root)).split("\t")[0]);
	const mb = bytes / 1e6;
	check(t, `below ${LARGEST_IMAGE_MB} MB`, mb < LARGEST_IMAGE_MB, `${mb.toFixed(0)} MB`);
	check(t, "not root", /^[1-9]\d*:[1-9]\d*$/.test(settings.user), `user ${settings.user}`);
	const folders = ["usr/local/sbin", "usr/local/bin", "usr/sbin", "usr/bin"];
	const found: string[] = [];
	for (const tool of UNWANTED)
		for (const folder of folders) if (await exists(join(root, folder, tool))) found.push(tool);
	check(t, "no compiler, no package manager of Node", found.length === 0, found.join(", "));
	const folder = settings.folder;
	const licences = [`${folder}/LICENSE`, `${folder}/fonts/inter/LICENSE.txt`];
	for (const file of [...licences, "usr/local/share/doc/node/LICENSE"])
		check(t, `${file} is included`, await exists(join(root, file)));
}

const exists = (path: string) =>
	stat(path).then(
		() => true,
		() => false,
	);

/** The image's own health check succeeds if the service runs, and fails if there is none. */
async function checkHealth(
	t: Test,
	builder: Builder,
	name: string,
	{ healthCheck }: ImageSettings,
	{ port }: RunningContainer,
): Promise<void> {
	const passes = (at: number) =>
		builder
			.buildah(
				...["run", "--isolation", "chroot", "--env", `PORT=${at}`],
				...[name, "--", ...healthCheck],
			)
			.then(
				() => true,
				() => false,
			);
	check(t, "the health check passes", await passes(port));
	check(t, "the health check fails without a service", !(await passes(1)));
}

async function checkPrivileges(t: Test, { pid }: RunningContainer): Promise<void> {
	const status = await readFile(`/proc/${pid}/status`, "utf8");
	const field = (name: string) => new RegExp(`^${name}:\\s+(.*)$`, "m").exec(status)?.[1] ?? "";
	const none = ["CapEff", "CapPrm", "CapBnd"].every((name) => /^0+$/.test(field(name)));
	check(t, "hardened: no capability, none to be had", none && field("NoNewPrivs") === "1");
	check(t, "hardened: it is process 1", field("NSpid").endsWith("\t1"));
	const mounts = await readFile(`/proc/${pid}/mountinfo`, "utf8");
	const writable = mounts
		.split("\n")
		.map((line) => line.split(" "))
		.filter(
			([, , , , at, options]) => !/^\/(dev|proc)(\/|$)/.test(at!) && options?.startsWith("rw"),
		)
		.map(([, , , , at]) => at);
	check(t, "hardened: only /tmp is writable", writable.join() === "/tmp", `${writable}`);
}

async function checkRun(
	t: Test,
	how: string,
	{ url, pid, ended }: RunningContainer,
	expected: ReadonlyMap<string, string>,
	settings: ImageSettings,
): Promise<void> {
	const uid = /^Uid:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
	check(t, `${how}: it runs as the image's user`, uid === settings.user.split(":")[0]);
	const drawn = await digests(url);
	const others = [...expected].filter(([what, digest]) => drawn.get(what) !== digest);
	check(
		t,
		`${how}: the same bytes as outside`,
		expected.size > 0 && others.length === 0,
		`${expected.size} answers${others.map(([what]) => `, not ${what}`).join("")}`,
	);
	const tree = await processTree(pid);
	const begin = performance.now();
	process.kill(pid, "SIGTERM");
	const code = await ended();
	const ms = Math.round(performance.now() - begin);
	check(t, `${how}: SIGTERM ends it with 0`, code === 0, `code ${code}, ${ms} ms`);
	const left = tree.filter(isAlive);
	check(t, `${how}: no process is left`, left.length === 0, `${tree.length} ran`);
}
