import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findTwinRules } from "./find-twin-rules.ts";

function twinsIn(...sheets: readonly string[]): readonly (readonly string[])[] {
  const root = mkdtempSync(join(tmpdir(), "twins-"));
  mkdirSync(join(root, "src/deep"), { recursive: true });
  sheets.forEach((text, at) => writeFileSync(join(root, `src/deep/${at}.css`), text));
  return findTwinRules(root, "src").map(({ places }) => places);
}

describe("style rules that say the same", () => {
  const row = "display: flex;\n  gap: 8px;\n  align-items: center;";

  it("are found in two files, whatever the order of their declarations", () => {
    expect(twinsIn(`.a {\n  ${row}\n}\n`, ".b {}\n.c,\n.d {\n  gap: 8px;\n  display: flex;\n  align-items: center;\n}\n")).toEqual([
      ["src/deep/0.css:1 .a", "src/deep/1.css:3 .c, .d"],
    ]);
  });
  it("are found in one file", () => {
    expect(twinsIn(`.a {\n  ${row}\n}\n/* Why { b } */\n.b {\n  ${row}\n}\n`)).toHaveLength(1);
  });
  it("are not found where a value or a condition differs, or one says more", () => {
    expect(twinsIn(`.a {\n  ${row}\n}\n.b {\n  ${row}\n  margin: 0;\n}\n.c {\n  ${row.replace("8px", "6px")}\n}\n`)).toEqual([]);
    expect(twinsIn(`.a {\n  ${row}\n}\n@media (max-width: 9px) {\n  .a {\n    ${row}\n  }\n}\n`)).toEqual([]);
  });
  it("are found below the same condition", () => {
    const narrow = `@media (max-width: 9px) {\n  .a {\n    ${row}\n  }\n}\n`;
    expect(twinsIn(narrow, narrow)).toHaveLength(1);
  });
  it("have at least three declarations, and are no steps of an animation", () => {
    expect(twinsIn(".a {\n  gap: 8px;\n  margin: 0;\n}\n.b {\n  gap: 8px;\n  margin: 0;\n}\n")).toEqual([]);
    expect(twinsIn(`@keyframes x {\n  from {\n    ${row}\n  }\n  to {\n    ${row}\n  }\n}\n`)).toEqual([]);
  });
});
