/** Designs that the reader has named, kept in this browser: a database, as pictures make them large. */
import { signal } from "@preact/signals";

export interface KeptDesign {
	readonly name: string;
	/** The document, as it was typed. */
	readonly text: string;
	/** When it was kept: milliseconds since 1970. */
	readonly at: number;
}

/** All of them, the newest first; empty until they were asked for. */
export const keptDesigns = signal<readonly KeptDesign[]>([]);

const STORE = "designs";

/** What a request of the database gives. @throws DOMException when the browser does not want to */
const done = <T>(request: IDBRequest<T>): Promise<T> =>
	new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});

/** Does something with the store, and reads it anew. */
async function withStore(act?: (store: IDBObjectStore) => IDBRequest): Promise<void> {
	const opening = indexedDB.open("post-image-studio", 1);
	opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: "name" });
	const database = await done(opening);
	try {
		const store = database.transaction(STORE, "readwrite").objectStore(STORE);
		if (act) await done(act(store));
		const all = (await done(store.getAll())) as KeptDesign[];
		keptDesigns.value = all.sort((a, b) => b.at - a.at);
	} finally {
		database.close();
	}
}

/** Reads them. @throws DOMException where the browser keeps nothing */
export const readDesigns = (): Promise<void> => withStore();

/** Keeps a design under a name; one of that name before is replaced. @throws DOMException when there is no room */
export const keepDesign = (name: string, text: string): Promise<void> =>
	withStore((store) => store.put({ name, text, at: Date.now() } satisfies KeptDesign));

/** Forgets a design. */
export const forgetDesign = (name: string): Promise<void> =>
	withStore((store) => store.delete(name));
