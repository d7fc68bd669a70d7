/**
 * Lists the licences of all packages in package-lock.json, and exits with 1 if one of them is
 * neither permissive nor an exception below.
 *
 *     npm run licences                  how many packages have which licence
 *     npm run licences -- --packages    each package with its licence
 *     npm run licences -- FILE          those of another lockfile
 *
 * The licences of fonts, emoji, icons and data are in LICENSE.
 */
import { existsSync, readFileSync } from "node:fs";

/** These require only a notice of the authors. */
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
 * These require that changes to their own files (MPL) or library (LGPL) are shared. The service
 * uses them unmodified, as replaceable packages; none of its code becomes subject to their
 * licences.
 */
const EXCEPTIONS = [
	{ licence: "MPL-2.0", packages: /^(@resvg\/resvg-js(-[\w-]+)?|satori|axe-core)$/ },
	{ licence: "LGPL-3.0-or-later", packages: /^@img\/sharp-[\w-]+$/ },
];

/** Packages without a licence in package.json: MIT according to their readme or licence file. */
const READ = {
	"humanize-number": "MIT",
	"jsonc-simple-parser": "MIT",
	only: "MIT",
};

const PROJECT = new URL("../", import.meta.url);
const arguments_ = process.argv.slice(2);
const named = arguments_.find((argument) => !argument.startsWith("--"));
const lock = JSON.parse(readFileSync(named ?? new URL("package-lock.json", PROJECT), "utf8"));

/** The licence in the lockfile, or else the legacy list in the package's own package.json. */
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
/**
 * SPDX, as far as packages use it: one of the parts separated by OR, all of those separated by AND.
 */
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
