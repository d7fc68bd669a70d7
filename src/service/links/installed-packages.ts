import { access, readFile } from "node:fs/promises";

/** What is read of a package.json. */
interface PackageFile {
	readonly name?: string;
	readonly version?: string;
	readonly dependencies?: Readonly<Record<string, string>>;
	readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * The package in a folder and all that it needs at run time, as they are installed.
 * package.json alone would not do: it has the versions of direct dependencies only,
 * and native code (resvg, libvips) comes by dependencies of those.
 * @param root folder of the package, a file: URL with a trailing slash
 * @returns "name@version" of each, sorted, each once; optional ones that are not installed are left out
 * @throws if package.json of `root` cannot be read
 */
export async function installedPackages(root: URL): Promise<string[]> {
	const found = new Set<string>();
	const visited = new Set([root.href]);
	const folders = [root];
	for (const folder of folders) {
		const { name, version, dependencies, optionalDependencies } = await packageFile(folder);
		found.add(`${name}@${version}`);
		for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies })) {
			const installed = await installedFolder(dependency, folder);
			if (!installed || visited.has(installed.href)) continue;
			visited.add(installed.href);
			folders.push(installed);
		}
	}
	return [...found].sort();
}

async function packageFile(folder: URL): Promise<PackageFile> {
	return JSON.parse(await readFile(new URL("package.json", folder), "utf8")) as PackageFile;
}

/** Where Node finds a package: in the nearest `node_modules` above the one that imports it. */
async function installedFolder(name: string, importer: URL): Promise<URL | undefined> {
	for (let above = importer; ; above = new URL("../", above)) {
		const folder = new URL(`node_modules/${name}/`, above);
		if (await exists(new URL("package.json", folder))) return folder;
		if (above.pathname === "/") return undefined;
	}
}

const exists = (file: URL) =>
	access(file).then(
		() => true,
		() => false,
	);
