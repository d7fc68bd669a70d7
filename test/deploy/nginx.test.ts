/** deploy/nginx.conf, in a real nginx in front of replicas that report what they receive. */
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import t, { type Test } from "tap";
import { readConfig } from "../../src/app/config/config.js";
import { ERROR_CATALOG } from "../../src/base/errors.js";
import { packageRoot } from "../../src/base/package-root.js";
import { LIMITS } from "../../src/contract/limits.js";
import { FAKE_IMAGE, fakeRenderer, startApp } from "../helpers/app.js";
import { LINK_KEY, linkOf } from "../helpers/links.js";

const conf = await readFile(new URL("deploy/nginx.conf", packageRoot), "utf8");
const REPLICAS = [1, 2, 3].map((number) => `replica-${number}:3000`);
const value = (directive: string) => new RegExp(`^\\s*${directive} (.*);$`, "m").exec(conf)?.[1];
const seconds = (directive: string) => Number.parseFloat(value(directive) ?? "");

t.test("its limits go with those of the service", async (t) => {
	const config = readConfig({});
	t.ok(Number.parseFloat(value("client_max_body_size")!) * 1_048_576 > config.maxBodyBytes);
	t.ok(
		seconds("proxy_read_timeout") * 1_000 > config.renderTimeoutMs + LIMITS.remoteImageTimeoutMs,
	);
	t.match(
		await readFile(new URL("src/http/server.ts", packageRoot), "utf8"),
		"_TIMEOUT_MS = 65_000",
	);
});

t.test("its own errors are those of the service", async (t) => {
	const bodies = [...conf.matchAll(/return (\d+) '(.*)';/g)];
	t.equal(bodies.length, 4);
	for (const [, status, body] of bodies) {
		const { error } = JSON.parse(body!);
		const known = ERROR_CATALOG[error.code as keyof typeof ERROR_CATALOG];
		t.equal(known.status, Number(status), error.code);
		t.same(error, { code: error.code, message: known.message, details: {} });
	}
});

const nginx = ["/usr/sbin/nginx", "nginx"].find((program) => {
	try {
		execFileSync(program, ["-v"], { stdio: "ignore" });
		return true;
	} catch {
		return false;
	}
});
const skip = nginx === undefined && "nginx is not installed";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Three replicas behind nginx. @param answers one for each; undefined: nobody listens there */
async function start(t: Test, answers: readonly (Answer | undefined)[]) {
	const folder = await mkdtemp(join(tmpdir(), "nginx-"));
	// nginx that is started by root serves as another user.
	await chmod(folder, 0o755);
	const ports = await Promise.all(answers.map((answer) => listen(t, answer)));
	const port = await listen(t, undefined);
	let text = conf
		.replace("listen 8080", `listen 127.0.0.1:${port}`)
		.replaceAll("/tmp/", `${folder}/`)
		.replace("/dev/stdout", `${folder}/access.log`)
		.replace("worker_processes auto", "worker_processes 1");
	for (const [i, name] of REPLICAS.entries()) text = text.replace(name, `127.0.0.1:${ports[i]}`);
	const file = join(folder, "nginx.conf");
	await writeFile(file, text);
	await promisify(execFile)(nginx!, ["-t", "-q", "-p", folder, "-c", file]);
	const child = spawn(nginx!, ["-p", folder, "-c", file, "-g", "daemon off;"], {
		stdio: "ignore",
	});
	t.teardown(async () => {
		const exit = once(child, "exit");
		child.kill("SIGTERM");
		await exit;
		await rm(folder, { recursive: true, force: true });
	});
	const url = `http://127.0.0.1:${port}`;
	for (let tries = 0; tries < 100; tries++) {
		// A path that nginx answers by itself: no replica is asked.
		if (await fetch(`${url}/none`).catch(() => undefined)) break;
		await sleep(20);
	}
	return { url, log: () => readFile(join(folder, "access.log"), "utf8") };
}

/** @returns a port on which the answer is given, or nobody listens */
async function listen(t: Test, answer: Answer | undefined): Promise<number> {
	const server: Server | ReturnType<typeof createTcpServer> =
		answer === undefined ? createTcpServer() : createServer(answer);
	await once(server.listen(0, "127.0.0.1"), "listening");
	const { port } = server.address() as AddressInfo;
	if (answer === undefined) server.close();
	else t.teardown(() => (server as Server).close());
	return port;
}

