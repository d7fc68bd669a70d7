import { mkdir, symlink, writeFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import t from "tap";
import { failureOf, HONEST, startVictim, summary } from "../helpers/hostile-rows.js";
import type { Service } from "../helpers/service.js";

/** Sends bytes as they are; resolves with what came back when the connection ended. */
function raw({ port }: Service, bytes: string, waitMs = 5_000): Promise<string> {
	return new Promise((resolve) => {
		let answer = "";
		const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
		socket.setTimeout(waitMs, () => socket.destroy());
		socket.on("data", (data) => {
			answer += data;
		});
		socket.on("error", () => undefined);
		socket.on("close", () => resolve(answer));
	});
}

const statuses = (answer: string): string[] =>
	[...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, s = ""]) => s);

t.test("slow and stalled connections are closed, and other clients are served", async (t) => {
	const victim = await startVictim();
	const slow = async (head: string, piece: string): Promise<string> => {
		let drip: NodeJS.Timeout | undefined;
		const answer = await new Promise<string>((resolve) => {
			let text = "";
			const socket: Socket = connect(victim.port, "127.0.0.1", () => socket.write(head));
			drip = setInterval(() => socket.write(piece), 200);
			socket.on("data", (data) => {
				text += data;
			});
			socket.on("error", () => undefined);
			socket.on("close", () => resolve(text));
		});
		clearInterval(drip);
		return answer;
	};
	const json = "Content-Type: application/json\r\n";
	const [body, header] = await Promise.all([
		slow(`POST /api/render HTTP/1.1\r\nHost: a\r\n${json}Content-Length: 10000\r\n\r\n`, " "),
		slow("GET /api/health HTTP/1.1\r\nHost: a\r\n", "X: 1\r\n"),
	]);
	for (const answer of [body, header]) t.match(answer, /^HTTP\/1\.1 408 /);
	await victim.expectUnharmed(t, "after the slow ones");
});

