import { tmpdir } from "node:os";
import { join } from "node:path";
import { PHOTO_PROVIDERS } from "../../contract/assets.js";
import { LIMITS } from "../../contract/limits.js";
import { type HttpSettings, LOG_LEVELS, ROLES, readApiKey } from "../../http/settings.js";
import {
	apiKeys,
	bucketUrl,
	ConfigError,
	directory,
	filesDirectory,
	headerPairs,
	hosts,
	httpUrl,
	imageHosts,
	integer,
	linkKeys,
	listenHost,
	metricsKey,
	oneOf,
	onOff,
	origins,
	redisUrl,
	secret,
	templateIds,
	trustProxy,
} from "./config-values.js";
import { defaultProcesses } from "./machine.js";

/** The settings from the environment. Names include the unit of times and sizes. */
export interface Config extends HttpSettings {
	readonly port: number;
	readonly host: string;
	/** Collector that receives the traces; undefined: no traces. */
	readonly otlpEndpoint: string | undefined;
	/** Headers for the collector, as `name=value` separated by commas. */
	readonly otlpHeaders: string | undefined;
	readonly renderTtlSeconds: number;
	readonly renderDir: string;
	readonly renderDirMaxMb: number;
	readonly spoolMaxMb: number;
	/** Endpoint, bucket and prefix of an object store with images for all replicas. */
	readonly s3Url: string | undefined;
	readonly s3Delivery: (typeof S3_DELIVERIES)[number];
	readonly s3MaxMb: number;
	readonly awsAccessKeyId: string | undefined;
	readonly awsSecretAccessKey: string | undefined;
	readonly awsSessionToken: string | undefined;
	readonly awsRegion: string;
	readonly renderProcesses: number;
	readonly renderTimeoutMs: number;
	readonly renderMemoryMb: number;
	readonly renderQueueLimit: number;
	/** true: every host; a list: those hosts; false: none. */
	readonly allowPrivateImageHosts: boolean | readonly string[];
	readonly unsplashApiUrl: string;
	readonly openverseApiUrl: string;
	/** Folder of the operator's fonts. */
	readonly fontsDir: string | undefined;
	/** JSON file with the operator's brands. */
	readonly brandsFile: string | undefined;
	/** Folder of the operator's templates. */
	readonly templatesDir: string | undefined;
	readonly linkCacheMb: number;
	/** Renders of one template per minute by links whose values anyone may set. */
	readonly openRendersPerMinute: number;
	/** Hosts of images in values that anyone may set. */
	readonly openImageHosts: readonly string[];
	readonly shutdownTimeoutMs: number;
	/** Largest number of rows of a job; 0: jobs are disabled. */
	readonly jobMaxRows: number;
	/** Folder for jobs that all replicas share; undefined: a folder in renderDir. */
	readonly jobDir: string | undefined;
	readonly jobTtlSeconds: number;
	readonly jobRowsInFlight: number;
	readonly jobMaxOpen: number;
	readonly jobMaxMb: number;
	readonly jobClientMaxMb: number;
	readonly jobDirMaxMb: number;
	readonly jobS3MaxMb: number;
}

const S3_DELIVERIES = ["redirect", "proxy"] as const;

interface Variable<T> {
	readonly name: string;
	/** The default; undefined: the setting stays undefined. */
	readonly fallback: string | undefined;
	/** The default in the documentation, if it depends on the machine. */
	readonly fallbackText?: string;
	readonly description: string;
	readonly parse: (text: string) => T;
	/** A secret: it is erased from the environment. */
	readonly secret?: true;
}

type Variables = { readonly [K in keyof Config]: Variable<Exclude<Config[K], undefined>> };

/**
 * The only list of environment variables. The configuration is read from it, and the table in
 * docs/configuration.md is generated from it.
 */
