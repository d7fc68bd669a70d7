/**
 * tap's runner loads this before each test file (`node-arg` in package.json).
 * The runner also has every process below a test load what its coverage needs:
 * render processes then run with a loader's thread and start half as fast. There
 * is no coverage to measure, so they start as they do in production.
 */
import processOnSpawn from "process-on-spawn";

processOnSpawn.removeAllListeners();
