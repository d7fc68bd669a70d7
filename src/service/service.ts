import type { IconCatalog } from "../catalog/icons/index.js";
import type { PhotoProvider } from "../catalog/photos/index.js";
import type { Contract } from "../contract/contract.js";
import type { Metrics } from "../metrics/metrics.js";
import type { OperatorDesigns } from "../operator/operator-designs.js";
import type { BatchServices } from "./batch/batch-rows.js";
import type { AnswerImages } from "./delivery/answer-images.js";
import type { ImageStore } from "./delivery/image-store.js";
import type { KeptDocuments } from "./delivery/kept-documents.js";
import type { BytesInFlight } from "./fairness/bytes-in-flight.js";
import type { Jobs } from "./jobs/jobs.js";
import type { LinkKeys } from "./links/link-keys.js";
import type { LinkPictures } from "./links/link-pictures.js";
import type { SignLinks } from "./links/sign-links.js";
import type { TemplateLibrary } from "./templates/template-library.js";

/**
 * All that the service does for its clients, whichever way they ask: over HTTP, by MCP, as a
 * package, on the command line. create-service.ts makes it.
 */
export interface Service extends BatchServices {
	/** The contract with what the operator added to it. */
	readonly contract: Contract;
	/** What documents can name as their template. */
	readonly templates: TemplateLibrary;
	/**
	 * Reads the operator's templates again. What is being drawn is not affected.
	 * @returns how many there are
	 * @throws ConfigError when one cannot be used: all stay as they were
	 */
	readonly reloadTemplates: () => Promise<number>;
	/** What the operator added. */
	readonly own: OperatorDesigns;
	readonly photos: PhotoProvider;
	readonly icons: IconCatalog;
	readonly temporaryImages: ImageStore;
	readonly answerImages: AnswerImages;
	/** What was drawn and can be changed by its id. */
	readonly keptDocuments: KeptDocuments;
	/** What links need; undefined: there are none. */
	readonly links: Links | undefined;
	readonly signLinks: SignLinks;
	/** Rows that are drawn in the background; undefined: there are none. */
	readonly jobs: Jobs | undefined;
	/** See rendererVersion(); worked out when it is first asked for. */
	readonly rendererVersion: () => Promise<string>;
	/** What the process holds for its clients. */
	readonly inFlight: BytesInFlight;
	readonly metrics: Metrics;
	/** Gets the stores ready, as far as that is possible now. */
	start(): Promise<void>;
	/** Gives up what is fetched and drawn, and goes on no more with it: clients get their errors. */
	abandon(): Promise<void>;
	/** Ends the render processes and the connections. */
	close(): Promise<void>;
}

/** What links are answered with. */
export interface Links {
	readonly keys: LinkKeys;
	readonly pictures: LinkPictures;
	/** See rendererVersion(). */
	readonly rendererVersion: string;
}
