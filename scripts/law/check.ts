import { findBreaches } from "./find-breaches.ts";
import { rooms } from "./law.ts";

const breaches = findBreaches(process.cwd(), rooms);
for (const { file, line, imported, why } of breaches) console.error(`${file}:${line} imports ${imported}: ${why}`);
console.log(breaches.length === 0 ? "The import law holds." : `${breaches.length} imports break the law (scripts/law/law.ts).`);
process.exitCode = breaches.length === 0 ? 0 : 1;
