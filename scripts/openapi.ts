/** Writes the contract's OpenAPI document; a test fails if the committed one is outdated. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openApiDocument } from "@airlock/contract/openapi";

const root = join(import.meta.dirname, "..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { readonly version: string };
const file = join(root, "packages/contract/openapi.json");
writeFileSync(file, `${JSON.stringify(openApiDocument(version), undefined, 2)}\n`);
console.log(`Wrote ${file}`);
