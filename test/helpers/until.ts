/**
 * Waits until the condition holds; fails after a minute, as the machine may be busy.
 * @param what the wait is for, as the failure calls it
 */
export async function until(
	what: string,
	condition: () => boolean | Promise<boolean>,
	state = () => "",
): Promise<void> {
	const end = performance.now() + 60_000;
	while (!(await condition())) {
		if (performance.now() > end) throw new Error(`not within a minute: ${what} ${state()}`);
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
}
