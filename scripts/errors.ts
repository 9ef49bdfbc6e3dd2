/** Writes docs/errors.md from the catalogue of problems; a test fails if the committed page is outdated. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorsPage } from "@airlock/contract/errors-page";

const file = join(import.meta.dirname, "../docs/errors.md");
writeFileSync(file, errorsPage());
console.log(`Wrote ${file}`);
