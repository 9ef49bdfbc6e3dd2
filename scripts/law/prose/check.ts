/**
 * `npm run prose`, part of `npm run law`: counts words that have a standard term (`words.ts`) in Markdown, comments, texts and identifiers. The count of
 * an area may only go down. `-- --list <area>` prints where they are; `-- --update` lowers the ceilings to what is counted now.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { areas, readArea } from "./areas.ts";
import { judge, lowered, type Ceilings } from "./ceilings.ts";

const root = join(import.meta.dirname, "../../..");
const file = join(import.meta.dirname, "ceilings.json");
const ceilings = JSON.parse(readFileSync(file, "utf8")) as Ceilings; // our own file
const { values } = parseArgs({ options: { list: { type: "string" }, update: { type: "boolean", default: false } } });

const found = new Map(areas.map((area) => [area.name, readArea(root, area)]));
const counts = Object.fromEntries([...found].map(([name, finds]) => [name, finds.length]));
const print = (name: string, limit: number): void => {
  for (const { file: path, line, word, instead } of (found.get(name) ?? []).slice(0, limit))
    console.log(`${path}:${line} "${word}": write ${instead}`);
};

for (const { name, count, ceiling, isOver } of judge(counts, ceilings)) {
  console.log(`${String(count).padStart(5)} of ${String(ceiling).padStart(5)}  ${name}${isOver ? "  TOO MANY" : ""}`);
  if (values.list === name) print(name, Infinity);
  else if (isOver) print(name, 50);
  if (isOver) process.exitCode = 1;
}
if (values.update) writeFileSync(file, `${JSON.stringify(lowered(counts, ceilings), null, 2)}\n`);