const post = (url: string, body: string | Buffer = "{}", headers: Record<string, string> = {}) =>
	fetch(`${url}/api/render`, { method: "POST", body, headers });
const echo: Answer = ({ headers, url }, response) => {
	response.end(JSON.stringify({ headers, url }));
};

t.test("it passes requests on with what the service has to know", { skip }, async (t) => {
	const { url, log } = await start(t, [echo, echo, echo]);
	const answer = await post(url, "{}", {
		"x-forwarded-for": "6.6.6.6",
		"x-forwarded-host": "evil.example",
		"x-forwarded-proto": "https",
		"x-request-id": "client-1",
	});
	const { headers } = (await answer.json()) as { headers: Record<string, string> };
	t.match(headers, {
		host: new URL(url).host,
		"x-forwarded-for": /^127\.0\.0\.1$/,
		"x-forwarded-host": new URL(url).host,
		"x-forwarded-proto": "http",
		"x-request-id": "client-1",
	});
	const second = (await (await post(url)).json()) as typeof answer & { headers: object };
	t.match(second.headers, { "x-request-id": /^[0-9a-f]{32}$/ }, "gives one of its own");
	const path = (await (await fetch(`${url}/api/renders/a%20b.png?x=1`)).json()) as { url: string };
	t.equal(path.url, "/api/renders/a%20b.png?x=1", "the path as it came");
	const lines = (await log()).trim().split("\n");
	t.match(
		lines.map((line) => JSON.parse(line)).find(({ requestId }) => requestId === "client-1"),
		{ path: "/api/render", status: 200, replicaStatuses: "200" },
	);
});

