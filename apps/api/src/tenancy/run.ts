/** `npm run tenancy` checks every cell of the matrix with real services; `-- --count` prints their number, `-- --list` prints them. */
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import { cells } from "./cells.ts";

const { values } = parseArgs({ options: { count: { type: "boolean" }, list: { type: "boolean" } } });
if (values.count === true) process.stdout.write(`${cells.length}\n`);
else if (values.list === true) {
  for (const { run, action, principal, place } of cells) {
    process.stdout.write(`${run}\t${action}\t${principal}\t${place === undefined ? "-" : `${place.in} ${place.name}`}\n`);
  }
} else {
  const vitest = spawn("npx", ["--no-install", "vitest", "run", "--project", "integration", "apps/api/src/tenancy"], { stdio: "inherit" });
  vitest.on("close", (code) => {
    process.exitCode = code ?? 1;
  });
}
