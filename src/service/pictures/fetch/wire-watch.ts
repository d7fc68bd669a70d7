import type { Socket } from "node:net";

/**
 * Bytes that are allowed in addition to the images, for header fields, chunk framing and redirects.
 * Twenty times as many as 620 honest responses had.
 */
const MAX_OVERHEAD_BYTES = 16 * 1024 * 1024;
/** Interval of the checks. Milliseconds. */
const INTERVAL_MS = 50;

export interface WireWatch {
	add(socket: Socket): void;
	stop(): void;
}

/**
 * Ends the connections of a request that receive much but deliver little. The bytes of a body are
 * counted elsewhere, but chunks of one byte, chunk extensions or an endless status line cost time
 * without delivering any.
 * @param delivered bytes of images so far
 * @param onExcess called once
 */
export function watchWire(delivered: () => number, onExcess: () => void): WireWatch {
	const sockets = new Set<Socket>();
	let ended = 0;
	let timer: NodeJS.Timeout | undefined;
	const check = () => {
		let received = ended;
		for (const socket of sockets) received += socket.bytesRead;
		if (received - delivered() <= MAX_OVERHEAD_BYTES) return;
		clearInterval(timer);
		onExcess();
	};
	return {
		add(socket) {
			sockets.add(socket);
			socket.once("close", () => {
				sockets.delete(socket);
				ended += socket.bytesRead;
			});
			timer ??= setInterval(check, INTERVAL_MS);
		},
		stop: () => clearInterval(timer),
	};
}
