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
	// Never give freed pages back. Both with the arena below: 6 % of the processor time of a text
	// slide, 1 to 2 % of a carousel. Pages of 2 MB brought nothing that could be measured.
	MIMALLOC_PURGE_DELAY: "-1",
	MIMALLOC_RESET_DELAY: "100000",
	// Reserve an arena without committing it; otherwise its first gigabyte counts in full against
	// RLIMIT_DATA before any of it is used.
	MIMALLOC_ARENA_EAGER_COMMIT: "0",
	// The threads of libvips share one arena in addition to the main thread's: two processes that
	// have drawn carousels of photos then use 545 instead of 640 MB.
	MALLOC_ARENA_MAX: "2",
});
