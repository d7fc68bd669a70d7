/** TEMPLATES_DIR: the operator's own templates, at the start and at SIGHUP. */
import { execFileSync } from "node:child_process";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import t from "tap";
import { templatesReloader } from "../../../src/app/operator/templates-folder.js";
import { BUILT_IN_CONTRACT } from "../../../src/contract/contract.js";
import { TemplateLibrary } from "../../../src/documents/templates/template-library.js";
import { startApp } from "../../helpers/app.js";
import { CARD } from "../../helpers/templates.js";

const NAME = "test-card.json";

t.test("a folder's templates, their faults, and what a reload keeps", async (t) => {
	const folder = t.testdir({ [NAME]: JSON.stringify(CARD), "notes.txt": "x" });
	const library = new TemplateLibrary();
	const reload = templatesReloader(folder, library, BUILT_IN_CONTRACT, 100_000);
	t.equal(await reload(), 1);
	const { version } = library.get("test-card")!;
	const refused = async (content: string | Buffer, message: RegExp, name = NAME) => {
		await writeFile(join(folder, name), content);
		await t.rejects(reload(), { name: "ConfigError", message });
		t.equal(library.get("test-card")?.version, version, "the old set stays");
		if (name !== NAME) await rm(join(folder, name));
	};
	const changed = (changes: object) => JSON.stringify({ ...CARD, ...changes });
	await refused("{", /test-card\.json is not valid JSON at line 1/);
	await refused(Buffer.from([0xff]), /is not UTF-8/);
	await refused(changed({ name: "" }), /test-card\.json \/name must have at least 1/);
	await refused(changed({ id: "other" }), /name the file other\.json/);
	await refused(changed({ document: { slides: [{ background: "{{accnt}}" }] } }), /did you mean/);
	await refused(
		changed({ examples: [{ name: "empty", variables: {} }] }),
		/\/examples\/0\/variables\/title is required/,
	);
	await refused(
		changed({ document: { ...CARD.document, platform: "nowhere" } }),
		/gives an invalid document with .*: \/platform must be one of/,
	);
	await refused(Buffer.alloc(100_000_000, " "), /has more than 524288 bytes/);
	await refused(`${"[".repeat(100_000)}`, /nested|deep/);
	const variables = Object.fromEntries(
		Array.from({ length: 10_000 }, (_, i) => [`v${i}`, { type: "text", label: "x" }]),
	);
	await refused(changed({ variables }), /more than 2000 members/);
	const few = Object.fromEntries(Object.entries(variables).slice(0, 900));
	await refused(changed({ variables: few, examples: [] }), /\/variables|more than/);
	// A placeholder stands for a value, never for another placeholder.
	const cyclic = {
		a: { type: "text", label: "A", default: "{{b}}" },
		b: { type: "text", label: "B", default: "{{a}}" },
	};
	await writeFile(
		join(folder, NAME),
		changed({
			variables: cyclic,
			examples: [],
			document: { slides: [{ textBlocks: [{ text: "{{a}} {{b}}" }] }] },
		}),
	);
	t.equal(await reload(), 1, "values that look like placeholders are texts");
	await writeFile(join(folder, NAME), JSON.stringify(CARD));
	await reload();
	const layers = (depth: number): object =>
		depth === 0 ? { type: "text", text: "x" } : { type: "stack", children: [layers(depth - 1)] };
	await refused(
		changed({ document: { slides: [{ layers: [layers(40)] }] }, variables: {}, examples: [] }),
		/levels|deep|nested/,
	);
	await writeFile(join(folder, NAME), changed({ name: "New name" }));
	await reload();
	t.not(library.get("test-card")?.version, version);
});

t.test("a link that leaves the folder is refused, one in it is not", async (t) => {
	const root = t.testdir({ outside: { [NAME]: JSON.stringify(CARD) }, own: { "..data": {} } });
	const own = join(root, "own");
	const reload = templatesReloader(own, new TemplateLibrary(), BUILT_IN_CONTRACT, 100_000);
	await symlink(join(root, "outside", NAME), join(own, NAME));
	await t.rejects(reload(), { message: /symbolic link to a file outside the folder/ });
	await rm(join(own, NAME));
	await writeFile(join(own, "..data", NAME), JSON.stringify(CARD));
	await symlink(join("..data", NAME), join(own, NAME));
	t.equal(await reload(), 1);
	await rm(join(own, NAME));
	execFileSync("mkfifo", [join(own, NAME)]);
	await t.rejects(reload(), { message: /cannot be read/ }, "nobody writes to the pipe");
	await rm(join(own, NAME));
	await mkdir(join(own, NAME));
	await t.rejects(reload(), { message: /cannot be read/ });
});

t.test("SIGHUP reads the folder again while requests come", async (t) => {
	const folder = t.testdir({ [NAME]: JSON.stringify(CARD) });
	const { get, post } = await startApp(t, { TEMPLATES_DIR: folder });
	const body = { template: "test-card", variables: { title: "Hello" } };
	const answers = Promise.all(Array.from({ length: 6 }, () => post("/api/render.png", body)));
	await writeFile(join(folder, NAME), JSON.stringify({ ...CARD, name: "Renamed" }));
	process.emit("SIGHUP");
	for (const response of await answers) {
		t.equal(response.status, 200);
		await response.arrayBuffer();
	}
	for (;;) {
		const { template } = (await (await get("/api/templates/test-card")).json()) as {
			template: { name: string };
		};
		if (template.name === "Renamed") break;
	}
	// Requests go on coming while one reload follows the other.
	let reloading = true;
	const statuses: number[] = [];
	const client = async () => {
		while (reloading) {
			const response = await post("/api/measure", body);
			await response.arrayBuffer();
			statuses.push(response.status);
		}
	};
	const traffic = Promise.all([client(), client(), client()]);
	for (let round = 0; round < 10; round++) {
		const before = statuses.length;
		await writeFile(join(folder, NAME), JSON.stringify({ ...CARD, name: `Round ${round}` }));
		process.emit("SIGHUP");
		while (statuses.length < before + 6) await new Promise((done) => setTimeout(done, 5));
	}
	reloading = false;
	await traffic;
	t.same([...new Set(statuses)], [200], `${statuses.length} requests, none lost`);
	await writeFile(join(folder, NAME), "{");
	process.emit("SIGHUP");
	t.equal((await post("/api/measure", body)).status, 200, "the old set stays");
});
