import { connect } from "node:net";
import t from "tap";
import { fakeRenderer, type RunningApp, startApp } from "../../helpers/app.js";

const MB = 1_048_576;

/** Sends the whole body before it reads anything, as Python's http.client does. */
function sendThenRead(
	{ port }: RunningApp,
	path: string,
	bytes: number,
	{ chunked = false, close = false },
) {
	return new Promise<string>((resolve) => {
		const framing = chunked ? "Transfer-Encoding: chunked" : `Content-Length: ${bytes}`;
		let answer = "";
		const socket = connect(port, "127.0.0.1");
		socket.pause();
		socket.on("error", (error) => resolve(`${error.message} ${answer}`));
		socket.on("close", () => resolve(answer));
		socket.on("data", (data) => {
			answer += data;
			if (answer.includes("\r\n\r\n")) socket.end();
		});
		socket.write(
			`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${framing}\r\n${close ? "Connection: close\r\n" : ""}\r\n`,
		);
		const piece = Buffer.alloc(MB, " ");
		let left = bytes;
		const write = () => {
			while (left > 0) {
				left -= piece.length;
				const framed = chunked
					? Buffer.concat([Buffer.from("100000\r\n"), piece, Buffer.from("\r\n")])
					: piece;
				if (!socket.write(framed)) {
					socket.once("drain", write);
					return;
				}
			}
			socket.write(chunked ? "0\r\n\r\n" : "", () => socket.resume());
		};
		write();
	});
}

t.test("who still sends a body that is too large reads the 413", async (t) => {
	const app = await startApp(t, {}, { renderer: fakeRenderer() });
	for (const how of [{}, { chunked: true }, { close: true }, { chunked: true, close: true }]) {
		for (let attempt = 0; attempt < 5; attempt++) {
			const answer = await sendThenRead(app, "/api/render", 8 * MB, how);
			t.match(answer, /^HTTP\/1\.1 413 /, JSON.stringify(how));
			t.match(answer, /larger than 2097152 bytes/);
		}
	}
	const body = Buffer.alloc(8 * MB, " ");
	for (let attempt = 0; attempt < 5; attempt++) {
		const response = await fetch(`${app.url}/api/render`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body,
		});
		t.equal(response.status, 413);
		t.match(await response.json(), { error: { code: "payload_too_large" } });
	}
	t.equal((await app.get("/api/render-schema")).status, 200);
});

t.test("without an end nobody listens for ever", async (t) => {
	const app = await startApp(t, {}, { renderer: fakeRenderer() });
	const answer = await sendThenRead(app, "/api/render", 256 * MB, { chunked: true });
	t.notMatch(answer, /^HTTP\/1\.1 200/);
	t.equal((await app.get("/api/render-schema")).status, 200);
});
