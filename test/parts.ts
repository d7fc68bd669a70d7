/**
 * Which tests run when: `npm test` (quick) takes a few minutes, `npm run test:more` has the others that
 * a merge needs, and `npm run test:long` those that take long. Names are paths in test/.
 */

/**
 * Folders and files that take long: a browser at the Studio, programs around the service, stores and
 * proxies, processes that die, programs in other languages, generated clients, formats that other
 * programs read, all cases of Unicode's bidi test.
 */
export const LONG = [
	"cli/",
	"clients/",
	"service/delivery/pdf/text",
	"service/delivery/redis-store",
	"service/delivery/s3-",
	"deploy/",
	"docs-commands",
	"docs-links",
	"docs-recipes",
	"engine/draw/lossy",
	"app/embed/",
	"golden/svg",
	"hostile/trees-long",
	"http/jobs-redis",
	"http/links-once",
	"http/openapi/bytes",
	"http/openapi/clients",
	"http/openapi/layer-clients",
	"http/render-document",
	"http/request/client-gone",
	"http/server-process",
	"mcp/",
	"operation/outages",
	"app/operator/",
	"service/processes/",
	"documents/templates/bundled",
	"studio/",
	"engine/text/unicode/bidi",
];
/** Long ones that `npm test` runs too, so that it has a test of every folder. */
export const SMOKE = [
	"app/embed/plain-copy",
	"app/operator/start",
	"cli/jobs",
	"mcp/skill",
	"service/processes/c",
	"service/processes/light",
	"service/processes/stage-record",
	"studio/sizes",
	"studio/smoke",
];
/**
 * Files that need some seconds of a processor, and whose failure is rare while one works on
 * something else: prices and limits of the dearest documents, other programs that read a result,
 * caches, tenants. `npm run test:more` runs them.
 */
export const MORE = [
	"bundle",
	"catalog/icon-library",
	"contract/bounds",
	"docs-cookbook",
	"docs-designs",
	"documents/variables/expand",
	"engine/compose/paint-box",
	"engine/draw/draw-ahead",
	"engine/draw/isolated",
	"engine/draw/kept-slide",
	"engine/draw/large-images",
	"engine/draw/overlay-looks",
	"engine/draw/pdf",
	"engine/draw/slide-price",
	"engine/images/looks",
	"engine/images/plain-rows",
	"engine/images/svg",
	"engine/images/svg-attacks",
	"engine/images/svg-price",
	"engine/layers/fit-content",
	"engine/report/checks/checks",
	"engine/report/fit",
	"engine/report/golden-ink",
	"golden/formats",
	"golden/templates",
	"hostile/connections",
	"hostile/dependencies",
	"hostile/fonts",
	"hostile/fuzz",
	"hostile/fuzz-jobs",
	"hostile/origins",
	"hostile/pdf-text",
	"hostile/rasters",
	"hostile/render-processes",
	"hostile/texts",
	"hostile/typography",
	"hostile/urls",
	"hostile/valid-documents",
	"hostile/vectors",
	"hostile/work",
	"http/across",
	"http/advice",
	"http/alt",
	"http/batch",
	"http/canvases",
	"http/closing",
	"http/connection",
	"http/delivery",
	"http/fairness",
	"http/health",
	"http/jobs",
	"http/layers",
	"http/links",
	"http/log/log-output",
	"http/long-texts",
	"http/metrics",
	"http/open-links",
	"http/operation",
	"http/platforms",
	"http/poison",
	"http/request/foreign-pages",
	"http/request/rate-limit",
	"http/templates",
	"http/tenants",
	"http/traces",
	"readme",
	"service/delivery/editable-results",
	"service/delivery/pdf/tags",
	"service/links/renderer-version",
];
/** Folders that otherwise run only by name: each takes minutes, and some of it is not installed everywhere. */
export const BY_NAME = ["operation/", "fidelity/"];

/** The parts that are asked for by name. */
export const PARTS = ["long", "more"] as const;

/**
 * Whether a test runs in a part.
 * @param file path in test/ without its extension, such as "http/jobs.test"
 * @param takesSamples whether it takes more samples in the long part
 */
export function isIn(
	part: (typeof PARTS)[number] | "quick",
	file: string,
	takesSamples: boolean,
): boolean {
	const isOne = (starts: readonly string[]) => starts.some((start) => file.startsWith(start));
	const isLong = isOne(LONG);
	if (!isLong && isOne(BY_NAME)) return false;
	if (part === "long") return isLong || takesSamples;
	if (isLong) return part === "quick" && isOne(SMOKE);
	return (part === "more") === MORE.some((name) => file === `${name}.test`);
}
