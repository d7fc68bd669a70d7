import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { serveOverHttp } from "../app/app.js";
import { openInProcess, THIS_PROGRAM } from "../app/embed/in-process.js";
import { VERSION } from "../base/version.js";
import { createMcpServer } from "../mcp/mcp-server.js";
import type { RunTool } from "../mcp/tool-runner.js";
import { environment } from "./render.js";
import { EXIT } from "./usage.js";

/** Serves MCP on standard input and output until the input ends. */
export async function mcp(): Promise<number> {
	const { service, config, close } = await openInProcess(environment());
	// The URLs of pictures lead to a free port of the loopback interface.
	const app = await serveOverHttp(service, config);
	const address = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
	const run: RunTool = async (_operation, signal, work) => {
		signal.throwIfAborted();
		return work({
			caller: { client: THIS_PROGRAM, signal, host: address.host },
			count: async () => {},
			note: () => {},
		});
	};
	const tools = {
		service,
		version: VERSION,
		origin: config.publicBaseUrl ?? address.origin,
		host: address.host,
		maxBodyBytes: config.maxBodyBytes,
		run,
	};
	await new Promise<void>((resolve) => {
		const connection = serveStdio(() => createMcpServer(tools));
		const end = () => void connection.close().then(resolve);
		process.stdin.once("end", end).once("close", end);
		process.once("SIGTERM", end).once("SIGINT", end);
	});
	await app.close();
	await close();
	return EXIT.ok;
}
