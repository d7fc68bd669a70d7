import type { Outages } from "../base/outages.js";
import type { IconCatalog } from "../catalog/icons/index.js";
import type { PhotoProvider } from "../catalog/photos/index.js";
import type { Contract } from "../contract/contract.js";
import type { TemplateLibrary } from "../documents/templates/template-library.js";
import type { BatchParts } from "./batch/batch-rows.js";
import type { EditableResults } from "./delivery/editable-results.js";
import type { ImageStore } from "./delivery/image-store.js";
import type { ResponseImages } from "./delivery/response-images.js";
import type { BytesInFlight } from "./fairness/bytes-in-flight.js";
import type { Jobs } from "./jobs/jobs.js";
import type { LinkKeys } from "./links/link-keys.js";
import type { LinkPictures } from "./links/link-pictures.js";
import type { RenderBudget } from "./links/render-budget.js";
import type { SignLinks } from "./links/sign-links.js";
import type { ServiceMetrics } from "./render-metrics.js";

/**
 * Everything that the service does for its clients, over HTTP and MCP, as a package, and on the
 * command line. create-service.ts creates it.
 */
export interface Service extends BatchParts {
	/** The contract with the operator's additions. */
	readonly contract: Contract;
	/** The templates that documents can name. */
	readonly templates: TemplateLibrary;
	/**
	 * Reads the operator's templates again. Renders in progress are not affected.
	 * @returns the number of templates
	 * @throws ConfigError if one is invalid; then nothing changes
	 */
	readonly reloadTemplates: () => Promise<number>;
	/** The operator's fonts and brands: the number of font files, and a digest; "" if there are none. */
	readonly operatorDesigns: { readonly fontFiles: number; readonly digest: string };
	readonly photos: PhotoProvider;
	readonly icons: IconCatalog;
	readonly temporaryImages: ImageStore;
	readonly responseImages: ResponseImages;
	/** Rendered documents that can be edited by their id. */
	readonly editableResults: EditableResults;
	/** What links need; undefined if links are disabled. */
	readonly links: Links | undefined;
	readonly signLinks: SignLinks;
	/** Jobs in the background; undefined if they are disabled. */
	readonly jobs: Jobs | undefined;
	/** See rendererVersion(); computed on first use. */
	readonly rendererVersion: () => Promise<string>;
	/** What the process holds for its clients. */
	readonly inFlight: BytesInFlight;
	readonly metrics: ServiceMetrics;
	/** What the service depends on, and whether it works. */
	readonly outages: Pick<Outages, "note">;
	/** Renders documents after the start of a server; its health waits for the end. */
	readonly warmUp: { readonly done: Promise<void>; begin(forMs: number, atMostMs: number): void };
	/** Prepares the stores as far as possible. */
	start(): Promise<void>;
	/**
	 * Begins to render the rows of jobs. Not before the service listens: a second process that was
	 * started by mistake must touch none.
	 */
	startJobs(): void;
	/** Aborts all fetches and renders; their clients get errors. */
	abandon(): Promise<void>;
	/** Ends the render processes and the connections. */
	close(): Promise<void>;
}

/** What is needed to answer links. */
export interface Links {
	/** Undefined if signed links are disabled. */
	readonly keys: LinkKeys | undefined;
	readonly pictures: LinkPictures;
	/** Pictures of links whose values anyone may set; they have a cache of their own. */
	readonly openPictures: LinkPictures;
	/** Renders of links whose values anyone may set. */
	readonly budget: RenderBudget;
	/** Ids of the templates that anyone may render by a URL, or all. */
	readonly openTemplates: ReadonlySet<string> | "all";
	/** Hosts of images that a query may name. */
	readonly imageHosts: ReadonlySet<string>;
	/** See rendererVersion(). */
	readonly rendererVersion: string;
}
