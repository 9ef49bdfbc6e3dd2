/** `npm run law`: forbidden imports, import cycles, tests that sleep for a fixed time, and untyped calls and fixed formats of the console. */
import { findBreaches } from "./find-breaches.ts";
import { findCycles } from "./find-cycles.ts";
import { findFormats } from "./find-formats.ts";
import { findSleeps } from "./find-sleeps.ts";
import { findUntypedCalls } from "./find-untyped-calls.ts";
import { rooms } from "./law.ts";

const breaches = findBreaches(process.cwd(), rooms);
for (const { file, line, imported, why } of breaches) console.error(`${file}:${line} imports ${imported}: ${why}`);
const cycles = findCycles(
  process.cwd(),
  Object.values(rooms).map(({ path }) => path),
);
for (const files of cycles) console.error(`These files import each other: ${files.join(", ")}`);
const sleeps = findSleeps(process.cwd());
for (const { file, line } of sleeps)
  console.error(
    `${file}:${line} sleeps: wait for the condition (eventually, expect.poll, vi.waitUntil), or say why in "// Fixed wait: ...".`,
  );
const calls = findUntypedCalls(process.cwd());
for (const { file, line, why } of calls) console.error(`${file}:${line} calls the api untyped: ${why}.`);
const formats = findFormats(process.cwd());
for (const { file, line } of formats) console.error(`${file}:${line} formats with a fixed locale: use packages/flow/src/locale.ts.`);
const isKept = breaches.length + cycles.length + sleeps.length + calls.length + formats.length === 0;
console.log(
  isKept
    ? "The import law holds, no test sleeps, every call of the console is typed, and it formats by the user's locale."
    : `${breaches.length} forbidden imports, ${cycles.length} cycles (scripts/law/law.ts), ${sleeps.length} sleeps in tests, ${calls.length} untyped calls, ${formats.length} fixed formats.`,
);
process.exitCode = isKept ? 0 : 1;
