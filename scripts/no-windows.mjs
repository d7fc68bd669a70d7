/**
 * Runs at the end of `npm start` if npm's shell does not support `exec`, which replaces the shell
 * with the server so that a signal to npm reaches it.
 */
process.stderr.write(
	"post-image-render-service: it runs on Linux and macOS. On Windows use WSL, or a container: docker build -t post-image-render-service .\n",
);
process.exitCode = 1;
