import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findTextSelectors } from "./find-text-selectors.ts";

function linesWith(selector: string): readonly number[] {
  const root = mkdtempSync(join(tmpdir(), "selectors-"));
  mkdirSync(join(root, "packages/editor/src/react"), { recursive: true });
  writeFileSync(join(root, "packages/editor/src/react/panel.css"), `.panel,\n${selector} {\n  color: red;\n}\n`);
  return findTextSelectors(root).map(({ line }) => line);
}

it.each(['td[data-label="Takes"]', '.table[aria-label="Errors"] td', '[title^="Last"]', '.panel > [placeholder*="name"]'])(
  "%s selects by a text",
  (selector) => expect(linesWith(selector)).toEqual([2]),
);

it.each(['[data-kind="start"]', '[aria-expanded="true"]', "td[data-label]::before", "[title]", ".takes"])("%s does not", (selector) =>
  expect(linesWith(selector)).toEqual([]),
);
