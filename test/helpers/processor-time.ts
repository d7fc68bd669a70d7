/** Work is measured by its processor time: how long it takes depends on what else the machine does. */

/** @returns a function that says how much processor time this process has used since. Milliseconds */
export function processorTime(): () => number {
	const before = process.cpuUsage();
	return () => {
		const { user, system } = process.cpuUsage(before);
		return (user + system) / 1_000;
	};
}

const TICK_MS = 5;

/**
 * Watches the event loop.
 * @returns ends that, and says how much processor time was used at most between two turns of the
 *   loop. Milliseconds
 */
export function longestTurn(): () => number {
	let spent = processorTime();
	let longest = 0;
	const turn = () => {
		longest = Math.max(longest, spent());
		spent = processorTime();
	};
	const timer = setInterval(turn, TICK_MS);
	return () => {
		clearInterval(timer);
		turn();
		return longest;
	};
}
