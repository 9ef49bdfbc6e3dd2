import { parseArgs } from "node:util";
import { runDevelopment } from "./development.ts";

/** `npm run dev`: the whole product on this machine, with hot reload, until Ctrl+C. */
const { values } = parseArgs({ options: { name: { type: "string", default: "dev" }, base: { type: "string" } } });

const base = values.base === undefined ? undefined : Number(values.base);
await runDevelopment({ name: values.name, base, stack: () => ({ console: "vite", watch: true }) });
