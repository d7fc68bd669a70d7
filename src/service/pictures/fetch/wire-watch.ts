import type { Socket } from "node:net";

/**
 * Bytes that are allowed in addition to the images, for header fields, chunk framing and redirects.
 * Twenty times as many as 620 honest responses had.
 */
const MAX_OVERHEAD_BYTES = 16 * 1024 * 1024;
/** Interval of the checks. Milliseconds. */
const INTERVAL_MS = 50;

export interface WireWatch {
	/** Number of open connections. */
	readonly open: number;
	add(socket: Socket): void;
	/**
	 * Begins to count for a request.
	 * @param delivered bytes of images so far
	 */
	start(delivered: () => number): void;
	stop(): void;
}

/**
 * Ends the connections of a request that receive much but deliver little. The bytes of a body are
 * counted elsewhere, but chunks of one byte, chunk extensions or an endless status line cost time
 * without delivering any.
 * @param onExcess called once per request
 */
export function watchWire(onExcess: () => void): WireWatch {
	const sockets = new Set<Socket>();
	/** Bytes of closed connections, less those of earlier requests. */
	let ended = 0;
	let timer: NodeJS.Timeout | undefined;
	let delivered = () => 0;
	const received = () => {
		let bytes = ended;
		for (const socket of sockets) bytes += socket.bytesRead;
		return bytes;
	};
	const stop = () => {
		clearInterval(timer);
		timer = undefined;
	};
	const check = () => {
		if (received() - delivered() <= MAX_OVERHEAD_BYTES) return;
		stop();
		onExcess();
	};
	const watch = () => {
		timer ??= setInterval(check, INTERVAL_MS);
	};
	return {
		get open() {
			return sockets.size;
		},
		add(socket) {
			sockets.add(socket);
			socket.once("close", () => {
				sockets.delete(socket);
				ended += socket.bytesRead;
			});
			watch();
		},
		start(deliveredBytes) {
			ended -= received();
			delivered = deliveredBytes;
			if (sockets.size > 0) watch();
		},
		stop,
	};
}
