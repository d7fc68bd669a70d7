import t from "tap";
import { ThreadedIconLibrary } from "../../src/catalog/icons/threaded-icon-library.js";

t.test("calls are answered, each its own, while others wait", async (t) => {
	const library = new ThreadedIconLibrary();
	const [rocket, popular, icon, none] = await Promise.all([
		library.search("rocket", 1),
		library.search("", 5),
		library.icon("lucide", "rocket"),
		library.icon("lucide", "no-such-icon"),
	]);
	t.equal(rocket.icons[0]?.id, "lucide:rocket");
	t.equal(popular.icons.length, 5);
	t.match(icon?.body, /<path/);
	t.equal(none, undefined);
});

t.test("what waits for a thread that ends fails, and the next call starts another", async (t) => {
	const thread = `
		import { parentPort } from "node:worker_threads";
		parentPort.on("message", ({ id, query }) => {
			if (query === "end") process.exit(0);
			if (query === "throw") throw new Error("thrown in the thread");
			if (query === "fail") parentPort.postMessage({ id, error: "failed" });
			else parentPort.postMessage({ id, value: { total: 1, icons: [] } });
		});
	`;
	const library = new ThreadedIconLibrary(
		new URL(`data:text/javascript,${encodeURIComponent(thread)}`),
	);
	for (const [query, message] of [
		["end", /ended/],
		["throw", /thrown in the thread/],
		["fail", /failed/],
	] as const) {
		await t.rejects(library.search(query, 1), { message });
		t.equal((await library.search("rocket", 1)).total, 1, `after ${query}`);
	}
});
