/** `npm run docs:check`: every path, npm script, setting, error code and link that Markdown names exists. */
import { join } from "node:path";
import { exceptions } from "./exceptions.ts";
import { findFaults } from "./find-faults.ts";
import { readProject } from "./project.ts";

const project = readProject(join(import.meta.dirname, "../.."));
const faults = findFaults(project, exceptions);
for (const { file, line, text, why } of faults) console.error(`${file}:${line} names ${text}, which ${why}.`);
console.log(`${project.pages.size} Markdown pages, ${faults.length} names that do not exist.`);
process.exitCode = faults.length === 0 ? 0 : 1;