const VARIABLES: Variables = {
	port: {
		name: "PORT",
		fallback: "3000",
		description: "TCP port to listen on; 0 takes any free one.",
		parse: integer(0, 65_535),
	},
	host: {
		name: "HOST",
		fallback: "127.0.0.1",
		fallbackText: "`127.0.0.1`; `0.0.0.0` in the container",
		description:
			"Address to listen on. Before others can reach it, set `API_KEYS` or `RATE_LIMIT_MAX`, or put a proxy in front that does both; without either, the service logs a warning at startup.",
		parse: listenHost,
	},
	publicBaseUrl: {
		name: "PUBLIC_BASE_URL",
		fallback: undefined,
		fallbackText: "the origin of the request",
		description: "Base URL for URLs in responses: the address at which clients reach the service.",
		parse: httpUrl,
	},
	logLevel: {
		name: "LOG_LEVEL",
		fallback: "info",
		description: `One of ${LOG_LEVELS.join(", ")}.`,
		parse: oneOf(LOG_LEVELS),
	},
	otlpEndpoint: {
		name: "OTEL_EXPORTER_OTLP_ENDPOINT",
		fallback: undefined,
		fallbackText: "no traces",
		description:
			"Collector of OpenTelemetry that traces are sent to (OTLP over HTTP), such as `http://collector:4318`: see [Traces](operation.md#traces).",
		parse: httpUrl,
	},
	otlpHeaders: {
		name: "OTEL_EXPORTER_OTLP_HEADERS",
		secret: true,
		fallback: undefined,
		description:
			"Headers for the collector, such as `authorization=Basic%20…`, separated by commas.",
		parse: headerPairs,
	},
	maxBodyBytes: {
		name: "MAX_BODY_BYTES",
		fallback: String(LIMITS.defaultMaxBodyBytes),
		description: "Largest JSON body of a request. Bytes.",
		parse: integer(1_024, 104_857_600),
	},
	renderTtlSeconds: {
		name: "RENDER_TTL_SECONDS",
		fallback: "900",
		description: "Lifetime of temporary images. Seconds.",
		parse: integer(1, 604_800),
	},
	renderDir: {
		name: "RENDER_DIR",
		fallback: join(tmpdir(), "post-image-render-service"),
		fallbackText: "`post-image-render-service` in the system's temporary folder",
		description: "Folder of the temporary images; the service deletes old images in it.",
		parse: filesDirectory,
	},
	renderDirMaxMb: {
		name: "RENDER_DIR_MAX_MB",
		fallback: "2048",
		description:
			"Maximum size of all temporary images in the folder, or of those that one replica keeps in Redis. Each client has a share. Beyond it, new ones are refused (503). Megabytes.",
		parse: integer(1, 1_048_576),
	},
	spoolMaxMb: {
		name: "SPOOL_MAX_MB",
		fallback: "1024",
		description:
			"Maximum size of rendered slides that wait in `RENDER_DIR` for slow clients when memory is full. Beyond it, clients that ask for more get 503. Megabytes.",
		parse: integer(1, 1_048_576),
	},
	redisUrl: {
		name: "REDIS_URL",
		secret: true,
		fallback: undefined,
		fallbackText: "each process for itself",
		description:
			"A Redis (`redis://` or `rediss://`) that keeps temporary images and rate limits for all replicas.",
		parse: redisUrl,
	},
	s3Url: {
		name: "S3_URL",
		fallback: undefined,
		fallbackText: "no object store",
		description:
			"Endpoint, bucket and prefix (`https://s3.eu-central-1.amazonaws.com/bucket/prefix`) of an object store that keeps temporary images and the pictures of links for all replicas.",
		parse: bucketUrl,
	},
	s3Delivery: {
		name: "S3_DELIVERY",
		fallback: "redirect",
		description:
			"`redirect`: clients are redirected to the object store for temporary images; `proxy`: the service forwards the bytes.",
		parse: oneOf(S3_DELIVERIES),
	},
	s3MaxMb: {
		name: "S3_MAX_MB",
		fallback: "16384",
		description:
			"Maximum size of the temporary images that one replica puts into the object store within `RENDER_TTL_SECONDS`. Each client has a share. Beyond it, new ones are refused (503). Megabytes.",
		parse: integer(1, 16_777_216),
	},
	awsAccessKeyId: {
		name: "AWS_ACCESS_KEY_ID",
		secret: true,
		fallback: undefined,
		description: "Credentials of the object store.",
		parse: secret,
	},
	awsSecretAccessKey: {
		name: "AWS_SECRET_ACCESS_KEY",
		secret: true,
		fallback: undefined,
		description: "Credentials of the object store.",
		parse: secret,
	},
	awsSessionToken: {
		name: "AWS_SESSION_TOKEN",
		secret: true,
		fallback: undefined,
		description: "Session token of the object store, for temporary credentials.",
		parse: secret,
	},
	awsRegion: {
		name: "AWS_REGION",
		fallback: "us-east-1",
		description: "Region of the object store, which is part of the signatures.",
		parse: secret,
	},
	renderProcesses: {
		name: "RENDER_PROCESSES",
		fallback: String(defaultProcesses()),
		fallbackText: "one per CPU, as far as memory allows",
		description: "Number of render processes. Each renders one slide at a time.",
		parse: integer(1, 64),
	},
	renderTimeoutMs: {
		name: "RENDER_TIMEOUT_MS",
		fallback: "240000",
		description:
			"Time limit for rendering all slides of a request, without waiting and loading images. One slide has an eighth of it, but at least 30 s. Milliseconds.",
		parse: integer(100, 600_000),
	},
	renderMemoryMb: {
		name: "RENDER_MEMORY_MB",
		fallback: "1500",
		description: "Memory limit of one render process. Megabytes.",
		parse: integer(256, 65_536),
	},
	renderQueueLimit: {
		name: "RENDER_QUEUE_LIMIT",
		fallback: "64",
		description:
			"Render requests that may wait or load images, in addition to those being rendered. Further requests get 503 at once. A single client gets at most seven eighths of the places.",
		parse: integer(0, 10_000),
	},
	allowPrivateImageHosts: {
		name: "ALLOW_PRIVATE_IMAGE_HOSTS",
		fallback: "false",
		description:
			"Hosts with private addresses that images may be loaded from: `true` for all, or host names separated by commas. For development only.",
		parse: hosts,
	},
	unsplashAccessKey: {
		name: "UNSPLASH_ACCESS_KEY",
		secret: true,
		fallback: undefined,
		description: "Access key of the Unsplash API. Switches photo search to Unsplash.",
		parse: secret,
	},
	unsplashApiUrl: {
		name: "UNSPLASH_API_URL",
		fallback: "https://api.unsplash.com",
		description: "URL of the Unsplash API.",
		parse: httpUrl,
	},
	openverseApiUrl: {
		name: "OPENVERSE_API_URL",
		fallback: "https://api.openverse.org",
		description: "URL of the Openverse API.",
		parse: httpUrl,
	},
	photoProvider: {
		name: "PHOTO_PROVIDER",
		fallback: undefined,
		fallbackText: "`unsplash` with a key, else `builtin`",
		description: `Photo provider: one of ${PHOTO_PROVIDERS.join(", ")}.`,
		parse: oneOf(PHOTO_PROVIDERS),
	},
	iconifyApiUrl: {
		name: "ICONIFY_API_URL",
		fallback: undefined,
		fallbackText: "the embedded icons only",
		description: "URL of an Iconify-compatible server with more icons.",
		parse: httpUrl,
	},
	fontsDir: {
		name: "FONTS_DIR",
		fallback: undefined,
		fallbackText: "the built-in fonts only",
		description:
			"Folder with your own fonts (TTF, OTF, WOFF2, including variable fonts). Documents select them with `font`: see [Fonts and brands](fonts-and-brands.md).",
		parse: directory,
	},
	brandsFile: {
		name: "BRANDS_FILE",
		fallback: undefined,
		fallbackText: "the built-in brands only",
		description: "JSON file with your own brands: see [Fonts and brands](fonts-and-brands.md).",
		parse: directory,
	},
	templatesDir: {
		name: "TEMPLATES_DIR",
		fallback: undefined,
		fallbackText: "the bundled templates only",
		description:
			"Folder with your own templates, one JSON file each. SIGHUP reloads it. See [Templates](templates.md).",
		parse: directory,
	},
	apiKeys: {
		name: "API_KEYS",
		secret: true,
		fallback: "",
		fallbackText: "no key is needed",
		description:
			"API keys, separated by commas. Renders and searches then need one, as `Authorization: Bearer` or `X-API-Key`. Each key is a client with limits and jobs of its own; keys with the same name (`name:key`) are one: see [Tenants](operation.md#tenants).",
		parse: apiKeys,
	},
	metricsKey: {
		name: "METRICS_KEY",
		secret: true,
		fallback: undefined,
		fallbackText: "open without `API_KEYS`; otherwise the key of the only tenant",
		description:
			"Key of `/metrics`, sent like an API key; no key of `API_KEYS` opens it then. `open`: no key is needed. With several tenants and without this variable, nobody may read `/metrics`.",
		parse: metricsKey,
	},
	linkKeys: {
		name: "LINK_KEYS",
		secret: true,
		fallback: "",
		fallbackText: "no links",
		description:
			"Keys for signed links (`/i/…`), separated by commas, each at least 16 characters. The first signs; all are accepted.",
		parse: linkKeys,
	},
	linkCacheMb: {
		name: "LINK_CACHE_MB",
		fallback: "64",
		description:
			"Memory for the images of links, so that each is rendered once; a quarter of it for links with open values. Megabytes.",
		parse: integer(0, 65_536),
	},
	openTemplates: {
		name: "OPEN_TEMPLATES",
		fallback: "",
		fallbackText: "none",
		description:
			"Templates that anyone may render by a plain URL with values in its query (`/t/sale-price.png?title=…`), without a key or signature: ids separated by commas, or `*` for all.",
		parse: templateIds,
	},
	openRendersPerMinute: {
		name: "OPEN_RENDERS_PER_MINUTE",
		fallback: "60",
		description:
			"Renders per minute for each template of `OPEN_TEMPLATES`, and for each signed link with open values. Pictures from memory are free.",
		parse: integer(1, 1_000_000),
	},
	openImageHosts: {
		name: "OPEN_IMAGE_HOSTS",
		fallback: "",
		fallbackText: "none",
		description:
			"Hosts from which the query of a link may name images, separated by commas, such as `cdn.example.com`. Icons and built-in pictures are always allowed.",
		parse: imageHosts,
	},
	rateLimitMax: {
		name: "RATE_LIMIT_MAX",
		fallback: "0",
		fallbackText: "no limit",
		description:
			"Renders and searches per minute and client (an IPv4 address or an IPv6 /64). Further requests get 429; the rows of a batch wait instead.",
		parse: integer(0, 1_000_000),
	},
	corsOrigin: {
		name: "CORS_ORIGIN",
		fallback: "",
		fallbackText: "none",
		description:
			"Origins of web pages that may call the service (CORS), separated by commas, or `*`.",
		parse: origins,
	},
	trustProxy: {
		name: "TRUST_PROXY",
		fallback: "false",
		description:
			"Proxies whose X-Forwarded-* headers are trusted: `true`, a number of hops, or addresses and networks separated by commas.",
		parse: trustProxy,
	},
	shutdownTimeoutMs: {
		name: "SHUTDOWN_TIMEOUT_MS",
		fallback: "20000",
		description: "Time that running requests have to finish after SIGTERM. Milliseconds.",
		parse: integer(0, 600_000),
	},
	role: {
		name: "ROLE",
		fallback: "all",
		description:
			"`all`; `api`: does not render the rows of jobs; `worker`: only renders rows of jobs, and only serves health and metrics. `api` and `worker` need `REDIS_URL`.",
		parse: oneOf(ROLES),
	},
	jobMaxRows: {
		name: "JOB_MAX_ROWS",
		fallback: String(LIMITS.defaultJobRows),
		description: "Maximum number of rows of a [job](jobs.md); 0 disables jobs.",
		parse: integer(0, LIMITS.maxJobRows),
	},
	jobDir: {
		name: "JOB_DIR",
		fallback: undefined,
		fallbackText: "`jobs` in `RENDER_DIR`",
		description:
			"Folder for jobs and their results, unless they are in a bucket (`S3_URL`). All replicas must share it. With `REDIS_URL`, jobs are only enabled if `JOB_DIR` or `S3_URL` is set.",
		parse: filesDirectory,
	},
	jobTtlSeconds: {
		name: "JOB_TTL_SECONDS",
		fallback: "86400",
		description: "How long the results of a job are kept after its end. Seconds.",
		parse: integer(60, 31_536_000),
	},
	jobRowsInFlight: {
		name: "JOB_ROWS_IN_FLIGHT",
		fallback: "400",
		description:
			"Maximum number of rows of one client's jobs that all replicas together render at the same time.",
		parse: integer(1, 1_000_000),
	},
	jobMaxOpen: {
		name: "JOB_MAX_OPEN",
		fallback: "100",
		description: "Maximum number of unfinished jobs of one client. Further jobs get 429.",
		parse: integer(1, 1_000_000),
	},
	jobMaxMb: {
		name: "JOB_MAX_MB",
		fallback: "16384",
		description: "Maximum size of all pictures of one job. Beyond it, the job fails. Megabytes.",
		parse: integer(1, 16_777_216),
	},
	jobClientMaxMb: {
		name: "JOB_CLIENT_MAX_MB",
		fallback: "8192",
		description:
			"Maximum size of all jobs of one client: rows, pictures and manifests, and 0.25 MB for each job. Beyond it, new jobs get 409, and a job that grows beyond it fails. Megabytes.",
		parse: integer(1, 16_777_216),
	},
	jobDirMaxMb: {
		name: "JOB_DIR_MAX_MB",
		fallback: "16384",
		description:
			"Maximum size of all jobs in `JOB_DIR`. Beyond it, jobs wait for free space, and fail after half an hour. Megabytes.",
		parse: integer(1, 16_777_216),
	},
	jobS3MaxMb: {
		name: "JOB_S3_MAX_MB",
		fallback: "131072",
		description:
			"The same for all jobs in the bucket (`S3_URL`), counted in Redis for all replicas. Megabytes.",
		parse: integer(1, 16_777_216),
	},
	studio: {
		name: "STUDIO",
		fallback: "true",
		description: "`false` disables the Studio at `/` and the API reference at `/docs`.",
		parse: onOff,
	},
};