t.test("pages, agents and the API are reached from outside", { skip }, async (t) => {
	const renderer = fakeRenderer();
	const service = await startApp(t, {}, { renderer });
	const answer: Answer = (request, response) => service.app.routing(request, response);
	const { url } = await start(t, [answer, answer, answer]);
	const html = { headers: { accept: "text/html" } };
	t.match(await (await fetch(`${url}/`, html)).text(), "<title>Studio");
	t.match((await fetch(`${url}/docs`, html)).headers.get("content-type"), "text/html");
	const script = await fetch(`${url}/studio/studio.js`);
	t.match(script.headers.get("content-type"), "javascript");
	t.match(await (await fetch(`${url}/llms.txt`)).text(), /^# Post Image Render Service/);
	t.equal((await fetch(`${url}/api/health`)).status, 200);
	const client = new Client({ name: "test", version: "1.0.0" });
	await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
	t.teardown(() => client.close());
	t.ok((await client.listTools()).tools.length >= 5);
});

t.test("what is for the inside is not reached from outside", { skip }, async (t) => {
	const { url } = await start(t, [echo, echo, echo]);
	for (const path of [
		"/metrics",
		"//metrics",
		"/%6detrics",
		"/api/../metrics",
		"/api%2f..%2fmetrics",
		"/studio/../metrics",
		"/docs/metrics",
		"/mcp/",
	]) {
		const answer = await fetch(url + path);
		t.equal(answer.status, 404, path);
		t.equal(answer.headers.get("content-type"), "application/json");
		t.match(await answer.json(), { error: { code: "not_found" } });
	}
});

t.test("the service gets to refuse what is too large, up to a bound", { skip }, async (t) => {
	const { url } = await start(t, [echo, echo, echo]);
	const { maxBodyBytes } = readConfig({});
	t.equal((await post(url, Buffer.alloc(maxBodyBytes + 1))).status, 200, "passed on");
	const answer = await post(url, Buffer.alloc(4_000_000));
	t.equal(answer.status, 413);
	t.match(await answer.json(), { error: { code: "payload_too_large" } });
});

t.test("a replica that is gone or full costs nobody a request", { skip }, async (t) => {
	let bodies = 0;
	const full: Answer = (_request, response) => response.writeHead(503).end("full");
	const good: Answer = async (request, response) => {
		for await (const chunk of request) bodies += chunk.length;
		response.end("drawn");
	};
	const { url } = await start(t, [undefined, good, good]);
	const gone = await Promise.all(Array.from({ length: 12 }, () => post(url, "12345")));
	t.same(new Set(gone.map(({ status }) => status)), new Set([200]));
	t.equal(bodies, 60, "the other replica gets the whole body");
	const { url: busy } = await start(t, [full, good, good]);
	const tried = await Promise.all(Array.from({ length: 12 }, () => post(busy)));
	t.same(new Set(tried.map(({ status }) => status)), new Set([200]));
});

t.test("replicas that all say 503 are asked again the next time", { skip }, async (t) => {
	let storage = false;
	const answer: Answer = (_request, response) => {
		response.writeHead(storage ? 200 : 503, { "retry-after": "7" }).end("its own");
	};
	const { url } = await start(t, [answer, answer, answer]);
	for (let i = 0; i < 4; i++) {
		const refused = await post(url);
		t.equal(refused.status, 503);
		t.equal(refused.headers.get("retry-after"), "7");
		t.equal(await refused.text(), "its own", "the service's own answer");
	}
	storage = true;
	t.equal((await post(url)).status, 200);
});

t.test("with no replica at all the answer is one of the contract", { skip }, async (t) => {
	const { url } = await start(t, [undefined, undefined, undefined]);
	const answer = await post(url);
	t.equal(answer.status, 503);
	t.equal(answer.headers.get("retry-after"), "2");
	t.match(await answer.json(), { error: { code: "overloaded" } });
});

t.test("answers of 40 MB come whole, also to a client that is slow", { skip }, async (t) => {
	const large = Buffer.alloc(40 * 1_048_576, "0123456789abcde");
	const answer: Answer = (_request, response) => {
		response.end(large);
	};
	const { url } = await start(t, [answer, answer, answer]);
	const response = await post(url);
	await sleep(500);
	t.ok(Buffer.from(await response.arrayBuffer()).equals(large));
});

t.test("a thousand requests for a link are one drawing", { skip }, async (t) => {
	let drawn = 0;
	const { drawSlide, ...renderer } = fakeRenderer();
	const counting = {
		...renderer,
		drawSlide: async (...args: Parameters<typeof drawSlide>) => {
			drawn++;
			await sleep(200);
			return drawSlide(...args);
		},
	};
	// Each with a memory of its own, and nothing that they share.
	const services = await Promise.all(
		[1, 2, 3].map(() => startApp(t, { LINK_KEYS: LINK_KEY }, { renderer: counting })),
	);
	let asked = 0;
	const { url, log } = await start(
		t,
		services.map(({ app }) => (request, response) => {
			asked++;
			app.routing(request, response);
		}),
	);
	const path = linkOf({ slides: [{ textBlocks: [{ text: "cached" }] }] });
	const statuses = new Set<string>();
	for (let batch = 0; batch < 10; batch++) {
		const answers = await Promise.all(Array.from({ length: 100 }, () => fetch(url + path)));
		for (const answer of answers) {
			const bytes = Buffer.from(await answer.arrayBuffer());
			statuses.add(`${answer.status} ${bytes.equals(FAKE_IMAGE)}`);
		}
	}
	t.same([...statuses], ["200 true"]);
	t.equal(drawn, 1);
	t.equal(asked, 1, "the service is asked once");
	const head = await fetch(url + path, { method: "HEAD" });
	t.equal(head.headers.get("x-cache-status"), "HIT");
	const etag = head.headers.get("etag") ?? "";
	t.equal((await fetch(url + path, { headers: { "if-none-match": etag } })).status, 304);
	t.equal(asked, 1);

	for (const [target, status] of [
		[`${path}x`, 403],
		[`${path}?platform=none`, 400],
		[`/${path}`, 404],
		[linkOf({ slides: [{}] }, { expires: 1_000_000_000 }), 410],
	] as const) {
		for (const _ of [1, 2]) {
			const before: number = asked;
			t.equal((await fetch(url + target)).status, status, target);
			t.equal(asked, before + 1, "an error is not kept");
		}
	}
	t.equal(drawn, 1);
	const [, , signature = "", payload = ""] = path.split("/");
	t.notOk((await log()).includes(signature));
	t.notOk((await log()).includes(payload));
});
