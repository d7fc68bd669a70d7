/** dist/bundle, which `npm start` and the container run, does what the compiled modules do. */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import t from "tap";
import { packageRoot } from "../src/base/package-root.js";
import { startApp } from "./helpers/app.js";
import { TINY_PNG } from "./helpers/hostile-server.js";

const BUNDLE = fileURLToPath(new URL("dist/bundle/", packageRoot));

/** Runs what `npm start` runs, until it listens. */
async function startBundle(): Promise<{ origin: string; pid: number }> {
	const directory = await mkdtemp(join(tmpdir(), "post-image-bundle-"));
	const child = spawn(process.execPath, [join(BUNDLE, "server.js")], {
		env: { ...process.env, PORT: "0", HOST: "127.0.0.1", RENDER_DIR: directory },
		stdio: ["ignore", "pipe", "inherit"],
	});
	t.teardown(async () => {
		child.kill("SIGKILL");
		await rm(directory, { recursive: true, force: true });
	});
	const origin = await new Promise<string>((resolve, reject) => {
		child.once("exit", (code) => reject(new Error(`it ended with ${code}`)));
		createInterface({ input: child.stdout }).on("line", (line) => {
			const [, url] = /listening at (http:\S+?)"/.exec(line) ?? [];
			if (url !== undefined) resolve(url);
		});
	});
	return { origin, pid: child.pid! };
}

/** The command lines of the processes that a process has started. */
function commandsOf(parent: number): string[] {
	return readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name))
		.flatMap((name) => {
			try {
				const stat = readFileSync(`/proc/${name}/stat`, "latin1");
				// The name in parentheses may hold anything; the parent is the second field after it.
				const [, ppid] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
				return Number(ppid) === parent ? [readFileSync(`/proc/${name}/cmdline`, "latin1")] : [];
			} catch {
				return [];
			}
		});
}

const PICTURE = `data:image/png;base64,${Buffer.from(TINY_PNG).toString("base64")}`;

/** Uses what is loaded on demand: markup, colors, hyphens, emoji, another script, steppers, a picture. */
const DOCUMENT = {
	platform: "photo-feed-post",
	mode: "carousel",
	stepperStyle: "numeric",
	slides: [
		{
			textBlocks: [
				{ richText: `<b>Bold</b> <span style="color: hsl(40 90% 50%)">color</span>`, fontSize: 40 },
				{ text: "Wörter 👩‍🚀 ภาษาไทย العربية", style: "shadow", y: 200 },
				{ text: "Donaudampfschifffahrt", lang: "de", hyphens: "auto", width: 120, y: 300 },
			],
		},
		{ image: PICTURE, textBlocks: [{ text: "Second", style: "outline" }] },
	],
};

t.test("pictures are the same, byte for byte", async (t) => {
	const { origin, pid } = await startBundle();
	const plain = await startApp(t);
	const answer = async (url: string, path: string, body?: unknown) => {
		const response = await fetch(`${url}${path}`, {
			...(body !== undefined && {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: JSON.stringify(body),
			}),
		});
		return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
	};
	for (const format of ["png", "jpeg", "webp", "svg"]) {
		const body = { ...DOCUMENT, format };
		const [bundled, compiled] = [
			await answer(origin, "/api/render", body),
			await answer(plain.url, "/api/render", body),
		];
		t.equal(bundled.status, 200, `${format}: ${bundled.bytes.subarray(0, 300)}`);
		t.ok(bundled.bytes.equals(compiled.bytes), format);
	}
	// Both have the time of their making.
	for (const path of ["/api/render.pdf", "/api/render.zip"])
		t.equal((await answer(origin, path, DOCUMENT)).status, 200, path);
	for (const path of ["/", "/docs", "/api/openapi.json", "/api/render-schema", "/llms.txt"]) {
		const [bundled, compiled] = [await answer(origin, path), await answer(plain.url, path)];
		t.equal(bundled.status, compiled.status, path);
		t.equal(bundled.status, 200, path);
	}
	const found = await answer(origin, "/api/assets/icons/search?query=rocket");
	t.match(found.bytes.toString(), /rocket/, "the thread of the icons");
	const metrics = await answer(origin, "/metrics");
	t.match(metrics.bytes.toString(), /process_cpu_seconds_total/);

	const commands = commandsOf(pid).filter((command) => command.includes("process-main"));
	t.ok(commands.length > 0, "render processes");
	for (const command of commands) {
		t.match(command, join(BUNDLE, "process-main.js"));
		t.match(command, join(BUNDLE, "draw-slide.js"));
		t.notMatch(command, "dist/src");
	}
});

t.test(
	"a process loads neither a second copy of a module nor what few requests need",
	async (t) => {
		const names = readdirSync(BUNDLE).filter((name) => name.endsWith(".js"));
		const imports = new Map(
			names.map((name) => {
				const text = readFileSync(join(BUNDLE, name), "utf8");
				const found = [...text.matchAll(/\b(?:from|import)\s*"(\.\/[^"]+|[^"]+)"/g)];
				return [name, found.map(([, path = ""]) => path.replace(/^\.\//, ""))];
			}),
		);
		/** Everything that is loaded with a module, without what it loads later. */
		const loaded = (entry: string): Set<string> => {
			const all = new Set([entry]);
			for (const name of all) for (const other of imports.get(name) ?? []) all.add(other);
			return all;
		};
		const packages = (entry: string) => [...loaded(entry)].filter((name) => !/\.c?js$/.test(name));
		const drawing = [...loaded("process-main.js"), ...loaded("draw-slide.js")];
		t.ok(drawing.length < 60, `${drawing.length} files`);
		t.notOk(packages("draw-slide.js").includes("sharp"), "sharp is for pictures");
		const text = (entry: string) =>
			[...loaded(entry)]
				.filter((name) => names.includes(name))
				.map((name) => readFileSync(join(BUNDLE, name), "utf8"))
				.join("\n");
		t.notMatch(text("draw-slide.js"), /TypeCompiler/, "schemas are checked on the other side");
		t.notMatch(text("draw-slide.js"), /yogaWasm|computeLayout/, "satori is for steppers");
		t.notMatch(
			text("server.js"),
			/router-prefix-conflict|FST_ERR_ROUTE/,
			"not Fastify before the processes",
		);
		// Each module once: errors are told apart by their class.
		const declared = names.flatMap((name) => [
			...readFileSync(join(BUNDLE, name), "utf8").matchAll(
				/\bclass ServiceError\b|\bServiceError=class\b/g,
			),
		]);
		t.equal(declared.length, 1, "ServiceError");
	},
);
