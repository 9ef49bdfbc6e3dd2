import { readFileSync } from "node:fs";
import { join } from "node:path";
import { errorsPage } from "@airlock/contract/errors-page";
import { expect, test } from "vitest";

test("docs/errors.md is up to date with the catalogue (npm run errors)", () => {
  expect(readFileSync(join(import.meta.dirname, "../docs/errors.md"), "utf8")).toBe(errorsPage());
});
