import { access, readFile } from "node:fs/promises";

/** The fields of a package.json that are used. */
interface PackageFile {
	readonly name?: string;
	readonly version?: string;
	readonly dependencies?: Readonly<Record<string, string>>;
	readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * The package in a folder and all its installed run-time dependencies. package.json alone is not
 * enough: it only has the versions of direct dependencies, and native code (resvg, libvips) comes
 * with their dependencies.
 * @param root folder of the package, a file: URL with a trailing slash
 * @returns "name@version" of each, sorted and without duplicates; without optional ones that are
 * not installed
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

/** Finds a package like Node: in the nearest `node_modules` above the importing package. */
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