/** Variables that are erased after they are read. */
export const SECRET_VARIABLES: readonly string[] = Object.values(VARIABLES)
	.filter(({ secret }: Variable<unknown>) => secret === true)
	.map(({ name }) => name);

/**
 * Reads the configuration; an empty variable counts as not set.
 * @throws ConfigError that names the first invalid variable, and what is allowed
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
	// For example a secret that was not filled in: this must not make the service public.
	if (env.API_KEYS !== undefined && env.API_KEYS.trim() === "")
		throw new ConfigError("API_KEYS is empty: set at least one key, or unset the variable");
	const entries = Object.entries(VARIABLES).map(([key, variable]) => {
		const text = env[variable.name]?.trim() || variable.fallback;
		return [key, text === undefined ? undefined : parseVariable(variable, text)];
	});
	const config = Object.freeze(Object.fromEntries(entries)) as Config;
	if (config.photoProvider === "unsplash" && config.unsplashAccessKey === undefined) {
		throw new ConfigError("PHOTO_PROVIDER unsplash needs UNSPLASH_ACCESS_KEY");
	}
	if (config.s3Url !== undefined && !(config.awsAccessKeyId && config.awsSecretAccessKey)) {
		throw new ConfigError("S3_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
	}
	if (config.apiKeys.some((entry) => readApiKey(entry).key === config.metricsKey)) {
		throw new ConfigError("METRICS_KEY must not be one of API_KEYS");
	}
	if (config.role !== "all" && config.redisUrl === undefined) {
		throw new ConfigError(`ROLE ${config.role} needs REDIS_URL`);
	}
	if (config.role === "worker" && !hasJobs(config)) {
		throw new ConfigError("ROLE worker needs S3_URL or JOB_DIR, and JOB_MAX_ROWS above 0");
	}
	return config;
}

/** Whether jobs are enabled: several replicas need a store that all of them can reach. */
export const hasJobs = ({ jobMaxRows, redisUrl, s3Url, jobDir }: Config): boolean =>
	jobMaxRows > 0 && (redisUrl === undefined || s3Url !== undefined || jobDir !== undefined);

function parseVariable(variable: Variable<unknown>, text: string): unknown {
	try {
		return variable.parse(text);
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		throw new ConfigError(`${variable.name} ${error.message}`);
	}
}

/** The variables as a Markdown table, for docs/configuration.md. */
export function configTable(): string {
	const rows = Object.values(VARIABLES).map(
		({ name, fallback, fallbackText, description }: Variable<unknown>) =>
			`| \`${name}\` | ${fallbackText ?? (fallback === undefined ? "not set" : `\`${fallback}\``)} | ${description} |`,
	);
	return ["| Variable | Default | Meaning |", "| --- | --- | --- |", ...rows].join("\n");
}
