/** Seconds after which a client should try again, depending on what is short. */
export const RETRY_AFTER_SECONDS = Object.freeze({
	/** Memory or a process, which will be free in a moment. */
	moment: 2,
	/** Disk, a store or the service itself, which take longer to recover. */
	outage: 5,
});
