/**
 * Before `npm start`, whose shell makes way for the server, so that a signal to
 * npm reaches it: where that shell does not know how, say what to do instead.
 */
if (process.platform === "win32") {
	process.stderr.write(
		"post-image-render-service: it runs on Linux and macOS. On Windows use WSL, or a container: docker build -t post-image-render-service .\n",
	);
	process.exit(1);
}
