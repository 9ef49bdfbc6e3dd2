import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findRawSpacing } from "./find-raw-spacing.ts";

function rawIn(declaration: string): readonly string[] {
  const root = mkdtempSync(join(tmpdir(), "spacing-"));
  mkdirSync(join(root, "apps/console/src/users"), { recursive: true });
  writeFileSync(join(root, "apps/console/src/users/users.css"), `.row {\n  ${declaration}\n}\n`);
  return findRawSpacing(root).map(({ line, value }) => `${line}: ${value}`);
}

describe("spacing in pixels", () => {
  it("is found in paddings, margins and gaps", () => {
    expect(rawIn("padding: 0 8px;")).toEqual(["2: 8px"]);
    expect(rawIn("margin-left: -6px;")).toEqual(["2: 6px"]);
    expect(rawIn("row-gap: calc(2 * 20px);")).toEqual(["2: 20px"]);
    expect(rawIn("padding-block: var(--al-1) 3px;")).toEqual(["2: 3px"]);
  });
  it("is allowed as a hairline, as an alignment, and elsewhere", () => {
    for (const declaration of [
      "gap: 1px;",
      "padding-left: 44px;",
      "padding: var(--al-2) 0;",
      "width: 8px;",
      "grid-template-columns: 8px 1fr;",
    ])
      expect(rawIn(declaration)).toEqual([]);
  });
});
