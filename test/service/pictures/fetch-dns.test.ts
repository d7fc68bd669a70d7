import dgram from "node:dgram";
import { once } from "node:events";
import t from "tap";
import { createResolveHost } from "../../../src/service/pictures/fetch/dns.js";

const TYPE_A = 1;
const TYPE_AAAA = 28;

type Zone = Readonly<
	Record<string, { a?: readonly string[]; aaaa?: readonly Buffer[] } | "silent">
>;

/** The smallest DNS server: one question a message, no compression but the usual pointer. */
async function startDns(zone: Zone) {
	const questions: string[] = [];
	const socket = dgram.createSocket("udp4");
	socket.on("message", (query, from) => {
		const labels: string[] = [];
		let at = 12;
		while (query[at]) {
			const length = query[at] ?? 0;
			labels.push(query.toString("latin1", at + 1, at + 1 + length));
			at += 1 + length;
		}
		const name = labels.join(".").toLowerCase();
		const type = query.readUInt16BE(at + 1);
		const question = query.subarray(12, at + 5);
		questions.push(`${type} ${name}`);
		const entry = zone[name];
		if (entry === "silent") return;
		const records =
			type === TYPE_A
				? (entry?.a ?? []).map((address) => Buffer.from(address.split(".").map(Number)))
				: type === TYPE_AAAA
					? (entry?.aaaa ?? [])
					: [];
		const header = Buffer.alloc(12);
		query.copy(header, 0, 0, 2);
		header.writeUInt16BE(entry ? 0x8180 : 0x8183, 2);
		header.writeUInt16BE(1, 4);
		header.writeUInt16BE(records.length, 6);
		const answers = records.map((data) => {
			const fixed = Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length]);
			return Buffer.concat([fixed, data]);
		});
		socket.send(Buffer.concat([header, question, ...answers]), from.port, from.address);
	});
	socket.bind(0, "127.0.0.1");
	await once(socket, "listening");
	return { questions, server: `127.0.0.1:${socket.address().port}`, close: () => socket.close() };
}

const V6 = Buffer.from("26064700000000000000000000001111", "hex");

t.test("public names are asked of the DNS servers, both families", async (t) => {
	const dns = await startDns({
		"both.example": { a: ["8.8.8.8", "8.8.4.4"], aaaa: [V6] },
		"four.example": { a: ["1.1.1.1"] },
		"six.example": { aaaa: [V6] },
		"none.example": {},
		localhost: { a: ["9.9.9.9"] },
	});
	t.teardown(dns.close);
	const resolveHost = createResolveHost({ servers: [dns.server] });
	const { signal } = new AbortController();
	const ask = (hostname: string) => resolveHost(hostname, { trusted: false, signal });
	t.same([...(await ask("both.example"))].sort(), ["2606:4700::1111", "8.8.4.4", "8.8.8.8"]);
	t.same(await ask("four.example"), ["1.1.1.1"]);
	t.same(await ask("six.example"), ["2606:4700::1111"]);
	await t.rejects(ask("none.example"), { code: "ENODATA" });
	await t.rejects(ask("unknown.example"), { code: "ENOTFOUND" });
	const asked = dns.questions.length;
	await ask("four.example");
	t.equal(dns.questions.length, asked + 2, "nothing is remembered");
});

t.test("an unanswered question ends with the signal", async (t) => {
	const dns = await startDns({ "dead.example": "silent" });
	t.teardown(dns.close);
	const resolveHost = createResolveHost({ servers: [dns.server] });
	const controller = new AbortController();
	setTimeout(() => controller.abort(), 50);
	const { signal } = controller;
	await t.rejects(resolveHost("dead.example", { trusted: false, signal }), { code: "ECANCELLED" });
	await t.rejects(resolveHost("dead.example", { trusted: false, signal }), { name: "AbortError" });
});

t.test("trusted names go through the system, hosts file and all", async (t) => {
	const resolveHost = createResolveHost({ servers: ["127.0.0.1:9"] });
	const { signal } = new AbortController();
	const found = await resolveHost("localhost", { trusted: true, signal });
	t.ok(found.some((address) => address === "127.0.0.1" || address === "::1"));
});
