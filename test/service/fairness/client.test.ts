import t from "tap";
import { clientOf } from "../../../src/service/fairness/client.js";

t.test("one household is one client", async (t) => {
	const rows: [string, string][] = [
		["192.0.2.1", "192.0.2.1"],
		["::ffff:192.0.2.1", "192.0.2.1"],
		["2001:db8:1:2::1", "2001:db8:1:2::/64"],
		["2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
		["2001:db8:1:3::1", "2001:db8:1:3::/64"],
		["::1", "0:0:0:0::/64"],
		["192.0.2.1:51234", "192.0.2.1"],
		["[2001:db8:1:2::1]:51234", "2001:db8:1:2::/64"],
		["[2001:db8:1:2::1]", "2001:db8:1:2::/64"],
		["[::ffff:192.0.2.1]:80", "192.0.2.1"],
		["192.0.2.1:x", "192.0.2.1:x"],
		["64:ff9b::192.0.2.1", "192.0.2.1"],
		["64:ff9b::c000:202", "192.0.2.2"],
		["64:ff9b:1:fffe::c000:201", "64:ff9b:1:fffe::c000:201"],
		["64:ff9b:1:fffe::c000:202", "64:ff9b:1:fffe::c000:202"],
		["64:ff9b:2::1", "64:ff9b:2:0::/64"],
		["tenant:acme", "unknown"],
		["unknown", "unknown"],
		["not:an:address", "not:an:address"],
		["x".repeat(1_000), "x".repeat(64)],
	];
	for (const [ip, client] of rows) t.equal(clientOf(ip), client);
});
