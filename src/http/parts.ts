import type { IconCatalog } from "../assets/icons/index.js";
import type { PhotoProvider } from "../assets/photos/index.js";
import type { ImageStore } from "../delivery/image-store.js";
import type { ImageSources } from "../images/sources.js";
import type { Metrics } from "../metrics/metrics.js";
import type { Renderer } from "../render/job.js";
import type { Admission } from "./admission.js";

/** What the routes work with; app.ts makes them, a test may bring its own. */
export interface Parts {
	readonly renderer: Renderer;
	readonly imageSources: ImageSources;
	readonly photos: PhotoProvider;
	readonly icons: IconCatalog;
	readonly temporaryImages: ImageStore;
	readonly admission: Admission;
	readonly metrics: Metrics;
	/** Where the lines of the log go; standard output unless set. */
	readonly logStream?: { write(line: string): void } | undefined;
}
