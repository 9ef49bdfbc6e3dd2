/**
 * Extracts the texts of the console.
 *
 *   npm run texts                      writes .build/texts/console.pot and updates every catalogue in apps/console/languages
 *   npm run texts -- --language de     also creates the catalogue de.po
 *   npm run texts -- --check           fails if a catalogue lacks a text or has one that no longer exists
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { catalogueFile, catalogueFiles, extractTexts, updatedCatalogue } from "./catalogue.ts";

const { values } = parseArgs({ options: { check: { type: "boolean", default: false }, language: { type: "string" } } });
const own = values.language === undefined ? [] : [catalogueFile(values.language)];
const outdated: string[] = [];

const files = new Set([...catalogueFiles(), ...own]);
// `npm run law` runs the check, and extraction takes seconds.
if (values.check && files.size === 0) {
  process.stdout.write("There are no catalogues.\n");
  process.exit();
}
const template = extractTexts();

for (const file of files) {
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  const after = updatedCatalogue(template, before);
  if (after === before) continue;
  outdated.push(file);
  if (!values.check) write(file, after);
}
if (!values.check) write(fileURLToPath(new URL("../../../.build/texts/console.pot", import.meta.url)), template.toString());
const state = values.check ? "out of date" : "updated";
process.stdout.write([`${template.items.length} texts, ${outdated.length} catalogues ${state}.`, ...outdated, ""].join("\n"));
process.exitCode = values.check && outdated.length > 0 ? 1 : 0;

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
