import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { openInProcess } from "../embed/in-process.js";
import { createMcpServer } from "../mcp/mcp-server.js";
import { VERSION } from "../version.js";
import { environment } from "./render.js";
import { EXIT } from "./usage.js";

/** Serves MCP on standard input and output until the input ends. */
export async function mcp(): Promise<number> {
	const { close, call: api, contract, links } = await openInProcess(environment(), undefined, true);
	await new Promise<void>((resolve) => {
		const connection = serveStdio(() =>
			createMcpServer({ api, version: VERSION, links, contract }),
		);
		const end = () => void connection.close().then(resolve);
		process.stdin.once("end", end).once("close", end);
		process.once("SIGTERM", end).once("SIGINT", end);
	});
	await close();
	return EXIT.ok;
}
