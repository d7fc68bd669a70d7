/**
 * Lists the licences of all packages in package-lock.json, and ends with 1 when one of them is
 * neither permissive nor an exception below.
 *
 *     npm run licences                  how many packages have which licence
 *     npm run licences -- --packages    each package with its licence
 *     npm run licences -- FILE          those of another lockfile
 *
 * Fonts, emoji, icons and data have theirs in LICENSE.
 */
import { existsSync, readFileSync } from "node:fs";

/** Ask for no more than the notice of their authors. */
const PERMISSIVE = new Set([
	"0BSD",
	"Apache-2.0",
	"BlueOak-1.0.0",
	"BSD-2-Clause",
	"BSD-3-Clause",
	"CC-BY-3.0",
	"CC0-1.0",
	"ISC",
	"MIT",
	"MIT-0",
	"PSF-2.0",
	"Python-2.0",
]);

/**
 * Ask that changes to their own files (MPL) or library (LGPL) be shared. The service uses them as
 * they are published, as packages that can be replaced; nothing of it comes under their licence.
 */
const EXCEPTIONS = [
	{ licence: "MPL-2.0", packages: /^(@resvg\/resvg-js(-[\w-]+)?|satori|axe-core)$/ },
	{ licence: "LGPL-3.0-or-later", packages: /^@img\/sharp-[\w-]+$/ },
];

/** Packages whose package.json names no licence: MIT, by their readme or licence file. */
const READ = {
	"humanize-number": "MIT",
	"jsonc-simple-parser": "MIT",
	only: "MIT",
};

const PROJECT = new URL("../", import.meta.url);
const arguments_ = process.argv.slice(2);
const named = arguments_.find((argument) => !argument.startsWith("--"));
const lock = JSON.parse(readFileSync(named ?? new URL("package-lock.json", PROJECT), "utf8"));

/** What the lockfile has, else the old list in the package's own package.json. */
const licenceOf = (path, name, { license }) => {
	const manifest = new URL(`${path}/package.json`, PROJECT);
	if (license !== undefined) return license;
	if (Object.hasOwn(READ, name)) return READ[name];
	if (!existsSync(manifest)) return "unknown";
	const { licenses = [] } = JSON.parse(readFileSync(manifest, "utf8"));
	return licenses.map(({ type }) => type).join(" OR ") || "unknown";
};

const allows = (licence, name) =>
	PERMISSIVE.has(licence) ||
	EXCEPTIONS.some((one) => one.licence === licence && one.packages.test(name));
/** SPDX, as far as packages use it: one of those between OR, all of those between AND. */
const isAllowed = (expression, name) =>
	expression
		.replace(/^\((.*)\)$/, "$1")
		.split(" OR ")
		.some((part) => part.split(" AND ").every((licence) => allows(licence, name)));

const packages = Object.entries(lock.packages)
	.filter(([path]) => path !== "")
	.map(([path, entry]) => {
		const name = path.replace(/^.*node_modules\//, "");
		return { name, version: entry.version, licence: licenceOf(path, name, entry) };
	});

if (arguments_.includes("--packages")) {
	for (const { name, version, licence } of packages) console.log(`${licence}\t${name} ${version}`);
} else {
	const counts = new Map();
	for (const { licence } of packages) counts.set(licence, (counts.get(licence) ?? 0) + 1);
	for (const [licence, count] of [...counts].sort(([, a], [, b]) => b - a))
		console.log(`${String(count).padStart(5)}  ${licence}`);
}
const refused = packages.filter(({ name, licence }) => !isAllowed(licence, name));
for (const { name, licence } of refused) console.error(`not permissive: ${name} (${licence})`);
process.exitCode = refused.length > 0 ? 1 : 0;
