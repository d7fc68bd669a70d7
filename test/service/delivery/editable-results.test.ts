/** Documents that wait to be edited, in each store. */
import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import t, { type Test } from "tap";
import { fakeRenderer, startApp } from "../../helpers/app.js";
import { call, connect, idOf, textOf } from "../../helpers/mcp.js";
import { noRedis, startRedis } from "../../helpers/redis-server.js";
import { startS3 } from "../../helpers/s3-server.js";

const DOCUMENT = { slides: [{ textBlocks: [{ text: "One" }] }] };
const PATCH = [{ op: "add", path: "/slides/0/textBlocks/0/text", value: "Two" }];

/** What one replica drew is edited by another. */
async function claimsShared(t: Test, env: Record<string, string>): Promise<void> {
	const [a, b] = [
		await connect(t, await startApp(t, env)),
		await connect(t, await startApp(t, env)),
	];
	const first = await call(a, "render", { document: DOCUMENT });
	const second = await call(b, "edit", { id: idOf(first), patch: PATCH });
	t.match(textOf(second), 'alt: "Two"');
	t.match(textOf(await call(a, "edit", { id: idOf(second) })), 'alt: "Two"');
	const unknown = await call(b, "edit", { id: "A".repeat(22) });
	t.match(textOf(unknown), /^not_found: Result not found or expired/);
}

t.test("in Redis", { skip: noRedis }, async (t) => {
	const redis = await startRedis(t);
	await claimsShared(t, { REDIS_URL: redis.url });
});

t.test("in a bucket", async (t) => {
	await claimsShared(t, (await startS3(t)).env);
});

t.test("in files, until their time is over", async (t) => {
	const service = await startApp(t, {}, { renderer: fakeRenderer() });
	const client = await connect(t, service);
	const measured = await call(client, "measure", { document: DOCUMENT });
	t.notMatch(textOf(measured), "id:");
	t.same(await readdir(service.directory), [], "only what is drawn is kept");
	const real = await startApp(t);
	const drawing = await connect(t, real);
	const id = idOf(await call(drawing, "render", { document: DOCUMENT }));
	const file = join(real.directory, `${id}.json`);
	t.equal((await call(drawing, "edit", { id })).isError, undefined);
	await writeFile(file, "{ broken");
	t.match(textOf(await call(drawing, "edit", { id })), /^storage_unavailable: /);
	const long = new Date(Date.now() - 3_600_000);
	await utimes(file, long, long);
	t.match(textOf(await call(drawing, "edit", { id })), /^not_found: /);
});
