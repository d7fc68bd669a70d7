import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import t, { type Test } from "tap";
import { until } from "../../helpers/until.js";

const MODULE = new URL("../../../src/http/log/log-output.js", import.meta.url);

/** Runs a script that has `out`, the output for log lines. */
function run(t: Test, script: string): { child: ChildProcess; chunks: string[] } {
	const code = `const { logOutput } = await import(${JSON.stringify(MODULE.href)});
		const out = logOutput();
		${script}`;
	const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
		stdio: ["ignore", "pipe", "inherit", "ipc"],
	});
	t.teardown(() => child.kill("SIGKILL"));
	const chunks: string[] = [];
	child.stdout!.setEncoding("utf8").on("data", (chunk) => chunks.push(chunk));
	return { child, chunks };
}

const lines = (count: number) => Array.from({ length: count }, (_, i) => `line ${i}\n`).join("");

t.test("lines are written together, in order, while the process runs", async (t) => {
	const { chunks } = run(
		t,
		`for (let i = 0; i < 100; i++) out.write(\`line \${i}\\n\`); setInterval(() => {}, 1000);`,
	);
	await until("they are there", () => chunks.join("") === lines(100));
	t.equal(chunks.length, 1, "in one write");
});

t.test("many lines do not wait for the timer", async (t) => {
	const { chunks } = run(
		t,
		`for (let i = 0; i < 3000; i++) out.write(\`line \${i}\\n\`);
		for (;;);`,
	);
	await until("the first are there", () => chunks.join("").length > 10_000);
	t.ok(lines(3_000).startsWith(chunks.join("")));
});

for (const [how, end] of [
	["exits", "process.exit(0)"],
	["has nothing more to do", ""],
	["throws", 'process.on("uncaughtException", () => process.exit(0)); throw new Error("test")'],
]) {
	t.test(`nothing is lost when the process ${how}`, async (t) => {
		const { child, chunks } = run(t, `out.write("one\\n"); out.write("two\\n"); ${end}`);
		await once(child, "close");
		t.equal(child.exitCode, 0);
		t.equal(chunks.join(""), "one\ntwo\n");
	});
}

t.test(
	"nothing is lost if all threads are busy when the process has nothing more to do",
	async (t) => {
		const { child, chunks } = run(
			t,
			`const { pbkdf2 } = await import("node:crypto");
		process.prependListener("exit", () => {
			for (let i = 0; i < 4; i++) pbkdf2("word", "salt", 1e5, 64, "sha512", () => {});
		});
		out.write("one\\n");`,
		);
		await once(child, "close");
		t.equal(child.exitCode, 0);
		t.equal(chunks.join(""), "one\n");
	},
);

t.test("flushSync does not wait for the timer", async (t) => {
	const { chunks } = run(t, `out.write("last words\\n"); out.flushSync(); for (;;);`);
	await until("they are there", () => chunks.join("") === "last words\n");
});

t.test("without a reader, the process still exits", async (t) => {
	const { child } = run(
		t,
		`process.on("message", () => { out.write("unread\\n"); process.exit(0); });
		process.send("ready");`,
	);
	await once(child, "message");
	child.stdout!.destroy();
	await once(child.stdout!, "close");
	child.send("exit");
	await once(child, "exit");
	t.equal(child.exitCode, 0);
});

t.test("a reader that stops reading does not stop the process", async (t) => {
	const { child } = run(
		t,
		`const line = "x".repeat(1000) + "\\n";
		process.on("message", () => {
			for (let i = 0; i < 4000; i++) out.write(line);
			setTimeout(() => process.send("still there"), 300);
		});
		process.send("ready");`,
	);
	await once(child, "message");
	child.stdout!.pause();
	child.send("write");
	const [message] = await once(child, "message");
	t.equal(message, "still there");
});
