import type { IconCatalog } from "../assets/icons/index.js";
import type { PhotoProvider } from "../assets/photos/index.js";
import type { Contract } from "../contract/contract.js";
import type { ImageStore } from "../delivery/image-store.js";
import type { LinkPictures } from "../delivery/links/link-pictures.js";
import type { Spool } from "../delivery/spool.js";
import type { BytesInFlight } from "../fairness/bytes-in-flight.js";
import type { ImageSources } from "../images/sources.js";
import type { LinkKeys } from "../links/link-keys.js";
import type { Metrics } from "../metrics/metrics.js";
import type { Renderer } from "../render/job.js";
import type { Admission } from "./request/admission.js";

/** What the routes work with; app.ts makes them, a test may bring its own. */
export interface Parts {
	/** The contract with what the operator added to it. */
	readonly contract: Contract;
	readonly renderer: Renderer;
	readonly imageSources: ImageSources;
	readonly photos: PhotoProvider;
	readonly icons: IconCatalog;
	readonly temporaryImages: ImageStore;
	/** What links need; undefined: there are none. */
	readonly links: Links | undefined;
	readonly admission: Admission;
	/** What the process holds for its clients. */
	readonly inFlight: BytesInFlight;
	/** Where drawn slides wait to be sent. */
	readonly spool: Spool;
	readonly metrics: Metrics;
	/** Where the lines of the log go; standard output unless set. */
	readonly logStream?: { write(line: string): void } | undefined;
}

/** What the routes of links work with. */
export interface Links {
	readonly keys: LinkKeys;
	readonly pictures: LinkPictures;
	/** See rendererVersion(). */
	readonly rendererVersion: string;
}