t.test("request smuggling, header floods and malformed HTTP are refused", async (t) => {
	const victim = await startVictim();
	const host = "Host: a\r\n";
	const expectations: [name: string, bytes: string, statuses: string[]][] = [
		[
			"three pipelined",
			`GET /api/health HTTP/1.1\r\n${host}\r\n`.repeat(2) +
				`GET /no HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
			["200", "200", "404"],
		],
		[
			"a length and chunks",
			`POST /api/render HTTP/1.1\r\n${host}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/health HTTP/1.1\r\n${host}\r\n`,
			["400"],
		],
		[
			"two lengths",
			`POST /api/render HTTP/1.1\r\n${host}Content-Length: 6\r\nContent-Length: 5\r\n\r\nabcdef`,
			["400"],
		],
		[
			"a negative length",
			`POST /api/render HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n`,
			["400"],
		],
		[
			"odd chunks",
			`POST /api/render HTTP/1.1\r\n${host}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
			["400"],
		],
		[
			"a header that is folded",
			`GET / HTTP/1.1\r\n${host}X: 1\r\n folded\r\n : 2\r\n\r\n`,
			["400"],
		],
		["100,000 headers", `GET / HTTP/1.1\r\n${host}${"X: 1\r\n".repeat(100_000)}\r\n`, ["400"]],
		["one huge header", `GET / HTTP/1.1\r\n${host}X: ${"a".repeat(1_000_000)}\r\n\r\n`, ["400"]],
		["a huge URL", `GET /${"a".repeat(1_000_000)} HTTP/1.1\r\n${host}\r\n`, ["400"]],
		["no host", "GET /api/health HTTP/1.1\r\n\r\n", ["400"]],
		["HTTP/0.9", "GET /\r\n\r\n", ["400", "404"]],
		["HTTP/9.9", `GET / HTTP/9.9\r\n${host}\r\n`, ["400"]],
		["TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", ["400"]],
		["TRACE", `TRACE /api/health HTTP/1.1\r\n${host}Connection: close\r\n\r\n`, ["405"]],
		[
			"a URL with a host",
			`GET http://evil.example/api/health HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
			["200", "400", "404"],
		],
	];
	for (const [name, bytes, expected] of expectations) {
		const got = statuses(await raw(victim, bytes));
		if (/^(?:a URL with a host|HTTP\/0\.9)$/.test(name))
			t.ok(expected.includes(got[0] ?? ""), `${name}: ${got}`);
		else if (/^(?:100,000|one huge|a huge)/.test(name)) {
			// The connection may be reset while the client still sends; then there is no answer to read.
			t.ok(got.length === 0 || /^4(?:00|14|31)$/.test(got[0] ?? ""), `${name}: ${got}`);
		} else t.same(got, expected, name);
	}
	const connected = statuses(await raw(victim, `CONNECT 127.0.0.1:22 HTTP/1.1\r\n${host}\r\n`));
	t.ok(connected.length === 0 || /^4/.test(connected[0] ?? ""), `CONNECT: ${connected}`);
	await victim.expectUnharmed(t, "after all of them");
});

t.test("bodies longer or shorter than announced are refused", async (t) => {
	const victim = await startVictim();
	const head = (length: string) =>
		`POST /api/render HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${length}\r\nConnection: close\r\n\r\n`;
	t.same(statuses(await raw(victim, `${head("Content-Length: 5")}{"slides":[{}]}`)), ["400"]);
	t.same(statuses(await raw(victim, `${head("Content-Length: 99999999999")}{}`)), ["413"]);
	const chunk = `${(65_536).toString(16)}\r\n${" ".repeat(65_536)}\r\n`;
	const status = await new Promise<number | undefined>((resolve) => {
		const request = httpRequest(`${victim.url}/api/render`, {
			method: "POST",
			headers: { "content-type": "application/json" },
		});
		request.on("response", (response) => resolve(response.resume().statusCode));
		request.on("error", () => resolve(undefined));
		for (let i = 0; i < 40; i++) request.write(chunk);
		request.end();
	});
	t.ok(status === 413 || status === undefined, `without a length: ${status}`);
	await victim.expectUnharmed(t, "after the lies");
});

t.test("forged Host headers, origins, icon names and log lines have no effect", async (t) => {
	const victim = await startVictim({
		PUBLIC_BASE_URL: "https://img.example/base",
		CORS_ORIGIN: "https://app.example",
	});
	const document = { ...HONEST, delivery: "url" };
	for (const host of ["evil.example", 'a"b', "evil.example:80@b", "<script>"]) {
		const answer = await new Promise<string>((resolve, reject) => {
			const request = httpRequest(`${victim.url}/api/render`, {
				method: "POST",
				headers: {
					host,
					"content-type": "application/json",
					"x-forwarded-host": "evil.example",
					"x-forwarded-proto": "javascript",
				},
			});
			request.on("response", (response) => {
				let text = "";
				response.on("data", (data) => {
					text += data;
				});
				response.on("end", () => resolve(text));
			});
			request.on("error", reject);
			request.end(JSON.stringify(document));
		});
		t.notMatch(answer, /evil|script>/, host);
		t.match(answer, /"url":"https:\/\/img\.example\/base\/api\/renders\//, host);
	}
	for (const origin of ["null", "https://evil.example", "https://app.example.evil.example"]) {
		const response = await victim.get("/api/health", { headers: { origin } });
		t.equal(response.headers.get("access-control-allow-origin"), null, origin);
		t.equal(response.headers.get("access-control-allow-credentials"), null, origin);
		await response.body?.cancel();
	}
	for (const query of ["limit=0", "limit=81", "limit=1e1", "limit=", "limit=40&limit=2", "x=1"]) {
		const failure = await failureOf(victim.get(`/api/assets/icons/search?${query}`));
		t.equal(summary(failure), "400 invalid_request", query);
	}
	// The first search loads the index.
	await failureOf(victim.get("/api/assets/icons/search?query=heart"));
	for (const query of [".*", "(a+)+$", "[", "\\", "%00", "a".repeat(200), "*".repeat(200)]) {
		const failure = await failureOf(
			victim.get(`/api/assets/icons/search?query=${encodeURIComponent(query)}`),
		);
		t.equal(summary(failure), "200", query);
	}
	const secret = "S".repeat(3_000);
	const evil = 'a\n{"level":60,"msg":"forged"}\u001b[31m\r\n';
	await failureOf(
		victim.draw({ image: `data:image/png;base64,${secret}`, textBlocks: [{ text: evil }] }),
	);
	await failureOf(victim.draw({ image: `https://host.invalid/${"a".repeat(3_000)}` }));
	await failureOf(
		victim.get(`/api/${encodeURIComponent(evil)}?a=${secret}`, {
			headers: { "user-agent": "a\tb" },
		}),
	);
	await sleep(100);
	for (const line of victim.log) {
		t.doesNotThrow(() => JSON.parse(line), "every line of the log is one JSON object");
		// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences of terminals
		t.notMatch(line, /"msg":"forged"|SSSSSSSSSS{300}|a{300}|\u001b/);
	}
});

t.test(
	"names of temporary images cannot leave the folder, be guessed or run scripts",
	async (t) => {
		const victim = await startVictim();
		const drawn = async (format: string) => {
			const response = await victim.post("/api/render", { ...HONEST, format, delivery: "url" });
			const { images } = (await response.json()) as { images: { url: string }[] };
			return new URL(images[0]?.url ?? "").pathname;
		};
		const names = await Promise.all(["png", "svg", "png"].map(drawn));
		t.equal(new Set(names).size, 3);
		for (const name of names) t.match(name, /^\/api\/renders\/[A-Za-z0-9_-]{22}\.(?:png|svg)$/);
		const svg = await victim.get(names[1] ?? "");
		t.equal(
			svg.headers.get("content-security-policy"),
			"default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
		);
		t.equal(svg.headers.get("x-content-type-options"), "nosniff");
		t.notMatch(await svg.text(), /<script|javascript:|\son\w+=/i);
		t.equal((await victim.get(names[0] ?? "", { method: "HEAD" })).status, 200);
		const part = await victim.get(names[0] ?? "", { headers: { range: "bytes=0-7" } });
		t.equal(part.status, 206);
		t.equal((await part.arrayBuffer()).byteLength, 8);

		const link = `${"L".repeat(22)}.png`;
		await symlink("/etc/hostname", join(victim.directory, link));
		await mkdir(join(victim.directory, `${"D".repeat(22)}.png`));
		await writeFile(join(victim.directory, "notes.txt"), "mine");
		const answers = new Set<string>();
		for (const path of [
			...[
				"..%2f..%2fetc%2fpasswd",
				"%2e%2e%2fnotes.txt",
				"..%5cnotes.txt",
				"%252e%252e%252fnotes.txt",
			],
			...[
				"notes.txt",
				"",
				"%2fetc%2fpasswd",
				link,
				`${"D".repeat(22)}.png`,
				`${"A".repeat(22)}.png`,
			],
			...[
				`${"A".repeat(22)}.png%00.svg`,
				".",
				"%00",
				`${"A".repeat(21)}%0a.png`,
				`${"A".repeat(22)}.PNG`,
			],
		]) {
			const failure = await failureOf(victim.get(`/api/renders/${path}`));
			t.equal(summary(failure), "404 not_found", path);
			answers.add(failure.text);
		}
		for (const target of [
			"/api/renders/../../../etc/passwd",
			"/api/renders/..;/a",
			"//etc/passwd",
		]) {
			const answer = await raw(
				victim,
				`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
			);
			t.same(statuses(answer), ["404"], target);
			t.notMatch(answer, /root:/);
		}
		t.equal(answers.size, 1, "nothing tells what is there");
	},
);

t.test("a temporary image ends at the time that was told", async (t) => {
	const victim = await startVictim({ RENDER_TTL_SECONDS: "1" });
	const response = await victim.post("/api/render", { ...HONEST, delivery: "url" });
	// It was stored before the answer came, so its second begins no later than here.
	const end = Date.now() + 1_000;
	const { images } = (await response.json()) as { images: { url: string; expiresAt: string }[] };
	const [{ url, expiresAt } = { url: "", expiresAt: "" }] = images;
	t.ok(Date.parse(expiresAt) <= end, "told no later than that");
	await sleep(end + 10 - Date.now());
	t.equal((await victim.get(new URL(url).pathname)).status, 404);
});
