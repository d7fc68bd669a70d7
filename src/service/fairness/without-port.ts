/** An IPv4 address or a bracketed IPv6 address, with a port perhaps. */
const WITH_PORT =
	/^(?:(\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})|\[([0-9a-f:.%]{2,60})\](?::\d{1,5})?)$/i;

/** The address alone: some proxies write the port of the connection behind it. */
export function withoutPort(address: string): string {
	const [, v4, v6] = WITH_PORT.exec(address.trim()) ?? [];
	return v4 ?? v6 ?? address;
}
