/**
 * The end of `npm start` where the shell of npm does not know `exec`, by which it makes way for the
 * server, so that a signal to npm reaches it.
 */
process.stderr.write(
	"post-image-render-service: it runs on Linux and macOS. On Windows use WSL, or a container: docker build -t post-image-render-service .\n",
);
process.exitCode = 1;
