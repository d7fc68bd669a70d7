import { availableParallelism, totalmem } from "node:os";
import t from "tap";
import { configTable, hasJobs, readConfig } from "../../../src/app/config/config.js";
import { processesFor, usableMemoryMb } from "../../../src/app/config/machine.js";

t.test("variables that are not set or empty have their documented defaults", async (t) => {
	const config = readConfig({ PORT: "", HOST: "  " });
	t.match(config, {
		port: 3000,
		host: "127.0.0.1",
		publicBaseUrl: undefined,
		maxBodyBytes: 2_097_152,
		renderTtlSeconds: 900,
		renderQueueLimit: 64,
		allowPrivateImageHosts: false,
		apiKeys: [],
		rateLimitMax: 0,
		trustProxy: false,
	});
	t.ok(Object.isFrozen(config));
});

t.test("as many processes as CPUs and memory allow", async (t) => {
	for (const [cpus, memoryMb, processes] of [
		[2, 8_192, 2],
		[4, 512, 1],
		[1, 128, 1],
		[8, 1_024, 4],
		[64, 4_096, 20],
		[128, 262_144, 64],
	] as const)
		t.equal(processesFor(cpus, memoryMb), processes, `${cpus} CPUs, ${memoryMb} MB`);
	const usable = usableMemoryMb();
	t.ok(usable > 0 && usable <= totalmem() / 1_048_576, `${usable} MB`);
	t.equal(readConfig({}).renderProcesses, processesFor(availableParallelism(), usable));
});

t.test("each variable is read into its type", async (t) => {
	t.match(
		readConfig({
			PUBLIC_BASE_URL: "https://a.example/x/",
			ALLOW_PRIVATE_IMAGE_HOSTS: "minio, localhost",
			TRUST_PROXY: "2",
			HOST: "::",
			CORS_ORIGIN: "https://a.example,http://localhost:5173",
			PHOTO_PROVIDER: "openverse",
		}),
		{
			publicBaseUrl: "https://a.example/x",
			allowPrivateImageHosts: ["minio", "localhost"],
			trustProxy: 2,
			corsOrigin: ["https://a.example", "http://localhost:5173"],
			photoProvider: "openverse",
		},
	);
});

