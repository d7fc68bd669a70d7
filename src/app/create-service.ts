import { onDemand } from "../base/on-demand.js";
import { type Dependency, type OutageEvent, Outages } from "../base/outages.js";
import { VERSION } from "../base/version.js";
import { createIcons } from "../catalog/icons/index.js";
import { createPhotos } from "../catalog/photos/index.js";
import { serviceImages } from "../catalog/service-images.js";
import { LIMITS } from "../contract/limits.js";
import { documentResolver } from "../documents/resolve-document.js";
import { TemplateLibrary } from "../documents/templates/template-library.js";
import { Admission } from "../service/admission.js";
import { editableResults } from "../service/delivery/editable-results.js";
import { responseImages } from "../service/delivery/response-images.js";
import { Spool } from "../service/delivery/spool.js";
import { bytesInFlight, heldByKind } from "../service/fairness/bytes-in-flight.js";
import { ParseTurns } from "../service/fairness/parse-turns.js";
import { Usage } from "../service/fairness/usage.js";
import type { JobEvent } from "../service/jobs/jobs.js";
import { LinkKeys } from "../service/links/link-keys.js";
import { LinkPictures } from "../service/links/link-pictures.js";
import { RenderBudget } from "../service/links/render-budget.js";
import { rendererVersion } from "../service/links/renderer-version.js";
import { ResponseCache } from "../service/links/response-cache.js";
import { linkSigner } from "../service/links/sign-links.js";
import { createImageSources } from "../service/pictures/sources.js";
import type { PoolEvent } from "../service/processes/pool.js";
import type { Links, Service } from "../service/service.js";
import type { Config } from "./config/config.js";
import { meteredStore } from "./metrics/metered-store.js";
import { Metrics } from "./metrics/metrics.js";
import type { ServiceState } from "./metrics/state.js";
import { openJobs } from "./open-jobs.js";
import { openStores, type Stores } from "./open-stores.js";
import { type OperatorDesigns, openOperatorDesigns } from "./operator/operator-designs.js";
import { templatesReloader } from "./operator/templates-folder.js";
import { type RenderProcesses, startRenderProcesses } from "./render-processes.js";
import { WarmUp } from "./warm-up.js";

const BYTES_PER_MB = 1_048_576;

/**
 * Renders that draw at the same time, per process: when the slides of one render end, those of the
 * next begin.
 */
const RENDERS_PER_PROCESS = 2;
/**
 * Slides of a render that are being drawn, or are not stored yet, in addition to one per process.
 */
const SLIDES_AHEAD = 2;
/** Rows of a batch that are being rendered, or wait to be taken, in addition to one per process. */
const ROWS_AHEAD = 1;

/** Memory for data in flight, by kind. Bytes. */
const IN_FLIGHT_BYTES = {
	bodies: 100_663_296,
	images: LIMITS.maxRequestImageBytes,
	slides: 67_108_864,
};

/** Called for events other than requests. */
export interface ServiceLog {
	readonly onOutage: (dependency: Dependency, event: OutageEvent) => void;
	readonly onProcess: (event: PoolEvent) => void;
	readonly onJob: (event: JobEvent) => void;
}

/** Reports nothing. */
export const NO_LOG: ServiceLog = {
	onOutage: () => {},
	onProcess: () => {},
	onJob: () => {},
};

/** Parts that replace those of production. */
export type ServiceParts = Partial<
	Pick<
		Service,
		| "admission"
		| "icons"
		| "imageSources"
		| "inFlight"
		| "links"
		| "photos"
		| "renderer"
		| "spool"
		| "templates"
		| "temporaryImages"
	>
> & {
	readonly metrics?: Metrics;
	readonly operatorDesigns?: OperatorDesigns;
	/** Render processes that were started before the rest of the service was loaded. */
	readonly processes?: RenderProcesses | undefined;
};

/**
 * Creates the parts of the service and connects them. Closing it closes all parts, including those
 * that were passed in.
 * @throws ConfigError if a font, brand or template of the operator cannot be used
 */
