import { setTimeout as sleep } from "node:timers/promises";
import t, { type Test } from "tap";
import { Agent, request } from "undici";
import { type Answer, type Client, isWholePng, openClient } from "../helpers/http-client.js";
import { noRedis, type RedisServer, startRedis } from "../helpers/redis-server.js";
import { freePort, type Service, startService } from "../helpers/service-process.js";
import { check } from "./check.js";
import { heavyDocument, lightDocument } from "./documents.js";
import { startNginx, UPSTREAM_HEADER } from "./nginx.js";

/** Carousels to render, and slides of each. */
const CAROUSELS = 3;
const SLIDES = 4;
/** Fetches of each URL: each replica serves it more than once. */
const FETCHES = 4;
/** Requests per minute and client, and how many more than that a client sends. */
const RATE_LIMIT = 120;
const TOO_MANY = 30;
/** Another address of this machine: another client. */
const OTHER_CLIENT = "127.0.0.2";

interface Image {
	readonly url: string;
	readonly dataUrl?: string;
}

/** Two replicas behind nginx that share a Redis, which is killed and restarted. */
t.test("replicas", { skip: noRedis }, async (t) => {
	const redis = await startRedis(t);
	const port = await freePort();
	const origin = `http://127.0.0.1:${port}`;
	const env = {
		REDIS_URL: redis.url,
		PUBLIC_BASE_URL: origin,
		TRUST_PROXY: "1",
		RENDER_PROCESSES: "1",
		RATE_LIMIT_MAX: `${RATE_LIMIT}`,
	};
	const both = await Promise.all([startService(env), startService(env)]);
	const nginx = await startNginx(
		port,
		both.map((service) => service.port),
	);
	const client = openClient(origin, 4);
	try {
		const images = await share(t, client, origin, both);
		await countTogether(t, origin);
		await loseRedis(t, client, redis, images);
		await findRedis(t, client, redis, both);
		await loseReplica(t, client, both);
	} finally {
		await client.close();
		await nginx.dispose();
		await Promise.all(both.map((service) => service.dispose()));
	}
});

/** Renders through nginx, and fetches each URL from both replicas. */
async function share(
	t: Test,
	client: Client,
	origin: string,
	both: readonly Service[],
): Promise<Image[]> {
	const answers: Answer[] = [];
	for (let i = 0; i < CAROUSELS; i++) {
		const format = i % 2 === 0 ? "png" : "svg";
		answers.push(
			await client.post("/api/render", { ...heavyDocument(SLIDES), format, delivery: "both" }),
		);
	}
	const images = answers.flatMap(imagesOf);
	const drawn = new Set(answers.map(upstreamOf));
	check(
		t,
		"both replicas draw",
		images.length === CAROUSELS * SLIDES && drawn.size === 2,
		`${images.length} images by ${drawn.size} replicas`,
	);
	check(
		t,
		"each URL is one of nginx",
		images.every(({ url }) => url.startsWith(`${origin}/api/renders/`)),
	);
	let right = 0;
	let crossed = 0;
	for (const answer of answers) {
		for (const image of imagesOf(answer)) {
			const bytes = Buffer.from(image.dataUrl?.split(",")[1] ?? "", "base64");
			const fetched = await fetchOften(client, image);
			right += fetched.filter((one) => one.status === 200 && one.bytes.equals(bytes)).length;
			crossed += fetched.filter((one) => upstreamOf(one) !== upstreamOf(answer)).length;
		}
	}
	const all = images.length * FETCHES;
	check(
		t,
		"an URL of one replica is served by the other, byte for byte",
		right === all && crossed >= images.length,
		`${right} of ${all} fetches right, ${crossed} by the replica that had not drawn`,
	);
	const files = (await Promise.all(both.map((service) => service.files()))).flat();
	check(t, "no replica keeps an image for itself", files.length === 0, `${files.length} files`);
	return images;
}

/** Sends more requests than a client may, from one address. */
async function countTogether(t: Test, origin: string): Promise<void> {
	const dispatcher = new Agent({ localAddress: OTHER_CLIENT, connections: 4 });
	const statuses = await Promise.all(
		Array.from({ length: RATE_LIMIT + TOO_MANY }, async () => {
			const { statusCode, body } = await request(`${origin}/api/assets/photos/search?per_page=1`, {
				dispatcher,
			});
			await body.dump();
			return statusCode;
		}),
	);
	await dispatcher.close();
	const passed = statuses.filter((status) => status === 200).length;
	const refused = statuses.filter((status) => status === 429).length;
	check(
		t,
		"the replicas count a client's requests together",
		passed === RATE_LIMIT && refused === TOO_MANY,
		`${RATE_LIMIT} a minute allowed, ${passed} passed, ${refused} answered 429`,
	);
}

