import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { createIcons, type IconCatalog } from "./assets/icons/index.js";
import { createPhotos, resolveBuiltin } from "./assets/photos/index.js";
import type { Config } from "./config.js";
import { FileStore } from "./delivery/file-store.js";
import type { ImageStore } from "./delivery/image-store.js";
import { RedisStore } from "./delivery/redis-store.js";
import { ServiceError } from "./errors.js";
import { Admission } from "./http/admission.js";
import { forLog, logRedis } from "./http/log.js";
import type { Parts } from "./http/parts.js";
import { createServer } from "./http/server.js";
import { FetchFailure } from "./images/fetch/failure.js";
import { createImageSources, type OwnImages } from "./images/sources.js";
import { meteredStore } from "./metrics/metered-store.js";
import { Metrics } from "./metrics/metrics.js";
import { packageRoot } from "./package-root.js";
import { RedisConnection, type RedisEvent } from "./redis/connection.js";
import type { Renderer } from "./render/job.js";
import { createRenderPool, type PoolEvent } from "./render/pool.js";

/** Version of the service, as package.json has it. */
export const VERSION: string = (
	JSON.parse(readFileSync(new URL("package.json", packageRoot), "utf8")) as { version: string }
).version;

/** Milliseconds after the start at which the icon search gets ready, unless it was asked before. */
const ICONS_WARM_AFTER_MS = 3_000;

const BYTES_PER_MB = 1_048_576;

/** Time for Redis to take or give the bytes of an image. Milliseconds. */
const IMAGE_COMMAND_MS = 2_000;

/** Renders that draw at a time, for each process: while the slides of one end, those of the next begin. */
const RENDERS_PER_PROCESS = 2;

/** Bytes of drawn slides that clients have not taken yet, beyond which nothing more is drawn. */
const MAX_UNSENT_BYTES = 134_217_728;

/** Part of SHUTDOWN_TIMEOUT_MS after which renders are given up, so that their clients get an answer. */
const ABANDON_SHARE = 0.9;

/**
 * The composition root: makes the parts, and the server that uses them.
 * Closing the server closes the parts, those that were handed in too.
 * @param parts parts to use in place of the production ones
 */
export async function buildApp(
	config: Config,
	parts: Partial<Parts> = {},
): Promise<FastifyInstance> {
	const icons = parts.icons ?? createIcons({ iconifyApiUrl: urlOf(config.iconifyApiUrl) });
	const photos =
		parts.photos ??
		createPhotos({
			provider: config.photoProvider,
			unsplashAccessKey: config.unsplashAccessKey,
			unsplashApiUrl: new URL(config.unsplashApiUrl),
			openverseApiUrl: new URL(config.openverseApiUrl),
		});
	const imageSources =
		parts.imageSources ??
		createImageSources({
			allowPrivateHosts: config.allowPrivateImageHosts,
			userAgent: `post-image-render-service/${VERSION}`,
			ownImages: ownImages(icons, config.publicBaseUrl),
			onFetch: (report) => metrics.fetched(report),
		});
	const store =
		parts.temporaryImages ??
		imageStore(config, (event) => logRedis(app.log, event, "temporary images"));
	const temporaryImages = meteredStore(store, (report) => metrics.stored(report));
	const renderer =
		parts.renderer ??
		renderPool(config, ({ event: reason, pid: renderPid, ...rest }) => {
			const level = reason === "retired" ? "info" : "warn";
			app.log[level]({ reason, renderPid, ...rest }, "a render process is replaced");
			metrics.processReplaced(reason);
		});
	const admission =
		parts.admission ??
		new Admission({
			running: config.renderProcesses * RENDERS_PER_PROCESS,
			waiting: config.renderQueueLimit,
			unsentBytes: MAX_UNSENT_BYTES,
		});
	const metrics: Metrics =
		parts.metrics ??
		new Metrics(() => ({
			accepted: admission.accepted,
			running: admission.running,
			waiting: admission.waiting,
			places: admission.places,
			processes: config.renderProcesses,
			renderer: renderer.health(),
			store: store.stats(),
		}));
	const all: Parts = {
		renderer,
		imageSources,
		photos,
		icons,
		temporaryImages,
		admission,
		metrics,
		logStream: parts.logStream,
	};
	const app: FastifyInstance = await createServer(all, config, VERSION);
	await temporaryImages.start();
	let warming: NodeJS.Timeout | undefined;
	app.addHook("onListen", async () => {
		// The index of the icons takes most of a second to build: not while the first requests come.
		if (parts.icons === undefined)
			warming = setTimeout(
				() => icons.warm?.().catch(() => undefined),
				ICONS_WARM_AFTER_MS,
			).unref();
	});
	let abandoning: NodeJS.Timeout | undefined;
	app.addHook("preClose", async () => {
		// Renders that last longer than the end may are answered 503, while there is time to.
		abandoning = setTimeout(() => {
			app.log.warn("renders are given up, the service has to end");
			void Promise.all([renderer.close(), imageSources.close()]);
		}, config.shutdownTimeoutMs * ABANDON_SHARE).unref();
	});
	app.addHook("onClose", async () => {
		clearTimeout(warming);
		clearTimeout(abandoning);
		temporaryImages.close();
		await Promise.all([renderer.close(), imageSources.close(), photos.close(), icons.close()]);
	});
	return app;
}

function imageStore(config: Config, log: (event: RedisEvent) => void): ImageStore {
	const { redisUrl, renderDir: directory, renderTtlSeconds: ttlSeconds, renderDirMaxMb } = config;
	return redisUrl === undefined
		? new FileStore({ directory, ttlSeconds, maxBytes: renderDirMaxMb * BYTES_PER_MB })
		: new RedisStore(new RedisConnection(redisUrl, IMAGE_COMMAND_MS, log), ttlSeconds);
}

function renderPool(config: Config, log: (event: PoolEvent) => void): Renderer {
	return createRenderPool({
		size: config.renderProcesses,
		memoryMb: config.renderMemoryMb,
		log: ({ output, ...event }) =>
			log(output === undefined ? event : { ...event, output: forLog(output) }),
	});
}

/**
 * The images that the service serves itself, by the path of their URL: that of
 * the service, or that below PUBLIC_BASE_URL.
 */
function ownImages(icons: IconCatalog, publicBaseUrl: string | undefined): OwnImages {
	const prefix = publicBaseUrl === undefined ? "" : new URL(publicBaseUrl).pathname;
	return async (url) => {
		const own = new URL(url);
		if (prefix !== "/" && own.pathname.startsWith(`${prefix}/api/`)) {
			own.pathname = own.pathname.slice(prefix.length);
		}
		try {
			return (await icons.resolve(own)) ?? (await resolveBuiltin(own));
		} catch (cause) {
			// To a render, a colour that is none or an icon server that fails is an image that fails.
			const known = cause instanceof ServiceError;
			const reason = known && cause.code === "invalid_request" ? "not_an_image" : "unreachable";
			throw known ? new FetchFailure(reason, "an image of our own", { cause }) : cause;
		}
	};
}

const urlOf = (url: string | undefined): URL | undefined =>
	url === undefined ? undefined : new URL(url);
