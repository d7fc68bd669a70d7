/** Designs saved in this browser: in IndexedDB, because embedded images make them large. */
import { signal } from "@preact/signals";

export interface KeptDesign {
	readonly name: string;
	/** The document's source text. */
	readonly text: string;
	/** When it was saved: milliseconds since 1970. */
	readonly at: number;
}

/** All saved designs, newest first; empty until they are loaded. */
export const keptDesigns = signal<readonly KeptDesign[]>([]);

const STORE = "designs";

/** The result of a database request. @throws DOMException if the request fails */
const done = <T>(request: IDBRequest<T>): Promise<T> =>
	new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});

/** Waits until a transaction is on disk. @throws DOMException if it is not, e.g. as storage is full */
const committed = (transaction: IDBTransaction): Promise<void> =>
	new Promise((resolve, reject) => {
		transaction.oncomplete = () => resolve();
		transaction.onabort = () => reject(transaction.error);
	});

/** Runs a request on the store, then reloads the list. */
async function withStore(act?: (store: IDBObjectStore) => IDBRequest): Promise<void> {
	const opening = indexedDB.open("post-image-studio", 1);
	opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: "name" });
	const database = await done(opening);
	try {
		if (act) {
			const writing = database.transaction(STORE, "readwrite");
			const onDisk = committed(writing);
			act(writing.objectStore(STORE));
			await onDisk;
		}
		const store = database.transaction(STORE).objectStore(STORE);
		const all = (await done(store.getAll())) as KeptDesign[];
		keptDesigns.value = all.sort((a, b) => b.at - a.at);
	} finally {
		database.close();
	}
}

/** Loads the saved designs. @throws DOMException if the browser does not permit storage */
export const readDesigns = (): Promise<void> => withStore();

/** Saves a design, replacing one with the same name. @throws DOMException if storage is full */
export const keepDesign = (name: string, text: string): Promise<void> =>
	withStore((store) => store.put({ name, text, at: Date.now() } satisfies KeptDesign));

/** Deletes a design. */
export const forgetDesign = (name: string): Promise<void> =>
	withStore((store) => store.delete(name));