t.test("a bad value is named, with what is allowed", async (t) => {
	const rows: [string, string, RegExp][] = [
		["PORT", "65536", /^PORT must be a whole number from 0 to 65535$/],
		["PORT", "3e3", /^PORT must be/],
		["LOG_LEVEL", "loud", /^LOG_LEVEL must be one of fatal, /],
		["PUBLIC_BASE_URL", "img.example", /^PUBLIC_BASE_URL must be an absolute/],
		["PUBLIC_BASE_URL", "https://u:p@img.example", /^PUBLIC_BASE_URL must be/],
		["RENDER_DIR", "relative", /^RENDER_DIR must be an absolute path$/],
		["REDIS_URL", "localhost:6379", /^REDIS_URL must be a URL like "redis:/],
		["REDIS_URL", "http://localhost:6379", /^REDIS_URL must be/],
		["REDIS_URL", "redis://localhost/zero", /^REDIS_URL must be/],
		["TRUST_PROXY", "yes", /^TRUST_PROXY must be true, false, a number of hops from 0 to 16/],
		["TRUST_PROXY", "999", /^TRUST_PROXY must be/],
		["TRUST_PROXY", "10.0.0.0/33", /^TRUST_PROXY must be/],
		["TRUST_PROXY", ",", /^TRUST_PROXY must be/],
		["ALLOW_PRIVATE_IMAGE_HOSTS", "yes", /^ALLOW_PRIVATE_IMAGE_HOSTS must be true, false, or/],
		["ALLOW_PRIVATE_IMAGE_HOSTS", "http://a", /^ALLOW_PRIVATE_IMAGE_HOSTS must be/],
		["HOST", "http://0.0.0.0", /^HOST must be an address/],
		["API_KEYS", "short", /^API_KEYS must be keys of at least 8/],
		["API_KEYS", "acme:short", /^API_KEYS must have keys of at least 8 characters after the names/],
		["API_KEYS", "a:long-enough-1,b:long-enough-1", /must not name the same key twice/],
		["METRICS_KEY", "short", /^METRICS_KEY must be at least 8 visible ASCII characters, or "open"/],
		["CORS_ORIGIN", "app.example", /^CORS_ORIGIN must be "\*" or origins/],
		["PHOTO_PROVIDER", "unsplash", /^PHOTO_PROVIDER unsplash needs UNSPLASH_ACCESS_KEY$/],
		["UNSPLASH_ACCESS_KEY", "a\nb", /^UNSPLASH_ACCESS_KEY must be/],
		["TRUST_PROXY", "::1/129", /^TRUST_PROXY must be/],
		["TRUST_PROXY", "10.0.0.0/8/8", /^TRUST_PROXY must be/],
		["TRUST_PROXY", "10.0.0.0/", /^TRUST_PROXY must be/],
		["RENDER_DIR", "/tmp/../proc/x", /^RENDER_DIR must be a folder outside \/proc and \/sys$/],
		["S3_URL", "https://s3.example", /^S3_URL must be a URL like/],
		["S3_URL", "s3.example/bucket", /^S3_URL must be a URL like/],
		["S3_URL", "https://s3.example/bucket?x", /^S3_URL must be/],
		["S3_URL", "https://s3.example/b", /^S3_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_/],
		["S3_DELIVERY", "both", /^S3_DELIVERY must be one of redirect, proxy$/],
		["OTEL_EXPORTER_OTLP_HEADERS", "authorization", /^OTEL_EXPORTER_OTLP_HEADERS must be like/],
		["STUDIO", "yes", /^STUDIO must be true or false$/],
		["LINK_KEYS", "fifteen-charact", /^LINK_KEYS must be keys of at least 16/],
		["LINK_KEYS", ",", /^LINK_KEYS must be/],
		["API_KEYS", " ", /^API_KEYS is empty: set at least one key/],
		["ROLE", "api", /^ROLE api needs REDIS_URL$/],
	];
	for (const [name, value, message] of rows) {
		t.throws(() => readConfig({ [name]: value }), { name: "ConfigError", message }, name);
	}
});

t.test("a worker needs a store of jobs that others reach", async (t) => {
	const worker = { ROLE: "worker", REDIS_URL: "redis://localhost" };
	const refused = { message: "ROLE worker needs S3_URL or JOB_DIR, and JOB_MAX_ROWS above 0" };
	t.throws(() => readConfig(worker), refused);
	t.throws(() => readConfig({ ...worker, JOB_DIR: "/jobs", JOB_MAX_ROWS: "0" }), refused);
	t.equal(readConfig({ ...worker, JOB_DIR: "/jobs" }).role, "worker");
	// One process alone keeps jobs in its own folder.
	t.ok(hasJobs(readConfig({})));
	t.notOk(hasJobs(readConfig({ REDIS_URL: "redis://localhost" })));
});

t.test("proxies are trusted by name, address and network", async (t) => {
	for (const [text, trusted] of [
		["true", true],
		["false", false],
		["0", 0],
		["16", 16],
		[
			"loopback, 10.0.0.0/8, ::1/128, 192.0.2.7",
			["loopback", "10.0.0.0/8", "::1/128", "192.0.2.7"],
		],
	] as const)
		t.same(readConfig({ TRUST_PROXY: text }).trustProxy, trusted, text);
});

t.test("the table names every variable", async (t) => {
	const rows = configTable().split("\n").slice(2);
	t.equal(rows.length, Object.keys(readConfig({})).length);
	t.match(rows[0], /^\| `PORT` \| `3000` \| .+ \|$/);
});