export async function createService(
	config: Config,
	log: ServiceLog,
	parts: ServiceParts = {},
): Promise<Service> {
	// First, because a mistake here stops the start before anything else has begun.
	const operatorDesigns =
		parts.operatorDesigns ??
		parts.processes?.operatorDesigns ??
		(await openOperatorDesigns(config));
	const { contract } = operatorDesigns;
	const { maxBodyBytes } = config;
	const templates = parts.templates ?? new TemplateLibrary();
	const reloadTemplates = templatesReloader(config.templatesDir, templates, contract, maxBodyBytes);
	await reloadTemplates();
	const { publicBaseUrl, maxBodyBytes: maxLength, renderProcesses } = config;
	const icons = parts.icons ?? createIcons({ iconifyApiUrl: urlOf(config.iconifyApiUrl) });
	const photos = parts.photos ?? createPhotos(photoOptions(config));
	const inFlight = parts.inFlight ?? bytesInFlight(IN_FLIGHT_BYTES);
	const imageSources =
		parts.imageSources ??
		createImageSources({
			allowPrivateHosts: config.allowPrivateImageHosts,
			userAgent: `post-image-render-service/${VERSION}`,
			publicBaseUrl,
			serviceImages: serviceImages(icons),
			held: inFlight.images,
			onFetch: (report) => metrics.fetched(report),
		});
	const outages = new Outages((dependency, event) => {
		log.onOutage(dependency, event);
		if (event.state === "away") metrics.outage(dependency, event.kind);
	});
	const stores: Stores =
		parts.temporaryImages === undefined
			? openStores(config, outages)
			: { temporaryImages: parts.temporaryImages };
	const store = stores.temporaryImages;
	const temporaryImages = meteredStore(store, (report) => metrics.stored(report));
	const processes =
		parts.processes ?? (parts.renderer ? undefined : startRenderProcesses(config, operatorDesigns));
	const renderer = parts.renderer ?? processes!.renderer;
	const usage = processes?.usage ?? new Usage();
	const admission =
		parts.admission ??
		new Admission(
			{ running: renderProcesses * RENDERS_PER_PROCESS, waiting: config.renderQueueLimit },
			usage,
		);
	const state = (): ServiceState => ({
		accepted: admission.accepted,
		running: admission.running,
		waiting: admission.waiting,
		places: admission.places,
		processes: renderProcesses,
		renderer: renderer.health(),
		store: store.stats(),
		bytesInFlight: heldByKind(inFlight),
		isAway: (dependency) => outages.isAway(dependency),
	});
	const metrics: Metrics = parts.metrics ?? new Metrics(state);
	processes?.onEvent((event) => {
		log.onProcess(event);
		metrics.processReplaced(event.event);
	});
	const version = onDemand(() => rendererVersion(operatorDesigns.digest));
	const links = parts.links ?? (await createLinks(config, version, stores, metrics));
	const drawing = {
		admission,
		renderer,
		imageSources,
		spool: parts.spool ?? new Spool({ ...spoolOptions(config), inFlight }),
		metrics,
		renderTimeoutMs: config.renderTimeoutMs,
		slidesAtATime: renderProcesses + SLIDES_AHEAD,
		resolve: documentResolver(contract, maxLength, templates),
		turns: new ParseTurns(usage),
		maxLength,
		rowsAhead: renderProcesses + ROWS_AHEAD,
	};
	const jobs = openJobs(config, outages, {
		services: { ...drawing, contract, templates },
		log: log.onJob,
		onRows: (outcome) => metrics.jobRows(outcome),
		onWebhook: (outcome) => metrics.webhook(outcome),
	});
	if (jobs) metrics.watchJobs(() => jobs.stats());
	const close = async () => {
		await jobs?.close();
		temporaryImages.close();
		stores.close?.();
		await Promise.all([abandon(), photos.close(), icons.close()]);
		operatorDesigns.close();
	};
	let closing: Promise<void> | undefined;
	const abandon = async () => {
		await Promise.all([renderer.close(), imageSources.close()]);
	};
	return {
		...drawing,
		contract,
		operatorDesigns,
		photos,
		icons,
		temporaryImages,
		responseImages: responseImages(temporaryImages, config.renderTtlSeconds),
		editableResults: editableResults(temporaryImages, config.renderTtlSeconds),
		links,
		signLinks: linkSigner({ contract, templates, keys: links?.keys, publicBaseUrl, maxLength }),
		jobs,
		rendererVersion: version,
		inFlight,
		metrics,
		outages,
		warmUp: new WarmUp(drawing),
		templates,
		reloadTemplates,
		async start() {
			await Promise.all([temporaryImages.start(), stores.start?.()]);
		},
		startJobs() {
			// A slow store or queue must not delay the shutdown.
			jobs
				?.start()
				.catch((error: unknown) => log.onJob({ event: "trouble", what: "start", error }));
		},
		abandon,
		close: () => {
			closing ??= close();
			return closing;
		},
	};
}

/** Part of LINK_CACHE_MB for links whose values anyone may set. */
const OPEN_SHARE = 0.25;

/** What links need; undefined if neither LINK_KEYS nor OPEN_TEMPLATES is set. */
async function createLinks(
	config: Config,
	version: () => Promise<string>,
	{ linkResponses, locks }: Stores,
	metrics: Metrics,
): Promise<Links | undefined> {
	const { linkKeys, openTemplates } = config;
	if (linkKeys.length === 0 && openTemplates.length === 0) return undefined;
	const freshMs = config.renderTtlSeconds * 1_000;
	const cacheBytes = config.linkCacheMb * BYTES_PER_MB;
	// Values that nobody signed must not push out pictures of signed links, here or in a store.
	const openBytes = Math.floor(cacheBytes * OPEN_SHARE);
	const cache = new ResponseCache(cacheBytes - openBytes, freshMs);
	const shared = linkResponses && {
		...linkResponses,
		store: meteredStore(linkResponses.store, (report) => metrics.stored(report)),
	};
	return {
		keys: linkKeys.length === 0 ? undefined : new LinkKeys(linkKeys),
		pictures: new LinkPictures({ cache, shared, locks, freshMs }),
		openPictures: new LinkPictures({ cache: new ResponseCache(openBytes, freshMs), freshMs }),
		budget: new RenderBudget(config.openRendersPerMinute),
		openTemplates: openTemplates.includes("*") ? "all" : new Set(openTemplates),
		imageHosts: new Set(config.openImageHosts),
		rendererVersion: await version(),
	};
}

const photoOptions = (config: Config): Parameters<typeof createPhotos>[0] => ({
	provider: config.photoProvider,
	unsplashAccessKey: config.unsplashAccessKey,
	unsplashApiUrl: new URL(config.unsplashApiUrl),
	openverseApiUrl: new URL(config.openverseApiUrl),
});

const spoolOptions = (config: Config) => ({
	directory: config.renderDir,
	maxDiskBytes: config.spoolMaxMb * BYTES_PER_MB,
});

const urlOf = (url: string | undefined): URL | undefined =>
	url === undefined ? undefined : new URL(url);
