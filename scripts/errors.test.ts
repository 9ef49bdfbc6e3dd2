import { readFileSync } from "node:fs";
import { join } from "node:path";
import { errorsPage } from "@airlock/contract/errors-page";
import { expect, test } from "vitest";

test("docs/errors.md is what the catalogue says (npm run errors)", () => {
  expect(readFileSync(join(import.meta.dirname, "../docs/errors.md"), "utf8")).toBe(errorsPage());
});
