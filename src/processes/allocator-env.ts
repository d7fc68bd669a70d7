/**
 * Allocator settings of a render process. Every slide needs several canvases of
 * 6 MB; an allocator that returns them to the system after each slide pays for
 * fresh pages at the next one, which costs more than the drawing does.
 *
 * mimalloc is the allocator inside resvg-js. glibc, under Node's ArrayBuffers
 * and libvips, learns by itself to keep blocks of this size: raising its
 * thresholds by hand brought nothing measurable.
 */
export const ALLOCATOR_ENV: Readonly<Record<string, string>> = Object.freeze({
	// Never give freed pages back, and ask for pages of 2 MB.
	MIMALLOC_PURGE_DELAY: "-1",
	MIMALLOC_RESET_DELAY: "100000",
	MIMALLOC_ALLOW_LARGE_OS_PAGES: "1",
	// Reserve an arena without committing it: else its first gigabyte counts in full
	// against RLIMIT_DATA, before any of it is used.
	MIMALLOC_ARENA_EAGER_COMMIT: "0",
	// The threads of libvips share one arena beside the main thread's.
	MALLOC_ARENA_MAX: "2",
});
