/** Paths of the sources that the documentation names exist. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import t from "tap";
import { packageRoot } from "../src/base/package-root.js";

const read = (file: string) => readFileSync(new URL(file, packageRoot), "utf8");
const exists = (path: string) => existsSync(new URL(path, packageRoot));

t.test("files and folders that the pages for developers name exist", async (t) => {
	for (const page of ["docs/design.md", "docs/development.md"]) {
		const named = [...read(page).matchAll(/`((?:[\w-]+\/)+[\w.-]*)`/g)].map(([, path]) => path!);
		t.ok(named.length > 5, page);
		// Written by runs, and a module of a package.
		const others = ["fidelity-report", "coverage/index.html", "linkedom/worker"];
		for (const path of named.filter((path) => !others.includes(path)))
			t.ok(exists(`src/${path}`) || exists(path), `${page}: ${path}`);
	}
});

t.test("docs/design.md has a purpose for every folder of src/, and for no other", async (t) => {
	const [, table = ""] = /## Folders\n([\s\S]*?)\n## /.exec(read("docs/design.md")) ?? [];
	const described = [...table.matchAll(/^\| `([a-z]+)` \| \S/gm)].map(([, folder]) => folder!);
	const folders = readdirSync(new URL("src/", packageRoot), { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => name);
	t.strictSame(described.sort(), folders.sort());
});
