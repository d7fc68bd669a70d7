/** deploy/nginx-tls.conf and deploy/Caddyfile, in a real nginx and a real Caddy. */
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { type RequestOptions, request } from "node:https";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import t, { type Test } from "tap";
import { packageRoot } from "../../src/base/package-root.js";
import { SELF_SIGNED } from "../helpers/self-signed.js";

const run = promisify(execFile);
const read = (file: string) => readFile(new URL(file, packageRoot), "utf8");
const find = (names: readonly string[], option: string) =>
	names.find((program) => {
		try {
			execFileSync(program, [option], { stdio: "ignore" });
			return true;
		} catch {
			return false;
		}
	});
const nginx = find(["/usr/sbin/nginx", "nginx"], "-v");
const caddy = find(["caddy"], "version");

/** A service that answers with what it was asked. */
async function echo(t: Test): Promise<number> {
	const server = createServer(({ headers, url }, response) => {
		response.setHeader("cache-control", "public, max-age=60");
		response.end(JSON.stringify({ url, headers, answered: counted++ }));
	});
	let counted = 0;
	await once(server.listen(0, "127.0.0.1"), "listening");
	t.teardown(() => {
		server.close();
		server.closeAllConnections();
	});
	return (server.address() as AddressInfo).port;
}

async function freePort(): Promise<number> {
	const server = createTcpServer();
	await once(server.listen(0, "127.0.0.1"), "listening");
	const { port } = server.address() as AddressInfo;
	server.close();
	return port;
}

async function start(t: Test, folder: string, program: string, args: readonly string[]) {
	const child = spawn(program, args, {
		stdio: "ignore",
		env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
	});
	t.teardown(async () => {
		if (child.exitCode === null) {
			const exit = once(child, "exit");
			child.kill("SIGTERM");
			await exit;
		}
		await rm(folder, { recursive: true, force: true });
	});
}

/** @returns status, headers and body, whoever signed the certificate */
async function get(port: number, path: string, headers: RequestOptions["headers"] = {}) {
	const sent = request({
		port,
		path,
		host: "127.0.0.1",
		servername: "render.example.com",
		headers: { host: "render.example.com", ...headers },
		rejectUnauthorized: false,
	});
	sent.end();
	const [answer] = await once(sent, "response");
	return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

async function untilServed(port: number) {
	for (let tries = 0; tries < 600; tries++) {
		if (await get(port, "/metrics").catch(() => undefined)) return;
		await sleep(100);
	}
	throw new Error("the proxy does not answer");
}

t.test("nginx-tls.conf", { skip: nginx === undefined && "nginx is not installed" }, async (t) => {
	const folder = await mkdtemp(join(tmpdir(), "nginx-tls-"));
	await chmod(folder, 0o755);
	const [service, http, https] = [await echo(t), await freePort(), await freePort()];
	await writeFile(join(folder, "fullchain.pem"), SELF_SIGNED.cert);
	await writeFile(join(folder, "privkey.pem"), SELF_SIGNED.key);
	const conf = (await read("deploy/nginx-tls.conf"))
		.replace("127.0.0.1:3000", `127.0.0.1:${service}`)
		.replace("listen 80;", `listen 127.0.0.1:${http};`)
		.replace("listen 443 ssl", `listen 127.0.0.1:${https} ssl`)
		.replaceAll("/etc/letsencrypt/live/render.example.com", folder)
		.replace("/var/cache/nginx/links", `${folder}/links`);
	const file = join(folder, "nginx.conf");
	const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
		.map((name) => `${name}_temp_path ${folder}/${name};`)
		.join("\n");
	await writeFile(
		file,
		`pid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${conf}\n}\n`,
	);
	await run(nginx!, ["-t", "-q", "-p", folder, "-c", file]);
	await start(t, folder, nginx!, ["-p", folder, "-c", file, "-g", "daemon off;"]);
	await untilServed(https);

	const redirect = await fetch(`http://127.0.0.1:${http}/docs?a=1`, {
		redirect: "manual",
		headers: { host: "render.example.com" },
	});
	t.equal(redirect.status, 301);
	t.match(redirect.headers.get("location"), /^https:\/\/[^/]+\/docs\?a=1$/);
	t.equal((await get(https, "/metrics")).status, 404, "metrics are hidden");
	const passed = await get(https, "/api/health", { "x-forwarded-for": "203.0.113.7" });
	t.match(JSON.parse(passed.body).headers, {
		host: "render.example.com",
		"x-forwarded-for": /^127\.0\.0\.1$/,
		"x-forwarded-proto": "https",
		"x-forwarded-host": "render.example.com",
	});
	const first = await get(https, "/i/a/b/1.png");
	t.equal((await get(https, "/i/a/b/1.png")).body, first.body, "links are cached");
	t.not((await get(https, "/api/health")).body, passed.body, "nothing else is");
});

t.test("Caddyfile", { skip: caddy === undefined && "Caddy is not installed" }, async (t) => {
	const folder = await mkdtemp(join(tmpdir(), "caddy-"));
	const [service, https] = [await echo(t), await freePort()];
	const original = await read("deploy/Caddyfile");
	await writeFile(join(folder, "original"), original);
	await run(caddy!, ["validate", "--adapter", "caddyfile", "--config", join(folder, "original")], {
		env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
	});
	await writeFile(join(folder, "cert.pem"), SELF_SIGNED.cert);
	await writeFile(join(folder, "key.pem"), SELF_SIGNED.key);
	const file = join(folder, "Caddyfile");
	// Its own certificate, so that nobody is asked for one.
	await writeFile(
		file,
		`{\n\tadmin off\n\tauto_https disable_redirects\n\tdefault_sni render.example.com\n}\n${original
			.replace(
				"render.example.com {",
				`https://render.example.com:${https} {\n\ttls ${folder}/cert.pem ${folder}/key.pem`,
			)
			.replace("127.0.0.1:3000", `127.0.0.1:${service}`)}`,
	);
	await start(t, folder, caddy!, ["run", "--adapter", "caddyfile", "--config", file]);
	await untilServed(https);
	t.equal((await get(https, "/metrics")).status, 404, "metrics are hidden");
	const passed = await get(https, "/api/health", { "x-forwarded-for": "203.0.113.7" });
	t.match(JSON.parse(passed.body).headers, {
		"x-forwarded-for": /^127\.0\.0\.1$/,
		"x-forwarded-proto": "https",
	});
});

t.test("docs/reverse-proxy.md shows the Caddyfile without its comments", async (t) => {
	const bare = (await read("deploy/Caddyfile"))
		.split("\n")
		.filter((line) => !/^\s*(#|$)/.test(line))
		.join("\n");
	t.ok((await read("docs/reverse-proxy.md")).includes(`\`\`\`text\n${bare}\n\`\`\``));
});
