/** Settings that work one by one work together, too, in a process as an operator starts it. */
import t from "tap";
import type { RenderResponse } from "../../src/contract/render-response.js";
import { LINK_KEY, linkOf } from "../helpers/links.js";
import { UNSPLASH_KEY, unsplashServer } from "../helpers/photo-providers.js";
import { noRedis, startRedis } from "../helpers/redis-server.js";
import { startS3 } from "../helpers/s3-server.js";
import { startService } from "../helpers/service.js";

const KEY = "a-key-of-the-client";

t.test("a service with every store, provider and key", { skip: noRedis }, async (t) => {
	const [s3, redis, unsplash] = [await startS3(t), await startRedis(t), await unsplashServer()];
	t.teardown(() => unsplash.close());
	const service = await startService({
		...s3.env,
		REDIS_URL: redis.url,
		UNSPLASH_ACCESS_KEY: UNSPLASH_KEY,
		UNSPLASH_API_URL: unsplash.url.href,
		API_KEYS: KEY,
		LINK_KEYS: LINK_KEY,
		RATE_LIMIT_MAX: "100",
		TRUST_PROXY: "1",
		CORS_ORIGIN: "https://app.example",
		PUBLIC_BASE_URL: "https://images.example",
		LOG_LEVEL: "warn",
	});
	t.teardown(() => service.dispose());
	const headers = { authorization: `Bearer ${KEY}`, "x-forwarded-for": "203.0.113.7" };
	const post = (path: string, body: object) => service.post(path, body, headers);
	const slides = [{ textBlocks: [{ text: "Hi" }] }];

	const search = await service.get("/api/assets/photos/search?query=sea", { headers });
	t.match(await search.json(), { provider: "unsplash" });
	for (const format of ["png", "jpeg", "webp", "svg", "pdf", "zip"])
		t.equal((await post(`/api/render.${format}`, { slides })).status, 200, format);
	t.equal((await post("/api/measure", { slides })).status, 200);

	const rendered = await post("/api/render", { slides, delivery: "url" });
	t.equal(rendered.status, 200);
	const url = new URL(((await rendered.json()) as RenderResponse).images[0]?.url ?? "");
	t.equal(url.origin, "https://images.example");
	t.equal((await service.get(url.pathname)).headers.get("content-type"), "image/png");

	const document = { slides, delivery: "url" };
	const batch = await post("/api/batch", { document, rows: [{}, {}] });
	t.equal((await batch.text()).match(/"url":"https:/g)?.length, 2);

	for (const what of ["drawn", "kept"])
		t.equal((await service.get(linkOf({ slides }))).status, 200, `a link's picture is ${what}`);
	t.equal((await service.post("/api/render.png", { slides })).status, 401);
	t.equal((await service.get("/api/health")).status, 200);
	service.signal("SIGTERM");
	t.equal(await service.ended(), 0);
	t.same(
		service.log.filter((line) => /"level":(?:40|50|60)/.test(line)),
		[],
		"nothing to warn of",
	);
});
