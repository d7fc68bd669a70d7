/** An IPv4 address or an IPv6 address in brackets, optionally with a port. */
const WITH_PORT =
	/^(?:(\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})|\[([0-9a-f:.%]{2,60})\](?::\d{1,5})?)$/i;

/** The address without a port: some proxies append the port of the connection. */
export function withoutPort(address: string): string {
	const [, v4, v6] = WITH_PORT.exec(address.trim()) ?? [];
	return v4 ?? v6 ?? address;
}
