import { flushCompileCache } from "node:module";

/**
 * Node writes its compile cache on exit, but test processes are killed, so it is flushed after this time. By then a process has loaded its modules.
 */
const loadedMillis = 10_000;

setTimeout(() => flushCompileCache(), loadedMillis).unref();
