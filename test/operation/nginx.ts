import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Header in which nginx reports the upstream that answered, for example "127.0.0.1:4001". */
export const UPSTREAM_HEADER = "x-upstream";

const START_MS = 10_000;

/** A running nginx. */
export interface Nginx {
	dispose(): Promise<void>;
}

/**
 * Starts nginx on the loopback interface, as a round-robin proxy for services.
 * @param upstreams ports of the services
 * @throws Error if nginx is not installed or does not listen
 */
export async function startNginx(port: number, upstreams: readonly number[]): Promise<Nginx> {
	const directory = await mkdtemp(join(tmpdir(), "post-image-nginx-"));
	// The workers run as another user.
	await chmod(directory, 0o755);
	await writeFile(join(directory, "nginx.conf"), configuration(directory, port, upstreams));
	const child = spawn("nginx", ["-p", directory, "-c", "nginx.conf", "-e", "stderr"], {
		stdio: ["ignore", "ignore", "pipe"],
	});
	const killWithParent = () => void child.kill("SIGKILL");
	process.once("exit", killWithParent);
	let said = "";
	child.stderr?.on("data", (chunk: Buffer) => {
		said += chunk;
	});
	child.once("error", () => {
		said = "nginx is not installed";
	});
	const dispose = async () => {
		process.off("exit", killWithParent);
		if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
			// The master process stops its workers.
			child.kill("SIGTERM");
			await once(child, "exit");
		}
		await rm(directory, { recursive: true, force: true });
	};
	if (await listens(port, child)) return { dispose };
	await dispose();
	throw new Error(`nginx does not listen: ${said}`);
}

async function listens(port: number, child: ChildProcess): Promise<boolean> {
	for (const until = performance.now() + START_MS; performance.now() < until; await sleep(20)) {
		if (child.pid === undefined || child.exitCode !== null) return false;
		const socket = connect(port, "127.0.0.1");
		const connected = await once(socket, "connect").then(
			() => true,
			() => false,
		);
		socket.destroy();
		if (connected) return true;
	}
	return false;
}

function configuration(directory: string, port: number, upstreams: readonly number[]): string {
	const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
		.map((name) => `${name}_temp_path ${directory}/${name};`)
		.join(" ");
	const servers = upstreams.map((one) => `server 127.0.0.1:${one} max_fails=0;`).join(" ");
	return `
daemon off;
worker_processes 1;
pid ${directory}/nginx.pid;
events { worker_connections 512; }
http {
	access_log off;
	${temporary}
	upstream replicas { ${servers} keepalive 16; }
	server {
		listen 127.0.0.1:${port};
		client_max_body_size 3m;
		location / {
			proxy_pass http://replicas;
			proxy_http_version 1.1;
			proxy_set_header Connection "";
			proxy_set_header Host $http_host;
			proxy_set_header X-Forwarded-For $remote_addr;
			proxy_set_header X-Forwarded-Host $http_host;
			proxy_set_header X-Forwarded-Proto $scheme;
			proxy_connect_timeout 2s;
			add_header ${UPSTREAM_HEADER} $upstream_addr always;
		}
	}
}
`;
}
