import { createServer } from "node:http";
import { type AddressInfo, connect as connectTo, type Socket } from "node:net";
import sharp from "sharp";
import { randomNumbers } from "../random-numbers.js";
import type { Service } from "./service.js";

/** Source address of the attacks. */
const ATTACKER = "127.0.0.2";
/** Bytes per second that a slow reader reads. */
const SLOW_READER = 20_000;

/** An attack that runs until it is stopped. */
export interface Attack {
	readonly name: string;
	begin(service: Service, images: string): Attackers;
}

/** The connections of an attack. */
export class Attackers {
	readonly #port: number;
	readonly #sockets = new Set<Socket>();
	readonly #timers = new Set<NodeJS.Timeout>();
	/** Bytes received. */
	received = 0;
	statuses: Record<string, number> = {};
	#gone = false;

	constructor({ port }: Service) {
		this.#port = port;
	}

	get open(): number {
		return this.#sockets.size;
	}

	/** Opens a connection and sends raw bytes. @param again reconnects when the connection ends */
	connect(pieces: readonly (string | Buffer)[], { again = true, reads = true, slow = false } = {}) {
		if (this.#gone) return;
		const socket = connectTo({ port: this.#port, host: "127.0.0.1", localAddress: ATTACKER });
		this.#sockets.add(socket);
		socket.on("error", () => undefined);
		socket.on("data", (data: Buffer) => {
			this.received += data.length;
			const status = /^HTTP\/1\.1 (\d{3})/.exec(data.toString("latin1", 0, 12))?.[1];
			if (status) this.statuses[status] = (this.statuses[status] ?? 0) + 1;
			if (slow) {
				socket.pause();
				setTimeout(() => socket.resume(), (data.length / SLOW_READER) * 1_000);
			}
		});
		socket.on("close", () => {
			this.#sockets.delete(socket);
			if (again) setTimeout(() => this.connect(pieces, { again, reads, slow }), 50);
		});
		if (!reads) socket.pause();
		socket.once("connect", () => {
			for (const piece of pieces) socket.write(piece);
		});
	}

	every(ms: number, act: () => void): void {
		this.#timers.add(setInterval(act, ms));
	}

	leave(): void {
		this.#gone = true;
		for (const timer of this.#timers) clearInterval(timer);
		for (const socket of this.#sockets) socket.destroy();
	}
}

const head = (path: string, length: number | string) =>
	`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
const post = (document: unknown) => {
	const body = JSON.stringify(document);
	return head("/api/render", Buffer.byteLength(body)) + body;
};
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

const noisy = (images: string, slides: number) => ({
	mode: "carousel",
	platform: "short-video-story",
	slides: Array.from({ length: slides }, (_, i) => ({ image: `${images}/${i}.png` })),
});
const heavySvg = (images: string) => ({
	mode: "carousel",
	format: "svg",
	slides: Array.from({ length: 20 }, () => ({
		imageOverlays: Array.from({ length: 22 }, (_, i) => ({
			src: `${images}/${i % 4}.png`,
			width: 405 - i,
			height: 506,
			x: 0,
			y: 0,
		})),
	})),
});

const BODY = Buffer.alloc(2_097_151, 32);
const BRACKETS = Buffer.alloc(2_097_000, 91);

export const BYTE_ATTACKS: readonly Attack[] = [
	{
		name: "slow readers of large answers",
		begin(service, images) {
			const all = new Attackers(service);
			for (let i = 0; i < 4; i++) all.connect([post(noisy(images, 20))], { slow: true });
			return all;
		},
	},
	{
		name: "2,000 uploads without their last byte",
		begin(service) {
			const all = new Attackers(service);
			for (let i = 0; i < 2_000; i++) all.connect([head("/api/render", 2_097_152), BODY]);
			return all;
		},
	},
	{
		name: "SVG slides of many photographs",
		begin(service, images) {
			const all = new Attackers(service);
			for (let i = 0; i < 2; i++) all.connect([post(heavySvg(images))]);
			return all;
		},
	},
	{
		name: "renders and answers sent ahead, and left",
		begin(service, images) {
			const all = new Attackers(service);
			const renders = post(noisy(images, 2)).repeat(300);
			for (let i = 0; i < 10; i++) all.connect([renders], { reads: false });
			for (let i = 0; i < 20; i++)
				all.connect([get("/api/openapi.json").repeat(5_000)], { reads: false });
			return all;
		},
	},
	{
		name: "all connections, silent and idle",
		begin(service) {
			const all = new Attackers(service);
			for (let i = 0; i < 1_500; i++) all.connect([]);
			for (let i = 0; i < 1_500; i++) all.connect([get("/api/health")]);
			return all;
		},
	},
	{
		name: "bodies of brackets",
		begin(service) {
			const all = new Attackers(service);
			const body = [head("/api/render", BRACKETS.length), BRACKETS];
			for (let i = 0; i < 8; i++) all.connect([...body, ...body, ...body, ...body]);
			return all;
		},
	},
];

/** Serves images of noise, which cannot be compressed. */
export async function noiseServer(): Promise<{ url: string; close(): void }> {
	const [width, height] = [1_080, 1_920];
	const pictures = await Promise.all(
		Array.from({ length: 4 }, (_, seed) => {
			const data = Buffer.alloc(width * height * 3);
			const random = randomNumbers(seed + 1);
			for (let i = 0; i < data.length; i++) data[i] = random() * 256;
			return sharp(data, { raw: { width, height, channels: 3 } })
				.png({ compressionLevel: 1 })
				.toBuffer();
		}),
	);
	const server = createServer((request, response) => {
		const index = Number(/\d+/.exec(request.url ?? "")?.[0] ?? 0);
		response.setHeader("content-type", "image/png").end(pictures[index % pictures.length]);
	}).listen(0, "127.0.0.1");
	await new Promise((resolve) => server.once("listening", resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	};
}
