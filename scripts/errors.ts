/** Writes docs/errors.md from the catalogue of problems; a test fails while the committed page is not what the catalogue says. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorsPage } from "@airlock/contract/errors-page";

const file = join(import.meta.dirname, "../docs/errors.md");
writeFileSync(file, errorsPage());
console.log(`Wrote ${file}`);
