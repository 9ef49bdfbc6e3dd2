import { flushCompileCache } from "node:module";

/** Node writes its compile cache when a process ends; the processes of tests are killed. By then a process has loaded its modules. */
const loadedMillis = 10_000;

setTimeout(() => flushCompileCache(), loadedMillis).unref();
