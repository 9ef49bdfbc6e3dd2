/**
 * `npm run law`: forbidden imports, import cycles, tests that sleep for a fixed time, dependencies without an exact version; in the console untyped
 * calls, fixed formats, style rules written twice or that select by a text, and spacing outside the scale.
 */
import { findBreaches } from "./find-breaches.ts";
import { findCycles } from "./find-cycles.ts";
import { findFormats } from "./find-formats.ts";
import { findRawSpacing } from "./find-raw-spacing.ts";
import { findSleeps } from "./find-sleeps.ts";
import { findTextSelectors } from "./find-text-selectors.ts";
import { findTwinRules } from "./find-twin-rules.ts";
import { findUntypedCalls } from "./find-untyped-calls.ts";
import { findVersionRanges } from "./find-version-ranges.ts";
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
const ranges = findVersionRanges(process.cwd());
for (const { file, name, version } of ranges)
  console.error(`${file} depends on ${name} ${version}: name one version, in package-lock.json too.`);
const calls = findUntypedCalls(process.cwd());
for (const { file, line, why } of calls) console.error(`${file}:${line} calls the api untyped: ${why}.`);
const formats = findFormats(process.cwd());
for (const { file, line } of formats) console.error(`${file}:${line} formats with a fixed locale: use packages/flow/src/locale.ts.`);
// The editor is a package of its own: what it shares with the console it has itself.
const twins = ["apps/console/src", "packages/editor/src"].flatMap((folder) => findTwinRules(process.cwd(), folder));
for (const { places } of twins) console.error(`These style rules say the same, make them one class: ${places.join("; ")}`);
const spacings = findRawSpacing(process.cwd());
for (const { file, line, value } of spacings)
  console.error(`${file}:${line} has a spacing of ${value}: use a step of the scale (--al-1 ...) in apps/console/src/ui/theme/tokens.css.`);
const selectors = findTextSelectors(process.cwd());
for (const { file, line } of selectors)
  console.error(`${file}:${line} selects by a text, which is another one in other languages: use a class.`);
const isKept = [breaches, cycles, sleeps, ranges, calls, formats, twins, spacings, selectors].every((found) => found.length === 0);
console.log(
  isKept
    ? "The import law holds, no test sleeps, every dependency has an exact version, every call of the console is typed, it formats by the user's locale, no style rule is written twice or selects by a text, and spacing is in steps of the scale."
    : `${breaches.length} forbidden imports, ${cycles.length} cycles (scripts/law/law.ts), ${sleeps.length} sleeps in tests, ${ranges.length} dependencies without an exact version, ${calls.length} untyped calls, ${formats.length} fixed formats, ${twins.length} style rules written twice, ${spacings.length} spacings outside the scale, ${selectors.length} selectors by a text.`,
);
process.exitCode = isKept ? 0 : 1;
