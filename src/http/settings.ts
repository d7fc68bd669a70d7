import type { PhotoProviderId } from "../contract/assets.js";

export const ROLES = ["all", "api", "worker"] as const;
/** The value of METRICS_KEY that opens /metrics to everyone. */
export const METRICS_OPEN = "open";
export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** An entry of API_KEYS with a name: `name:key`. */
const NAMED = /^([A-Za-z0-9][A-Za-z0-9._-]{0,63}):(.*)$/s;

/** An API key, and the tenant that all its clients are. */
export interface ApiKey {
	readonly key: string;
	/** The name that the operator gave it: keys with the same name are one tenant. */
	readonly name: string | undefined;
}

/** Reads an entry of API_KEYS: a key, or `name:key`. */
export function readApiKey(entry: string): ApiKey {
	const [, name, key = entry] = NAMED.exec(entry) ?? [];
	return { key, name };
}

/** The settings that the HTTP server reads itself. */
export interface HttpSettings {
	/** Origin (and path prefix) of the URLs in answers; undefined: the origin of the request. */
	readonly publicBaseUrl: string | undefined;
	readonly logLevel: (typeof LOG_LEVELS)[number];
	readonly maxBodyBytes: number;
	/** Redis that stores temporary images and counts requests for all replicas; undefined: none. */
	readonly redisUrl: string | undefined;
	readonly unsplashAccessKey: string | undefined;
	/** undefined: unsplash if it has a key, otherwise builtin. */
	readonly photoProvider: PhotoProviderId | undefined;
	readonly iconifyApiUrl: string | undefined;
	/** Keys, or `name:key`. Empty: no key is needed. */
	readonly apiKeys: readonly string[];
	/** The key of /metrics; METRICS_OPEN: none is needed; undefined: see requireMetricsKey. */
	readonly metricsKey: string | undefined;
	/** The first key signs links, and all are accepted; empty: links are disabled. */
	readonly linkKeys: readonly string[];
	/** Ids of templates that anyone may render by a URL; "*": all. */
	readonly openTemplates: readonly string[];
	/** Requests per minute and client; 0: unlimited. */
	readonly rateLimitMax: number;
	readonly corsOrigin: readonly string[];
	readonly trustProxy: boolean | number | readonly string[];
	/** The role of the process: everything, only requests of clients, or only rows of jobs. */
	readonly role: (typeof ROLES)[number];
	/** Whether the pages at / and /docs are served. */
	readonly studio: boolean;
}
