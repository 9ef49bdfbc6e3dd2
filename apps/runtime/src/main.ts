import { enableCompileCache, flushCompileCache } from "node:module";

// A runtime that starts without any other service must answer within two seconds, and compiling TypeScript takes most of that. The cache is flushed
// now rather than on exit, because a killed process has no exit handler.
enableCompileCache();
await import("./start.ts");
flushCompileCache();
