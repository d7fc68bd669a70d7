import t from "tap";
import { parseImageSrc } from "../../../src/documents/source-url.js";
import { isPublicAddress } from "../../../src/service/pictures/fetch/address.js";
import { createGuard } from "../../../src/service/pictures/fetch/guard.js";

const admits = (src: string, allow: boolean | readonly string[] = false) => {
	const source = parseImageSrc(src);
	if (source.kind !== "remote") throw new Error(`${src} is ${source.kind}`);
	return createGuard(allow).admitsUrl(source.url);
};

t.test("public addresses are allowed, private and reserved ones are not", async (t) => {
	for (const address of [
		"8.8.8.8",
		"1.1.1.1",
		"172.15.255.255",
		"172.32.0.1",
		"100.128.0.1",
		"198.17.255.255",
		"223.255.255.255",
		"2606:4700::1111",
		"2a00:1450:4001::1",
	]) {
		t.equal(isPublicAddress(address), true, address);
	}
	for (const address of [
		..."0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.100.100.200 127.0.0.1 127.255.255.254 169.254.169.254".split(
			" ",
		),
		..."172.16.0.1 172.31.255.255 192.0.0.1 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.19.255.255".split(
			" ",
		),
		..."198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 168.63.129.16".split(
			" ",
		),
		..."::1 :: ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::7f00:1 ::127.0.0.1 ::8.8.8.8 ::ffff:0:127.0.0.1".split(
			" ",
		),
		..."64:ff9b::7f00:1 64:ff9b::808:808 64:ff9b:1::a9fe:a9fe 2002:7f00:1:: 2001:0:1:2:3:4:5:6".split(
			" ",
		),
		..."2001:10::1 2001:20::1 2001:2::1 2001:db8::1 3fff::1 5f00::1 100::1 fd00:ec2::254 fc00::1".split(
			" ",
		),
		..."fe80::1 fe80::1%eth0 fec0::1 ff02::1 4000::1 2606:4700::5efe:7f00:1 2606:4700::200:5efe:808:808".split(
			" ",
		),
		..."2606:4700::100:5efe:a00:1 localhost 300.1.1.1".split(" "),
		"",
	]) {
		t.equal(isPublicAddress(address), false, address);
	}
});

t.test("private addresses are refused in every spelling", async (t) => {
	for (const host of [
		..."127.0.0.1 127.1 127.255.255.254 2130706433 0x7f000001 0177.0.0.1 0x7f.1 0 256".split(" "),
		..."①②⑦.⓪.⓪.① 127。0。0。1 %31%32%37.0.0.1 127.0.0.1. 017700000001".split(" "),
		..."[::1] [::] [::ffff:127.0.0.1] [::127.0.0.1] [::7f00:1] [::ffff:0:127.0.0.1]".split(" "),
		..."[64:ff9b::7f00:1] [64:ff9b:1::a9fe:a9fe] [2002:7f00:1::] [2001:0:4136:e378:8000:63bf:3fff:fdd2]".split(
			" ",
		),
		..."[2606:4700::5efe:127.0.0.1] 169.254.169.254 [fd00:ec2::254] 100.100.100.200 168.63.129.16".split(
			" ",
		),
		..."metadata.google.internal metadata localhost LOCALHOST localhost. foo.localhost printer.local".split(
			" ",
		),
		..."x.internal x.internal. intranet router.lan a.home.arpa localhost.localdomain a..b .com".split(
			" ",
		),
		..."10.1.2.3 172.16.0.1 192.168.1.1 100.64.0.1 192.0.0.8 198.18.0.1 224.0.0.1 240.0.0.1".split(
			" ",
		),
		..."255.255.255.255 192.0.2.1 198.51.100.1 203.0.113.1".split(" "),
	]) {
		t.equal(admits(`http://${host}/`), false, host);
	}
	for (const host of [
		"example.com",
		"example.com.",
		"localhost.example.com",
		"8.8.8.8",
		"[2606:4700::1111]",
		"xn--r8jz45g.jp",
	]) {
		t.equal(admits(`http://${host}/`), true, host);
	}
});

t.test("ports of other protocols are refused", async (t) => {
	for (const port of [
		0, 1, 22, 25, 110, 143, 465, 587, 2049, 5060, 6000, 6379, 6667, 10080, 11211,
	]) {
		t.equal(admits(`https://example.com:${port}/`), false, `${port}`);
	}
	for (const port of [80, 443, 81, 3000, 8080, 8443, 9000, 65535]) {
		t.equal(admits(`https://example.com:${port}/`), true, `${port}`);
	}
});

t.test("the operator can let private hosts in", async (t) => {
	t.equal(admits("http://localhost:22/", true), true);
	const list = ["minio", "10.0.0.5", "::1", "[fd00::2]", "Files.Local."];
	for (const host of [
		"minio:6379",
		"minio.",
		"10.0.0.5",
		"[::1]:3000",
		"[fd00::2]",
		"files.local",
	]) {
		t.equal(admits(`http://${host}/`, list), true, host);
	}
	for (const host of ["minio2", "10.0.0.6", "127.0.0.1", "[fd00::3]", "localhost"]) {
		t.equal(admits(`http://${host}/`, list), false, host);
	}
	const guard = createGuard(list);
	t.equal(guard.admitsAddress("minio", "10.9.9.9"), true);
	t.equal(guard.admitsAddress("::1", "::1"), true);
	t.equal(guard.admitsAddress("x.minio", "10.9.9.9"), false);
	t.equal(createGuard([]).admitsAddress("localhost", "127.0.0.1"), false);
});
