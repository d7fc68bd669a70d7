/** The thread of the icon library, which handles the calls of ThreadedIconLibrary. */
import { parentPort } from "node:worker_threads";
import { IconLibrary } from "./icon-library.js";
import type { IconCall, IconResponse } from "./threaded-icon-library.js";

const library = new IconLibrary();

async function answer(call: IconCall): Promise<unknown> {
	switch (call.method) {
		case "search":
			return library.search(call.query, call.limit, call.offset);
		case "icon":
			return library.icon(call.set, call.name);
		case "nearest":
			return library.nearest(call.set, call.name);
		case "warm":
			return library.warm();
	}
}

parentPort?.on("message", async (call: IconCall) => {
	const post = (message: IconResponse) => parentPort?.postMessage(message);
	try {
		post({ id: call.id, value: await answer(call) });
	} catch (error) {
		post({ id: call.id, error: error instanceof Error ? error.message : String(error) });
	}
});
