/**
 * Allocator settings of a render process. Every slide needs several canvases of 6 MB; an allocator
 * that returns them to the system after each slide must map fresh pages for the next one, which
 * costs more than drawing does.
 *
 * mimalloc is the allocator of resvg-js. glibc, which Node's ArrayBuffers and libvips use, learns
 * by itself to keep blocks of this size: raising its thresholds had no measurable effect.
 */
export const ALLOCATOR_ENV: Readonly<Record<string, string>> = Object.freeze({
	// Never return freed pages. Together with the arena setting below, this saves 6 % of the
	// processor time of a text slide, 1 to 2 % of a carousel. Pages of 2 MB had no measurable effect.
	MIMALLOC_PURGE_DELAY: "-1",
	MIMALLOC_RESET_DELAY: "100000",
	// Reserve an arena without committing it; otherwise its first gigabyte counts in full towards
	// RLIMIT_DATA before it is used.
	MIMALLOC_ARENA_EAGER_COMMIT: "0",
	// The threads of libvips share one arena in addition to the main thread's: two processes that
	// have drawn carousels of photos then use 545 instead of 640 MB.
	MALLOC_ARENA_MAX: "2",
});
