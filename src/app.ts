import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { createIcons } from "./assets/icons/index.js";
import { ownImages } from "./assets/own-images.js";
import { createPhotos } from "./assets/photos/index.js";
import type { Config } from "./config/config.js";
import { LIMITS } from "./contract/limits.js";
import { AnswerCache } from "./delivery/links/answer-cache.js";
import { LinkPictures } from "./delivery/links/link-pictures.js";
import { rendererVersion } from "./delivery/links/renderer-version.js";
import { Spool } from "./delivery/spool.js";
import { openStores, type Stores } from "./delivery/stores.js";
import { bytesInFlight, heldByKind } from "./fairness/bytes-in-flight.js";
import { Usage } from "./fairness/usage.js";
import { forLog, logRedis, logS3 } from "./http/log/log.js";
import type { Links, Parts } from "./http/parts.js";
import { Admission } from "./http/request/admission.js";
import { drawSome } from "./http/warm-up.js";
import { createImageSources } from "./images/sources.js";
import { LinkKeys } from "./links/link-keys.js";
import { meteredStore } from "./metrics/metered-store.js";
import { Metrics } from "./metrics/metrics.js";
import type { ServiceState } from "./metrics/state.js";
import { type Own, openOwn } from "./own/own-designs.js";
import { createRenderPool, type PoolEvent } from "./processes/pool.js";
import type { Renderer } from "./render/job.js";
import { VERSION } from "./version.js";

/** Milliseconds after the start at which the icon search gets ready, unless it was asked before. */
const ICONS_WARM_AFTER_MS = 3_000;

/** The same for the spare render process, whose start takes a second of a core. */
const SPARE_AFTER_MS = 5_000;

const BYTES_PER_MB = 1_048_576;

/** Renders that draw at a time, for each process: while the slides of one end, those of the next begin. */
const RENDERS_PER_PROCESS = 2;

/** Memory for what is on its way, by kind. Bytes. */
const IN_FLIGHT_BYTES = {
	bodies: 100_663_296,
	images: LIMITS.maxRequestImageBytes,
	slides: 67_108_864,
};

/** Part of SHUTDOWN_TIMEOUT_MS after which renders are given up, so that their clients get an answer. */
const ABANDON_SHARE = 0.9;

/**
 * The composition root: makes the parts, and the server that uses them.
 * Closing the server closes the parts, those that were handed in too.
 * @param parts parts to use in place of the production ones
 */
