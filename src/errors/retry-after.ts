/** Seconds after which a client should try again, by what is short. */
export const RETRY_AFTER_SECONDS = Object.freeze({
	/** Memory or a process, which others free within a moment. */
	moment: 2,
	/** Disk, a store or the service itself, which takes longer to come back. */
	outage: 5,
});
