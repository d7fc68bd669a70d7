import t from "tap";
import { fakeRenderer, startApp } from "../../helpers/app.js";

const PREFLIGHT = { "access-control-request-method": "POST" };

async function start(t: Parameters<typeof startApp>[0], env: Record<string, string>) {
	const { get } = await startApp(t, env, { renderer: fakeRenderer() });
	return (path: string, method: string, headers: Record<string, string>) =>
		get(path, { method, headers });
}

t.test("origins that are named, before keys and limits", async (t) => {
	const origin = "https://app.example";
	const send = await start(t, {
		CORS_ORIGIN: `${origin},http://localhost:5173`,
		API_KEYS: "first-key-1",
		RATE_LIMIT_MAX: "1",
	});
	for (let i = 0; i < 3; i++) {
		const allowed = await send("/api/render", "OPTIONS", { origin, ...PREFLIGHT });
		t.equal(allowed.status, 204);
		t.equal(await allowed.text(), "");
		t.equal(allowed.headers.get("access-control-allow-origin"), origin);
		t.match(allowed.headers.get("access-control-allow-methods"), /\bPOST\b/);
		t.match(allowed.headers.get("access-control-allow-headers"), /X-API-Key/);
		t.equal(allowed.headers.get("access-control-max-age"), "86400");
		t.equal(allowed.headers.get("access-control-allow-credentials"), null);
	}
	for (const other of ["null", "https://evil.example", "https://app.example.evil.example"]) {
		const refused = await send("/api/render", "OPTIONS", { origin: other, ...PREFLIGHT });
		t.equal(refused.status, 405, other);
		t.equal(refused.headers.get("allow"), "POST");
		t.equal(refused.headers.get("access-control-allow-origin"), null);
		t.match(await refused.json(), { error: { code: "method_not_allowed" } });
	}
	const unauthorized = await send("/api/assets/icons/search", "GET", { origin });
	t.equal(unauthorized.status, 401, "errors can be read by the page too");
	t.equal(unauthorized.headers.get("access-control-allow-origin"), origin);
	t.equal(
		unauthorized.headers.get("access-control-expose-headers"),
		"Retry-After, Allow, X-Request-Id, X-Render-Warnings, X-Image-Alt",
	);
	for (const headers of [{ origin }, { origin: "https://evil.example" }, {}]) {
		const { headers: answered } = await send("/api/health", "GET", headers as { origin: string });
		t.equal(answered.get("vary"), "Origin", "caches keep the answers apart");
	}
});

t.test("OPTIONS that is no preflight is answered as any other method", async (t) => {
	for (const CORS_ORIGIN of ["", "*", "https://app.example"]) {
		const send = await start(t, { CORS_ORIGIN });
		const plain = await send("/api/health", "OPTIONS", { origin: "https://app.example" });
		t.equal(plain.status, 405);
		t.equal(plain.headers.get("allow"), "GET, HEAD");
		t.match(await plain.json(), { error: { code: "method_not_allowed" } });
		const nowhere = await send("/api/nowhere", "OPTIONS", {});
		t.equal(nowhere.status, 404);
		t.match(await nowhere.json(), { error: { code: "not_found" } });
	}
});

t.test("CORS_ORIGIN * allows every origin", async (t) => {
	const send = await start(t, { CORS_ORIGIN: "*" });
	const preflight = await send("/api/render", "OPTIONS", {
		origin: "https://any.example",
		...PREFLIGHT,
	});
	t.equal(preflight.status, 204);
	t.equal(preflight.headers.get("access-control-allow-origin"), "*");
	for (const headers of [{ origin: "null" }, {}]) {
		const { headers: answered } = await send("/api/health", "GET", headers as { origin: string });
		t.equal(answered.get("access-control-allow-origin"), "*");
		t.equal(answered.get("access-control-allow-credentials"), null);
	}
});
