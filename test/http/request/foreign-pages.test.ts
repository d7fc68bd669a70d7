/** Pages of other sites that reach a service on somebody's own machine by a name of their own. */
import t from "tap";
import { fakeRenderer, sendRaw, startApp } from "../../helpers/app.js";

const REQUESTS = [
	["GET", "/", ""],
	["GET", "/api/health", ""],
	["GET", "/api/render-schema", ""],
	["GET", "/api/jobs/aaaaaaaaaaaaaaaaaaaaaa", ""],
	["POST", "/api/render.png", '{"slides":[{}]}'],
	["POST", "/api/batch", '{"document":{"slides":[{}]},"rows":[{}]}'],
	["POST", "/api/jobs", '{"document":{"slides":[{}]},"rows":[{}]}'],
	["POST", "/mcp", "{}"],
	["GET", "/metrics", ""],
] as const;
const FOREIGN = [
	"evil.example",
	"evil.example:3000",
	"127.0.0.1.evil.example",
	"localhost.example.",
];

t.test("on a loopback address, every path refuses foreign names", async (t) => {
	const ask = async (
		env: Record<string, string>,
		host: string,
		[method, path, body]: (typeof REQUESTS)[number],
	) => {
		const app = await apps(env);
		const head = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n`;
		const type = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
		const answer = await sendRaw(app, `${head}${body === "" ? "" : type}\r\n${body}`);
		return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
	};
	const known = new Map<string, ReturnType<typeof startApp>>();
	const apps = (env: Record<string, string>) => {
		const name = JSON.stringify(env);
		const app = known.get(name) ?? startApp(t, env, { renderer: fakeRenderer() });
		known.set(name, app);
		return app;
	};
	for (const request of REQUESTS) {
		const [, path] = request;
		for (const host of FOREIGN) t.equal(await ask({}, host, request), 403, `${host} ${path}`);
		for (const host of ["127.0.0.1", "localhost:3000", "[::1]:3000", "127.0.0.2"])
			t.not(await ask({}, host, request), 403, `${host} ${path}`);
		if (path === "/mcp") continue;
		for (const env of [{ PUBLIC_BASE_URL: "https://a.example" }, { TRUST_PROXY: "1" }] as Record<
			string,
			string
		>[])
			t.not(await ask(env, "evil.example", request), 403, `${JSON.stringify(env)} ${path}`);
	}
});

t.test("a form of another site's page is refused", async (t) => {
	const app = await startApp(t, {}, { renderer: fakeRenderer() });
	const body =
		'--b\r\nContent-Disposition: form-data; name="document"\r\n\r\n{"slides":[{}]}\r\n--b--\r\n';
	const answer = await sendRaw(
		app,
		`POST /api/batch HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
	);
	t.match(answer, /^HTTP\/1\.1 403 /);
});