async function loseRedis(
	t: Test,
	client: Client,
	redis: RedisServer,
	images: readonly Image[],
): Promise<void> {
	await redis.kill();
	const refusals: Answer[] = [];
	const inline: Answer[] = [];
	// Twice each, to reach both replicas.
	for (let i = 0; i < 2; i++) {
		refusals.push(await client.post("/api/render", { ...lightDocument(), delivery: "url" }));
		refusals.push(await client.get(new URL(images[0]?.url ?? "").pathname));
		inline.push(await client.post("/api/render", lightDocument()));
		inline.push(await client.post("/api/render.png", lightDocument()));
	}
	check(
		t,
		"without Redis, delivery url and temporary URLs are 503 with Retry-After",
		refusals.every(
			(one) => codeOf(one) === "503 storage_unavailable" && Number(one.headers["retry-after"]) > 0,
		),
		refusals.map(codeOf).join(", "),
	);
	check(
		t,
		"without Redis, dataUrl and render.png work",
		inline.every(({ status, bytes }, i) => status === 200 && (i % 2 === 0 || isWholePng(bytes))),
		inline.map(({ status }) => status).join(", "),
	);
	const health = await client.get("/api/health");
	const { checks } = JSON.parse(health.bytes.toString()) as {
		checks: { storage: { ok: boolean; store: string }; renderer: { ok: boolean } };
	};
	check(
		t,
		"health says which check fails",
		health.status === 503 && checks.renderer.ok && !checks.storage.ok,
		JSON.stringify(checks.storage),
	);
}

async function findRedis(
	t: Test,
	client: Client,
	redis: RedisServer,
	both: readonly Service[],
): Promise<void> {
	await redis.start();
	const works = new Set<string>();
	let last: Answer | undefined;
	while (works.size < both.length) {
		last = await client.post("/api/render", { ...lightDocument(), delivery: "url" });
		if (last.status === 200) works.add(upstreamOf(last));
		else await sleep(100);
	}
	check(
		t,
		"when Redis is back, both replicas store again by themselves",
		works.size === both.length,
		`${works.size} of ${both.length}`,
	);
	const [image] = last?.status === 200 ? imagesOf(last) : [];
	const fetched = image === undefined ? [] : await fetchOften(client, image);
	check(
		t,
		"an URL of that time is served by both",
		fetched.filter(({ bytes }) => isWholePng(bytes)).length === FETCHES &&
			new Set(fetched.map(upstreamOf)).size === both.length,
	);
}

async function loseReplica(t: Test, client: Client, both: readonly Service[]): Promise<void> {
	let answer: Answer;
	do answer = await client.post("/api/render", { ...lightDocument(), delivery: "url" });
	while (answer.status === 200 && upstreamOf(answer) !== `127.0.0.1:${both[0]?.port}`);
	both[0]?.signal("SIGKILL");
	await both[0]?.ended();
	const [image] = imagesOf(answer);
	const fetched = image === undefined ? [] : await fetchOften(client, image);
	const right = fetched.filter(({ bytes }) => isWholePng(bytes)).length;
	check(
		t,
		"an URL outlives the replica that drew it",
		right === FETCHES,
		`${right} of ${FETCHES} fetches right`,
	);
}

async function fetchOften(client: Client, image: Image): Promise<Answer[]> {
	const answers: Answer[] = [];
	for (let i = 0; i < FETCHES; i++) answers.push(await client.get(new URL(image.url).pathname));
	return answers;
}

const imagesOf = ({ status, bytes }: Answer): Image[] =>
	status === 200 ? (JSON.parse(bytes.toString()) as { images: Image[] }).images : [];

/** The replica that finally answered, if nginx tried several. */
const upstreamOf = ({ headers }: Answer): string =>
	String(headers[UPSTREAM_HEADER] ?? "").replace(/^.*, /, "");

/** Status and code of an error, for example "503 overloaded". */
function codeOf({ status, bytes }: Answer): string {
	if (status < 400) return String(status);
	const { error } = JSON.parse(bytes.toString()) as { error?: { code: string } };
	return `${status} ${error?.code}`;
}
