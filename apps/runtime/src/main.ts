import { enableCompileCache, flushCompileCache } from "node:module";

// A runtime that starts with nothing else there answers within two seconds, and reading TypeScript is most of its start. What was
// compiled is kept; written now and not at the exit, because a process that is killed has none.
enableCompileCache();
await import("./start.ts");
flushCompileCache();