export async function buildApp(
	config: Config,
	parts: Partial<Parts & { readonly own: Own }> = {},
): Promise<FastifyInstance> {
	// The log is the server's, which is made last; what happens before waits for it.
	let built: (app: FastifyInstance) => void = () => {};
	const server = new Promise<FastifyInstance>((resolve) => {
		built = resolve;
	});
	const withLog = async (write: (log: FastifyBaseLogger) => void) => write((await server).log);
	// First: what is wrong with it ends the start, and nothing has begun yet.
	const own = parts.own ?? (await openOwn(config));
	const icons = parts.icons ?? createIcons({ iconifyApiUrl: urlOf(config.iconifyApiUrl) });
	const photos =
		parts.photos ??
		createPhotos({
			provider: config.photoProvider,
			unsplashAccessKey: config.unsplashAccessKey,
			unsplashApiUrl: new URL(config.unsplashApiUrl),
			openverseApiUrl: new URL(config.openverseApiUrl),
		});
	const inFlight = parts.inFlight ?? bytesInFlight(IN_FLIGHT_BYTES);
	const imageSources =
		parts.imageSources ??
		createImageSources({
			allowPrivateHosts: config.allowPrivateImageHosts,
			userAgent: `post-image-render-service/${VERSION}`,
			publicBaseUrl: config.publicBaseUrl,
			ownImages: ownImages(icons),
			held: inFlight.images,
			onFetch: (report) => metrics.fetched(report),
		});
	const stores: Stores =
		parts.temporaryImages === undefined
			? openStores(config, {
					onRedis: (event) => withLog((log) => logRedis(log, event, "images")),
					onS3: (event) => withLog((log) => logS3(log, event)),
				})
			: { temporaryImages: parts.temporaryImages };
	const store = stores.temporaryImages;
	const temporaryImages = meteredStore(store, (report) => metrics.stored(report));
	const usage = new Usage();
	const renderer =
		parts.renderer ??
		renderPool(config, own, usage, ({ event: reason, pid: renderPid, ...rest }) => {
			const level = reason === "retired" ? "info" : "warn";
			void withLog((log) =>
				log[level]({ reason, renderPid, ...rest }, "a render process is replaced"),
			);
			metrics.processReplaced(reason);
		});
	const admission =
		parts.admission ??
		new Admission(
			{
				running: config.renderProcesses * RENDERS_PER_PROCESS,
				waiting: config.renderQueueLimit,
			},
			usage,
		);
	const spool =
		parts.spool ??
		new Spool({
			directory: config.renderDir,
			inFlight,
			maxDiskBytes: config.spoolMaxMb * BYTES_PER_MB,
		});
	const state = (): ServiceState => ({
		accepted: admission.accepted,
		running: admission.running,
		waiting: admission.waiting,
		places: admission.places,
		processes: config.renderProcesses,
		renderer: renderer.health(),
		store: store.stats(),
		bytesInFlight: heldByKind(inFlight),
	});
	const metrics: Metrics = parts.metrics ?? new Metrics(state);
	const all: Parts = {
		contract: own.contract,
		renderer,
		imageSources,
		photos,
		icons,
		temporaryImages,
		links: parts.links ?? (await links(config, own, stores, metrics)),
		admission,
		inFlight,
		spool,
		metrics,
		logStream: parts.logStream,
	};
	// Not before the render processes have begun to load: 0.1 s of the start.
	const { createServer } = await import("./http/server.js");
	const app = await createServer(all, config, VERSION);
	built(app);
	if (config.fontsDir !== undefined && own.fontFiles === 0)
		app.log.warn("FONTS_DIR has no font in it");
	if (own.digest !== "") {
		const { contract, fontFiles } = own;
		const families = contract.fonts.map(({ family }) => family);
		app.log.info({ families, fontFiles, brands: Object.keys(contract.brands) }, "fonts and brands");
	}
	await Promise.all([temporaryImages.start(), stores.start?.()]);
	app.decorate("warm", async (until) => {
		await renderer.whenReady?.();
		const nobodys = { metrics: new Metrics(state), logStream: { write: () => {} } };
		const open = { ...config, apiKeys: [], rateLimitMax: 0 };
		const beside = await createServer({ ...all, ...nobodys }, open, VERSION);
		await drawSome(beside, until);
		await beside.close();
	});
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
		stores.close?.();
		await Promise.all([renderer.close(), imageSources.close(), photos.close(), icons.close()]);
		own.close();
	});
	return app;
}

/** What links need; undefined: LINK_KEYS is not set. */
async function links(
	config: Config,
	{ digest }: Own,
	{ linkAnswers, locks }: Stores,
	metrics: Metrics,
): Promise<Links | undefined> {
	if (config.linkKeys.length === 0) return undefined;
	const freshMs = config.renderTtlSeconds * 1_000;
	const cache = new AnswerCache(config.linkCacheMb * BYTES_PER_MB, freshMs);
	const shared = linkAnswers && {
		...linkAnswers,
		store: meteredStore(linkAnswers.store, (report) => metrics.stored(report)),
	};
	return {
		keys: new LinkKeys(config.linkKeys),
		pictures: new LinkPictures({ cache, shared, locks, freshMs }),
		rendererVersion: await rendererVersion(digest),
	};
}

function renderPool(
	config: Config,
	{ fontPack }: Own,
	usage: Usage,
	log: (event: PoolEvent) => void,
): Renderer {
	return createRenderPool({
		fontPack,
		size: config.renderProcesses,
		memoryMb: config.renderMemoryMb,
		spareAfterMs: SPARE_AFTER_MS,
		usage,
		log: ({ output, ...event }) =>
			log(output === undefined ? event : { ...event, output: forLog(output) }),
	});
}

const urlOf = (url: string | undefined): URL | undefined =>
	url === undefined ? undefined : new URL(url);
